//! Campaigns: strategies × targets × oracles over a budget.
//!
//! [`run()`] starts the workers and is the only writer of the [`Store`]. A worker visits one seed after another, makes
//! tests, gives them to its targets and has every bug candidate confirmed before it hands it over. Which tests are
//! made depends on the plan's number and the workers' count alone.

mod at_once;
mod bandit;
mod behaviour;
pub mod bisect;
pub mod builtin;
pub mod calls;
mod confirm;
mod confirmed;
mod contestant;
mod contradiction;
mod cores;
mod corpus;
mod court;
mod distil;
mod engines;
mod event;
mod excuse;
mod guidance;
mod helper;
mod kitchen;
mod labels;
mod lane;
mod lateness;
mod logics;
mod losses;
#[cfg(test)]
mod mock;
mod pace;
mod plan;
mod prepared;
mod reach;
pub mod reduction;
mod replay;
mod run;
mod schedule;
mod slowness;
mod sources;
mod store;
mod strategies;
mod summary;
mod triage;
mod tuning;
mod worker;
mod workshop;

pub use at_once::{again, at_once, be_one_of_them};
pub use confirmed::{Confirmed, Verdict};
pub use contestant::Contestant;
pub use corpus::{Corpus, CorpusError, MAX_BYTES, SeedFile, Skipped};
pub use distil::Distiller;
pub use engines::{Engine, engines};
pub use event::{Event, Position, Visited};
pub use guidance::Guidance;
pub use labels::{Labels, Learnt};
pub use lane::{Fit, Lane};
pub use plan::{Plan, Way};
pub use reach::{Reach, Reached};
pub use replay::{ReplayError, ReplayVerdict, Replayed, replay};
pub use run::{CampaignError, DEFAULT_FOLDER, KEPT, Observer, check_tuning, run, run_reaching};
pub use schedule::Cursors;
pub use store::{
    Bug, FindingFile, FolderError, Progress, Recorded, Saved, Smallest, StepTaken, Store, StoreError, Stored,
};
pub use strategies::{STRATEGIES, Strategies, Strategy, StrategyName, Takes};
pub use summary::{Counts, Effort, Kept, Summary};
pub use triage::{Triaged, breaches, profile_of, triage};
pub use tuning::{Tuning, TuningError, Variant};
pub use worker::Shared;
