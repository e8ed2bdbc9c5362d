//! What the comparison found, operator by operator.

use std::collections::BTreeMap;
use std::fmt;

use super::excuse::{excuses, unconfirmed};
use super::subject::Subject;

/// How one solver judged the claims about one operator.
#[derive(Clone, Copy, Default, Debug)]
pub struct Tally {
    /// Claims it refuted the negation of.
    pub agreed: u64,
    /// Claims it did not decide.
    pub undecided: u64,
    /// Claims it could not read.
    pub refused: u64,
    /// Claims it denied.
    pub disagreed: u64,
}

/// What became of the terms of one subject.
#[derive(Default, Debug)]
pub(super) struct Line {
    judged: Vec<Tally>,
    /// Terms that were evaluated.
    pub(super) tried: u64,
    /// Terms whose value the standard leaves open.
    pub(super) open: u64,
    /// Terms to which the evaluator gives no value.
    pub(super) unknown: u64,
    /// Terms that could not be made.
    pub(super) not_made: u64,
}

/// What the comparison found.
#[derive(Debug)]
pub struct Report {
    solvers: Vec<String>,
    lines: BTreeMap<Subject, Line>,
    denied: Vec<String>,
    /// One script of each kind that a solver did not decide or take, though it takes others.
    examples: BTreeMap<(usize, &'static str, Subject), String>,
    /// Denials that are filed among the disagreements, by their file.
    known: BTreeMap<&'static str, u64>,
}

impl Report {
    pub(super) fn new(solvers: Vec<String>) -> Report {
        Report {
            solvers,
            lines: BTreeMap::new(),
            denied: Vec::new(),
            examples: BTreeMap::new(),
            known: BTreeMap::new(),
        }
    }

    pub(super) fn line(&mut self, subject: Subject) -> &mut Line {
        let solvers = self.solvers.len();
        let line = self.lines.entry(subject).or_default();
        line.judged.resize(solvers, Tally::default());
        line
    }

    pub(super) fn tally(&mut self, subject: Subject, solver: usize) -> &mut Tally {
        &mut self.line(subject).judged[solver]
    }

    /// Keeps a script that a solver did not decide or take.
    pub(super) fn example(&mut self, subject: Subject, solver: usize, kind: &'static str, script: &str) {
        if self.tally(subject, solver).agreed > 0 {
            self.examples.entry((solver, kind, subject)).or_insert_with(|| script.to_owned());
        }
    }

    pub(super) fn deny_as_known(&mut self, subject: Subject, solver: usize, file: &'static str) {
        self.tally(subject, solver).disagreed += 1;
        *self.known.entry(file).or_default() += 1;
    }

    pub(super) fn deny(&mut self, subject: Subject, solver: usize, script: &str) {
        self.tally(subject, solver).disagreed += 1;
        self.denied.push(format!("{} denies {}: {script}", self.solvers[solver], subject.name()));
    }

    /// How many terms were evaluated.
    pub fn tried(&self) -> u64 {
        self.lines.values().map(|line| line.tried).sum()
    }

    /// What was claimed, yet no solver confirmed once.
    pub fn unconfirmed(&self) -> Vec<Subject> {
        let never = |line: &Line| line.judged.iter().all(|tally| tally.agreed == 0);
        self.lines.iter().filter(|(_, line)| never(line)).map(|(&subject, _)| subject).collect()
    }

    /// How many claims some solver denied, but for what is known.
    pub fn disagreements(&self) -> usize {
        self.denied.len()
    }

    /// How many claims at least one solver confirmed.
    pub fn confirmed(&self) -> u64 {
        let best = |line: &Line| line.judged.iter().map(|t| t.agreed).max().unwrap_or(0);
        self.lines.values().map(best).sum()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<14} {:<24} {:>7}", "theory", "operator", "tried")?;
        for solver in &self.solvers {
            write!(f, " {solver:>26}")?;
        }
        writeln!(f, " {:>7} {:>7} {:>7}", "open", "unknown", "unmade")?;
        writeln!(f, "{:<47} each solver: agreed / undecided / refused / disagreed", "")?;
        let mut total = vec![Tally::default(); self.solvers.len()];
        for (subject, line) in &self.lines {
            writeln!(f, "{:<14} {:<24} {line}", subject.theory_name(), subject.name())?;
            for (tally, sum) in line.judged.iter().zip(&mut total) {
                sum.agreed += tally.agreed;
                sum.undecided += tally.undecided;
                sum.refused += tally.refused;
                sum.disagreed += tally.disagreed;
            }
        }
        for (solver, tally) in self.solvers.iter().zip(&total) {
            writeln!(f, "{solver}: {tally}")?;
        }
        for (op, reason) in excuses() {
            writeln!(f, "not asked: {:<14} {:<24} {reason}", format!("{:?}", op.theory()), op.name())?;
        }
        for subject in self.unconfirmed() {
            let reason = unconfirmed().find(|&(op, _)| subject == Subject::Op(op));
            let reason = reason.map_or("none of these solvers reads or decides it", |(_, reason)| reason);
            writeln!(f, "never confirmed: {:<14} {:<24} {reason}", subject.theory_name(), subject.name())?;
        }
        writeln!(
            f,
            "{} terms tried, {} confirmed by a solver, {} denied",
            self.tried(),
            self.confirmed(),
            self.denied.len()
        )?;
        for (file, count) in &self.known {
            writeln!(f, "known: {count:>6}  disagreements/{file}.smt2")?;
        }
        for text in &self.denied {
            writeln!(f, "{text}")?;
        }
        for ((solver, kind, subject), script) in &self.examples {
            writeln!(f, "{} {kind} {}: {script}", self.solvers[*solver], subject.name())?;
        }
        Ok(())
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>7}", self.tried)?;
        for tally in &self.judged {
            write!(f, " {:>26}", tally.to_string())?;
        }
        write!(f, " {:>7} {:>7} {:>7}", self.open, self.unknown, self.not_made)
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} / {} / {} / {}", self.agreed, self.undecided, self.refused, self.disagreed)
    }
}
