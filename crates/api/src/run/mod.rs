//! Where it all happens: three processes.
//!
//! ```text
//! client ──Ask──► host ──fork──► child       rounds of a batch, or one trace
//!    ▲              │  ◄──page───┘           every call is in shared memory before it is made
//!    └────Tell──────┘
//! ```
//! The host is this program, started again with a hidden first argument. It loads one library, makes nothing with it, and
//! forks a child per batch of rounds: a fork per round would cost more than most rounds. A child that dies, or finds
//! something, leaves its trace in the page; the host has that trace replayed alone by another child before it tells.

mod child;
mod client;
mod heap;
mod host;
mod make;
mod other;
mod page;
mod probe;
mod session;
mod wire;

pub use client::{BATCH, Fuzz, Host, LENGTH, RunError, fuzz};
pub use host::serve_if_asked;
pub(crate) use make::operator;
pub use session::{Outcome, Session};
pub use wire::{Ended, Found, Replayed, Tally};
