//! Membership, and the string functions that look for a match. The theory's match is the *shortest leftmost* one.

use dashu_int::IBig;

use super::{Budget, Regex, Regexes};
use crate::text::{Text, position, sequence};

/// Which matches count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Matches {
    Any,
    NonEmpty,
}

impl Regexes {
    /// `str.in_re`.
    pub fn in_re(&mut self, word: &Text, r: Regex) -> Result<bool, Budget> {
        self.ask();
        let mut state = r;
        for &code in word.codes() {
            // Languages nothing leads out of.
            if state == Regex::NONE || state == Regex::ALL {
                break;
            }
            state = self.step(state, code)?;
        }
        Ok(self.is_nullable(state))
    }

    /// `(str.replace_re word r new)`: the shortest leftmost match, which may be empty, replaced.
    pub fn replace_re(&mut self, word: &Text, r: Regex, new: &Text) -> Result<Text, Budget> {
        self.ask();
        let codes = word.codes();
        let Some((start, end)) = self.shortest_leftmost(codes, r, Matches::Any)? else {
            return Ok(word.clone());
        };
        let parts = [&codes[..start], new.codes(), &codes[end..]];
        Ok(Text::from_checked(sequence::concat(parts.into_iter())?))
    }

    /// `(str.replace_re_all word r new)`: shortest leftmost non-empty matches replaced, from left to right.
    pub fn replace_re_all(&mut self, word: &Text, r: Regex, new: &Text) -> Result<Text, Budget> {
        self.ask();
        let mut parts = Vec::new();
        let mut rest = word.codes();
        while let Some((start, end)) = self.shortest_leftmost(rest, r, Matches::NonEmpty)? {
            parts.extend([&rest[..start], new.codes()]);
            rest = &rest[end..];
        }
        parts.push(rest);
        Ok(Text::from_checked(sequence::concat(parts.into_iter())?))
    }

    /// cvc5's `(str.indexof_re word r start)`: where the first match at or after `start` begins, which may be
    /// empty; -1 without one or when `start` is outside `0..=|word|`.
    pub fn indexof_re(&mut self, word: &Text, r: Regex, start: &IBig) -> Result<IBig, Budget> {
        self.ask();
        let Some(start) = usize::try_from(start).ok().filter(|&start| start <= word.len()) else {
            return Ok(position(None));
        };
        let found = self.shortest_leftmost(&word.codes()[start..], r, Matches::Any)?;
        Ok(position(found.map(|(offset, _)| start + offset)))
    }

    /// Where the match begins and ends.
    fn shortest_leftmost(
        &mut self,
        codes: &[u32],
        r: Regex,
        matches: Matches,
    ) -> Result<Option<(usize, usize)>, Budget> {
        for start in 0..=codes.len() {
            if matches == Matches::Any && self.is_nullable(r) {
                return Ok(Some((start, start)));
            }
            let mut state = r;
            for (offset, &code) in codes[start..].iter().enumerate() {
                state = self.step(state, code)?;
                if state == Regex::NONE {
                    break;
                }
                if self.is_nullable(state) {
                    return Ok(Some((start, start + offset + 1)));
                }
            }
        }
        Ok(None)
    }
}
