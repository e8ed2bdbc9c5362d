//! From a target's text to a backend that runs it.

use std::fmt;
use std::io;
use std::path;

use thiserror::Error;

use super::prelude::Preluded;
use super::{Backend, Session, SessionProtocol, Spawn};
use crate::catalogue::{Catalogue, CatalogueError, Launch, Resolved};
use crate::options::OptionError;
use crate::process::Program;
use crate::profile::{Profile, ProfileError, Profiles, SessionRules};
use crate::run::Marks;
use crate::target::{Setting, Target};

/// Which backend is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BackendKind {
    /// [`Spawn`], whose process is told beforehand when it has to expect more than one check.
    Spawn {
        /// Whether scripts use push and pop, or check more than once.
        incremental: bool,
    },
    /// [`Session`].
    Session,
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
    /// It has no executable.
    #[error(
        "{target} is a library without an executable, and libraries cannot be run yet: \
         give the path of an executable, or one on PATH (`{family}@system`)"
    )]
    Library {
        /// The solver.
        target: String,
        /// Its family.
        family: String,
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
        let listed = profile.options.listing.is_some() && matches!(resolved.launch, Launch::Process { .. });
        if listed && !settings.is_empty() {
            let options = catalogue.options(&resolved, &profile, |_| None)?;
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
        })
    }

    /// The same solver without the target's options.
    pub fn without_settings(&self) -> Found {
        Found { name: self.resolved.name.clone(), settings: Vec::new(), ..self.clone() }
    }

    /// Opens a backend for it. No process is started yet.
    pub fn open(&self, kind: BackendKind) -> Result<Box<dyn Backend>, OpenError> {
        let program = self.program(kind)?;
        let refused = |error| OpenError::System { target: self.name.clone(), error };
        let backend: Box<dyn Backend> = match kind {
            BackendKind::Spawn { .. } => Box::new(Spawn::new(&program, Marks::default()).map_err(refused)?),
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

    /// What has to be started.
    pub fn program(&self, kind: BackendKind) -> Result<Program, OpenError> {
        let Launch::Process { program, args } = &self.resolved.launch else {
            let family = self.resolved.family.or(self.resolved.profile.as_deref()).unwrap_or("solver");
            return Err(OpenError::Library { target: self.name.clone(), family: family.to_owned() });
        };
        // It will run in a directory of its own. A bare name is left to be looked up in PATH.
        let path = match program.components().count() {
            1 if !program.starts_with(".") => program.clone(),
            _ => path::absolute(program)
                .map_err(|error| OpenError::System { target: self.name.clone(), error })?,
        };
        let rules = &self.profile.run;
        let (reading, incremental) = match kind {
            BackendKind::Spawn { incremental } => (&rules.stdin, incremental),
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
            facts: "facts".into(),
        };
        Found { name, resolved, profile, settings }
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
    fn a_relative_program_is_found_from_another_directory() {
        let once = BackendKind::Spawn { incremental: false };
        let path = |text| found("generic", process(text, &[]), &[]).program(once).unwrap().path;
        assert!(path("./fake.sh").is_absolute());
        assert!(path("build/z3").is_absolute());
        assert_eq!(path("python3"), path::Path::new("python3"));
    }

    #[test]
    fn what_cannot_be_run_is_refused_with_advice() {
        let library = Launch::Library { library: "/lib/libcvc5.so".into(), parser: None };
        let refusal = found("cvc5", library, &[]).open(BackendKind::Session).err().unwrap().to_string();
        assert!(refusal.contains("library") && refusal.contains("cvc5@system"), "{refusal}");
        let refusal =
            found("generic", process("/bin/sh", &[]), &[]).open(BackendKind::Session).err().unwrap();
        assert!(matches!(refusal, OpenError::NoSession { .. }), "{refusal}");
    }
}
