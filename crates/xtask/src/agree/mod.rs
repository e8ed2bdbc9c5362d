//! Agreement of the evaluator with reality.
//!
//! Random ground terms of every operator of the table are evaluated, and each solver is asked to refute
//! `(distinct term value)`. Terms whose value rests on something the standard leaves open are left out.

mod generate;
mod literal;
mod referee;
mod report;

use std::time::Duration;

use anyhow::{Context, Result};
use eval::{Evaluator, Value};
use smtlib::theory::Op;
use smtlib::{Printer, term_text};

pub use report::Report;

use generate::Generator;
use referee::{Claim, Referee};

/// What to compare, and with whom.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// How many terms to try, shared out equally among the operators
    #[arg(long, default_value_t = 20_000)]
    pub terms: u64,
    /// The seed of the terms
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The solvers, such as z3 or `cvc5:/usr/bin/cvc5 --fp-exp`
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
    let wanted = |op: &Op| match &args.only {
        None => true,
        Some(text) => op.name().contains(text) || format!("{:?}", op.theory()).to_lowercase().contains(text),
    };
    let ops: Vec<Op> = generator.operators().into_iter().filter(wanted).collect();
    let rounds = args.terms.div_ceil(ops.len().max(1) as u64);
    let mut done = 0;
    while done < rounds {
        // A fresh arena now and then keeps memory flat.
        generator.restart();
        let step = (args.batch as u64).min(rounds - done);
        for &op in &ops {
            let claims = claims_of(&mut generator, op, step, &mut report);
            for (i, referee) in referees.iter_mut().enumerate() {
                referee.judge(op, &claims, &mut report, i);
            }
        }
        done += step;
    }
    Ok(report)
}

/// Ground terms of one operator with the values we claim for them.
fn claims_of(generator: &mut Generator, op: Op, count: u64, report: &mut Report) -> Vec<Claim> {
    let mut claims = Vec::new();
    for _ in 0..count {
        let Some(term) = generator.term(op) else {
            report.not_made(op);
            continue;
        };
        let arena = &generator.arena;
        let mut evaluator = Evaluator::new(arena, &[term]);
        let value = match evaluator.value(0) {
            Ok(value) if evaluator.chosen() == 0 => value,
            Ok(_) => {
                report.open(op);
                continue;
            }
            Err(_) => {
                report.unknown(op);
                continue;
            }
        };
        let Some(text) = text_of(arena, term, &value) else {
            report.unknown(op);
            continue;
        };
        generator.keep(term);
        claims.push(text);
    }
    claims
}

fn text_of(arena: &smtlib::Arena, term: smtlib::TermId, value: &Value) -> Option<Claim> {
    let value = eval::model_text::value_text(arena, arena.sort_of(term), value)?;
    let mut text = Vec::new();
    Printer::new().dialect(smtlib::Dialect::standard()).term(arena, term, &mut text);
    debug_assert!(!term_text(arena, term).is_empty());
    Some(Claim { term: String::from_utf8(text).ok()?, value })
}
