//! What was learnt, for people and programs.

use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;
use tune::learn::Progress;
use tune::{ANY, Correlations, Effect};

/// What was learnt about a solver.
#[derive(Serialize)]
pub struct Learnt {
    solver: String,
    formulas: u64,
    runs: u64,
    seconds: f64,
    /// Processor time of the solver in this session.
    solver_seconds: f64,
    operations: usize,
    options: usize,
    /// Pairs of an operation and an option that matters to it.
    relevant: usize,
    /// Options that are in the way of every formula.
    refused: usize,
    /// Options that matter to some operation.
    options_that_matter: usize,
    /// The share of options that are left alone for formulas with one operator, on average over operators.
    pruned: f64,
}

impl Learnt {
    /// What a table says.
    pub fn of(table: &Correlations, progress: Progress) -> Learnt {
        let options = 0..table.options().len();
        let effect = |operation: &str, option: usize| table.effect(operation, option);
        let operations: Vec<&str> = table.operations().collect();
        let relevant = |option: usize| {
            operations.iter().filter(|operation| effect(operation, option) == Effect::Relevant).count()
        };
        let pairs: Vec<usize> = options.clone().map(relevant).collect();
        let alone: Vec<f64> = operations
            .iter()
            .map(|operation| {
                let names = [ANY.to_owned(), (*operation).to_owned()].into();
                let left = options.clone().filter(|it| table.effect_for(&names, *it) == Effect::Relevant);
                1.0 - left.count() as f64 / table.options().len().max(1) as f64
            })
            .collect();
        Learnt {
            solver: table.solver.clone(),
            formulas: table.formulas,
            runs: table.runs,
            seconds: table.seconds,
            solver_seconds: progress.inside.as_secs_f64(),
            operations: operations.len(),
            options: table.options().len(),
            relevant: pairs.iter().sum(),
            refused: options.filter(|option| effect(ANY, *option) == Effect::Conflict).count(),
            options_that_matter: pairs.iter().filter(|pairs| **pairs > 0).count(),
            pruned: alone.iter().sum::<f64>() / alone.len().max(1) as f64,
        }
    }

    /// For people.
    pub fn write(&self, out: &mut dyn Write, file: &Path) -> io::Result<()> {
        writeln!(
            out,
            "{}: {} formulas, {} runs in {:.0} s ({:.1} per formula); {} operations, {} options",
            self.solver,
            self.formulas,
            self.runs,
            self.seconds,
            self.runs as f64 / self.formulas.max(1) as f64,
            self.operations,
            self.options
        )?;
        writeln!(
            out,
            "{} pairs matter; {} options matter to some operation, {} are refused; {:.1} % of the options are left alone per operation",
            self.relevant,
            self.options_that_matter,
            self.refused,
            100.0 * self.pruned
        )?;
        writeln!(out, "written to {}", file.display())
    }
}
