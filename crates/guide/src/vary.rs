//! Changing the bytes that generation decodes.
//!
//! Any bytes mean a valid script, and near bytes near scripts, so that nothing is known here of what they mean but where
//! [parts](Strand::cuts) of it begin. First perhaps one change of whole parts, of its own or of another strand, then a few
//! of single bytes and blocks, as AFL's havoc does.

#![allow(clippy::ptr_arg, reason = "the rows of a table have one type, and some of them grow the bytes")]

use strategy::Dice;
use strategy::grammar::Layout;

/// Longer inputs are cut: what they mean is too slow to be worth it.
const LONGEST: usize = 8 << 10;
/// Bytes that are written or moved at a time, at most.
const BLOCK: usize = 24;
/// Random bytes in place of a tail.
const TAIL: usize = 192;
/// The first bytes of the body decide most: how many parts there are, whether there are scopes.
const EARLY: usize = 4;

/// An input and what is known of its structure.
#[derive(Clone, Copy, Debug)]
pub struct Strand<'s> {
    /// The bytes.
    pub bytes: &'s [u8],
    /// Where parts begin, in order.
    pub cuts: &'s [usize],
}

impl<'s> From<&'s Layout> for Strand<'s> {
    fn from(layout: &'s Layout) -> Self {
        Strand { bytes: &layout.bytes, cuts: &layout.cuts }
    }
}

/// Mostly few: a change early on turns all that follows into something else.
const CHANGES_AT_ONCE: &[usize] = &[1, 1, 1, 2, 2, 4, 8];

type Change = fn(&mut Vec<u8>, usize, &mut Dice);
type PartChange = fn(&mut Vec<u8>, Strand<'_>, Strand<'_>, &mut Dice);

/// What is done to bytes, with its weight.
const CHANGES: &[(usize, Change)] = &[
    (6, set_byte),
    (2, set_early),
    (3, step_byte),
    (2, flip_bit),
    (3, delete_block),
    (3, insert_block),
    (3, repeat_block),
    (2, copy_block),
    (2, redraw_tail),
    (2, extend),
    (1, cut_tail),
];

/// What is done to whole parts, with its weight.
const PART_CHANGES: &[(usize, PartChange)] =
    &[(2, drop_part), (3, repeat_part), (2, swap_parts), (5, take_part), (3, cross)];

/// A variant of `parent`, with parts of `donor`. The first `head` bytes say how the others are to be read: they are
/// changed seldom.
pub fn vary(parent: Strand<'_>, donor: Strand<'_>, head: usize, dice: &mut Dice) -> Vec<u8> {
    let mut bytes = parent.bytes.to_vec();
    bytes.resize(bytes.len().max(head + 1), 0);
    if dice.chance(35)
        && let Some(change) = draw(PART_CHANGES, dice)
    {
        change(&mut bytes, parent, donor, dice);
    }
    bytes.resize(bytes.len().max(head + 1), 0);
    for _ in 0..CHANGES_AT_ONCE[dice.below(CHANGES_AT_ONCE.len())] {
        if let Some(change) = draw(CHANGES, dice) {
            change(&mut bytes, head, dice);
        }
    }
    if head > 0 && dice.chance(12) {
        let at = dice.below(head);
        bytes[at] = dice.below(256) as u8;
    }
    bytes.truncate(LONGEST);
    bytes
}

fn draw<T: Copy>(table: &[(usize, T)], dice: &mut Dice) -> Option<T> {
    let mut drawn = dice.below(table.iter().map(|(weight, _)| weight).sum());
    for &(weight, item) in table {
        if drawn < weight {
            return Some(item);
        }
        drawn -= weight;
    }
    None
}

/// A place behind the head.
fn place(bytes: &[u8], head: usize, dice: &mut Dice) -> usize {
    head + dice.below(bytes.len().saturating_sub(head).max(1))
}

/// A block behind the head that begins at a place.
fn block(bytes: &[u8], from: usize, dice: &mut Dice) -> std::ops::Range<usize> {
    from..(from + dice.between(1, BLOCK)).min(bytes.len())
}

fn set_byte(bytes: &mut Vec<u8>, head: usize, dice: &mut Dice) {
    let at = place(bytes, head, dice);
    if let Some(byte) = bytes.get_mut(at) {
        *byte = dice.below(256) as u8;
    }
}

fn set_early(bytes: &mut Vec<u8>, head: usize, dice: &mut Dice) {
    if let Some(byte) = bytes.get_mut(head + dice.below(EARLY)) {
        *byte = dice.below(256) as u8;
    }
}

fn step_byte(bytes: &mut Vec<u8>, head: usize, dice: &mut Dice) {
    let (at, up) = (place(bytes, head, dice), dice.chance(50));
    let by = dice.between(1, 8) as u8;
    if let Some(byte) = bytes.get_mut(at) {
        *byte = if up { byte.wrapping_add(by) } else { byte.wrapping_sub(by) };
    }
}

fn flip_bit(bytes: &mut Vec<u8>, head: usize, dice: &mut Dice) {
    let at = place(bytes, head, dice);
    if let Some(byte) = bytes.get_mut(at) {
        *byte ^= 1 << dice.below(8);
    }
}

fn delete_block(bytes: &mut Vec<u8>, head: usize, dice: &mut Dice) {
    let from = place(bytes, head, dice);
    let block = block(bytes, from.min(bytes.len()), dice);
    bytes.drain(block);
}

fn insert_block(bytes: &mut Vec<u8>, head: usize, dice: &mut Dice) {
    // Behind the last byte, too.
    let at = (head + dice.below(bytes.len().saturating_sub(head) + 1)).min(bytes.len());
    let new: Vec<u8> = (0..dice.between(1, BLOCK)).map(|_| dice.below(256) as u8).collect();
    bytes.splice(at..at, new);
}

fn repeat_block(bytes: &mut Vec<u8>, head: usize, dice: &mut Dice) {
    let from = place(bytes, head, dice).min(bytes.len());
    let block = block(bytes, from, dice);
    let copy = bytes[block.clone()].to_vec();
    bytes.splice(block.end..block.end, copy);
}

fn copy_block(bytes: &mut Vec<u8>, head: usize, dice: &mut Dice) {
    let (from, to) = (place(bytes, head, dice).min(bytes.len()), place(bytes, head, dice).min(bytes.len()));
    let copy = bytes[block(bytes, from, dice)].to_vec();
    let end = (to + copy.len()).min(bytes.len());
    bytes[to..end].copy_from_slice(&copy[..end - to]);
}

fn redraw_tail(bytes: &mut Vec<u8>, head: usize, dice: &mut Dice) {
    bytes.truncate(place(bytes, head, dice));
    let new = (0..dice.between(1, TAIL)).map(|_| dice.below(256) as u8);
    bytes.extend(new);
}

fn extend(bytes: &mut Vec<u8>, _: usize, dice: &mut Dice) {
    let new = (0..dice.between(1, BLOCK)).map(|_| dice.below(256) as u8);
    bytes.extend(new);
}

fn cut_tail(bytes: &mut Vec<u8>, head: usize, dice: &mut Dice) {
    let at = place(bytes, head, dice);
    bytes.truncate(at.max(head + 1));
}

/// A part of a strand, if it has any.
fn part(strand: Strand<'_>, dice: &mut Dice) -> Option<std::ops::Range<usize>> {
    let length = strand.bytes.len();
    let cuts: Vec<usize> = strand.cuts.iter().copied().filter(|&cut| cut < length).collect();
    if cuts.is_empty() {
        return None;
    }
    let at = dice.below(cuts.len());
    Some(cuts[at]..cuts.get(at + 1).copied().unwrap_or(length).max(cuts[at]))
}

fn drop_part(bytes: &mut Vec<u8>, parent: Strand<'_>, _: Strand<'_>, dice: &mut Dice) {
    if let Some(part) = part(parent, dice) {
        bytes.drain(part);
    }
}

fn repeat_part(bytes: &mut Vec<u8>, parent: Strand<'_>, _: Strand<'_>, dice: &mut Dice) {
    take_part(bytes, parent, parent, dice);
}

fn swap_parts(bytes: &mut Vec<u8>, parent: Strand<'_>, _: Strand<'_>, dice: &mut Dice) {
    let (Some(one), Some(other)) = (part(parent, dice), part(parent, dice)) else { return };
    let (first, second) = if one.start <= other.start { (one, other) } else { (other, one) };
    if first.end <= second.start {
        let bytes_of = |range: std::ops::Range<usize>| &parent.bytes[range];
        let (a, b) = (bytes_of(first.clone()), bytes_of(second.clone()));
        let between = bytes_of(first.end..second.start);
        bytes.splice(first.start..second.end, [b, between, a].concat());
    }
}

/// A part of the donor before a part of the parent, or in its place.
fn take_part(bytes: &mut Vec<u8>, parent: Strand<'_>, donor: Strand<'_>, dice: &mut Dice) {
    let (Some(to), Some(from)) = (part(parent, dice), part(donor, dice)) else { return };
    let end = if dice.chance(50) { to.start } else { to.end };
    bytes.splice(to.start..end, donor.bytes[from].iter().copied());
}

/// The parent up to a part, the donor from a part on.
fn cross(bytes: &mut Vec<u8>, parent: Strand<'_>, donor: Strand<'_>, dice: &mut Dice) {
    let (Some(to), Some(from)) = (part(parent, dice), part(donor, dice)) else { return };
    bytes.truncate(to.start);
    bytes.extend_from_slice(&donor.bytes[from.start..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: usize = 3;

    fn made(parent: Strand<'_>, donor: Strand<'_>, count: u64) -> Vec<Vec<u8>> {
        (0..count).map(|number| vary(parent, donor, HEAD, &mut Dice::new(&[number]))).collect()
    }

    #[test]
    fn variants_are_near_and_the_head_mostly_stays() {
        let bytes: Vec<u8> = (0..200).collect();
        let parent = Strand { bytes: &bytes, cuts: &[5, 60, 130] };
        let variants = made(parent, parent, 500);
        let same = |variant: &Vec<u8>| variant.iter().zip(&bytes).take_while(|(a, b)| a == b).count();
        assert!(variants.iter().filter(|it| it[..HEAD] == bytes[..HEAD]).count() > 400);
        assert!(variants.iter().filter(|it| same(it) > 20).count() > 200);
        assert!(variants.iter().filter(|it| **it != bytes).count() > 480);
        let lengths: Vec<usize> = variants.iter().map(Vec::len).collect();
        assert!(lengths.iter().any(|&it| it > 240) && lengths.iter().any(|&it| it < 150));
    }

    #[test]
    fn parts_of_another_are_taken_over_whole() {
        let (bytes, other) = ([1; 60], [2; 60]);
        let parent = Strand { bytes: &bytes, cuts: &[10, 30] };
        let donor = Strand { bytes: &other, cuts: &[20, 45] };
        let has = |variant: &[u8]| variant.windows(15).any(|it| it == [2; 15]);
        let with = made(parent, donor, 400).iter().filter(|it| has(it)).count();
        assert!((30..250).contains(&with), "{with}");
        assert!(!made(parent, parent, 400).iter().any(|it| has(it)));
    }

    #[test]
    fn no_input_is_too_small_or_strange() {
        let shapes: [(&[u8], &[usize]); 5] =
            [(&[], &[]), (&[1], &[0, 7]), (&[1, 2, 3], &[3]), (&[9; 5], &[4, 4, 5]), (&[9; 9000], &[8999])];
        for (bytes, cuts) in shapes {
            for (others, other_cuts) in shapes {
                let (parent, donor) = (Strand { bytes, cuts }, Strand { bytes: others, cuts: other_cuts });
                for variant in made(parent, donor, 200) {
                    assert!((HEAD..=LONGEST).contains(&variant.len()));
                }
            }
        }
    }

    #[test]
    fn the_same_dice_give_the_same_variant() {
        let parent = Strand { bytes: &[5; 50], cuts: &[10] };
        assert_eq!(made(parent, parent, 20), made(parent, parent, 20));
    }
}
