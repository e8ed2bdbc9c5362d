//! The profiles at hand: the built-in ones and the user's.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use thiserror::Error;
use toml::{Table, Value};

use super::Profile;
use crate::options::nearest::did_you_mean;

/// The built-in profiles: file name and content.
const BUILT_IN: &[(&str, &str)] = &[
    ("z3.toml", include_str!("../../profiles/z3.toml")),
    ("cvc5.toml", include_str!("../../profiles/cvc5.toml")),
    ("cvc4.toml", include_str!("../../profiles/cvc4.toml")),
    ("yices.toml", include_str!("../../profiles/yices.toml")),
    ("boolector.toml", include_str!("../../profiles/boolector.toml")),
    ("bitwuzla.toml", include_str!("../../profiles/bitwuzla.toml")),
    ("bitwuzla-python.toml", include_str!("../../profiles/bitwuzla-python.toml")),
    ("oxiz.toml", include_str!("../../profiles/oxiz.toml")),
    ("generic.toml", include_str!("../../profiles/generic.toml")),
];

/// The profile of a solver nobody has described: plain SMT-LIB on standard input.
const GENERIC: &str = "generic";

/// Why a profile could not be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProfileError {
    /// The file is not a profile.
    #[error("{}:{line}:{column}: {}{message}", file.display(), key_prefix(key))]
    Bad {
        /// The file.
        file: PathBuf,
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// The key, with its tables: `session.echo`; empty when there is none.
        key: String,
        /// What is wrong.
        message: String,
    },
    /// The file or folder could not be read.
    #[error("{}: {message}", file.display())]
    Unreadable {
        /// The file or folder.
        file: PathBuf,
        /// What the system said.
        message: String,
    },
    /// There is no profile of this name.
    #[error("there is no profile `{name}`{hint}")]
    Unknown {
        /// The name.
        name: String,
        /// `; did you mean …?`, or nothing.
        hint: String,
    },
}

fn key_prefix(key: &str) -> String {
    if key.is_empty() { String::new() } else { format!("key `{key}`: ") }
}

/// The profiles at hand.
#[derive(Clone, Debug)]
pub struct Profiles {
    profiles: BTreeMap<String, Profile>,
    /// Each profile as it was written, for others to extend.
    tables: BTreeMap<String, Table>,
}

impl Profiles {
    /// The built-in profiles.
    pub fn built_in() -> Result<Profiles, ProfileError> {
        let mut profiles = Profiles { profiles: BTreeMap::new(), tables: BTreeMap::new() };
        for (file, text) in BUILT_IN {
            profiles.add(Path::new(file), text)?;
        }
        Ok(profiles)
    }

    /// The built-in profiles, and the user's over them: in `$SMTQUAKE_PROFILES`, else
    /// `$XDG_CONFIG_HOME/smtquake/profiles`, else `~/.config/smtquake/profiles`.
    pub fn of_user() -> Result<Profiles, ProfileError> {
        let folder = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let config = || {
            let xdg = folder("XDG_CONFIG_HOME").filter(|path| path.is_absolute());
            Some(xdg.or_else(|| Some(folder("HOME")?.join(".config")))?.join("smtquake").join("profiles"))
        };
        match folder("SMTQUAKE_PROFILES").or_else(config) {
            Some(folder) => Profiles::with_folder(&folder),
            None => Profiles::built_in(),
        }
    }

    /// The built-in profiles, and those of a folder over them. A folder that is not there is empty.
    pub fn with_folder(folder: &Path) -> Result<Profiles, ProfileError> {
        let mut profiles = Profiles::built_in()?;
        let unreadable = |file: &Path, error: std::io::Error| ProfileError::Unreadable {
            file: file.to_owned(),
            message: error.to_string(),
        };
        let mut files: Vec<PathBuf> = match fs::read_dir(folder) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(profiles),
            Err(error) => return Err(unreadable(folder, error)),
            Ok(entries) => entries
                .flatten()
                .map(|entry| entry.path())
                .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
                .collect(),
        };
        // In a fixed order, so that which one may extend which does not depend on the file system.
        files.sort();
        for file in files {
            let text = fs::read_to_string(&file).map_err(|error| unreadable(&file, error))?;
            profiles.add(&file, &text)?;
        }
        Ok(profiles)
    }

    /// Adds a profile; `file` is only for messages.
    pub fn add(&mut self, file: &Path, text: &str) -> Result<&Profile, ProfileError> {
        // Read by itself first: only then do errors know their place in this file.
        let bad = |error: toml::de::Error| bad(file, text, &error);
        let alone: Profile = toml::from_str(text).map_err(bad)?;
        let own: Table = toml::from_str(text).map_err(bad)?;
        let at_key = |key: &str, message: String| at_key(file, text, key, message);
        if alone.name.is_empty() {
            return Err(at_key("name", "it is missing".to_owned()));
        }
        let table = match &alone.extends {
            None => own,
            Some(base) => match self.tables.get(base) {
                Some(base) => merged(base, own, ""),
                None => {
                    let hint = did_you_mean(base, self.names());
                    return Err(at_key("extends", format!("there is no profile `{base}` to extend{hint}")));
                }
            },
        };
        let profile: Profile = table.clone().try_into().map_err(bad)?;
        if profile.options.listing.is_some() && profile.options.list.is_empty() {
            return Err(at_key(
                "options.list",
                "`listing` says how to read it, but it is missing".to_owned(),
            ));
        }
        if profile.session.recycle == 0 {
            return Err(at_key("session.recycle", "a process must serve at least one test".to_owned()));
        }
        let name = profile.name.clone();
        self.tables.insert(name.clone(), table);
        self.profiles.insert(name.clone(), profile);
        self.get(&name)
    }

    /// The profile of this name.
    pub fn get(&self, name: &str) -> Result<&Profile, ProfileError> {
        self.profiles.get(name).ok_or_else(|| ProfileError::Unknown {
            name: name.to_owned(),
            hint: did_you_mean(name, self.names()),
        })
    }

    /// The profile of this name, or the one for solvers nobody has described.
    pub fn get_or_generic(&self, name: Option<&str>) -> Result<&Profile, ProfileError> {
        match name.and_then(|name| self.profiles.get(name)) {
            Some(profile) => Ok(profile),
            None => self.get(GENERIC),
        }
    }

    /// All names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.profiles.keys().map(String::as_str)
    }
}

/// `over` laid over `base`: keys replace keys, tables are merged, lists of messages are joined.
fn merged(base: &Table, over: Table, path: &str) -> Table {
    let mut result = base.clone();
    for (key, value) in over {
        let joined = match (result.remove(&key), value) {
            (Some(Value::Table(base)), Value::Table(over)) => Value::Table(merged(&base, over, &key)),
            (Some(Value::Array(mut base)), Value::Array(over)) if path == "messages" => {
                base.extend(over);
                Value::Array(base)
            }
            (_, value) => value,
        };
        result.insert(key, joined);
    }
    result
}

fn bad(file: &Path, text: &str, error: &toml::de::Error) -> ProfileError {
    let offset = error.span().map_or(0, |span| span.start).min(text.len());
    let (line, column) = place(text, offset);
    ProfileError::Bad {
        file: file.to_owned(),
        line,
        column,
        key: key_at(text, line),
        message: error.message().to_owned(),
    }
}

/// An error about a key that is well formed, or is not there: the place is that of the key, of its
/// table, or else of the file's first line.
fn at_key(file: &Path, text: &str, key: &str, message: String) -> ProfileError {
    let (table, last) = key.rsplit_once('.').unwrap_or(("", key));
    let head = format!("[{table}]");
    let found =
        (1..=text.lines().count()).find(|&line| key_at(text, line) == key && defines(text, line, last));
    let line = found.or_else(|| Some(text.lines().position(|line| line.trim() == head)? + 1)).unwrap_or(1);
    ProfileError::Bad { file: file.to_owned(), line, column: 1, key: key.to_owned(), message }
}

fn defines(text: &str, line: usize, key: &str) -> bool {
    let line = text.lines().nth(line - 1).unwrap_or("");
    line.split_once('=').is_some_and(|(name, _)| name.trim() == key)
}

/// Line and column of a byte, from 1.
fn place(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
}

/// The key that a line belongs to, with its tables: found by looking upwards for `key =` and `[table]`.
fn key_at(text: &str, line: usize) -> String {
    let lines: Vec<&str> = text.lines().take(line).map(str::trim).collect();
    let key_of = |line: &str| {
        let (key, _) = line.split_once('=')?;
        let key = key.trim();
        let plain = key.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '"'));
        (plain && !key.is_empty()).then(|| key.to_owned())
    };
    let table_of = |line: &str| Some(line.strip_prefix('[')?.trim_matches(['[', ']']).to_owned());
    let mut key = None;
    for line in lines.iter().rev() {
        // A list's own lines start with a quote or a bracket, never with `[name]`.
        let table = table_of(line).filter(|name| line.ends_with(']') && !name.contains(['"', ',', '=']));
        match (table, &key) {
            (Some(table), Some(key)) => return format!("{table}.{key}"),
            (Some(table), None) => return table,
            (None, None) => key = key_of(line),
            (None, Some(_)) => {}
        }
    }
    key.unwrap_or_default()
}
