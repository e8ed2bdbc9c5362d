//! Several tests of a visit in one script, on three of four visits: a solver begins anew less often, and its incremental side is
//! seen too.

use strategy::walk::Made;
use strategy::{Test, join};

use super::{Makers, Material, Visit};
use crate::plan::Plan;

/// One visit of so many is of tests alone: a solver simplifies more where there are no scopes.
const ALONE: u64 = 4;

/// What another strategy has taken.
pub struct Together {
    pub material: Box<dyn Material>,
    /// Tells the seeds whose first visit is together from the others.
    pub number: u64,
}

/// A visit by another strategy.
struct Joined<'v> {
    visit: Box<dyn Visit + 'v>,
    /// How many tests make one.
    count: u64,
    parts: Vec<Test>,
}

impl Material for Together {
    fn bytes(&self) -> usize {
        self.material.bytes()
    }

    fn fragments(&self) -> (usize, usize) {
        self.material.fragments()
    }

    fn visit<'v>(
        &'v mut self,
        makers: &'v mut Makers,
        plan: &'v Plan,
        visit: u64,
    ) -> Option<Box<dyn Visit + 'v>> {
        let alone = visit.wrapping_add(self.number).is_multiple_of(ALONE);
        let visit = self.material.visit(makers, plan, visit)?;
        // Storm has its own ways with scopes, and its own with findings.
        if alone || visit.storm().is_some() {
            return Some(visit);
        }
        Some(Box::new(Joined { visit, count: plan.together, parts: Vec::new() }))
    }
}

impl Visit for Joined<'_> {
    fn tests(&self) -> u64 {
        self.visit.tests().div_ceil(self.count)
    }

    fn test(&mut self, instance: u64, test: &mut Test) -> Made {
        self.parts.clear();
        let first = instance * self.count;
        for number in first..(first + self.count).min(self.visit.tests()) {
            match self.visit.test(number, test) {
                Made::Test => self.parts.push(test.clone()),
                Made::Nothing => break,
                // A bug of ours is to be seen alone.
                flaw => return flaw,
            }
        }
        match self.parts.as_slice() {
            [] => return Made::Nothing,
            [one] => test.clone_from(one),
            [one, ..] if !join(&self.parts, test) => test.clone_from(one),
            _ => {}
        }
        Made::Test
    }
}
