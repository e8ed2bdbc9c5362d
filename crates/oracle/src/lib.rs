//! Oracles: what a run says about the solver that made it.
//!
//! [`examine`] looks at one run of a test and states [`Finding`]s: candidates, which the campaign confirms before they
//! count. [`conflicts`] looks at several runs of a test whose answers are not known; what is to be [`believed`], and what
//! a model proves ([`weigh`]), makes them known. Nothing here runs a solver.

mod broken;
mod class;
mod core;
mod crash;
mod differential;
mod evidence;
mod examine;
mod finding;
mod incomplete;
mod model;
mod tally;

pub use self::core::{Core, CoreOf, core_script, read_core, stranger};
pub use class::{Class, Severity};
pub use crash::crash_place;
pub use differential::{Conflict, Voice, believed, conflicts};
pub use evidence::{Evidence, left_open, weigh};
pub use examine::{Exam, Examined, answers_before_error, examine, expected_of};
pub use finding::{AFTER_RESET, Finding, Signature, operators_of};
pub use incomplete::{Loss, is_decidable};
pub use model::{ModelVerdict, check_model};
pub use tally::Tally;
