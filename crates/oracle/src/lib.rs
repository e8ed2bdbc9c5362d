//! Oracles: what a run says about the solver that made it.
//!
//! [`examine`] looks at one run of a test whose answers are known, [`disagreements`] at several runs of a test
//! whose answers are not. Both state [`Finding`]s: candidates, which the campaign confirms before they count.
//! Nothing here runs a solver.

mod broken;
mod class;
mod crash;
mod differential;
mod examine;
mod finding;
mod incomplete;
mod model;

pub use class::{Class, Severity};
pub use crash::crash_place;
pub use differential::disagreements;
pub use examine::{Exam, Examined, Tally, examine, expected_of};
pub use finding::{Finding, Signature, operators_of};
pub use incomplete::{Loss, is_decidable};
pub use model::{ModelVerdict, check_model};
