//! smtquake's own mutators.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use solver::backend::Found;
use solver::catalogue::Catalogue;
use solver::knowledge::Knowledge;
use solver::profile::Profiles;
use solver::target::Target;
use strategy::mutant::{self, Base};
use strategy::walk::Made;
use strategy::{Seed, Test, operator, typed};

use super::{Args, Kind, NEW, OLD, Race, Row, SETTING, measure, sample};

/// Visits of each seed for the sample, and how many mutants of each.
const VISITS: u64 = 2;
const MUTANTS: u64 = 50;

/// A built smtquake.
pub struct Ours {
    program: PathBuf,
    work: PathBuf,
}

impl Ours {
    /// Builds it.
    pub fn build(work: &Path) -> Result<Ours> {
        let built = Command::new("cargo").args(["build", "--release", "--quiet", "-p", "smtquake"]).status();
        ensure!(built.context("cargo")?.success(), "smtquake does not build");
        let here = std::env::current_exe()?;
        let target = here.parent().and_then(Path::parent).context("there is no target folder")?;
        Ok(Ours { program: target.join("release/smtquake"), work: work.to_owned() })
    }

    /// All races of a strategy.
    pub fn row(&self, strategy: &str, seeds: &Path, args: &Args) -> Result<Row> {
        let instant = self.race(strategy, seeds, args.time(Kind::Instant), &["--null", "--no-helper"])?;
        let pair = [NEW, &format!("{NEW}[{SETTING}]")];
        let solving = self.race(strategy, seeds, args.time(Kind::Solving), &pair)?;
        let hunting = self.race(strategy, seeds, args.time(Kind::Hunting), &[OLD, "--reference", NEW])?;
        let sample = sample::look(&mutants(strategy, seeds)?, args.sample, &self.work)?;
        Ok(Row { tool: format!("smtquake {strategy}"), instant, solving, hunting, sample })
    }

    fn race(&self, strategy: &str, seeds: &Path, time: Duration, targets: &[&str]) -> Result<Race> {
        let out = self.work.join("campaign");
        let _ = fs::remove_dir_all(&out);
        let mut command = Command::new(&self.program);
        command.arg("fuzz").args(targets).args(["--strategy", strategy, "--jobs", "1", "--json", "--plain"]);
        // A target that answers at once is to show what making a mutant costs, and not a script of several.
        if !targets.contains(&"--null") {
            command.args(["--together", "4"]);
        }
        command.args(["--for", &format!("{}s", time.as_secs())]).arg("--seeds").arg(seeds);
        command.arg("--out").arg(&out);
        let (said, cpu) = measure::run(&mut command, time + Duration::from_secs(60))?;
        let summary: serde_json::Value = serde_json::from_str(&said).context("smtquake's summary")?;
        let number = |value: &serde_json::Value| value.as_u64().unwrap_or(0);
        // One run may have several checks, each of another mutant.
        let answered = |tally: &serde_json::Value| {
            ["sat", "unsat", "unknown", "timeouts", "exceeded"]
                .iter()
                .map(|answer| number(&tally[*answer]))
                .sum::<u64>()
        };
        let runs = summary["targets"].as_object().map(|targets| targets.values().map(answered).sum());
        Ok(Race {
            mutants: number(&summary["tests"]),
            calls: runs.unwrap_or(0),
            bugs: number(&summary["bugs"]),
            cpu,
        })
    }
}

/// Mutants for the newest Z3, as a campaign would make them: of operators that it knows.
fn mutants(strategy: &str, seeds: &Path) -> Result<Vec<Vec<u8>>> {
    let (catalogue, profiles): (Catalogue, Profiles) = (Catalogue::open_default()?, Profiles::built_in()?);
    let target: Target = NEW.parse()?;
    let knowledge =
        Knowledge::of(&Found::find(&catalogue, &profiles, &target)?, &catalogue, Duration::from_secs(20))?;
    let knows = |op| knowledge.knows(op);
    let (mut all, mut test) = (Vec::new(), Test::default());
    for file in files(seeds)? {
        let Ok(seed) = Seed::parse(&file.display().to_string(), &fs::read(&file)?) else { continue };
        // Tactics come and go with releases; a campaign asks for each whether it is there.
        let plain = seed.tactic.is_none() && knowledge.reads_as_written(&seed.script);
        if !plain || knowledge.can_express(&seed.script).is_err() {
            continue;
        }
        let base = Base::new(strategy, &seed, &[], 0, true);
        let mut take = |made: Made, test: &Test| {
            if made == Made::Test {
                all.push(test.text.clone());
            }
        };
        if strategy == "operator" {
            let bounds = operator::Bounds { models: 0, ..operator::Bounds::default() };
            let Some(mut stock) = operator::Stock::new(base, &knows) else { continue };
            for visit in 0..VISITS {
                let mut visit = stock.visit(&bounds, visit);
                (0..MUTANTS).for_each(|instance| take(visit.test(instance, &mut test), &test));
            }
        } else {
            let bounds = mutant::Bounds { models: 0, ..mutant::Bounds::default() };
            let mut stock = typed::stock(base, &knows);
            for visit in 0..VISITS {
                let mut visit = stock.visit(&bounds, visit);
                (0..MUTANTS).for_each(|instance| take(visit.test(instance, &mut test), &test));
            }
        }
    }
    Ok(all)
}

/// The scripts of a folder and of those in it.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let (mut files, mut open) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|it| it == "smt2") {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}
