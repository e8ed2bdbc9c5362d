//! Ways to give a test to a solver.
//!
//! | backend | per test | use |
//! |---|---|---|
//! | [`Spawn`] | a fresh process | always sound; confirms every finding |
//! | [`Session`] | a dialogue with a living process, then `(reset)` | the fast path |
//! | [`Library`] | a fork of a process that has the solver's library loaded, or a place in a batch of one | solvers without an executable |
//!
//! A caller holds a `dyn Backend` and does not know which it has. One backend serves one worker: it owns a
//! scratch directory and has at most one process at a time.

mod library;
mod open;
mod prelude;
mod protocol;
mod session;
mod soft;
mod spawn;
mod transcript;

pub use library::{Forks, Library};
pub use open::{BackendKind, Found, OpenError, open};
pub use protocol::SessionProtocol;
pub use session::Session;
pub use spawn::Spawn;

use crate::answer::Expected;
use crate::process::{Confinement, Limits};
use crate::run::Run;

/// A test as a backend needs it.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    /// The printed script.
    pub input: &'a [u8],
    /// What its commands print, in order.
    pub expected: &'a [Expected],
    /// What the run may use.
    pub limits: &'a Limits,
}

/// A way to give a test to a solver.
pub trait Backend: Send {
    /// Runs a test and writes what happened over `run`, whose memory is reused. Never fails: whatever goes
    /// wrong is an [`Outcome`](crate::run::Outcome).
    fn run_into(&mut self, request: &Request<'_>, run: &mut Run);

    /// Runs a test.
    fn run(&mut self, request: &Request<'_>) -> Run {
        let mut run = Run::default();
        self.run_into(request, &mut run);
        run
    }

    /// What the kernel keeps a solver from doing here; worth one line to the user when it is not everything.
    fn confinement(&self) -> Confinement;
}
