//! One small problem for each theory, with its answer: whether a fetched solver works here.

use std::process::Command;
use std::time::Duration;

use super::child;
use super::launch::Launch;
use super::manifest::Installed;
use crate::profile::{Profile, Profiles};

/// A problem whose answer nobody disputes.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The theory, as profiles name it.
    pub theory: &'static str,
    /// The script: one check.
    pub script: &'static str,
    /// Its answer.
    pub answer: &'static str,
}

/// One problem for each theory, beginning with the one every solver knows.
pub const SAMPLES: &[Sample] = &[
    sample(
        "bitvectors",
        "(set-logic QF_BV)(declare-fun x () (_ BitVec 8))(assert (= (bvadd x #x01) #x00))(assert (bvult x #xff))(check-sat)",
        "unsat",
    ),
    sample(
        "core",
        // Not QF_UF, which solvers of bit-vectors alone refuse.
        "(set-logic QF_BV)(declare-fun p () Bool)(declare-fun q () Bool)(assert (xor p q))(check-sat)",
        "sat",
    ),
    sample(
        "ints",
        "(set-logic QF_LIA)(declare-fun x () Int)(assert (and (< 1 (* 2 x)) (< (* 2 x) 3)))(check-sat)",
        "sat",
    ),
    sample(
        "reals",
        "(set-logic QF_LRA)(declare-fun x () Real)(assert (and (< x 1.0) (> x 1.0)))(check-sat)",
        "unsat",
    ),
    sample(
        "nonlinear",
        "(set-logic QF_NRA)(declare-fun x () Real)(assert (< (* x x) 0.0))(check-sat)",
        "unsat",
    ),
    sample(
        "floats",
        "(set-logic QF_FP)(declare-fun x () (_ FloatingPoint 8 24))(assert (fp.isNaN x))(assert (fp.eq x x))(check-sat)",
        "unsat",
    ),
    sample(
        "arrays",
        "(set-logic QF_ABV)(declare-fun a () (Array (_ BitVec 4) (_ BitVec 8)))(declare-fun i () (_ BitVec 4))(assert (not (= (select (store a i #x07) i) #x07)))(check-sat)",
        "unsat",
    ),
    sample(
        "strings",
        "(set-logic QF_SLIA)(declare-fun s () String)(assert (= (str.len (str.++ s \"ab\")) 3))(check-sat)",
        "sat",
    ),
    sample(
        "datatypes",
        "(set-logic QF_DT)(declare-datatypes ((L 0)) (((nil) (cons (head Bool) (tail L)))))(declare-fun l () L)(assert (= l (cons true l)))(check-sat)",
        "unsat",
    ),
];

const fn sample(theory: &'static str, script: &'static str, answer: &'static str) -> Sample {
    Sample { theory, script, answer }
}

/// The samples of the theories a profile claims.
pub fn samples_for(profile: &Profile) -> impl Iterator<Item = &'static Sample> {
    SAMPLES.iter().filter(|sample| profile.dialect.theories.iter().any(|theory| theory == sample.theory))
}

/// What a solver made of a sample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SampleResult {
    /// The theory.
    pub theory: &'static str,
    /// Nothing, or what it said instead of the right answer.
    pub wrong: Option<String>,
}

/// Gives a solver every sample of the theories its profile claims. `run` gets a script and returns
/// everything the solver printed: any backend will do.
pub fn solve_samples(profile: &Profile, mut run: impl FnMut(&str) -> String) -> Vec<SampleResult> {
    samples_for(profile)
        .map(|sample| {
            let said = run(sample.script);
            let right = said.lines().any(|line| line.trim() == sample.answer);
            SampleResult { theory: sample.theory, wrong: (!right).then(|| said.trim().to_owned()) }
        })
        .collect()
}

/// Runs a script in a plain child process: for trying a solver out, not for testing it.
pub(super) fn run_plainly(launch: &Launch, profile: &Profile, script: &str) -> Result<String, String> {
    let Launch::Process { program, args } = launch else {
        return Err("it is a library, which has no process of its own".to_owned());
    };
    let mut command = Command::new(program);
    command.args(args).args(&profile.run.stdin);
    let output = child::run(&mut command, &format!("{script}\n(exit)\n"), Duration::from_secs(20));
    match output {
        Ok(output) if output.status.is_none() => Err("it did not answer within 20 s".to_owned()),
        Ok(output) => Ok(output.all()),
        Err(error) => Err(error.to_string()),
    }
}

/// Whether a freshly unpacked solver starts and solves the first sample. A library cannot be tried
/// from here: the library host does that.
pub(super) fn solves_something(solver: &Installed) -> Result<(), String> {
    let launch = Launch::of(solver);
    if matches!(launch, Launch::Library { .. }) {
        return Ok(());
    }
    let profiles = Profiles::built_in().map_err(|error| error.to_string())?;
    let profile = profiles.get_or_generic(Some(solver.profile())).map_err(|error| error.to_string())?;
    let Some(sample) = samples_for(profile).next() else { return Ok(()) };
    let said = run_plainly(&launch, profile, sample.script)?;
    if said.lines().any(|line| line.trim() == sample.answer) {
        return Ok(());
    }
    Err(format!("it answered `{}` where `{}` is right", said.trim(), sample.answer))
}
