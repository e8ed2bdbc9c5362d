//! Where the generator's decisions come from: dice, or a byte string that some other engine mutates.

use std::ops::Range;

use crate::dice::Dice;

/// A source of decisions. Number 0 is always the smallest choice: the generator orders its alternatives so.
pub trait Choices {
    /// A number below `bound`, which is not zero.
    fn below(&mut self, bound: usize) -> usize;

    /// Notes that an assertion begins here.
    fn mark(&mut self) {}

    /// Notes that a term of this sort begins here.
    fn enter(&mut self, _sort: usize) {}

    /// Notes that the term that was entered last is complete.
    fn leave(&mut self) {}

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

/// As few bytes as a choice needs, so that one byte is mostly one decision.
fn bytes_for(bound: usize) -> usize {
    if bound <= 1 << 8 { 1 } else { 2 }
}

fn number(bytes: &[u8]) -> usize {
    bytes.iter().fold(0, |number, &byte| number << 8 | usize::from(byte))
}

impl Choices for Bytes<'_> {
    fn below(&mut self, bound: usize) -> usize {
        let (taken, rest) = self.0.split_at(bytes_for(bound).min(self.0.len()));
        self.0 = rest;
        number(taken) % bound
    }
}

/// The bytes of a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Where they are.
    pub range: Range<usize>,
    /// The term's sort, by its number in the group.
    pub sort: usize,
}

/// Other bytes in the place of a term's. Whatever they mean, all that follows means what it did: bytes that the new term does
/// not need are dropped, and those that it lacks are zeros.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graft {
    /// The bytes of the term that is replaced.
    pub place: Range<usize>,
    /// The bytes in its place.
    pub with: Vec<u8>,
}

/// What some bytes are made of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// The bytes, as far as they were read.
    pub bytes: Vec<u8>,
    /// Where assertions begin, in order.
    pub cuts: Vec<usize>,
    /// The terms, each before its arguments.
    pub parts: Vec<Part>,
}

/// Bytes that are read with an account of what they were for.
#[derive(Clone, Debug)]
pub(super) struct Tape<'b> {
    bytes: &'b [u8],
    at: usize,
    graft: Option<&'b Graft>,
    /// While a graft is read: its bytes that are left, and how many terms were open when it began.
    grafted: Option<(&'b [u8], usize)>,
    /// The parts that are not complete.
    open: Vec<usize>,
    layout: Layout,
}

impl<'b> Tape<'b> {
    /// A tape that is read from `at` on: what stands before is a part of the layout, and means nothing here.
    pub(super) fn new(bytes: &'b [u8], at: usize, graft: Option<&'b Graft>) -> Tape<'b> {
        let at = at.min(bytes.len());
        let layout = Layout { bytes: bytes[..at].to_vec(), ..Layout::default() };
        Tape { bytes, at, graft, grafted: None, open: Vec::new(), layout }
    }

    /// What was read.
    pub(super) fn layout(self) -> Layout {
        self.layout
    }
}

impl Choices for Tape<'_> {
    fn below(&mut self, bound: usize) -> usize {
        let wanted = bytes_for(bound);
        let mut taken = [0; 2];
        let taken = match &mut self.grafted {
            Some((rest, _)) => {
                let (now, later) = rest.split_at(wanted.min(rest.len()));
                taken[..now.len()].copy_from_slice(now);
                *rest = later;
                &taken[..wanted]
            }
            None => {
                let end = (self.at + wanted).min(self.bytes.len());
                let now = &self.bytes[self.at..end];
                self.at = end;
                now
            }
        };
        self.layout.bytes.extend_from_slice(taken);
        number(taken) % bound
    }

    fn mark(&mut self) {
        self.layout.cuts.push(self.layout.bytes.len());
    }

    fn enter(&mut self, sort: usize) {
        if let Some(graft) = self.graft.take_if(|graft| graft.place.start == self.at)
            && self.grafted.is_none()
        {
            self.grafted = Some((&graft.with, self.open.len()));
            self.at = graft.place.end.clamp(self.at, self.bytes.len());
        }
        self.open.push(self.layout.parts.len());
        let start = self.layout.bytes.len();
        self.layout.parts.push(Part { range: start..start, sort });
    }

    fn leave(&mut self) {
        if let Some(part) = self.open.pop() {
            self.layout.parts[part].range.end = self.layout.bytes.len();
        }
        if self.grafted.is_some_and(|(_, depth)| depth == self.open.len()) {
            self.grafted = None;
        }
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
    fn a_tape_knows_what_was_read_for_what() {
        let mut tape = Tape::new(&[9, 7, 1, 2, 3], 1, None);
        tape.mark();
        assert_eq!(tape.below(5), 2);
        tape.mark();
        tape.enter(6);
        assert_eq!(tape.below(1000), 258);
        tape.leave();
        let _ = [tape.below(9), tape.below(9), tape.below(9)];
        let layout = tape.layout();
        assert_eq!((&layout.bytes[..], &layout.cuts[..]), (&[9, 7, 1, 2, 3][..], &[1, 2][..]));
        assert_eq!(layout.parts, [Part { range: 2..4, sort: 6 }]);
    }

    #[test]
    fn a_graft_changes_nothing_behind_it() {
        // A term of two arguments, the first of which is to be another one.
        let read = |with: &[u8], wanted: usize| {
            let graft = Graft { place: 1..3, with: with.to_vec() };
            let mut tape = Tape::new(&[1, 2, 3, 4], 0, Some(&graft));
            tape.enter(0);
            tape.below(256);
            tape.enter(1);
            for _ in 0..wanted {
                tape.below(256);
            }
            tape.leave();
            tape.enter(1);
            assert_eq!(tape.below(256), 4);
            tape.leave();
            tape.leave();
            tape.layout().bytes
        };
        assert_eq!(read(&[8, 9], 2), [1, 8, 9, 4]);
        assert_eq!(read(&[8, 9, 10], 1), [1, 8, 4]);
        assert_eq!(read(&[8], 3), [1, 8, 0, 0, 4]);
    }
}
