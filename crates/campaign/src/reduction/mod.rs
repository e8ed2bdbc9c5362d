//! Reducing what a campaign, or a user, has found: the predicates that keep its truth.
//!
//! | what is shown | a smaller script is taken when | |
//! |---|---|---|
//! | a wrong `unsat` | the target says it, and a witness still evaluates to true, or references say `sat` | [`Trial`] |
//! | a wrong `sat` | the target says it, and references say `unsat` | [`Trial`] |
//! | a lost `unknown` | the target says it for a reason that is no excuse, and who decided the script still does, in the same way | [`reduce_loss`] |
//! | `unknown` in a decidable logic | the target says it, a witness evaluates to true, and the script is in such a logic | [`Trial`] |
//! | a crash | the target breaks at the same place | [`Trial`] |
//! | an invalid model | the target's model evaluates to false | [`Trial`] |
//! | a core that is none | the target gives a core again that has a model which evaluates to true, or that names what is not there | [`reduce_core`] |
//! | a contradiction | the target still gives both answers, to both guises or with both configurations | [`reduce_pair`] |
//! | slowness | the configuration still takes so many times as long as the defaults | [`reduce_slow`] |
//! | anything else | a command of the user's says so | [`Shell`] |

mod core;
mod finding;
mod goal;
mod loss;
mod options;
mod pair;
mod remake;
mod shell;
mod slow;
mod smaller;
mod trial;
mod witness;

pub use core::reduce_core;
pub use finding::reduce_finding;
pub use goal::Goal;
pub use loss::reduce_loss;
pub use options::drop_options;
pub use pair::{TwoAnswers, reduce_pair};
pub use remake::{Given, remake};
pub use shell::{Matching, Shell};
pub use slow::reduce_slow;
pub use smaller::{Means, Smaller};
pub use trial::{Bench, Pace, Trial, patience};
pub use witness::Witnesses;
