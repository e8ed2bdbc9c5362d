//! `smtquake rules prove`.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, IsTerminal, Write, stderr};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use indicatif::{ProgressBar, ProgressDrawTarget};
use serde::Serialize;
use solver::catalogue::Catalogue;
use solver::profile::Profiles;
use solver::target::Target;
use strategy::rules::instance::Instance;
use strategy::rules::proof::{Proof, Proofs};
use strategy::rules::{Rule, Theory, trial};

use super::list::Shown;
use super::prover::{Prover, Verdict};
use super::rules;
use crate::commands::solver::table;
use crate::exit::Exit;
use crate::quantity::duration;
use crate::terminal::tell;

const HELP: &str = "Exit codes: 0 all are proved, 1 a rule is refuted or unproved, 2 bad use";

/// The newest releases that are here. cvc5 calls small formats and constant arrays experimental, and gives up on quantifiers
/// unless it is asked to go on.
const DEFAULT_TARGETS: &str = "z3,cvc5[fp-exp=true,arrays-exp=true,full-saturate-quant=true]";

/// Have solvers prove the rules
///
/// Each rule is written down at several sorts, widths and lengths, and two solvers or more must refute the negation of each.
/// What they leave open is evaluated in all models over small domains, as far as there are not too many. A counter-model is
/// shown, whoever found it; one in which the rule holds by our evaluator says something about its solver only.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// Who proves, separated by commas
    #[arg(long, value_name = "TARGET,…", default_value = DEFAULT_TARGETS)]
    on: String,

    /// Only the rules of one table: core, arith, bv, fp, array, datatype, string, regex, uf or quant
    #[arg(long, value_name = "NAME", value_parser = super::theory)]
    theory: Option<Theory>,

    /// The time for one instance on one solver
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    timeout: Duration,

    /// Write what was proved to this file, which `smtquake rules list` is built with
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What came of a rule.
struct Outcome {
    rule: &'static Rule,
    proof: Proof,
    /// Who has which model of the rule's negation, at which instance.
    counters: Vec<String>,
    /// Models of it that are none by our evaluator.
    doubts: Vec<String>,
    /// Instances that are left open.
    open: Vec<String>,
}

#[derive(Serialize)]
struct Report {
    rules: Vec<Shown>,
    refuted: BTreeMap<&'static str, Vec<String>>,
    wrong_models: BTreeMap<&'static str, Vec<String>>,
    unproved: BTreeMap<&'static str, Vec<String>>,
    seconds: f64,
}

/// Does what the command line asks.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let started = Instant::now();
    let provers = provers(args)?;
    let names: Vec<String> = provers.iter().map(|prover| prover.name.clone()).collect();
    let tasks: Vec<(&'static Rule, Vec<Instance>)> =
        rules(args.theory).map(|rule| (rule, rule.instances())).collect();
    let verdicts = ask(provers, &tasks);
    let outcomes: Vec<Outcome> = tasks
        .iter()
        .enumerate()
        .map(|(i, (rule, instances))| {
            let said: Vec<(&str, &[Verdict])> =
                names.iter().zip(&verdicts).map(|(name, all)| (name.as_str(), &all[i][..])).collect();
            outcome(rule, instances, &said)
        })
        .collect();
    if let Some(path) = &args.record {
        record(path, &outcomes)?;
    }
    let report = Report::new(&outcomes, started.elapsed().as_secs_f64());
    tell(args.json, &report, |out| report.write(out, &names, &outcomes))?;
    Ok(if outcomes.iter().all(Outcome::is_proved) { Exit::Success } else { Exit::Rejected })
}

fn provers(args: &Args) -> anyhow::Result<Vec<Prover>> {
    let catalogue = Catalogue::open_default()?;
    let profiles = Profiles::of_user()?;
    let known: Vec<&str> = profiles.names().collect();
    let targets = Target::parse_list(&args.on, &known).with_context(|| format!("--on {}", args.on))?;
    ensure!(targets.len() >= 2, "--on {}: a proof takes two solvers", args.on);
    let open = |target: &Target| Ok(Prover::open(&catalogue, &profiles, target, args.timeout)?);
    targets.iter().map(open).collect()
}

/// What each target says about each instance of each rule; each works on its own.
fn ask(provers: Vec<Prover>, tasks: &[(&'static Rule, Vec<Instance>)]) -> Vec<Vec<Vec<Verdict>>> {
    let instances: usize = tasks.iter().map(|(_, instances)| instances.len()).sum();
    let target =
        if stderr().is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some((instances * provers.len()) as u64), target);
    let all = std::thread::scope(|scope| {
        let threads: Vec<_> = provers
            .into_iter()
            .map(|mut prover| {
                let bar = bar.clone();
                scope.spawn(move || {
                    let mut verdict = |instance: &Instance| {
                        bar.inc(1);
                        prover.ask(&instance.refutation())
                    };
                    let of_rule =
                        |(_, instances): &(_, Vec<Instance>)| instances.iter().map(&mut verdict).collect();
                    tasks.iter().map(of_rule).collect::<Vec<Vec<Verdict>>>()
                })
            })
            .collect();
        let undecided = || tasks.iter().map(|(_, all)| vec![Verdict::Undecided; all.len()]).collect();
        threads.into_iter().map(|thread| thread.join().unwrap_or_else(|_| undecided())).collect()
    });
    bar.finish_and_clear();
    all
}

fn outcome(rule: &'static Rule, instances: &[Instance], said: &[(&str, &[Verdict])]) -> Outcome {
    let mut proof = Proof { instances: instances.len() as u32, ..Proof::default() };
    let (mut counters, mut doubts, mut open) = (Vec::new(), Vec::new(), Vec::new());
    for (i, instance) in instances.iter().enumerate() {
        let mut provers = 0;
        for (name, verdicts) in said {
            match &verdicts[i] {
                Verdict::Proved => {
                    provers += 1;
                    *proof.by.entry((*name).to_owned()).or_default() += 1;
                }
                Verdict::Refuted(model) => {
                    let text = format!("{name} at {}: {}\n{model}", instance.label, instance.claim);
                    match trial::refutes(instance, model) {
                        Some(false) => doubts.push(text),
                        _ => counters.push(text),
                    }
                }
                Verdict::Undecided => {}
            }
        }
        if provers >= 2 {
            proof.twice += 1;
            continue;
        }
        let trial = trial::exhaust(instance).unwrap_or_else(|| trial::sample(instance, 2000, i as u64));
        if let Some(model) = trial.counter {
            counters.push(format!("evaluated at {}: {}\n{model}", instance.label, instance.claim));
        } else if trial.exhaustive && trial.held > 0 && trial.undecided == 0 {
            proof.exhausted += 1;
        } else {
            open.push(format!("at {} ({provers} solver): {}", instance.label, instance.claim));
        }
    }
    Outcome { rule, proof, counters, doubts, open }
}

impl Outcome {
    fn is_proved(&self) -> bool {
        self.counters.is_empty() && self.proof.is_complete()
    }

    fn status(&self) -> String {
        if self.counters.is_empty() { self.proof.to_string() } else { "refuted".to_owned() }
    }
}

/// Writes what is known now, with what was known before about the rules that were not asked about.
fn record(path: &Path, outcomes: &[Outcome]) -> anyhow::Result<()> {
    let mut proofs = Proofs::recorded().clone();
    proofs.retain(|name| rules(None).any(|rule| rule.name == name));
    for outcome in outcomes {
        let proof = if outcome.counters.is_empty() { outcome.proof.clone() } else { Proof::default() };
        proofs.insert(outcome.rule, proof);
    }
    fs::write(path, proofs.to_string()).with_context(|| format!("cannot write {}", path.display()))
}

impl Report {
    fn new(outcomes: &[Outcome], seconds: f64) -> Report {
        let of = |texts: fn(&Outcome) -> &Vec<String>| {
            let some = outcomes.iter().filter(|outcome| !texts(outcome).is_empty());
            some.map(|outcome| (outcome.rule.name, texts(outcome).clone())).collect()
        };
        Report {
            rules: outcomes.iter().map(|outcome| Shown::new(outcome.rule, outcome.status())).collect(),
            refuted: of(|outcome| &outcome.counters),
            wrong_models: of(|outcome| &outcome.doubts),
            unproved: of(|outcome| &outcome.open),
            seconds,
        }
    }

    fn write(&self, out: &mut dyn Write, names: &[String], outcomes: &[Outcome]) -> io::Result<()> {
        let count = |theory: Option<Theory>| -> [String; 6] {
            let all: Vec<&Outcome> = outcomes
                .iter()
                .filter(|outcome| theory.is_none_or(|theory| outcome.rule.theory == theory))
                .collect();
            let instances: u32 = all.iter().map(|outcome| outcome.proof.instances).sum();
            let by = |name: &String| {
                let proved: u32 = all.iter().filter_map(|outcome| outcome.proof.by.get(name)).sum();
                format!("{name} {proved}/{instances}")
            };
            let exhausted: u32 = all.iter().map(|outcome| outcome.proof.exhausted).sum();
            [
                theory.map_or("all", Theory::name).to_owned(),
                all.len().to_string(),
                all.iter().filter(|outcome| outcome.is_proved()).count().to_string(),
                instances.to_string(),
                exhausted.to_string(),
                names.iter().map(by).collect::<Vec<_>>().join("  "),
            ]
        };
        let present = |theory: &Theory| outcomes.iter().any(|outcome| outcome.rule.theory == *theory);
        let mut rows: Vec<_> =
            Theory::ALL.into_iter().filter(present).map(|theory| count(Some(theory))).collect();
        rows.push(count(None));
        table::write(out, ["theory", "rules", "proved", "instances", "evaluated", "by"], &rows)?;
        for (word, texts) in
            [("refuted", &self.refuted), ("wrong model of", &self.wrong_models), ("unproved", &self.unproved)]
        {
            for (name, texts) in texts {
                writeln!(out, "{word} {name}")?;
                texts.iter().try_for_each(|text| writeln!(out, "  {text}"))?;
            }
        }
        writeln!(out, "{:.0} s", self.seconds)
    }
}
