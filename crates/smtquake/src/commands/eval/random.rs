//! Random assignments: how often each assertion is true.

use std::io::{self, Write};

use eval::Sampler;
use serde::Serialize;
use smtlib::{Arena, Script};

use super::judge::{Judge, Verdict};
use super::source::Assertion;
use super::{report, shown};
use crate::exit::Exit;

/// How the assertions of a script came out under random assignments; as JSON it is the result of `--random --json`.
#[derive(Debug, Serialize)]
pub struct Tried<'a> {
    /// The script's name.
    file: &'a str,
    /// How many assignments there were.
    random: u64,
    /// What they were made from.
    seed: u64,
    /// Under how many of them all assertions were true.
    all_true: u64,
    /// The assertions in order.
    assertions: Vec<Tally>,
}

/// How often an assertion had which value.
#[derive(Debug, Serialize)]
pub struct Tally {
    line: usize,
    term: String,
    counts: Counts,
}

#[derive(Debug, Default, Serialize)]
struct Counts {
    r#true: u64,
    r#false: u64,
    unknown: u64,
}

impl Tally {
    /// An assertion that was not tried yet.
    fn new(arena: &Arena, assertion: &Assertion) -> Tally {
        let term = shown::term(arena, assertion.term);
        Tally { line: assertion.line, term, counts: Counts::default() }
    }

    /// Counts another verdict.
    fn add(&mut self, verdict: &Verdict) {
        match verdict {
            Verdict::True => self.counts.r#true += 1,
            Verdict::False => self.counts.r#false += 1,
            Verdict::Unknown(_) => self.counts.unknown += 1,
        }
    }
}

impl<'a> Tried<'a> {
    /// Judges the assertions under so many random assignments.
    pub fn new(
        file: &'a str,
        script: &Script,
        assertions: &[Assertion],
        random: u64,
        seed: u64,
    ) -> Tried<'a> {
        let arena = &script.arena;
        let mut tallies: Vec<Tally> =
            assertions.iter().map(|assertion| Tally::new(arena, assertion)).collect();
        let mut judge = Judge::new(arena, assertions.iter().map(|assertion| assertion.term).collect());
        let mut sampler = Sampler::new(script, seed);
        let mut all_true = 0;
        for _ in 0..random {
            let verdicts = judge.judge(&sampler.model(arena));
            all_true += u64::from(verdicts.iter().all(|verdict| *verdict == Verdict::True));
            for (tally, verdict) in tallies.iter_mut().zip(&verdicts) {
                tally.add(verdict);
            }
        }
        Tried { file, random, seed, all_true, assertions: tallies }
    }

    /// The exit code.
    pub fn exit(&self) -> Exit {
        let sum = |of: fn(&Counts) -> u64| self.assertions.iter().map(|tally| of(&tally.counts)).sum();
        report::exit(sum(|counts| counts.r#false), sum(|counts| counts.unknown))
    }

    /// A line for each assertion, and a sum.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let width = report::width(self.assertions.iter().map(|tally| tally.line as u64));
        let number = report::width([self.random].into_iter());
        for Tally { line, term, counts } in &self.assertions {
            let Counts { r#true, r#false, unknown } = counts;
            writeln!(
                out,
                "{line:>width$}  {true:>number$} true  {false:>number$} false  {unknown:>number$} unknown  {term}"
            )?;
        }
        let (file, random, seed, all) = (self.file, self.random, self.seed, self.all_true);
        let assertions = report::counted(self.assertions.len());
        writeln!(out, "{file}: {assertions}: all true under {all} of {random} assignments of seed {seed}")
    }
}
