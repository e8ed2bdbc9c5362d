//! Reducing what a campaign, or a user, has found: the predicates that keep its truth.
//!
//! | what is shown | a smaller script is taken when |
//! |---|---|
//! | a wrong `unsat` | the target says it, and a witness still evaluates to true, or references say `sat` |
//! | a wrong `sat` | the target says it, and references say `unsat` |
//! | a lost `unknown` | the target says it, and references decide the script |
//! | a crash | the target breaks at the same place |
//! | an invalid model | the target's model evaluates to false |
//! | anything else | a command of the user's says so ([`Shell`]) |

mod finding;
mod goal;
mod options;
mod remake;
mod shell;
mod trial;
mod witness;

pub use finding::{Means, Smaller, reduce_finding};
pub use goal::Goal;
pub use options::drop_options;
pub use remake::{Given, remake};
pub use shell::{Matching, Shell};
pub use trial::{Bench, Trial, patience};
pub use witness::Witnesses;
