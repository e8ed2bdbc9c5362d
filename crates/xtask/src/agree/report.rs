//! What the comparison found, operator by operator.

use std::collections::BTreeMap;
use std::fmt;

use smtlib::theory::Op;

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

#[derive(Default, Debug)]
struct Line {
    judged: Vec<Tally>,
    open: u64,
    unknown: u64,
    not_made: u64,
}

/// What the comparison found.
#[derive(Debug)]
pub struct Report {
    solvers: Vec<String>,
    lines: BTreeMap<Op, Line>,
    denied: Vec<String>,
}

impl Report {
    pub(super) fn new(solvers: Vec<String>) -> Report {
        Report { solvers, lines: BTreeMap::new(), denied: Vec::new() }
    }

    fn line(&mut self, op: Op) -> &mut Line {
        let solvers = self.solvers.len();
        let line = self.lines.entry(op).or_default();
        line.judged.resize(solvers, Tally::default());
        line
    }

    pub(super) fn tally(&mut self, op: Op, solver: usize) -> &mut Tally {
        &mut self.line(op).judged[solver]
    }

    pub(super) fn open(&mut self, op: Op) {
        self.line(op).open += 1;
    }

    pub(super) fn unknown(&mut self, op: Op) {
        self.line(op).unknown += 1;
    }

    pub(super) fn not_made(&mut self, op: Op) {
        self.line(op).not_made += 1;
    }

    pub(super) fn deny(&mut self, op: Op, solver: usize, script: &str) {
        self.tally(op, solver).disagreed += 1;
        self.denied.push(format!("{} denies {}: {script}", self.solvers[solver], op.name()));
    }

    /// How many claims some solver denied.
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
        write!(f, "{:<14} {:<24}", "theory", "operator")?;
        for solver in &self.solvers {
            write!(f, " {solver:>28}")?;
        }
        writeln!(f, " {:>7} {:>7} {:>7}", "open", "unknown", "unmade")?;
        writeln!(f, "{:<39} each solver: agreed / undecided / refused / disagreed", "")?;
        let mut total = vec![Tally::default(); self.solvers.len()];
        for (op, line) in &self.lines {
            write!(f, "{:<14} {:<24}", format!("{:?}", op.theory()), op.name())?;
            for (tally, sum) in line.judged.iter().zip(&mut total) {
                write!(f, " {:>28}", tally.to_string())?;
                sum.agreed += tally.agreed;
                sum.undecided += tally.undecided;
                sum.refused += tally.refused;
                sum.disagreed += tally.disagreed;
            }
            writeln!(f, " {:>7} {:>7} {:>7}", line.open, line.unknown, line.not_made)?;
        }
        for (solver, tally) in self.solvers.iter().zip(&total) {
            writeln!(f, "{solver}: {tally}")?;
        }
        writeln!(f, "{} terms confirmed by a solver, {} denied", self.confirmed(), self.denied.len())?;
        for text in &self.denied {
            writeln!(f, "{text}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} / {} / {} / {}", self.agreed, self.undecided, self.refused, self.disagreed)
    }
}
