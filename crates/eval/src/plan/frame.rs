//! The values of a plan's steps under one assignment.

use rustc_hash::FxHashMap;

use super::step::{Input, Kind, Place, Plan, Step};
use crate::bitvec::BitVec;
use crate::unknown::{Eval, Unknown};
use crate::value::Value;

/// One slot for each step.
pub(super) struct Frame {
    pub(super) words: Vec<u64>,
    pub(super) values: Vec<Value>,
    /// Whether a slot's value is unknown; its reason is in `reasons`.
    pub(super) unknown: Vec<bool>,
    pub(super) reasons: FxHashMap<u32, Unknown>,
    /// Frames of the children, kept for the next run.
    pub(super) children: FxHashMap<u32, Box<Frame>>,
    /// Which slots are computed, where a plan runs lazily.
    pub(super) done: Vec<bool>,
}

impl Frame {
    pub(super) fn new(plan: &Plan) -> Frame {
        let count = plan.steps.len();
        let values = if plan.steps.iter().any(|s| s.place == Place::Value) { count } else { 0 };
        let mut frame = Frame {
            words: vec![0; count],
            values: vec![Value::Bool(false); values],
            unknown: vec![false; count],
            reasons: FxHashMap::default(),
            children: FxHashMap::default(),
            done: Vec::new(),
        };
        for (slot, value) in &plan.constants {
            frame.store(*slot, plan.steps[*slot as usize].place, value.clone());
        }
        frame
    }

    /// Puts a value into a slot.
    #[inline]
    pub(super) fn store(&mut self, slot: u32, place: Place, value: Value) {
        let i = slot as usize;
        match (place, value) {
            (Place::Truth, Value::Bool(truth)) => self.words[i] = u64::from(truth),
            (Place::Word(_), Value::BitVec(word)) => self.words[i] = word.as_word().unwrap_or_default(),
            (Place::Value, value) => self.values[i] = value,
            // A value of another sort than the term's: only an ill-typed model can bring it.
            (_, _) => return self.store_unknown(slot, Unknown::Opaque("a value of another sort".into())),
        }
        self.clear_unknown(i);
    }

    #[inline]
    pub(super) fn clear_unknown(&mut self, i: usize) {
        if self.unknown[i] {
            self.unknown[i] = false;
            self.reasons.remove(&(i as u32));
        }
    }

    #[cold]
    pub(super) fn store_unknown(&mut self, slot: u32, reason: Unknown) {
        self.unknown[slot as usize] = true;
        self.reasons.insert(slot, reason);
    }

    pub(super) fn store_result(&mut self, slot: u32, place: Place, result: Eval) {
        match result {
            Ok(value) => self.store(slot, place, value),
            Err(reason) => self.store_unknown(slot, reason),
        }
    }

    /// Gives an input its value; an input that the plan does not read is no matter.
    pub(super) fn set_input(&mut self, plan: &Plan, input: Input, value: Eval) {
        if let Some(&slot) = plan.inputs.get(&input) {
            debug_assert!(matches!(plan.steps[slot as usize].kind, Kind::Input(_)));
            self.store_result(slot, plan.steps[slot as usize].place, value);
        }
    }

    /// The value in a slot.
    pub(super) fn value(&self, plan: &Plan, slot: u32) -> Eval {
        match self.reasons.get(&slot) {
            Some(reason) if self.unknown[slot as usize] => Err(reason.clone()),
            _ => Ok(self.known_value(&plan.steps[slot as usize], slot)),
        }
    }

    /// The value in a slot that is known.
    #[inline]
    pub(super) fn known_value(&self, step: &Step, slot: u32) -> Value {
        let i = slot as usize;
        match step.place {
            Place::Truth => Value::Bool(self.words[i] != 0),
            Place::Word(width) => Value::BitVec(BitVec::from_u64(width, self.words[i])),
            Place::Value => self.values[i].clone(),
        }
    }

    /// The reason of the first unknown slot among these.
    pub(super) fn reason(&self, slots: &[u32]) -> Unknown {
        let found =
            slots.iter().find_map(|slot| self.reasons.get(slot).filter(|_| self.unknown[*slot as usize]));
        found.cloned().unwrap_or(Unknown::HigherOrder)
    }
}
