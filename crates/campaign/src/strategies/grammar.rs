//! Scripts from nothing.

use std::sync::Arc;

use guide::{Entry, Strand, graft, vary};
use strategy::Test;
use strategy::grammar::{Answer, HEAD, Known, Layout};
use strategy::walk::Made;

use super::{Makers, Material, Strategy, Takes, Visit};
use crate::guidance::{Brood, Way};
use crate::plan::Plan;

/// The row of the table.
pub const GRAMMAR: Strategy = Strategy {
    name: "grammar",
    about: "scripts from nothing, in every logic",
    takes: Takes::Logics,
    asks: false,
};

/// Scripts that are generated in a visit of a logic.
const SCRIPTS: u64 = 8;
/// About what the grammars of a few groups of scripts take.
const BYTES: usize = 1 << 20;
/// Tests of a guided visit.
const BROOD: u64 = 16;
/// Random bytes of a fresh input: more than a script needs. What is left is not kept.
const FRESH: usize = 4 << 10;

/// How many terms are replaced, all alike.
const GRAFTS: &[usize] = &[1, 1, 1, 2, 2, 4];

/// The grammar of a logic.
pub struct Generated(pub Known);

/// Tests decoded from bytes: fresh ones, or variants of what was kept.
struct Decoded<'v> {
    known: &'v mut Known,
    brood: Brood,
    /// What parent, donor and kin are made of.
    parent: Layout,
    donor: Layout,
    kin: Option<Layout>,
    /// The group of fresh scripts: to draw one takes longer than to make a few of its scripts.
    group: [u8; 2],
}

/// Some scripts of a grammar.
struct Scripts<'v> {
    known: &'v mut Known,
    campaign: u64,
    /// The answers that tests are to have; none means all tests.
    answers: &'v [Answer],
    /// How often the logic has been visited before.
    visit: u64,
}

impl Material for Generated {
    fn bytes(&self) -> usize {
        BYTES
    }

    fn guided<'v>(&'v mut self, mut brood: Brood) -> Option<Box<dyn Visit + 'v>> {
        let known = &mut self.0;
        let mut layout =
            |entry: &Option<Arc<Entry>>| entry.as_ref().map(|entry| known.layout(entry.input.bytes(), None));
        let parent = layout(&brood.parent).unwrap_or_default();
        let donor = layout(&brood.donor).unwrap_or_else(|| parent.clone());
        let kin = layout(&brood.kin);
        let group = [brood.dice.below(256) as u8, brood.dice.below(256) as u8];
        Some(Box::new(Decoded { known: &mut self.0, brood, parent, donor, kin, group }))
    }

    fn visit<'v>(&'v mut self, _: &'v mut Makers, plan: &'v Plan, visit: u64) -> Option<Box<dyn Visit + 'v>> {
        let wanted = plan.grammar.known.is_empty() || self.0.generator().grammar().can_be_known();
        wanted.then(|| -> Box<dyn Visit + 'v> {
            Box::new(Scripts { known: &mut self.0, campaign: plan.seed, answers: &plan.grammar.known, visit })
        })
    }
}

impl Visit for Decoded<'_> {
    fn tests(&self) -> u64 {
        if self.brood.way == Way::Seen { 1 } else { BROOD }
    }

    fn test(&mut self, _: u64, test: &mut Test) -> Made {
        let bytes = match self.brood.way {
            Way::Seen => self.parent.bytes.clone(),
            Way::Grafted => self.grafted(),
            Way::Varied => {
                vary(Strand::from(&self.parent), Strand::from(&self.donor), HEAD, &mut self.brood.dice)
            }
            Way::Fresh | Way::Mutated(_) => self.fresh(),
        };
        self.known.decode(&bytes, test);
        Made::Test
    }
}

impl Decoded<'_> {
    fn fresh(&mut self) -> Vec<u8> {
        let dice = &mut self.brood.dice;
        let mut bytes: Vec<u8> = (0..FRESH).map(|_| dice.below(256) as u8).collect();
        bytes[HEAD - self.group.len()..HEAD].copy_from_slice(&self.group);
        bytes
    }

    fn grafted(&mut self) -> Vec<u8> {
        let dice = &mut self.brood.dice;
        let mut layout = self.parent.clone();
        for _ in 0..GRAFTS[dice.below(GRAFTS.len())] {
            if let Some(graft) = graft(&layout, self.kin.as_ref(), dice) {
                layout = self.known.layout(&layout.bytes, Some(&graft));
            }
        }
        layout.bytes
    }
}

impl Scripts<'_> {
    /// Tests of one script.
    fn kinds(&self) -> u64 {
        if self.answers.is_empty() { self.known.tests() } else { self.answers.len() as u64 }
    }
}

impl Visit for Scripts<'_> {
    fn tests(&self) -> u64 {
        SCRIPTS * self.kinds()
    }

    fn test(&mut self, instance: u64, test: &mut Test) -> Made {
        let (script, kind) = (instance / self.kinds(), instance % self.kinds());
        let instance = self.answers.get(kind as usize).map_or(kind, |answer| answer.instance());
        match self.known.visit(self.campaign, self.visit * SCRIPTS + script) {
            Some(visit) => visit.test(instance, test),
            None => return Made::Nothing,
        }
        Made::Test
    }
}

#[cfg(test)]
mod tests {
    use strategy::Truth;
    use strategy::grammar::{Generator, Grammar};

    use super::*;

    #[test]
    fn only_the_answers_that_were_asked_for() {
        let mut plan = Plan::default();
        plan.grammar.known = vec![Answer::Unsat];
        let mut generated = Generated(Known::new(Generator::new(Grammar::new("QF_BV").unwrap())));
        let (mut makers, mut test) = (Makers::default(), Test::default());
        let mut visit = generated.visit(&mut makers, &plan, 3).unwrap();
        assert_eq!(visit.tests(), SCRIPTS);
        for instance in 0..SCRIPTS {
            assert_eq!(visit.test(instance, &mut test), Made::Test);
            assert!(matches!(test.checks[..], [ref check] if matches!(check.truth, Truth::Unsat(_))));
            // By these numbers it is made again, whatever else was left out.
            assert_eq!((test.provenance.visit, test.provenance.instance), (3 * SCRIPTS + instance, 1));
        }
    }
}
