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

/// What the helper says of a script.
pub enum Opinion {
    /// Satisfiable, by this model.
    Sat(String),
    /// Unsatisfiable.
    Unsat,
    /// Nothing.
    None,
}

/// A seed that the helper cannot do much with.
struct TooHard;

/// Assertions that are denied one by one, at most.
const NEAR_MISSES: usize = 4;
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

    /// Models of the seed's assertions, of the negation of their conjunction, and of all but one with that one negated, as
    /// far as there are any: the places around the seed's own border.
    pub fn models(&mut self, seed: &Seed) -> Vec<String> {
        let printer = Printer::new().dialect(Dialect::standard());
        let roots: Vec<String> = seed
            .roots()
            .map(|root| {
                let mut text = Vec::new();
                printer.term(&seed.script.arena, root, &mut text);
                String::from_utf8_lossy(&text).into_owned()
            })
            .collect();
        let all = format!("(and true {})", roots.join(" "));
        let mut goals = vec![all.clone(), format!("(not {all})")];
        // With one assertion this is the negation of all.
        for denied in (0..roots.len()).take(if roots.len() > 1 { NEAR_MISSES } else { 0 }) {
            let sides = roots.iter().enumerate();
            let sides =
                sides.map(|(i, root)| if i == denied { format!("(not {root})") } else { root.clone() });
            goals.push(format!("(and {})", sides.collect::<Vec<_>>().join(" ")));
        }
        let mut models = Vec::new();
        for goal in goals {
            match self.model_of(seed, &goal) {
                Ok(model) => models.extend(model),
                // The rest would be as hard.
                Err(TooHard) => break,
            }
        }
        models
    }

    /// What it says of a script with one check.
    pub fn opinion(&mut self, script: &[u8]) -> Opinion {
        let mut text = format!("(set-option :produce-models true)\n{}", self.effort).into_bytes();
        text.extend_from_slice(script);
        text.extend_from_slice(b"(get-model)\n");
        match self.model(&text) {
            Ok(Some(model)) => Opinion::Sat(model),
            Ok(None) => Opinion::Unsat,
            Err(TooHard) => Opinion::None,
        }
    }

    fn model_of(&mut self, seed: &Seed, goal: &str) -> Result<Option<String>, TooHard> {
        let mut text = format!("(set-option :produce-models true)\n{}", self.effort).into_bytes();
        text.extend_from_slice(format!("(set-logic {})\n", seed.logic).as_bytes());
        text.extend_from_slice(&seed.declarations);
        text.extend_from_slice(format!("(assert {goal})\n(check-sat)\n(get-model)\n").as_bytes());
        self.model(&text)
    }

    /// A model, if there is one.
    fn model(&mut self, input: &[u8]) -> Result<Option<String>, TooHard> {
        let start = Instant::now();
        let run = self.backend.run(&Request { input, expected: &EXPECTED, limits: &self.limits });
        self.inside += start.elapsed();
        match run.replies.as_slice() {
            [_, Reply::Sat, Reply::Text(model)] => {
                Ok(Some(String::from_utf8_lossy(run.text(*model)).into_owned()))
            }
            [_, Reply::Unsat, ..] => Ok(None),
            _ => Err(TooHard),
        }
    }
}
