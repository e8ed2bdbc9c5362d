//! What a walk says: its texts, its tests, its statistics.

use super::Visit;
use crate::label::Label;
use crate::test::{Check, Refutation, Test, Truth};

/// Texts that are remembered to tell how many are unique.
const MOST_SEEN: usize = 1 << 22;

impl Visit<'_> {
    /// Counts a step that was taken.
    pub(super) fn note(&mut self, hash: u64, rule: usize, name: &str, rules: usize) {
        let (statistics, step) = (&mut *self.statistics, self.walk.steps.len());
        self.uses[rule] += 1;
        statistics.steps += 1;
        statistics.unique += u64::from(self.seen.len() < MOST_SEEN && self.seen.insert(hash));
        *match (self.stock.label, &self.stock.witness) {
            (Label::Sat, Some(_)) => &mut statistics.witnessed,
            (Label::Sat, None) => &mut statistics.unwitnessed,
            (Label::Unsat, _) => &mut statistics.strengthened,
        } += 1;
        match statistics.rules.get_mut(name) {
            Some(count) => *count += 1,
            None => drop(statistics.rules.insert(name.to_owned(), 1)),
        }
        if statistics.applicable.len() <= step {
            statistics.applicable.resize(step + 1, (0, 0));
        }
        let applicable = &mut statistics.applicable[step];
        *applicable = (applicable.0 + 1, applicable.1 + rules as u64);
    }

    /// Writes the script without the options before it and the questions after its check.
    pub(super) fn write(&mut self) {
        let (stock, text) = (&*self.stock, &mut self.walk.text);
        text.clear();
        let logic = if self.walk.beyond { "ALL" } else { stock.logic.0.as_str() };
        text.extend_from_slice(b"(set-logic ");
        text.extend_from_slice(logic.as_bytes());
        text.extend_from_slice(b")\n");
        text.extend_from_slice(&stock.declarations);
        for assertion in &self.walk.assertions {
            text.extend_from_slice(b"(assert ");
            text.extend_from_slice(&assertion.text);
            text.extend_from_slice(b")\n");
        }
        text.extend_from_slice(&stock.check);
    }

    /// Makes a test of the present script.
    pub(super) fn say(&mut self, test: &mut Test) {
        let stock = &*self.stock;
        let model = stock.label == Label::Sat && self.dice.chance(self.bounds.models);
        test.text.clear();
        if model {
            test.text.extend_from_slice(b"(set-option :produce-models true)\n");
        }
        test.text.extend_from_slice(&self.walk.text);
        if model {
            test.text.extend_from_slice(b"(get-model)\n");
        }
        test.checks.clear();
        let truth = match (stock.label, &stock.witness) {
            (Label::Sat, Some(witness)) => Truth::Sat(witness.clone()),
            (Label::Sat, None) => Truth::Weakened,
            (Label::Unsat, _) => Truth::Unsat(Refutation::Strengthened),
        };
        test.checks.push(Check { truth, model });
        test.provenance.clone_from(&stock.provenance);
        test.provenance.visit = self.visit;
        test.provenance.instance = self.made.saturating_sub(1);
        test.provenance.steps.clone_from(&self.walk.steps);
        test.previous.get_or_insert_default().clone_from(&self.walk.previous);
    }
}
