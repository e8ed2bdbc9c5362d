//! A share of the tests, asked again in another guise.

use smtlib::Script;
use solver::answer::Reply;
use solver::backend::OpenError;
use strategy::GUISES;

use super::Worker;
use super::given::Given;
use super::ledger::Ledger;
use crate::confirm::confirm;
use crate::contradiction::{self, Pair};
use crate::cores;
use crate::lane::Fit;

/// A target that refuses a guise so often is not given it any more.
const REFUSALS: u8 = 3;

/// By target and guise: how often it was refused.
#[derive(Debug)]
pub(super) struct Refusals(Vec<[u8; GUISES.len()]>);

impl Refusals {
    pub(super) fn new(targets: usize) -> Refusals {
        Refusals(vec![[0; GUISES.len()]; targets])
    }
}

impl Worker<'_> {
    /// Gives a test in another guise to all targets, if it is this test's turn. `said` has what they answered, where nothing
    /// is known.
    pub(super) fn disguise(
        &mut self,
        given: &Given<'_>,
        said: &[Vec<Reply>],
        ledger: &mut Ledger<'_>,
    ) -> Result<(), OpenError> {
        let Given { test, ref standing, .. } = *given;
        // The chain is a hash of all tests so far: as good as dice, and the same again.
        let [turn, choice, ..] = self.position.chain;
        let share = self.shared.plan.contradict.min(100);
        if u32::from(turn) * 100 >= share * 256 {
            return Ok(());
        }
        let at = usize::from(choice) % GUISES.len();
        let (guise, _) = GUISES[at];
        let Some(other) = guise.of(test) else { return Ok(()) };
        let Ok(script) = Script::parse(&other.text) else { return Ok(()) };
        for i in 0..self.lanes.len() {
            let lane = &mut self.lanes[i];
            if standing.fits[i] == Fit::Not
                || lane.contestant.found.is_none()
                || self.refusals.0[i][at] >= REFUSALS
            {
                continue;
            }
            let fit = lane.fit(&script)?;
            if fit == Fit::Not {
                continue;
            }
            let examined = lane.run(&other, fit, "")?;
            ledger.visited.tallies[i].add(&examined.tally);
            self.refusals.0[i][at] += u8::from(examined.rejection.is_some());
            let mut candidates = Vec::new();
            for finding in examined.findings.iter().filter(|it| self.shared.plan.wants(it.class)) {
                candidates.push(confirm(lane, &other, fit, "", finding, None, &mut self.workshop)?);
            }
            candidates.extend(cores::look(lane, &other, fit, examined.cores, &mut self.workshop)?);
            if let Some(said) = said.get(i) {
                let pair = Pair { plain: (test, standing.fits[i]), other: (&other, fit), guise };
                let said = (said.as_slice(), examined.said.as_slice());
                candidates.extend(contradiction::look(lane, &pair, said, &mut self.workshop)?);
            }
            self.found(candidates, ledger);
        }
        Ok(())
    }
}
