//! Guided search: what targets do tells which inputs are worth another look (E2).
//!
//! A [`Feature`] is something that a target did: an edge of its code with about how often it was taken, or one of its own
//! counters with about how high it stood. A [`Sight`] turns runs into features, for one worker and one target. An [`Input`]
//! that showed a new feature is kept in the [`Corpus`], which all workers share and which is on disk before anybody builds
//! on it. [`Energy`] says which entry to go on from, [`graft()`] and [`vary`] what to do to its bytes, [`Balance`] how often to do what,
//! and [`smallest_cover`] which entries are enough to keep all features.
//!
//! Nothing here makes tests or runs a solver.

mod balance;
mod corpus;
mod cover;
mod energy;
mod feature;
mod file;
mod folder;
mod graft;
mod input;
mod sight;
mod vary;

pub use balance::Balance;
pub use corpus::{Corpus, Size};
pub use cover::smallest_cover;
pub use energy::Energy;
pub use feature::{Feature, Space};
pub use file::{FileError, VERSION};
pub use folder::{CorpusError, Problem, is_corpus, read, remove, write};
pub use graft::graft;
pub use input::{Entry, Input, Name, Under};
pub use sight::Sight;
pub use vary::{Strand, vary};
