//! Scripts from nothing whose answers are known.
//!
//! A generated script gets a random assignment first; then each of its assertions is evaluated, and negated where it is
//! false: nothing is wasted, and the assignment is the witness. The unsatisfiable twin has a contradiction among the same
//! assertions. The machinery is storm's, with whole assertions as fragments: what hangs on choices that solvers fix at
//! will is left out there, and what the standard leaves open is part of the witness.

use super::Generator;
use crate::seed::Seed;
use crate::storm::{self, Stock, Storm};
use crate::test::Test;

/// Makes tests of generated scripts; keeps its memory from script to script.
#[derive(Debug)]
pub struct Known {
    generator: Generator,
    storm: Storm,
    text: Vec<u8>,
    /// What was made last, and of which campaign's script of which number.
    stock: Option<(u64, u64, Stock)>,
}

/// Tests of one generated script: its assertions made true, a contradiction of them, and some with scopes.
pub const TESTS: u64 = 4;

/// Scripts that are tried for one of which something is known.
const ATTEMPTS: u64 = 8;

/// Storm's bounds for whole scripts: few formulas, and few of these constructed.
const BOUNDS: storm::Bounds = storm::Bounds {
    assertions: 8,
    small: 0,
    grown: 0,
    constructed_least: 4,
    constructed_most: 16,
    instance_bytes: 16 << 10,
    incremental: 70,
    contradictory: 40,
    models: 25,
    ..storm::Bounds::PAPER
};

impl Known {
    /// Tests of what `generator` generates.
    pub fn new(generator: Generator) -> Known {
        Known { generator, storm: Storm::new(), text: Vec::new(), stock: None }
    }

    /// What it generates.
    pub fn generator(&mut self) -> &mut Generator {
        &mut self.generator
    }

    /// Generates script number `number` of a campaign and evaluates it; nothing if of a few scripts nothing is known.
    pub fn visit(&mut self, campaign: u64, number: u64) -> Option<Visit<'_>> {
        let is_made = |(of, at, _): &(u64, u64, Stock)| (*of, *at) == (campaign, number);
        if !self.stock.as_ref().is_some_and(is_made) {
            self.stock = self.stock(campaign, number).map(|stock| (campaign, number, stock));
        }
        let (_, _, stock) = self.stock.as_ref()?;
        self.storm.visit(stock, &BOUNDS, number).map(Visit)
    }

    fn stock(&mut self, campaign: u64, number: u64) -> Option<Stock> {
        for attempt in 0..ATTEMPTS {
            self.text.clear();
            self.generator.flat_script(campaign, number, attempt, &mut self.text);
            let name = format!("grammar/{}/{number}", self.generator.grammar().logic());
            // What is generated parses; if it did not, there would be nothing to test.
            let Ok(seed) = Seed::parse(&name, &self.text) else { continue };
            let stock = Stock::whole(&seed, &BOUNDS, "grammar", campaign);
            if !stock.is_empty() {
                return Some(stock);
            }
        }
        None
    }
}

/// A generated script whose assertions have known values.
#[derive(Clone, Copy, Debug)]
pub struct Visit<'v>(storm::Visit<'v>);

impl Visit<'_> {
    /// Makes test number `instance`, of [`TESTS`]. The same numbers give the same test.
    pub fn test(&self, instance: u64, test: &mut Test) {
        match instance {
            0 => self.satisfiable(test),
            1 => self.unsatisfiable(test),
            _ => self.0.test(instance, test),
        }
    }

    /// All assertions, made true.
    pub fn satisfiable(&self, test: &mut Test) {
        self.0.whole(false, 0, test);
    }

    /// All assertions, and a contradiction among them.
    pub fn unsatisfiable(&self, test: &mut Test) {
        self.0.whole(true, 1, test);
    }
}
