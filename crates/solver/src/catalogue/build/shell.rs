//! Running a build: its output goes to a log, its last line to whoever watches.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use super::super::error::{CatalogueError, IoContext};

/// How often the log is looked at.
const GLANCE: Duration = Duration::from_millis(200);
/// The end of a log that is looked at.
const TAIL: u64 = 8 << 10;
/// Lines of it that are shown when a build fails.
const SHOWN: usize = 8;

/// What is run, and where.
pub(super) struct Build<'a> {
    /// For messages.
    pub(super) name: &'a str,
    /// For `sh -e`.
    pub(super) script: &'a str,
    pub(super) folder: &'a Path,
    pub(super) variables: Vec<(&'a str, PathBuf)>,
    pub(super) jobs: usize,
    pub(super) log: &'a Path,
}

impl Build<'_> {
    /// Runs it to its end. The log of an earlier try is written over.
    pub(super) fn run(&self, watch: &mut dyn FnMut(String)) -> Result<(), CatalogueError> {
        if let Some(folder) = self.log.parent() {
            fs::create_dir_all(folder).at(folder, "make the folder")?;
        }
        let log = OpenOptions::new().create(true).write(true).truncate(true).open(self.log);
        let log = log.at(self.log, "write the log")?;
        let also = log.try_clone().at(self.log, "write the log")?;
        let mut command = Command::new("sh");
        command.arg("-ec").arg(self.script).current_dir(self.folder);
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        command.env("JOBS", self.jobs.to_string()).env("MAKEFLAGS", format!("-j{}", self.jobs));
        command.stdin(Stdio::null()).stdout(log).stderr(also);
        let failed = |why: String| self.failed(why);
        let mut child = command.spawn().map_err(|error| failed(error.to_string()))?;
        loop {
            match child.try_wait().map_err(|error| failed(error.to_string()))? {
                Some(status) if status.success() => return Ok(()),
                Some(_) => return Err(failed(self.last_lines().join("\n"))),
                None => thread::sleep(GLANCE),
            }
            if let Some(line) = self.last_lines().pop() {
                watch(line);
            }
        }
    }

    fn failed(&self, why: String) -> CatalogueError {
        CatalogueError::BuildFailed { target: self.name.to_owned(), why, log: self.log.to_owned() }
    }

    fn last_lines(&self) -> Vec<String> {
        let end = || -> std::io::Result<Vec<u8>> {
            let mut log = File::open(self.log)?;
            let length = log.metadata()?.len();
            log.seek(SeekFrom::Start(length.saturating_sub(TAIL)))?;
            let mut bytes = Vec::new();
            log.read_to_end(&mut bytes)?;
            Ok(bytes)
        };
        let bytes = end().unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
        lines[lines.len().saturating_sub(SHOWN)..].iter().map(|line| (*line).to_owned()).collect()
    }
}
