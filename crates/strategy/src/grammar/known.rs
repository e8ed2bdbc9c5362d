//! Scripts from nothing whose answers are known.
//!
//! A generated script gets a random assignment first; then each of its assertions is evaluated, and negated where it is
//! false: nothing is wasted, and the assignment is the witness. The unsatisfiable twin has a contradiction among the same
//! assertions. The machinery is storm's, with whole assertions as fragments: what hangs on choices that solvers fix at
//! will is left out there, and what the standard leaves open is part of the witness.

use smtlib::{Command, Script};

use super::{Answer, Generator};
use crate::seed::{Seed, SeedHash};
use crate::storm::{self, Stock, Storm};
use crate::test::{Check, Provenance, Test, Truth};

/// Makes tests of generated scripts; keeps its memory from script to script.
#[derive(Debug)]
pub struct Known {
    pub(super) generator: Generator,
    pub(super) storm: Storm,
    pub(super) text: Vec<u8>,
    /// What was made last, and of which campaign's script of which number.
    stock: Option<(u64, u64, Stock)>,
    /// The script of the same number as it comes.
    open: Test,
}

/// Tests of one generated script of which something can be known: its assertions made true, a contradiction of them, some with
/// scopes, and one of which nothing is known, for targets to disagree on.
pub const TESTS: u64 = 5;

/// Scripts that are tried for one of which something is known.
const ATTEMPTS: u64 = 8;

/// Storm's bounds for whole scripts: few formulas, and few of these constructed.
pub(super) const BOUNDS: storm::Bounds = storm::Bounds {
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
        Known { generator, storm: Storm::new(), text: Vec::new(), stock: None, open: Test::default() }
    }

    /// What it generates.
    pub fn generator(&mut self) -> &mut Generator {
        &mut self.generator
    }

    /// The tests of one script: where nothing can be known, it is given as it comes.
    pub fn tests(&self) -> u64 {
        if self.generator.grammar().can_be_known() { TESTS } else { 1 }
    }

    /// Generates script number `number` of a campaign and evaluates it; nothing if of a few scripts nothing is known that could
    /// be.
    pub fn visit(&mut self, campaign: u64, number: u64) -> Option<Visit<'_>> {
        if !self.generator.grammar().can_be_known() {
            self.open(campaign, number);
            return Some(Visit { known: None, open: &self.open });
        }
        let is_made = |(of, at, _): &(u64, u64, Stock)| (*of, *at) == (campaign, number);
        if !self.stock.as_ref().is_some_and(is_made) {
            self.stock = self.stock(campaign, number).map(|stock| (campaign, number, stock));
            self.open(campaign, number);
        }
        let (_, _, stock) = self.stock.as_ref()?;
        let known = self.storm.visit(stock, &BOUNDS, number)?;
        Some(Visit { known: Some(known), open: &self.open })
    }

    /// The script as it comes, with scopes and quantifiers that nobody evaluates.
    fn open(&mut self, campaign: u64, number: u64) {
        self.text.clear();
        self.generator.script(campaign, number, &mut self.text);
        let name = format!("grammar/{}/{number}", self.generator.grammar().logic());
        let mut open = std::mem::take(&mut self.open);
        self.open_test(name, &mut open);
        let provenance = &mut open.provenance;
        (provenance.campaign, provenance.visit, provenance.instance) = (campaign, number, TESTS - 1);
        self.open = open;
    }

    /// A test of the script that was generated last, of which nothing is known.
    pub(super) fn open_test(&self, name: String, test: &mut Test) {
        test.clear();
        test.text.extend_from_slice(&self.text);
        let Ok(script) = Script::parse(&test.text) else { return };
        test.by_script = true;
        let checks = script.commands.iter().filter(|command| command.is_check());
        test.checks.extend(checks.map(|_| Check { truth: Truth::Unknown, model: false }));
        let asks = matches!(script.commands.last(), Some(Command::GetModel));
        test.checks.iter_mut().next_back().into_iter().for_each(|check| check.model = asks);
        test.provenance = Provenance {
            strategy: "grammar".into(),
            seed: name.into(),
            seed_hash: SeedHash::of(&test.text).to_string().into(),
            ..Provenance::default()
        };
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

/// A generated script, with the values of its assertions where they can be known.
#[derive(Clone, Copy, Debug)]
pub struct Visit<'v> {
    known: Option<storm::Visit<'v>>,
    open: &'v Test,
}

impl Visit<'_> {
    /// Makes test number `instance`, of [`Known::tests`]. The same numbers give the same test.
    pub fn test(&self, instance: u64, test: &mut Test) {
        match self.known {
            Some(known) if instance + 1 < TESTS => match instance {
                0 => known.whole(false, instance, test),
                1 => known.whole(true, instance, test),
                _ => known.test(instance, test),
            },
            _ => test.clone_from(self.open),
        }
    }

    /// All assertions, made true, or with a contradiction among them; false where that cannot be known.
    pub fn whole(&self, answer: Answer, test: &mut Test) -> bool {
        let known = self.known.map(|known| known.whole(answer == Answer::Unsat, answer.instance(), test));
        known.is_some()
    }
}
