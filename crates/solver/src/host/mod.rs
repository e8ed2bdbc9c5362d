//! The library host: the only process that loads solver libraries.
//!
//! It is this program, started again with a hidden first argument. [`serve_if_asked`] is the first thing that
//! `main` calls; in a host it never returns. A host loads the library of one solver (`RTLD_LOCAL`: two solvers
//! in one process would find each other's symbols) and makes no solver object itself. It forks a child that
//! does, for one test or for a batch of them, waits for it, and tells how it ended:
//!
//! ```text
//! backend ──requests──► child        prints on the host's output streams what an executable would print
//!    ▲  ▲                 │
//!    │  └──Done───────────┘          after each test of a batch
//!    └──Ready, Ended── host          a child is there, a child is dead
//! ```
//!
//! A child that crashes takes nobody with it: the next one is forked from the same untouched memory. When the
//! program that started a host is gone, the kernel ends the host, and the host's end ends its child.
//!
//! One [`Engine`] per solver turns a script into calls of its C functions, a file each.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::exit;
use std::sync::OnceLock;

use thiserror::Error;

use crate::options::OptionRecord;
use crate::process::{Program, serve_as_warden};

mod boolector;
mod cvc5;
mod engine;
mod printer;
pub mod symbols;
mod wire;
mod yices;
mod z3;
mod zygote;

pub(crate) use wire::{Head, Record, exit_of};

use engine::Engine;

/// The hidden first argument.
const MODE: &str = "__host";

/// The job that is no host's: to clean up after the process with the number that follows.
const WARDEN: &str = "warden";

/// The families whose libraries a host can drive.
pub const DRIVEN: &[&str] = &["z3", "cvc5", "boolector", "yices"];

static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// What a host is to load, and how to set it up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guest {
    /// The solver's family, one of [`DRIVEN`].
    pub family: String,
    /// Its library.
    pub library: PathBuf,
    /// The library with its parser, where that is another one.
    pub parser: Option<PathBuf>,
    /// Whether scripts use push and pop, or check more than once.
    pub incremental: bool,
    /// Options, by the names that the library knows.
    pub settings: Vec<(String, String)>,
}

/// Why a library cannot be run.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum HostError {
    /// This program is no host.
    #[error(
        "this program cannot run solver libraries: its `main` has to begin with `solver::host::serve_if_asked()`"
    )]
    NoHost,
    /// Nobody has written down how to call it.
    #[error("the library of {family} cannot be driven: only those of {} can", DRIVEN.join(", "))]
    NotDriven {
        /// The family.
        family: String,
    },
    /// It cannot be loaded, or lacks what is needed.
    #[error("{0}")]
    Load(String),
}

/// Becomes the library host if this process was started as one, and then never returns.
///
/// Has to be the first thing in `main`: before the command line is read, before any thread is started. Its
/// call is also what tells that this program may be started as a host.
pub fn serve_if_asked() {
    let mut arguments = env::args_os().skip(1);
    if arguments.next().as_deref() != Some(OsStr::new(MODE)) {
        // The file that runs now, even when another one has taken its name since.
        let _ = PROGRAM.set("/proc/self/exe".into());
        return;
    }
    let rest: Vec<OsString> = arguments.collect();
    let result = match rest.split_first() {
        Some((job, rest)) if job == "serve" => Guest::from_arguments(rest).and_then(|guest| guest.serve()),
        Some((job, rest)) if job == "options" => Guest::from_arguments(rest).and_then(|guest| guest.tell()),
        Some((job, [process])) if job == WARDEN => {
            serve_as_warden(process).map_err(|error| HostError::Load(error.to_string()))
        }
        _ => Err(HostError::Load("it was not said what the host is to do".to_owned())),
    };
    match result {
        Ok(()) => exit(0),
        Err(error) => {
            eprintln!("{error}");
            exit(1)
        }
    }
}

/// Names another program as the host, one whose `main` begins with [`serve_if_asked`]. The first call counts.
pub fn use_program(path: &Path) {
    let _ = PROGRAM.set(path.to_owned());
}

/// The program that may be started as a host, if [`serve_if_asked`] was called.
pub fn program() -> Result<&'static Path, HostError> {
    PROGRAM.get().map(PathBuf::as_path).ok_or(HostError::NoHost)
}

/// What this program is told to clean up after a process.
pub(crate) fn warden_arguments(process: u32) -> [String; 3] {
    [MODE.to_owned(), WARDEN.to_owned(), process.to_string()]
}

impl Guest {
    /// What has to be started for it.
    pub(crate) fn program(&self) -> Result<Program, HostError> {
        self.start("serve")
    }

    /// What has to be started to print its options, as a JSON list of [`OptionRecord`].
    pub(crate) fn options_program(&self) -> Result<Program, HostError> {
        self.start("options")
    }

    /// Whether its library can list its options. Those of Z3 and Yices cannot: only the executables tell them all.
    pub(crate) fn tells_options(&self) -> bool {
        matches!(self.family.as_str(), "cvc5" | "boolector")
    }

    fn start(&self, job: &str) -> Result<Program, HostError> {
        if !DRIVEN.contains(&self.family.as_str()) {
            return Err(HostError::NotDriven { family: self.family.clone() });
        }
        let mut program = Program::new(program()?).arg(MODE).arg(job);
        program = program.arg(&self.family).arg(if self.incremental { "incremental" } else { "once" });
        program = program.arg(&self.library).arg(self.parser.as_deref().unwrap_or(Path::new("")));
        Ok(self
            .settings
            .iter()
            .fold(program, |program, (name, value)| program.arg(format!("{name}={value}"))))
    }

    /// The inverse of [`Guest::program`], without the mode and the job.
    fn from_arguments(arguments: &[OsString]) -> Result<Guest, HostError> {
        let wrong = || HostError::Load("the host's arguments are not what they should be".to_owned());
        let [family, incremental, library, parser, settings @ ..] = arguments else { return Err(wrong()) };
        let settings = settings.iter().map(|setting| {
            let (name, value) = setting.to_str()?.split_once('=')?;
            Some((name.to_owned(), value.to_owned()))
        });
        Ok(Guest {
            family: family.to_str().ok_or_else(wrong)?.to_owned(),
            library: library.into(),
            parser: Some(PathBuf::from(parser)).filter(|parser| !parser.as_os_str().is_empty()),
            incremental: incremental == "incremental",
            settings: settings.collect::<Option<_>>().ok_or_else(wrong)?,
        })
    }

    fn load(&self) -> Result<Box<dyn Engine>, HostError> {
        match self.family.as_str() {
            "cvc5" => Ok(Box::new(cvc5::Cvc5::load(self)?)),
            "z3" => Ok(Box::new(z3::Z3::load(self)?)),
            "boolector" => Ok(Box::new(boolector::Boolector::load(self)?)),
            "yices" => Ok(Box::new(yices::Yices::load(self)?)),
            family => Err(HostError::NotDriven { family: family.to_owned() }),
        }
    }

    fn serve(&self) -> Result<(), HostError> {
        let system = |error: std::io::Error| HostError::Load(format!("the host cannot work: {error}"));
        let control = zygote::take_control().map_err(system)?;
        let mut engine = self.load()?;
        zygote::serve(&control, &mut *engine).map_err(system)
    }

    /// What can be set on it. Only for processes that do nothing else: it loads the library and makes a solver.
    pub fn options(&self) -> Result<Vec<OptionRecord>, HostError> {
        if !self.tells_options() {
            return Err(HostError::Load(format!("the library of {} cannot list its options", self.family)));
        }
        Ok(self.load()?.options())
    }

    fn tell(&self) -> Result<(), HostError> {
        let text =
            serde_json::to_vec(&self.options()?).map_err(|error| HostError::Load(error.to_string()))?;
        std::io::stdout().write_all(&text).map_err(|error| HostError::Load(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guest_survives_the_command_line() {
        use_program(Path::new("/host"));
        let guest = Guest {
            family: "cvc5".to_owned(),
            library: "/lib/libcvc5.so".into(),
            parser: None,
            incremental: true,
            settings: vec![("a".to_owned(), "b=c".to_owned())],
        };
        for guest in [Guest { parser: Some("/lib/parser.so".into()), ..guest.clone() }, guest] {
            let arguments = guest.program().unwrap().args;
            assert_eq!(arguments[..2], ["__host", "serve"]);
            assert_eq!(Guest::from_arguments(&arguments[2..]).as_ref(), Ok(&guest));
        }
    }

    #[test]
    fn a_family_without_an_engine_is_refused() {
        let guest = Guest {
            family: "mathsat".to_owned(),
            library: "/lib/libmathsat.so".into(),
            parser: None,
            incremental: false,
            settings: Vec::new(),
        };
        let refusal = guest.program().unwrap_err().to_string();
        assert!(refusal.contains("mathsat") && refusal.contains("cvc5"), "{refusal}");
        assert!(Guest::from_arguments(&[]).is_err());
    }
}
