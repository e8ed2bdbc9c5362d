//! A helper solver, asked for models of a seed: assignments under which its fragments matter (S2).
//!
//! It need not be right: whatever it gives is only an assignment, whose truth values our evaluator computes.

use std::time::{Duration, Instant};

use smtlib::{Dialect, Printer};
use solver::answer::{Expected, Reply};
use solver::backend::{Backend, BackendKind, Found, OpenError, Request};
use solver::process::Limits;
use strategy::Seed;

/// A helper with a process of its own.
pub struct Helper {
    backend: Box<dyn Backend>,
    /// A limit that does not depend on the machine, where the solver has one.
    effort: &'static str,
    limits: Limits,
    /// Time spent inside it.
    pub inside: Duration,
}

const EXPECTED: [Expected; 3] = [Expected::Silent, Expected::CheckSat, Expected::Model];

impl Helper {
    /// Opens a helper.
    pub fn open(found: &Found) -> Result<Helper, OpenError> {
        let effort = match found.resolved.family {
            Some("z3") => "(set-option :rlimit 1000000)\n",
            _ => "",
        };
        let wall = Duration::from_secs(4);
        let limits = Limits { wall, cpu: wall, memory: 1 << 30, ..Limits::default() };
        let backend = found.open(BackendKind::Spawn { incremental: false })?;
        Ok(Helper { backend, effort, limits, inside: Duration::ZERO })
    }

    /// A model of the seed's assertions and one of the negation of their conjunction, as far as there are any.
    pub fn models(&mut self, seed: &Seed) -> Vec<String> {
        let printer = Printer::new().dialect(Dialect::standard());
        let mut conjunction = b"(and true".to_vec();
        for root in seed.roots() {
            conjunction.push(b' ');
            printer.term(&seed.script.arena, root, &mut conjunction);
        }
        conjunction.push(b')');
        [("", ""), ("(not ", ")")]
            .iter()
            .filter_map(|(before, after)| {
                let mut text = b"(set-option :produce-models true)\n".to_vec();
                text.extend_from_slice(self.effort.as_bytes());
                text.extend_from_slice(format!("(set-logic {})\n", seed.logic).as_bytes());
                text.extend_from_slice(&seed.declarations);
                text.extend_from_slice(format!("(assert {before}").as_bytes());
                text.extend_from_slice(&conjunction);
                text.extend_from_slice(format!("{after})\n(check-sat)\n(get-model)\n").as_bytes());
                self.model(&text)
            })
            .collect()
    }

    fn model(&mut self, input: &[u8]) -> Option<String> {
        let start = Instant::now();
        let run = self.backend.run(&Request { input, expected: &EXPECTED, limits: &self.limits });
        self.inside += start.elapsed();
        match run.replies.as_slice() {
            [_, Reply::Sat, model] => Some(String::from_utf8_lossy(run.text(model.text()?)).into_owned()),
            _ => None,
        }
    }
}
