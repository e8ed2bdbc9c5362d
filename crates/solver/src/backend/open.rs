//! From a target's text to a backend that runs it.

use std::fmt;
use std::io;
use std::path::{self, Path};
use std::sync::{Arc, OnceLock};

use thiserror::Error;

use super::prelude::Preluded;
use super::{Backend, Forks, Library, Session, SessionProtocol, Spawn};
use crate::catalogue::{Catalogue, CatalogueError, Launch, Resolved};
use crate::coverage::Edges;
use crate::host::{Guest, HostError};
use crate::options::OptionError;
use crate::process::Program;
use crate::profile::{Profile, ProfileError, Profiles, SessionRules};
use crate::run::Marks;
use crate::target::{Setting, Target};

/// Which backend is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BackendKind {
    /// [`Spawn`], whose process is told beforehand when it has to expect more than one check. For a solver that
    /// is only a library: [`Library`], with a fork per test.
    Spawn {
        /// Whether scripts use push and pop, or check more than once.
        incremental: bool,
    },
    /// [`Session`]. For a solver that is only a library: [`Library`], with a fork per batch.
    Session,
    /// [`Library`], with a fork per test, also for a solver that has an executable.
    Library {
        /// Whether scripts use push and pop, or check more than once.
        incremental: bool,
    },
}

/// A target that was found, and how to treat it.
#[derive(Debug, Clone)]
pub struct Found {
    /// What to call it in tables: the solver with its options.
    pub name: String,
    /// The solver.
    pub resolved: Resolved,
    /// How to treat it.
    pub profile: Profile,
    settings: Vec<Setting>,
    /// What its program and its library count, once somebody asked.
    counted: Arc<[OnceLock<Option<Arc<Edges>>>; 2]>,
}

/// Why a target cannot be run.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The solver is not there.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
    /// Its profile is not there.
    #[error(transparent)]
    Profile(#[from] ProfileError),
    /// It has no such option.
    #[error("{target}: {error} (`smtquake solver options {target}` lists them)")]
    Option {
        /// The solver.
        target: String,
        /// What is wrong.
        error: OptionError,
    },
    /// Its library cannot be run.
    #[error("{target}: {error}")]
    Library {
        /// The solver.
        target: String,
        /// Why not.
        error: HostError,
    },
    /// It has no library, or no executable, where that was asked for.
    #[error("{target} has no {what} here")]
    Lacks {
        /// The solver.
        target: String,
        /// What it lacks.
        what: &'static str,
    },
    /// It cannot be kept from test to test.
    #[error("{target} cannot be kept from one script to the next: use the backend `spawn`")]
    NoSession {
        /// The solver.
        target: String,
    },
    /// The system refused what a backend needs.
    #[error("{target} cannot be started: {error}")]
    System {
        /// The solver.
        target: String,
        /// What the system said.
        error: io::Error,
    },
}

/// Opens a backend for a target that is present.
pub fn open(
    catalogue: &Catalogue,
    profiles: &Profiles,
    target: &Target,
    kind: BackendKind,
) -> Result<(Found, Box<dyn Backend>), OpenError> {
    let found = Found::find(catalogue, profiles, target)?;
    let backend = found.open(kind)?;
    Ok((found, backend))
}

impl Found {
    /// Finds a target's solver and its profile, and checks the target's options against the solver's own list.
    pub fn find(catalogue: &Catalogue, profiles: &Profiles, target: &Target) -> Result<Found, OpenError> {
        let resolved = catalogue.resolve(target)?;
        let profile = profiles.get_or_generic(resolved.profile.as_deref())?.clone();
        let settings = target.options.clone();
        // A solver nobody has described is believed to have what the user says.
        let listed = match &resolved.launch {
            Launch::Process { .. } => profile.options.listing.is_some(),
            Launch::Library { .. } => resolved.guest().is_some_and(|guest| guest.tells_options()),
        };
        if listed && !settings.is_empty() {
            let options = catalogue.options(&resolved, &profile)?;
            for Setting { name, value } in &settings {
                options
                    .validate(name, value)
                    .map_err(|error| OpenError::Option { target: resolved.name.clone(), error })?;
            }
        }
        Ok(Found {
            name: Named { solver: &resolved.name, settings: &settings }.to_string(),
            resolved,
            profile,
            settings,
            counted: Arc::default(),
        })
    }

    /// The target's options.
    pub fn settings(&self) -> &[Setting] {
        &self.settings
    }

    /// The same solver with these options, which it is known to have.
    pub fn with_settings(&self, settings: Vec<Setting>) -> Found {
        let name = Named { solver: &self.resolved.name, settings: &settings }.to_string();
        Found { name, settings, ..self.clone() }
    }

    /// The same solver without the target's options.
    pub fn without_settings(&self) -> Found {
        self.with_settings(Vec::new())
    }

    /// Opens a backend for it. No process is started yet.
    pub fn open(&self, kind: BackendKind) -> Result<Box<dyn Backend>, OpenError> {
        if let Some((guest, forks)) = self.guest(kind)? {
            let refused = |error| OpenError::Library { target: self.name.clone(), error };
            return Ok(Box::new(
                Library::counting(&guest, forks, Marks::default(), self.edges(kind)).map_err(refused)?,
            ));
        }
        let program = self.program(kind)?;
        let refused = |error| OpenError::System { target: self.name.clone(), error };
        let backend: Box<dyn Backend> = match kind {
            BackendKind::Spawn { .. } | BackendKind::Library { .. } => {
                Box::new(Spawn::new(&program, Marks::default()).map_err(refused)?)
            }
            BackendKind::Session if !self.profile.session.supported => {
                return Err(OpenError::NoSession { target: self.name.clone() });
            }
            BackendKind::Session => {
                let protocol = SessionProtocol::from(&self.profile.session);
                Box::new(Session::new(&program, protocol, Marks::default()).map_err(refused)?)
            }
        };
        let rules = &self.profile.options;
        let in_script = self.settings.iter().filter(|s| rules.argument(&s.name, &s.value).is_none());
        Ok(Preluded::over(backend, in_script.map(|s| rules.command(&s.name, &s.value))))
    }

    /// The edges that its runs on such a backend tell about, if it is a coverage build.
    ///
    /// Any program or library that counts is one: it need not be in the catalogue.
    pub fn edges(&self, kind: BackendKind) -> Option<Arc<Edges>> {
        let file = self.counting_file(kind)?;
        let counted = &self.counted[usize::from(self.resolved.library.as_deref() == Some(file))];
        counted.get_or_init(|| Edges::remembered(file, &self.resolved.facts).map(Arc::new)).clone()
    }

    /// The program or library whose code such a backend runs.
    pub fn counting_file(&self, kind: BackendKind) -> Option<&Path> {
        let as_library = matches!(kind, BackendKind::Library { .. });
        match &self.resolved.launch {
            Launch::Library { library, .. } => Some(library),
            Launch::Process { .. } if as_library => self.resolved.library.as_deref(),
            Launch::Process { program, .. } => Some(program),
        }
    }

    /// What the library host has to load, and how often it forks; `None` when the executable is to be run.
    fn guest(&self, kind: BackendKind) -> Result<Option<(Guest, Forks)>, OpenError> {
        let only_a_library = matches!(self.resolved.launch, Launch::Library { .. });
        let (incremental, forks) = match kind {
            BackendKind::Spawn { incremental } if only_a_library => (incremental, Forks::PerTest),
            BackendKind::Session if only_a_library => (true, Forks::BATCH),
            BackendKind::Library { incremental } => (incremental, Forks::PerTest),
            BackendKind::Spawn { .. } | BackendKind::Session => return Ok(None),
        };
        let lacks = || OpenError::Lacks { target: self.name.clone(), what: "library" };
        let mut guest = self.resolved.guest().ok_or_else(lacks)?;
        guest.incremental = incremental;
        guest.settings = self.settings.iter().map(|s| (s.name.clone(), s.value.clone())).collect();
        Ok(Some((guest, forks)))
    }

    /// What has to be started.
    pub fn program(&self, kind: BackendKind) -> Result<Program, OpenError> {
        let Launch::Process { program, args } = &self.resolved.launch else {
            return Err(OpenError::Lacks { target: self.name.clone(), what: "executable" });
        };
        // It will run in a directory of its own. A bare name is left to be looked up in PATH.
        let path = match program.components().count() {
            1 if !program.starts_with(".") => program.clone(),
            _ => path::absolute(program)
                .map_err(|error| OpenError::System { target: self.name.clone(), error })?,
        };
        let rules = &self.profile.run;
        let (reading, incremental) = match kind {
            BackendKind::Spawn { incremental } | BackendKind::Library { incremental } => {
                (&rules.stdin, incremental)
            }
            BackendKind::Session => (&rules.session, true),
        };
        let mut start = Program::new(path);
        let incremental = rules.incremental.iter().filter(|arg| incremental && !reading.contains(arg));
        for arg in args.iter().chain(reading).chain(incremental) {
            start = start.arg(arg);
        }
        for Setting { name, value } in &self.settings {
            if let Some(arg) = self.profile.options.argument(name, value) {
                start = start.arg(arg);
            }
        }
        for (name, value) in &rules.environment {
            start = start.env(name, value);
        }
        start.edges = self.edges(kind);
        Ok(start)
    }
}

impl From<&SessionRules> for SessionProtocol {
    fn from(rules: &SessionRules) -> SessionProtocol {
        SessionProtocol {
            reset: rules.reset.clone(),
            echo: rules.echo.text(),
            restart_on_error: rules.restart_on_error,
            recycle: rules.recycle,
            reset_keeps_options: rules.reset_keeps_options,
        }
    }
}

/// `z3@4.8.12[model_validate=true]`
struct Named<'a> {
    solver: &'a str,
    settings: &'a [Setting],
}

impl fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.solver)?;
        for (i, setting) in self.settings.iter().enumerate() {
            write!(f, "{}{setting}", if i == 0 { "[" } else { "," })?;
        }
        if self.settings.is_empty() { Ok(()) } else { f.write_str("]") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A target as it would be if its solver were there.
    fn found(profile: &str, launch: Launch, settings: &[(&str, &str)]) -> Found {
        let profile = Profiles::built_in().unwrap().get(profile).unwrap().clone();
        let name = profile.name.clone();
        let settings =
            settings.iter().map(|&(n, v)| Setting { name: n.to_owned(), value: v.to_owned() }).collect();
        let resolved = Resolved {
            name: name.clone(),
            profile: Some(name.clone()),
            family: None,
            version: None,
            launch,
            library: None,
            // Nothing can be remembered there.
            facts: "/proc/facts".into(),
        };
        Found { name, resolved, profile, settings, counted: Arc::default() }
    }

    fn process(program: &str, args: &[&str]) -> Launch {
        Launch::Process { program: program.into(), args: args.iter().map(|&arg| arg.to_owned()).collect() }
    }

    #[test]
    fn arguments_come_in_order_and_options_in_the_profiles_style() {
        let z3 = found("z3", process("/bin/z3", &["-T:5"]), &[("model", "true"), ("smt.arith.solver", "2")]);
        let program = z3.program(BackendKind::Spawn { incremental: true }).unwrap();
        assert_eq!(program.args, ["-T:5", "-smt2", "-in", "model=true", "smt.arith.solver=2"]);
    }

    #[test]
    fn a_process_is_told_of_push_and_pop_once_and_only_when_it_must_be() {
        let yices = found("yices", process("/bin/yices", &[]), &[]);
        let args = |kind| yices.program(kind).unwrap().args;
        assert!(args(BackendKind::Spawn { incremental: false }).is_empty());
        assert_eq!(args(BackendKind::Spawn { incremental: true }), ["--incremental"]);
        assert_eq!(args(BackendKind::Session), ["--incremental"]);
    }

    #[test]
    fn a_library_is_forked_per_test_or_per_batch() {
        let library = Launch::Library { library: "/lib/libcvc5.so".into(), parser: Some("/lib/p.so".into()) };
        let cvc5 = found("cvc5", library, &[("fmf-bound", "true")]);
        let forks = |kind| cvc5.guest(kind).unwrap().map(|(guest, forks)| (guest.incremental, forks));
        assert_eq!(forks(BackendKind::Spawn { incremental: false }), Some((false, Forks::PerTest)));
        assert_eq!(forks(BackendKind::Library { incremental: true }), Some((true, Forks::PerTest)));
        assert_eq!(forks(BackendKind::Session), Some((true, Forks::BATCH)));
        let (guest, _) = cvc5.guest(BackendKind::Session).unwrap().unwrap();
        assert_eq!(guest.settings, [("fmf-bound".to_owned(), "true".to_owned())]);
    }

    #[test]
    fn a_relative_program_is_found_from_another_directory() {
        let once = BackendKind::Spawn { incremental: false };
        let path = |text| found("generic", process(text, &[]), &[]).program(once).unwrap().path;
        assert!(path("./fake.sh").is_absolute());
        assert!(path("build/z3").is_absolute());
        assert_eq!(path("python3"), Path::new("python3"));
    }

    #[test]
    fn what_cannot_be_run_is_refused_with_advice() {
        let library = |path: &str| Launch::Library { library: path.into(), parser: None };
        let refusal =
            found("cvc4", library("/lib/libcvc4.so"), &[]).open(BackendKind::Session).err().unwrap();
        assert!(matches!(&refusal, OpenError::Library { .. }), "{refusal}");
        let refusal = found("z3", process("/bin/z3", &[]), &[]);
        let refusal = refusal.open(BackendKind::Library { incremental: false }).err().unwrap();
        assert_eq!(refusal.to_string(), "z3 has no library here");
        let refusal =
            found("generic", process("/bin/sh", &[]), &[]).open(BackendKind::Session).err().unwrap();
        assert!(matches!(refusal, OpenError::NoSession { .. }), "{refusal}");
    }
}
