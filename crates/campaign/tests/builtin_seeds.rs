//! The built-in seeds and real solvers: two families give each seed the answers that it states, and none another.
//!
//! A sample is asked; `SMTQUAKE_ALL_SEEDS=1 cargo test -p campaign --test builtin_seeds` asks about all. Solvers come
//! from the catalogue and are fetched when they are not there; one that cannot be had is named and left out.

use std::collections::BTreeSet;
use std::env;
use std::path::PathBuf;
use std::time::Duration;

use smtlib::{Command, Printer, Script};
use solver::answer::{Expected, Reply, expected};
use solver::backend::{Backend, BackendKind, Found, OpenError, Request};
use solver::catalogue::Catalogue;
use solver::process::Limits;
use solver::profile::Profiles;
use solver::target::Target;

/// In the order in which they are asked. cvc5 needs to be told that small floats may be used, and has several ways to
/// look for models of quantified formulas.
const TARGETS: &[&str] = &[
    "z3@5.4.0",
    "cvc5@1.4.2[fp-exp=true]",
    "bitwuzla@0.9.1",
    "yices@2.6.5",
    "cvc5@1.4.2[finite-model-find=true]",
    "cvc5@1.4.2[fmf-bound=true,macros-quant=true]",
    "cvc5@system[fp-exp=true]",
    "cvc5@system[finite-model-find=true]",
    "cvc5@system[fmf-bound=true,macros-quant=true]",
];

/// Without them there are seeds that no two solvers know. An older cvc5 is not enough.
const NEEDED: [&str; 2] = ["z3@5.4.0", "cvc5@1.4.2"];

const SAMPLE: usize = 8;

struct Question {
    name: String,
    script: Script,
    answers: Vec<Reply>,
}

impl Question {
    fn new(name: String, text: &[u8]) -> Question {
        let script = Script::parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let symbol = |symbol| script.arena.symbols.name(symbol);
        let (mut status, mut answers) = (Reply::Unknown, Vec::new());
        for command in &script.commands {
            match command {
                Command::SetInfo(flag, Some(value)) if symbol(*flag).ends_with("status") => {
                    status = if symbol(*value) == "sat" { Reply::Sat } else { Reply::Unsat };
                }
                command if command.is_check() => answers.push(status),
                _ => {}
            }
        }
        Question { name, script, answers }
    }

    fn incremental(&self) -> bool {
        self.answers.len() > 1
            || self.script.commands.iter().any(|command| matches!(command, Command::Push(_)))
    }

    /// The script, with a plain question instead of one by a tactic: those are of single releases.
    fn text(&self) -> String {
        let mut script = self.script.clone();
        for command in &mut script.commands {
            if matches!(command, Command::CheckSatUsing(_)) {
                *command = Command::CheckSat;
            }
        }
        // A solver that knows the status complains about itself; it is to say what it thinks.
        script.commands.retain(|command| !matches!(command, Command::SetInfo(..)));
        Printer::new().script_text(&script)
    }
}

struct Juror {
    target: &'static str,
    family: &'static str,
    once: Box<dyn Backend>,
    incremental: Box<dyn Backend>,
}

impl Juror {
    fn called(catalogue: &Catalogue, text: &'static str) -> Result<Juror, OpenError> {
        let target: Target = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        if catalogue.resolve(&target).is_err() {
            catalogue.add(&target, &mut |_, _| {})?;
        }
        let found = Found::find(catalogue, &Profiles::built_in()?, &target)?;
        let once = found.open(BackendKind::Spawn { incremental: false })?;
        let incremental = found.open(BackendKind::Spawn { incremental: true })?;
        let family = text.split(['@', '[']).next().unwrap_or(text);
        Ok(Juror { target: text, family, once, incremental })
    }

    fn answers(&mut self, question: &Question) -> Vec<Reply> {
        let text = question.text();
        // The printed script has other commands than the seed.
        let expected: Vec<Expected> =
            Script::parse(text.as_bytes()).as_ref().map(expected).unwrap_or_default();
        let wall = Duration::from_secs(20);
        let limits = Limits { wall, cpu: wall, ..Limits::default() };
        let backend = if question.incremental() { &mut self.incremental } else { &mut self.once };
        let run = backend.run(&Request { input: text.as_bytes(), expected: &expected, limits: &limits });
        // After an error the solver answers another question.
        if run.replies.iter().any(|reply| reply.error().is_some()) {
            return Vec::new();
        }
        run.answers(&expected).collect()
    }
}

/// The solvers that can be had here and answer a simple question.
fn jury() -> Vec<Juror> {
    if let Some(host) = library_host() {
        solver::host::use_program(&host);
    }
    let catalogue = Catalogue::open_default().unwrap_or_else(|error| panic!("{error}"));
    let simple = Question::new(
        "simple".to_owned(),
        b"(set-logic QF_UF)(set-info :status sat)(assert true)(check-sat)",
    );
    let mut jurors = Vec::new();
    for target in TARGETS {
        let mut juror = match Juror::called(&catalogue, target) {
            Ok(juror) => juror,
            Err(error) => {
                eprintln!("SKIPPED {target}: {error}");
                continue;
            }
        };
        if juror.answers(&simple) == simple.answers {
            jurors.push(juror);
        } else {
            eprintln!("SKIPPED {target}: it does not answer");
        }
    }
    jurors
}

/// A program of this project that was built beside this test and can load the solvers that are libraries only.
fn library_host() -> Option<PathBuf> {
    let test = env::current_exe().ok()?;
    let folder = test.parent()?.parent()?;
    ["smtquake", "smtquake-torture"].iter().map(|name| folder.join(name)).find(|path| path.is_file())
}

#[test]
fn two_solvers_give_the_answers_that_a_seed_states() {
    let mut jurors = jury();
    let complete = NEEDED.iter().all(|name| jurors.iter().any(|juror| juror.target.starts_with(name)));
    let step = if env::var_os("SMTQUAKE_ALL_SEEDS").is_some() { 1 } else { SAMPLE };
    let (mut wrong, mut open, mut asked) = (Vec::new(), Vec::new(), 0);
    for (name, text) in campaign::builtin::seeds().into_iter().step_by(step) {
        let question = Question::new(name, &text);
        let mut agree = BTreeSet::new();
        asked += 1;
        for juror in &mut jurors {
            if agree.len() == 2 {
                break;
            }
            if agree.contains(juror.family) {
                continue;
            }
            let answers = juror.answers(&question);
            let contradicts = |(given, stated): (&Reply, &Reply)| {
                matches!(given, Reply::Sat | Reply::Unsat) && given != stated
            };
            if answers == question.answers {
                agree.insert(juror.family);
            } else if answers.iter().zip(&question.answers).any(contradicts) {
                wrong.push(format!("{}: {} says {answers:?}", question.name, juror.target));
            }
        }
        if agree.len() < 2 {
            open.push(format!("{}: only {agree:?}", question.name));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    if complete {
        assert!(open.is_empty(), "{open:#?}");
    } else if !open.is_empty() {
        eprintln!("SKIPPED {} of {asked} seeds: no two solvers are here that know their answers", open.len());
    }
}
