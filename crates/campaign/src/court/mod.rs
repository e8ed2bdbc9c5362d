//! Who is right when targets contradict each other about a check of which nothing is known (E3, E5).
//!
//! Evidence first: a model that evaluates to true refutes every `unsat`, whoever says it. Then those whom the user trusts;
//! then the greater number of families, targets and references together. What hinges on a result that the standard leaves
//! open, and what nobody can decide, is kept and counted, but is no finding.

mod case;
#[cfg(test)]
mod tests;

use oracle::conflicts;
use smtlib::Script;
use solver::answer::Reply;
use solver::backend::OpenError;
use strategy::{Check, Test, Truth};

use crate::confirmed::Confirmed;
use crate::lane::{Fit, Lane};
use crate::workshop::Workshop;
use case::Party;
pub(crate) use case::{Case, last_model};

/// Settles disagreements of one worker's targets.
pub struct Court<'a> {
    /// Solvers whom the user trusts, and who are no targets themselves.
    arbiters: Vec<Lane<'a>>,
}

impl<'a> Court<'a> {
    /// A court with these arbiters.
    pub fn new(arbiters: Vec<Lane<'a>>) -> Court<'a> {
        Court { arbiters }
    }

    /// Looks into what targets said of a test, by target; in `said` are only answers that count.
    pub fn hear(
        &mut self,
        lanes: &mut [Lane<'a>],
        fits: &[Fit],
        mut said: Vec<Vec<Reply>>,
        test: &Test,
        workshop: &mut Workshop<'_>,
    ) -> Result<Vec<Confirmed>, OpenError> {
        let unknown = |check: &Check| check.truth == Truth::Unknown;
        for answers in &mut said {
            let checks = test.checks.iter().zip(answers.iter_mut());
            checks.filter(|(check, _)| !unknown(check)).for_each(|(_, reply)| *reply = Reply::Missing);
        }
        let decided = |reply: &Reply| matches!(reply, Reply::Sat | Reply::Unsat);
        if !said.iter().flatten().any(decided) {
            return Ok(Vec::new());
        }
        if !self.arbiters.is_empty() {
            let Ok(script) = Script::parse(&test.text) else { return Ok(Vec::new()) };
            for arbiter in &mut self.arbiters {
                let given = arbiter.give(&script, &test.text, false)?;
                said.push(if given { arbiter.sound_answers() } else { Vec::new() });
            }
        }
        let found = conflicts(&said);
        if found.is_empty() {
            return Ok(Vec::new());
        }
        let targets = lanes.iter_mut().zip(fits).map(|(lane, &fit)| Party { lane, fit });
        let arbiters = self.arbiters.iter_mut().map(|lane| Party { lane, fit: Fit::AsIs });
        let mut parties: Vec<Party<'_, 'a>> = targets.chain(arbiters).collect();
        let mut confirmed = Vec::new();
        for conflict in found.iter().filter(|conflict| test.checks.get(conflict.check).is_some_and(unknown)) {
            let Some(case) = Case::new(test, conflict.check) else { continue };
            confirmed.extend(case.settle(&mut parties, conflict, workshop)?);
        }
        Ok(confirmed)
    }
}
