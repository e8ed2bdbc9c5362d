//! Everything we ask of pip: which versions a package has, and to fetch one.
//!
//! pip is run as a child process: it knows the user's index, proxy, certificates and credentials,
//! and checks what it fetches against the index's hashes.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::child::{self, Output};
use super::error::{CatalogueError, IoContext};

/// A Python that has pip.
#[derive(Clone, Debug)]
pub(super) struct Pip {
    python: OsString,
}

/// Why a package was not fetched.
#[derive(Debug)]
pub(super) enum Refusal {
    /// pip knows the package, but has no wheel of this version for the tags asked for.
    NoWheel,
    /// Any other failure.
    Failed(CatalogueError),
}

const LISTING_LIMIT: Duration = Duration::from_secs(120);
const DOWNLOAD_LIMIT: Duration = Duration::from_secs(3600);

impl Pip {
    /// The Python named by `SMTQUAKE_PYTHON`, else `python3`.
    pub(super) fn find() -> Pip {
        Pip { python: std::env::var_os("SMTQUAKE_PYTHON").unwrap_or_else(|| "python3".into()) }
    }

    /// What `pip --version` says.
    pub(super) fn version(&self) -> Result<String, CatalogueError> {
        let output = self.run(&["--version"], LISTING_LIMIT)?;
        Ok(output.stdout.trim().to_owned())
    }

    /// The full path of this Python, for drivers that must run under the same one.
    pub(super) fn python_path(&self) -> Result<PathBuf, CatalogueError> {
        let output = self.python(&["-c", "import sys; print(sys.executable)"])?;
        Ok(PathBuf::from(output.stdout.trim()))
    }

    /// Every version of a package that the index lists for this Python.
    pub(super) fn versions(&self, package: &str) -> Result<Vec<String>, CatalogueError> {
        let what = || format!("list the versions of {package}");
        let output = self.run(&["index", "versions", package], LISTING_LIMIT)?;
        if let Some(versions) = listed_versions(&output.stdout) {
            return Ok(versions);
        }
        // `pip index` is experimental, and absent from old pips. Asking for a version that cannot
        // exist makes every pip name the ones that do.
        let none = format!("{package}==0.dev0");
        let folder = std::env::temp_dir();
        let mut command = self.command(&["download", "--no-deps", "--dest"]);
        command.arg(&folder).arg(none);
        let output = self.start(&mut command, LISTING_LIMIT, &mut |_| {})?;
        listed_versions(&output.all()).ok_or_else(|| CatalogueError::NoNetwork { what: what() })
    }

    /// Fetches the wheel of a version into `dir`, or finds it there from an earlier try (pip checks
    /// its hash again). `progress` gets bytes so far and, once known, in all.
    pub(super) fn download(
        &self,
        requirement: &str,
        tags: &[String],
        dir: &Path,
        progress: &mut dyn FnMut(u64, Option<u64>),
    ) -> Result<PathBuf, Refusal> {
        let scratch = dir.join("tmp");
        remake(&scratch).map_err(Refusal::Failed)?;
        let mut command =
            self.command(&["download", "--no-deps", "--only-binary", ":all:", "--progress-bar", "off"]);
        command.args(tags).arg("--dest").arg(dir).arg(requirement);
        // pip writes the file in here while it arrives: the only progress all versions of pip show.
        command.env("TMPDIR", &scratch);
        // Newer pips can go on where a broken transfer stopped; older ones ignore this.
        command.env("PIP_RESUME_RETRIES", "5");
        let output = self.start(&mut command, DOWNLOAD_LIMIT, &mut |stdout| {
            progress(bytes_below(&scratch), announced_size(stdout));
        });
        let _ = fs::remove_dir_all(&scratch);
        let output = output.map_err(Refusal::Failed)?;
        if output.success() {
            return wheel_in(dir).map_err(Refusal::Failed);
        }
        let said = output.all();
        match listed_versions(&said) {
            Some(_) => Err(Refusal::NoWheel),
            None if said.contains("No matching distribution") || said.contains("Retrying") => {
                Err(Refusal::Failed(CatalogueError::NoNetwork { what: format!("fetch {requirement}") }))
            }
            None => Err(Refusal::Failed(CatalogueError::Command {
                command: format!("pip download {requirement}"),
                why: output.last_words(),
            })),
        }
    }

    pub(super) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(&self.python);
        command.args(["-m", "pip", "--disable-pip-version-check", "--no-input", "--retries", "2"]).args(args);
        command.env("PYTHONUNBUFFERED", "1").env("PYTHONIOENCODING", "utf-8");
        command
    }

    fn run(&self, args: &[&str], limit: Duration) -> Result<Output, CatalogueError> {
        self.start(&mut self.command(args), limit, &mut |_| {})
    }

    fn start(
        &self,
        command: &mut Command,
        limit: Duration,
        watch: &mut dyn FnMut(&str),
    ) -> Result<Output, CatalogueError> {
        let output =
            child::run_watched(command, "", limit, watch).map_err(|e| self.no_pip(&e.to_string()))?;
        let no_module = output.stderr.contains("No module named pip");
        if no_module { Err(self.no_pip("it has no pip")) } else { Ok(output) }
    }

    fn python(&self, args: &[&str]) -> Result<Output, CatalogueError> {
        let mut command = Command::new(&self.python);
        child::run(command.args(args), "", LISTING_LIMIT).map_err(|e| self.no_pip(&e.to_string()))
    }

    fn no_pip(&self, why: &str) -> CatalogueError {
        CatalogueError::NoPip { python: self.python.to_string_lossy().into_owned(), why: why.to_owned() }
    }
}

/// The versions in pip's words: `Available versions: a, b` or `(from versions: a, b)`.
fn listed_versions(text: &str) -> Option<Vec<String>> {
    let list = text
        .lines()
        .find_map(|line| line.trim().strip_prefix("Available versions:"))
        .or_else(|| Some(text.split_once("(from versions:")?.1.split_once(')')?.0))?;
    let versions: Vec<String> = list
        .split(',')
        .map(str::trim)
        .filter(|version| version.starts_with(|c: char| c.is_ascii_digit()))
        .map(str::to_owned)
        .collect();
    (!versions.is_empty()).then_some(versions)
}

/// The size in `Downloading x.whl (38.6 MB)`.
fn announced_size(stdout: &str) -> Option<u64> {
    let line = stdout.lines().rev().find(|line| line.trim_start().starts_with("Downloading "))?;
    let (_, size) = line.rsplit_once('(')?;
    let (number, unit) = size.split_once(')')?.0.split_once(' ')?;
    let scale = match unit {
        "bytes" => 1.0,
        "kB" => 1e3,
        "MB" => 1e6,
        "GB" => 1e9,
        _ => return None,
    };
    Some((number.parse::<f64>().ok()? * scale) as u64)
}

fn bytes_below(dir: &Path) -> u64 {
    let Ok(entries) = fs::read_dir(dir) else { return 0 };
    entries
        .flatten()
        .map(|entry| match entry.metadata() {
            Ok(data) if data.is_dir() => bytes_below(&entry.path()),
            Ok(data) => data.len(),
            Err(_) => 0,
        })
        .sum()
}

/// The one wheel in a folder. A folder is for one requirement, so a second one is from other tags.
fn wheel_in(dir: &Path) -> Result<PathBuf, CatalogueError> {
    let mut newest: Option<(std::time::SystemTime, PathBuf)> = None;
    for entry in fs::read_dir(dir).at(dir, "read the folder")?.flatten() {
        let path = entry.path();
        if path.extension().is_none_or(|extension| extension != "whl") {
            continue;
        }
        let time = entry.metadata().and_then(|data| data.modified()).at(&path, "look at")?;
        if newest.as_ref().is_none_or(|(least, _)| time > *least) {
            newest = Some((time, path));
        }
    }
    newest.map(|(_, path)| path).ok_or_else(|| CatalogueError::Command {
        command: "pip download".to_owned(),
        why: format!("it left no wheel in {}", dir.display()),
    })
}

/// An empty folder, whatever was there before.
pub(super) fn remake(dir: &Path) -> Result<(), CatalogueError> {
    if dir.exists() {
        fs::remove_dir_all(dir).at(dir, "clear")?;
    }
    fs::create_dir_all(dir).at(dir, "make the folder")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_from_both_of_pips_wordings() {
        let index = "cvc5 (1.4.2)\nAvailable versions: 1.4.2, 1.4.1\n  INSTALLED: 1.4.1\n";
        assert_eq!(listed_versions(index).unwrap(), ["1.4.2", "1.4.1"]);
        let error = "ERROR: Could not find a version that satisfies the requirement x==0 (from versions: 4.5.1.0.post2, 4.8.5.0)\nERROR: No";
        assert_eq!(listed_versions(error).unwrap(), ["4.5.1.0.post2", "4.8.5.0"]);
        assert_eq!(listed_versions("(from versions: none)"), None);
    }

    #[test]
    fn the_size_is_read_from_the_line_that_announces_it() {
        assert_eq!(announced_size("Collecting x\n  Downloading x.whl (38.6 MB)\n"), Some(38_600_000));
        assert_eq!(announced_size("  Downloading x.whl.metadata (757 bytes)\n"), Some(757));
        assert_eq!(announced_size("Collecting x\n"), None);
    }
}
