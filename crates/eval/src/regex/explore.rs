//! Questions about a language as a whole: a search through the automaton, breadth first.

use std::collections::VecDeque;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::{Budget, Regex, Regexes};
use crate::text::{MAX_CODE, Text};

/// How the search came to a state: from which one and by which character.
type Arrivals = HashMap<Regex, Option<(Regex, u32)>, FxBuildHasher>;

impl Regexes {
    /// Is there no word in the language?
    pub fn is_empty(&mut self, r: Regex) -> Result<bool, Budget> {
        self.ask();
        let found = self.reach(r, |regexes, state| regexes.entry(state).inhabited)?;
        Ok(found.is_none())
    }

    /// A shortest word of the language, in printable characters where they will do.
    pub fn shortest_word(&mut self, r: Regex) -> Result<Option<Text>, Budget> {
        self.ask();
        let Some((mut state, arrivals)) = self.reach(r, |regexes, state| regexes.entry(state).nullable)?
        else {
            return Ok(None);
        };
        let mut codes = Vec::new();
        while let Some(&Some((from, code))) = arrivals.get(&state) {
            codes.push(code);
            state = from;
        }
        codes.reverse();
        Ok(Some(Text::from_checked(codes)))
    }

    /// Is every word of `small` in `large`?
    pub fn is_subset(&mut self, small: Regex, large: Regex) -> Result<bool, Budget> {
        let outside = self.diff(&[small, large]);
        self.is_empty(outside)
    }

    /// Are the languages equal?
    pub fn equal(&mut self, a: Regex, b: Regex) -> Result<bool, Budget> {
        if a == b {
            return Ok(true);
        }
        Ok(self.is_subset(a, b)? && self.is_subset(b, a)?)
    }

    /// The first state, nearest first, that is a goal.
    fn reach(
        &mut self,
        start: Regex,
        goal: fn(&Regexes, Regex) -> bool,
    ) -> Result<Option<(Regex, Arrivals)>, Budget> {
        let mut arrivals = Arrivals::default();
        arrivals.insert(start, None);
        let mut waiting = VecDeque::from([start]);
        while let Some(state) = waiting.pop_front() {
            if goal(self, state) {
                return Ok(Some((state, arrivals)));
            }
            let cuts = self.entry(state).cuts.clone();
            for class in 0..=cuts.len() {
                let low = if class == 0 { 0 } else { cuts[class - 1] };
                let high = cuts.get(class).map_or(MAX_CODE, |&next| next - 1);
                let code = readable(low, high);
                let next = self.step(state, code)?;
                if next != Regex::NONE && !arrivals.contains_key(&next) {
                    arrivals.insert(next, Some((state, code)));
                    waiting.push_back(next);
                }
            }
        }
        Ok(None)
    }
}

/// A character of the range that is easy on the eye, if it has one.
fn readable(low: u32, high: u32) -> u32 {
    let inside = |letter: &char| (low..=high).contains(&u32::from(*letter));
    ['a', 'A', '0', ' ']
        .iter()
        .find(|letter| inside(letter))
        .map_or(if low < 0x20 && high >= 0x21 { 0x21 } else { low }, |&letter| u32::from(letter))
}
