//! What the user writes to name a solver: the text of a **target**.
//!
//! | text | meaning |
//! |---|---|
//! | `z3` | the newest installed Z3, else the one on `PATH` |
//! | `z3@4.8.12` | that release of the catalogue |
//! | `z3@system` | the one on `PATH` |
//! | `./build/z3 -T:5` | a program and its arguments (shell-like quotes) |
//! | `z3:./build/mine -T:5` | the same, to be treated by Z3's profile |
//! | `lib:/path/libz3.so` | a shared library (`lib:z3:/path/mine.so` names the profile) |
//! | `z3@4.8.12[smt.arith.solver=2,model_validate=true]` | with options |
//!
//! An option without a value (`yices[mcsat]`) means `true`. A value that holds a comma, a bracket, a
//! quote or a blank is written as an SMT-LIB string literal: `z3[tactic.default_tactic="(then simplify smt)"]`.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::catalogue::family;
use crate::options::nearest::did_you_mean;

mod scan;

/// A solver, as the user named it, with the options it is to run with.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Target {
    /// Where the solver comes from.
    pub source: Source,
    /// Options in the order given.
    pub options: Vec<Setting>,
}

/// Where a target's solver comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Source {
    /// A release of a solver family that the catalogue knows.
    Release {
        /// The family's name, such as `z3`.
        family: String,
        /// Which release.
        version: VersionRequest,
    },
    /// A program of the user's.
    Program {
        /// The profile to treat it by, when the user named one.
        profile: Option<String>,
        /// The program's path.
        path: PathBuf,
        /// Arguments that are always passed.
        args: Vec<String>,
    },
    /// A shared library of the user's.
    Library {
        /// The profile to treat it by, when the user named one.
        profile: Option<String>,
        /// The library's path.
        path: PathBuf,
    },
}

/// Which release of a family is wanted.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum VersionRequest {
    /// No release named: the newest.
    Newest,
    /// The one on `PATH`.
    System,
    /// Exactly this one, in the catalogue's or in the package's numbering.
    Exact(String),
}

/// One option and the value it is set to.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Setting {
    /// The option's name as the solver spells it, without leading dashes or colon.
    pub name: String,
    /// The value, as text.
    pub value: String,
}

/// Why a target's text was not understood.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TargetError {
    /// Nothing was written.
    #[error("a target is missing: write for example `z3`, `cvc5@1.4.2` or `./build/z3`")]
    Empty,
    /// The family is not in the catalogue.
    #[error("`{name}` is not a solver smtquake knows{hint} (a program is written as a path: `./{name}`)")]
    UnknownFamily {
        /// What was written.
        name: String,
        /// ` did you mean …?`, or nothing.
        hint: String,
    },
    /// The text after `@` is no version.
    #[error("`{text}` in `{target}` is not a version: write for example `z3@4.8.12` or `z3@system`")]
    BadVersion {
        /// The whole text.
        target: String,
        /// What stood after the `@`.
        text: String,
    },
    /// The option list is not well formed.
    #[error("the options of `{target}` are not well formed: {what}")]
    BadOptions {
        /// The whole text.
        target: String,
        /// What is wrong.
        what: String,
    },
    /// A path or its arguments are not well formed.
    #[error("`{target}` is not well formed: {what}")]
    BadPath {
        /// The whole text.
        target: String,
        /// What is wrong.
        what: String,
    },
}

impl Target {
    /// Reads a target, knowing the profiles `known` besides the catalogue's families.
    pub fn parse_with(text: &str, known: &[&str]) -> Result<Target, TargetError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(TargetError::Empty);
        }
        let (head, options) = scan::split_options(text)
            .map_err(|what| TargetError::BadOptions { target: text.to_owned(), what })?;
        Ok(Target { source: parse_source(text, head.trim(), known)?, options })
    }

    /// Reads a list of targets separated by commas; commas inside brackets or quotes do not separate.
    pub fn parse_list(text: &str, known: &[&str]) -> Result<Vec<Target>, TargetError> {
        scan::split_commas(text).into_iter().map(|part| Target::parse_with(part, known)).collect()
    }

    /// A target for a release of the catalogue, without options.
    pub fn release(family: &str, version: VersionRequest) -> Target {
        Target { source: Source::Release { family: family.to_owned(), version }, options: Vec::new() }
    }

    /// The family or profile named in the text, if one was.
    pub fn named_profile(&self) -> Option<&str> {
        match &self.source {
            Source::Release { family, .. } => Some(family),
            Source::Program { profile, .. } | Source::Library { profile, .. } => profile.as_deref(),
        }
    }
}

impl FromStr for Target {
    type Err = TargetError;

    fn from_str(text: &str) -> Result<Target, TargetError> {
        Target::parse_with(text, &[])
    }
}

impl TryFrom<String> for Target {
    type Error = TargetError;

    /// What was written down may name a profile of the user's, who is asked for it when the target is run.
    fn try_from(text: String) -> Result<Target, TargetError> {
        let head = text.strip_prefix("lib:").unwrap_or(&text);
        let named: Vec<&str> = scan::split_profile(head).0.into_iter().collect();
        Target::parse_with(&text, &named)
    }
}

impl From<Target> for String {
    fn from(target: Target) -> String {
        target.to_string()
    }
}

fn parse_source(target: &str, head: &str, known: &[&str]) -> Result<Source, TargetError> {
    if let Some(rest) = head.strip_prefix("lib:") {
        let (profile, path) = scan::split_profile(rest);
        check_profile(profile, known)?;
        let words = words_of(target, path)?;
        let [path] = <[String; 1]>::try_from(words).map_err(|_| TargetError::BadPath {
            target: target.to_owned(),
            what: "a library is one path, without arguments".to_owned(),
        })?;
        return Ok(Source::Library { profile: profile.map(str::to_owned), path: path.into() });
    }
    let (profile, command) = scan::split_profile(head);
    if profile.is_some() || scan::looks_like_a_path(command) {
        check_profile(profile, known)?;
        let mut words = words_of(target, command)?;
        let path = words.remove(0).into();
        return Ok(Source::Program { profile: profile.map(str::to_owned), path, args: words });
    }
    let (name, version) = match head.split_once('@') {
        Some((name, version)) => (name, Some(version)),
        None => (head, None),
    };
    check_profile(Some(name), known)?;
    let version = match version {
        None => VersionRequest::Newest,
        Some("system") => VersionRequest::System,
        Some(text) if scan::is_version(text) => VersionRequest::Exact(text.to_owned()),
        Some(text) => {
            return Err(TargetError::BadVersion { target: target.to_owned(), text: text.to_owned() });
        }
    };
    Ok(Source::Release { family: name.to_owned(), version })
}

/// The words of a command line: at least one.
fn words_of(target: &str, command: &str) -> Result<Vec<String>, TargetError> {
    let bad = |what: &str| TargetError::BadPath { target: target.to_owned(), what: what.to_owned() };
    let words = scan::shell_words(command).map_err(|what| bad(&what))?;
    if words.first().is_none_or(String::is_empty) { Err(bad("the path is empty")) } else { Ok(words) }
}

fn check_profile(name: Option<&str>, known: &[&str]) -> Result<(), TargetError> {
    let Some(name) = name else { return Ok(()) };
    let families = || family::FAMILIES.iter().map(|family| family.name);
    if families().any(|family| family == name) || known.contains(&name) {
        return Ok(());
    }
    let hint = did_you_mean(name, families().chain(known.iter().copied()));
    Err(TargetError::UnknownFamily { name: name.to_owned(), hint })
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.source)?;
        if self.options.is_empty() {
            return Ok(());
        }
        // A program's last argument must not run into the options.
        if matches!(self.source, Source::Program { .. }) {
            f.write_str(" ")?;
        }
        for (i, setting) in self.options.iter().enumerate() {
            write!(f, "{}{setting}", if i == 0 { "[" } else { "," })?;
        }
        f.write_str("]")
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let prefix = |profile: &Option<String>| profile.as_ref().map(|p| format!("{p}:")).unwrap_or_default();
        match self {
            Source::Release { family, version: VersionRequest::Newest } => f.write_str(family),
            Source::Release { family, version: VersionRequest::System } => write!(f, "{family}@system"),
            Source::Release { family, version: VersionRequest::Exact(text) } => write!(f, "{family}@{text}"),
            Source::Library { profile, path } => {
                write!(f, "lib:{}{}", prefix(profile), scan::quote_word(&path.to_string_lossy()))
            }
            Source::Program { profile, path, args } => {
                let path = path.to_string_lossy();
                match profile {
                    Some(_) => write!(f, "{}{}", prefix(profile), scan::quote_word(&path))?,
                    None => f.write_str(&scan::quote_path(&path))?,
                }
                args.iter().try_for_each(|arg| write!(f, " {}", scan::quote_word(arg)))
            }
        }
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.name, scan::quote_value(&self.value))
    }
}
