//! Where the generator's decisions come from: dice, or a byte string that some other engine mutates.

use crate::dice::Dice;

/// A source of decisions. Number 0 is always the smallest choice: the generator orders its alternatives so.
pub trait Choices {
    /// A number below `bound`, which is not zero.
    fn below(&mut self, bound: usize) -> usize;

    /// Notes that a part of the script begins here.
    fn mark(&mut self) {}

    /// A number from `low` to `high`, both included.
    fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high.saturating_sub(low) + 1)
    }

    /// True in `percent` of 100 cases; number 0 says no.
    fn chance(&mut self, percent: u32) -> bool {
        self.below(100) + percent as usize >= 100
    }
}

impl Choices for Dice {
    fn below(&mut self, bound: usize) -> usize {
        Dice::below(self, bound)
    }
}

/// Decisions decoded from bytes: any bytes mean some script, and near bytes near scripts. When they end, the smallest
/// choice is taken each time, so that a prefix of a string means a smaller script.
#[derive(Clone, Copy, Debug)]
pub struct Bytes<'b>(pub &'b [u8]);

impl Choices for Bytes<'_> {
    fn below(&mut self, bound: usize) -> usize {
        // As few bytes as the choice needs, so that one byte is mostly one decision.
        let wanted = if bound <= 1 << 8 { 1 } else { 2 };
        let (taken, rest) = self.0.split_at(wanted.min(self.0.len()));
        self.0 = rest;
        taken.iter().fold(0, |number, &byte| number << 8 | usize::from(byte)) % bound
    }
}

/// Bytes that remember how far they were read, and where parts of the script begin.
#[derive(Clone, Debug)]
pub(super) struct Tape<'b> {
    rest: Bytes<'b>,
    length: usize,
    /// Where parts begin.
    pub(super) cuts: Vec<usize>,
}

impl<'b> Tape<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> Tape<'b> {
        Tape { rest: Bytes(bytes), length: bytes.len(), cuts: Vec::new() }
    }

    /// How many bytes were read.
    pub(super) fn used(&self) -> usize {
        self.length - self.rest.0.len()
    }
}

impl Choices for Tape<'_> {
    fn below(&mut self, bound: usize) -> usize {
        self.rest.below(bound)
    }

    fn mark(&mut self) {
        self.cuts.push(self.used());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_end_mean_the_smallest_choice() {
        let mut bytes = Bytes(&[7, 1, 2]);
        assert_eq!([bytes.below(5), bytes.below(1000), bytes.below(9)], [2, 258, 0]);
        assert!(!bytes.chance(99) && bytes.chance(100));
        assert_eq!(bytes.between(3, 9), 3);
    }

    #[test]
    fn a_tape_knows_how_far_it_was_read() {
        let mut tape = Tape::new(&[7, 1, 2, 3]);
        tape.mark();
        assert_eq!(tape.below(5), 2);
        tape.mark();
        assert_eq!((tape.below(1000), tape.used(), &tape.cuts[..]), (258, 3, &[0, 1][..]));
        let _ = [tape.below(9), tape.below(9), tape.below(9)];
        assert_eq!(tape.used(), 4);
    }
}
