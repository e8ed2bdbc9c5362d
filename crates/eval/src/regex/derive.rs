//! Derivatives: the automaton's transitions, found on demand and kept.

use super::node::{Node, Step};
use super::{Budget, Regex, Regexes};

/// What new work costs in relation to following a transition again: it may take memory, not only time.
const NEW_WORK: u64 = 16;

impl Regexes {
    /// Starts a question with full fuel.
    pub(super) fn ask(&mut self) {
        self.left = self.fuel;
        self.question = self.question.checked_add(1).unwrap_or_else(|| {
            self.entries.iter_mut().for_each(|entry| entry.steps.clear());
            1
        });
    }

    /// The class of a character in the partition of the alphabet at `r`.
    pub(super) fn class(&self, r: Regex, code: u32) -> usize {
        self.entry(r).cuts.partition_point(|&cut| cut <= code)
    }

    /// The language of what may follow `code` in words of `r`, paid for from the question's fuel.
    pub(super) fn step(&mut self, r: Regex, code: u32) -> Result<Regex, Budget> {
        self.charge(1)?;
        if let Some(target) = self.simple(r, code) {
            return Ok(target);
        }
        let class = self.class(r, code);
        if self.transition(r, class).question != self.question {
            self.charge(NEW_WORK * u64::from(self.entry(r).cost))?;
            let question = self.question;
            self.transition(r, class).question = question;
        }
        Ok(self.derivative(r, code))
    }

    fn charge(&mut self, cost: u64) -> Result<(), Budget> {
        self.left = self.left.checked_sub(cost).ok_or(Budget::States)?;
        Ok(())
    }

    /// The derivatives that need no operand's.
    fn simple(&self, r: Regex, code: u32) -> Option<Regex> {
        match self.node(r) {
            Node::None | Node::Epsilon => Some(Regex::NONE),
            Node::Set(set) => Some(if set.contains(code) { Regex::EPSILON } else { Regex::NONE }),
            _ if r == Regex::ALL => Some(Regex::ALL),
            _ => None,
        }
    }

    fn transition(&mut self, r: Regex, class: usize) -> &mut Step {
        let entry = &mut self.entries[r.0 as usize];
        if entry.steps.is_empty() {
            entry.steps = vec![Step { target: None, question: 0 }; entry.cuts.len() + 1];
        }
        &mut entry.steps[class]
    }

    fn known(&self, r: Regex, code: u32) -> Option<Regex> {
        self.simple(r, code).or_else(|| self.entry(r).steps.get(self.class(r, code))?.target)
    }

    /// Operands first, with a stack of our own: scripts nest deeper than the machine's stack.
    fn derivative(&mut self, root: Regex, code: u32) -> Regex {
        let mut pending = vec![root];
        loop {
            let Some(&r) = pending.last() else { return Regex::NONE };
            if let Some(target) = self.known(r, code) {
                pending.pop();
                if pending.is_empty() {
                    return target;
                }
                continue;
            }
            let before = pending.len();
            let operands = self.read_by_derivative(self.node(r));
            pending.extend(operands.iter().filter(|&&operand| self.known(operand, code).is_none()));
            if pending.len() == before {
                let target = self.combine(r, code);
                let class = self.class(r, code);
                self.transition(r, class).target = Some(target);
            }
        }
    }

    /// The derivative from those of the operands, all known by now.
    fn combine(&mut self, r: Regex, code: u32) -> Regex {
        let by = |regexes: &Regexes, operand: Regex| regexes.known(operand, code).unwrap_or(Regex::NONE);
        match self.node(r).clone() {
            Node::None | Node::Epsilon | Node::Set(_) => by(self, r),
            Node::Concat(head, tail) => {
                let through = self.pair(by(self, head), tail);
                if !self.entry(head).nullable {
                    return through;
                }
                self.union(&[through, by(self, tail)])
            }
            Node::Union(parts) => {
                let parts: Vec<Regex> = parts.iter().map(|&part| by(self, part)).collect();
                self.union(&parts)
            }
            Node::Inter(parts) => {
                let parts: Vec<Regex> = parts.iter().map(|&part| by(self, part)).collect();
                self.inter(&parts)
            }
            Node::Star(inner) => self.pair(by(self, inner), r),
            Node::Comp(inner) => self.comp(by(self, inner)),
            // Holds for nullable operands too, whose lower bound is 0 by construction.
            Node::Loop(inner, low, high) => {
                let rest = self.repeat(inner, low.saturating_sub(1), high.map(|high| high.saturating_sub(1)));
                self.pair(by(self, inner), rest)
            }
        }
    }
}
