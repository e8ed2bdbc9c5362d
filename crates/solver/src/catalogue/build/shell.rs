//! Running a build: its output goes to a log, its last line to whoever watches.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use super::super::error::{CatalogueError, IoContext};
use super::super::lock::Lock;

/// How often the log is looked at.
const GLANCE: Duration = Duration::from_millis(200);
/// The end of a log that is looked at.
const TAIL: u64 = 8 << 10;
/// Lines of it that are shown when a build fails.
const SHOWN: usize = 8;
/// Characters of a line that are shown: linkers are called with thousands.
const WIDTH: usize = 160;

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
    pub(super) lock: &'a Lock,
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
        // A kill ends us, not what we have started: the next command has to wait for that, or two would write the same files.
        let nothing = self.lock.share().map_or_else(|_| Stdio::null(), Stdio::from);
        command.stdin(nothing).stdout(log).stderr(also);
        let failed = |why: String| self.failed(why);
        let mut child = command.spawn().map_err(|error| failed(error.to_string()))?;
        loop {
            match child.try_wait().map_err(|error| failed(error.to_string()))? {
                Some(status) if status.success() => return Ok(()),
                Some(status) => {
                    let mut lines = self.last_lines();
                    lines.push(format!("({status})"));
                    return Err(failed(lines.join("\n")));
                }
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
        lines[lines.len().saturating_sub(SHOWN)..].iter().map(|line| clipped(line)).collect()
    }
}

/// The beginning and the end of a long line: what was run, and on what.
fn clipped(line: &str) -> String {
    let count = line.chars().count();
    if count <= WIDTH {
        return line.to_owned();
    }
    let begin: String = line.chars().take(WIDTH / 2).collect();
    let end: String = line.chars().skip(count - WIDTH / 2).collect();
    format!("{begin} … {end}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_keep_both_ends() {
        assert_eq!(clipped("cc -c a.c"), "cc -c a.c");
        let long = clipped(&format!("ld begin {} end.o", "é.o ".repeat(4000)));
        assert!(long.starts_with("ld begin") && long.ends_with("end.o"), "{long}");
        assert_eq!(long.chars().count(), WIDTH + 3);
    }
}
