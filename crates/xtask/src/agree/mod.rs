//! Agreement of the evaluator with reality.
//!
//! Random ground terms of every operator of the table are evaluated, and each solver is asked to refute
//! `(distinct term value)`. Terms whose value rests on something the standard leaves open are left out.

mod claim;
mod excuse;
mod generate;
mod grammar;
mod known;
mod literal;
mod referee;
mod report;
mod subject;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};
use rustc_hash::FxHashSet;
use smtlib::theory::Table;

pub use excuse::excuses;
pub use report::{Report, Tally};
pub use subject::Subject;

use claim::claims_of;
use generate::Generator;
use referee::Referee;

/// What to compare, and with whom.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// How many terms to try, shared out equally among the operators
    #[arg(long, default_value_t = 20_000)]
    pub terms: u64,
    /// The seed of the terms
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The solvers, such as z3 or `cvc5:/usr/bin/cvc5`
    #[arg(long = "on", value_name = "TARGET", default_values = ["z3", "bitwuzla", "yices"])]
    pub targets: Vec<String>,
    /// Only operators whose name or theory contains this text
    #[arg(long)]
    pub only: Option<String>,
    /// How many terms go into one query
    #[arg(long, default_value_t = 32)]
    pub batch: usize,
    /// The time a query may take, in milliseconds
    #[arg(long, default_value_t = 2_000)]
    pub timeout: u64,
    /// Write the report so far to this file now and then
    #[arg(long)]
    pub output: Option<PathBuf>,
}

/// All that terms are made of: the rows of the table but those that are excused, and the forms of the language.
pub fn subjects() -> Vec<Subject> {
    let excused: FxHashSet<_> = excuses().map(|(op, _)| op).collect();
    let rows = Table::get().rows().iter().filter(|row| !excused.contains(&row.op));
    let forms = grammar::subjects().filter(|subject| matches!(subject, Subject::Form(_)));
    rows.map(|row| Subject::Op(row.op)).chain(forms).collect()
}

/// Runs the comparison.
pub fn run(args: &Args) -> Result<Report> {
    let timeout = Duration::from_millis(args.timeout);
    let mut referees = Vec::new();
    for target in &args.targets {
        referees.push(Referee::open(target, timeout).with_context(|| format!("cannot use {target}"))?);
    }
    let mut generator = Generator::new(args.seed);
    let mut report = Report::new(referees.iter().map(|r| r.name.clone()).collect());
    let wanted = |subject: &Subject| match &args.only {
        None => true,
        Some(text) => subject.name().contains(text) || subject.theory_name().to_lowercase().contains(text),
    };
    let subjects: Vec<Subject> = subjects().into_iter().filter(wanted).collect();
    let rounds = args.terms.div_ceil(subjects.len().max(1) as u64);
    let mut done = 0;
    while done < rounds {
        // A fresh arena now and then keeps memory flat.
        generator.restart();
        let step = (args.batch as u64).min(rounds - done);
        for &subject in &subjects {
            let claims = claims_of(&mut generator, subject, step, &mut report);
            for (i, referee) in referees.iter_mut().enumerate() {
                referee.judge(subject, &claims, &mut report, i);
            }
        }
        done += step;
        if let Some(path) = &args.output {
            std::fs::write(path, report.to_string())
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
    }
    Ok(report)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row without a term or an excuse would never be compared with a solver, and nobody would know.
    #[test]
    fn every_row_has_claims_or_an_excuse() {
        let mut generator = Generator::new(3);
        let mut report = Report::new(Vec::new());
        let mut without = Vec::new();
        for subject in subjects() {
            let claims = claims_of(&mut generator, subject, 96, &mut report);
            if claims.claims.is_empty() {
                without.push((subject, report.line(subject).to_string()));
            }
        }
        assert_eq!(without, []);
    }

    #[test]
    fn an_excuse_is_needed() {
        let mut generator = Generator::new(3);
        let mut report = Report::new(Vec::new());
        for (op, reason) in excuses() {
            assert!(grammar::of(Subject::Op(op)).is_none(), "{op:?} has a grammar, yet {reason}");
            let claims = claims_of(&mut generator, Subject::Op(op), 32, &mut report);
            assert!(claims.claims.is_empty(), "{op:?} has values, yet {reason}");
        }
    }
}
