//! yinyang, in an environment of its own.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, ensure};

use super::{Args, Kind, NEW, OLD, Race, Row, SETTING, measure, sample};
use crate::reducers::program;

/// A program that answers at once.
const INSTANT: &str = "#include <unistd.h>\nint main(void) { return write(1, \"sat\\n\", 4) != 4; }\n";
/// Mutants that are read again to look for duplicates.
const MOST_READ: usize = 20_000;

/// Runs without a mutant before it is given up.
const MOST_BARREN: u32 = 50;

/// An installed yinyang.
pub struct Peer {
    programs: PathBuf,
    instant: PathBuf,
    work: PathBuf,
}

impl Peer {
    /// Installs it by pip, unless it is there.
    pub fn install(work: &Path) -> Result<Peer> {
        let home = std::env::current_exe()?.with_file_name("yinyang-environment");
        let programs = home.join("bin");
        if !programs.join("opfuzz").is_file() {
            let made = Command::new("python3").args(["-m", "venv"]).arg(&home).status().context("python3")?;
            ensure!(made.success(), "python3 cannot make a virtual environment");
            // Its parser's runtime is built by tools that Python does not bring any more.
            let got = Command::new(programs.join("pip"))
                .args(["install", "-q", "setuptools<80", "wheel", "yinyang"])
                .status()?;
            ensure!(got.success(), "pip cannot install yinyang");
        }
        let (source, instant) = (work.join("instant.c"), work.join("instant"));
        fs::write(&source, INSTANT)?;
        let built = Command::new("cc").args(["-O1", "-static", "-o"]).arg(&instant).arg(&source).status();
        ensure!(built.context("cc")?.success(), "cc cannot build a static program");
        Ok(Peer { programs, instant, work: work.to_owned() })
    }

    /// All races of a tool.
    pub fn row(&self, tool: &str, seeds: &Path, args: &Args) -> Result<Row> {
        let [new, old] = [NEW, OLD].map(program);
        let (new, old) = (new?.display().to_string(), old?.display().to_string());
        let instant = self.instant.display().to_string();
        let (instant, _) = self.race(tool, seeds, args.time(Kind::Instant), &[instant.clone(), instant])?;
        let pair = [new.clone(), format!("{new} {SETTING}")];
        let (solving, mutants) = self.race(tool, seeds, args.time(Kind::Solving), &pair)?;
        let sample = sample::look(&mutants, args.sample, &self.work)?;
        let (hunting, _) = self.race(tool, seeds, args.time(Kind::Hunting), &[old, new])?;
        Ok(Row { tool: tool.to_owned(), instant, solving, hunting, sample })
    }

    /// Runs a tool until the time is over; whenever it is through with its seeds, or breaks on one, it is started again.
    fn race(
        &self,
        tool: &str,
        seeds: &Path,
        time: Duration,
        solvers: &[String],
    ) -> Result<(Race, Vec<Vec<u8>>)> {
        let folder = self.work.join(format!("{tool}-race"));
        let _ = fs::remove_dir_all(&folder);
        let (mut race, mut mutants, mut names) = (Race::default(), Vec::new(), HashSet::new());
        let (start, mut barren) = (std::time::Instant::now(), 0);
        while let Some(left) = time.checked_sub(start.elapsed()).filter(|left| left.as_secs() > 0) {
            fs::create_dir_all(&folder)?;
            let mut command = Command::new(self.programs.join(tool));
            command.args(["-t", "2", "-n"]).args(["-s", "scratch", "-b", "bugs", "-l", "logs"]);
            command.arg(solvers.join(";")).arg(seeds).current_dir(&folder);
            for part in ["scratch", "bugs", "logs"] {
                fs::create_dir_all(folder.join(part))?;
            }
            race.cpu += measure::run(&mut command, left)?.1;
            let (mut kept, mut calls) = (0, 0);
            for entry in fs::read_dir(folder.join("scratch"))? {
                kept += 1;
                if mutants.len() < MOST_READ {
                    mutants.push(fs::read(entry?.path())?);
                }
            }
            for entry in fs::read_dir(folder.join("logs"))? {
                calls += called(&fs::read_to_string(entry?.path())?);
            }
            // When it breaks, it takes its mutants away; when it is killed, its last seconds are in no log.
            let calls = calls.max(kept * solvers.len() as u64);
            race.calls += calls;
            race.mutants += calls / solvers.len() as u64;
            for entry in fs::read_dir(folder.join("bugs"))? {
                // A bug is named by its kind, its solver and its seed, and by a random word at the end.
                let name = entry?.file_name().to_string_lossy().into_owned();
                names.extend(
                    name.strip_suffix(".smt2")
                        .and_then(|name| name.rsplit_once('-'))
                        .map(|it| it.0.to_owned()),
                );
            }
            fs::remove_dir_all(&folder)?;
            // One seed that it cannot read ends a run; the next begins with another.
            barren = if calls > 0 { 0 } else { barren + 1 };
            ensure!(barren < MOST_BARREN, "{tool} makes no mutants of {}", seeds.display());
        }
        race.bugs = names.len() as u64;
        Ok((race, mutants))
    }
}

/// The calls of solvers that a log of its tells of last: it counts on, and says so every second or two.
fn called(log: &str) -> u64 {
    let told =
        log.lines().rev().find_map(|line| line.split_once("Performed ")?.1.split_once(" solver calls"));
    told.and_then(|(count, _)| count.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_count_of_a_log_counts() {
        let log = "[a] Performed 42 solver calls (41.3 calls/s)\n[b] Performed 124 solver calls (40 calls/s)\n[c] Processing seed x\n";
        assert_eq!(called(log), 124);
        assert_eq!(called("nothing"), 0);
    }
}
