//! What to start.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

use crate::coverage::Edges;

/// An executable with its arguments and environment.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Program {
    /// The executable; a bare name is looked up in `PATH`.
    pub path: PathBuf,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// Variables set besides `PATH`, `HOME`, `LD_LIBRARY_PATH` (taken over from us), `LC_ALL=C` and
    /// `TMPDIR` (the scratch directory); nothing else is inherited, so that a run repeats elsewhere.
    pub env: Vec<(OsString, OsString)>,
    /// Built with a sanitizer, which reserves terabytes of address space: no kernel limit on memory.
    pub sanitized: bool,
    /// A command of the user's own: it may write where the user can, and inherits the whole environment.
    pub trusted: bool,
    /// The edges that it counts, when it is a coverage build.
    pub edges: Option<Arc<Edges>>,
}

impl Program {
    /// `path` without arguments.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Program { path: path.into(), ..Program::default() }
    }

    /// The same with one more argument.
    #[must_use]
    pub fn arg(mut self, arg: impl Into<OsString>) -> Self {
        self.args.push(arg.into());
        self
    }

    /// The same with one more variable.
    #[must_use]
    pub fn env(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        self.env.push((name.into(), value.into()));
        self
    }
}
