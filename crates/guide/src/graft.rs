//! Other bytes for one term of an input, while everything around it stays.
//!
//! A change of single bytes turns all that follows into something else as soon as a term needs more or fewer of them. What
//! is [grafted](Graft) does not: this is how trees are mutated (after Aschermann et al., *NAUTILUS: Fishing for Deep Bugs with
//! Grammars*), on the bytes that they are decoded from.

use strategy::Dice;
use strategy::grammar::{Graft, Layout, Part};

/// Bytes of a term that is drawn anew: more than most need.
const FRESH: usize = 160;
/// Bytes behind those of a term that was changed, for arguments that it did not have.
const SPARE: usize = 48;
/// Parts of which the longest is taken, for changes that are not only of leaves.
const LONGEST_OF: usize = 4;
/// How often a donor gives a term, in percent; else the parent itself does.
const FOREIGN: u32 = 60;

type Way = fn(&Layout, &Part, Option<&Layout>, &mut Dice) -> Vec<u8>;

/// How to come by other bytes, with weights.
const WAYS: &[(usize, Way)] = &[(3, redraw), (4, nudge), (5, borrow)];

/// A change of one term of `parent`, if it has any: perhaps to one of `donor`, which must be of the same group.
pub fn graft(parent: &Layout, donor: Option<&Layout>, dice: &mut Dice) -> Option<Graft> {
    let part = place(parent, dice)?;
    let mut drawn = dice.below(WAYS.iter().map(|(weight, _)| weight).sum());
    let way = WAYS.iter().find(|(weight, _)| {
        let here = drawn < *weight;
        drawn = drawn.saturating_sub(*weight);
        here
    });
    let with = way.map(|(_, way)| way(parent, part, donor, dice))?;
    Some(Graft { place: part.range.clone(), with })
}

/// A term: any, or a larger one.
fn place<'l>(layout: &'l Layout, dice: &mut Dice) -> Option<&'l Part> {
    let of = if dice.chance(50) { 1 } else { LONGEST_OF };
    let drawn = (0..of).filter_map(|_| dice.pick(&layout.parts));
    drawn.max_by_key(|part| part.range.len())
}

fn redraw(_: &Layout, _: &Part, _: Option<&Layout>, dice: &mut Dice) -> Vec<u8> {
    random(FRESH, dice)
}

/// The same bytes, but for one or two.
fn nudge(parent: &Layout, part: &Part, _: Option<&Layout>, dice: &mut Dice) -> Vec<u8> {
    let mut bytes = parent.bytes[part.range.clone()].to_vec();
    for _ in 0..dice.between(1, 2) {
        let at = dice.below(bytes.len().max(1));
        let new = dice.below(256) as u8;
        if let Some(byte) = bytes.get_mut(at) {
            *byte = if dice.chance(40) { byte.wrapping_add(new % 16).wrapping_sub(8) } else { new };
        }
    }
    bytes.extend(random(SPARE, dice));
    bytes
}

/// Another term of the same sort.
fn borrow(parent: &Layout, part: &Part, donor: Option<&Layout>, dice: &mut Dice) -> Vec<u8> {
    let from = donor.filter(|_| dice.chance(FOREIGN)).unwrap_or(parent);
    let fitting: Vec<&Part> =
        from.parts.iter().filter(|it| it.sort == part.sort && it.range != part.range).collect();
    match dice.pick(&fitting) {
        Some(other) => from.bytes[other.range.clone()].to_vec(),
        None => random(FRESH, dice),
    }
}

fn random(count: usize, dice: &mut Dice) -> Vec<u8> {
    (0..count).map(|_| dice.below(256) as u8).collect()
}

#[cfg(test)]
mod tests {
    use strategy::Test;
    use strategy::grammar::{Generator, Grammar, Known};

    use super::*;

    fn text(known: &mut Known, bytes: &[u8]) -> String {
        let mut test = Test::default();
        known.decode(bytes, &mut test);
        String::from_utf8(test.text).unwrap()
    }

    #[test]
    fn a_graft_changes_one_assertion_and_no_other() {
        let mut known = Known::new(Generator::new(Grammar::new("QF_LIA").unwrap()));
        let (mut changed, mut lines) = (0, 0);
        for number in 0..200 {
            let mut dice = Dice::new(&[number]);
            // The first kind of tests is a script as it comes.
            let bytes: Vec<u8> = [0, 0, 9].into_iter().chain(random(400, &mut dice)).collect();
            let parent = known.layout(&bytes, None);
            let before = text(&mut known, &parent.bytes);
            let Some(graft) = graft(&parent, None, &mut dice) else { continue };
            let variant = known.layout(&parent.bytes, Some(&graft));
            let after = text(&mut known, &variant.bytes);
            let asserts = |text: &str| -> Vec<String> {
                text.lines().filter(|line| line.starts_with("(assert")).map(str::to_owned).collect()
            };
            let (before, after) = (asserts(&before), asserts(&after));
            assert_eq!(before.len(), after.len());
            changed += before.iter().zip(&after).filter(|(one, other)| one != other).count();
            lines += before.len();
        }
        // A symbol that is declared elsewhere gets another number at times.
        assert!(changed > 60 && lines > 3 * changed, "{changed} of {lines}");
    }

    #[test]
    fn terms_of_a_donor_are_taken_over_as_they_are() {
        let part = |range, sort| Part { range, sort };
        let parent = Layout {
            bytes: vec![1; 8],
            cuts: vec![],
            parts: vec![part(3..8, 0), part(4..6, 1), part(6..8, 1)],
        };
        let donor = Layout { bytes: vec![2; 9], cuts: vec![], parts: vec![part(3..9, 1)] };
        let made: Vec<Graft> =
            (0..200).filter_map(|number| graft(&parent, Some(&donor), &mut Dice::new(&[number]))).collect();
        assert!(made.iter().any(|it| it.with == [2; 6] && it.place != (3..8)));
        assert!(made.iter().all(|it| it.with != [2; 6] || it.place != (3..8)));
        assert!(graft(&Layout::default(), None, &mut Dice::new(&[1])).is_none());
    }
}
