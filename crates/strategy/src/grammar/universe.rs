//! Which sorts the scripts of a group have.

use smtlib::Features;

use super::Constructs;
use super::choices::Choices;
use super::datatypes::Datatypes;
use super::sorts::{Kind, Sort, Sorts};

/// The sorts of a group, and what is needed to declare them.
#[derive(Clone, Debug)]
pub(super) struct Universe {
    pub(super) sorts: Sorts,
    pub(super) datatypes: Datatypes,
    /// What the scripts of the group use of their logic.
    pub(super) features: Features,
}

/// Widths where solvers change their ways: single bits, odd ones, machine words and their neighbours.
const WIDTHS: &[u32] = &[8, 4, 1, 2, 3, 5, 6, 7, 12, 16, 24, 31, 32, 33, 64, 65];
/// The formats that every solver has.
const USUAL_FORMATS: &[(u32, u32)] = &[(8, 24), (8, 24), (11, 53)];
const HALF_FORMATS: &[(u32, u32)] = &[(5, 11), (5, 11), (15, 113)];
/// Small ones, on which solvers are fast.
const OTHER_FORMATS: &[(u32, u32)] = &[(3, 5), (2, 3), (4, 4)];

/// Parts of a logic that a group of scripts may leave out, when the logic has more than anybody can mix.
const PARTS: &[Features] = &[
    Features::BIT_VECTORS,
    Features::INTS,
    Features::REALS,
    Features::ARRAYS,
    Features::FUNCTIONS.union(Features::SORTS),
    Features::FLOATS,
    Features::STRINGS,
    Features::DATATYPES,
];

impl Universe {
    /// Whether numbers can be computed and compared. In `QF_S` there are lengths, and nothing is done with them.
    pub(super) fn has_arithmetic(&self) -> bool {
        self.features.has(Features::LINEAR) || !self.features.has(Features::STRINGS)
    }

    /// Draws the sorts for a logic that allows these features; bit-vectors have these widths, if there are any.
    pub(super) fn draw(
        allowed: Features,
        constructs: &Constructs,
        widths: &[u32],
        choices: &mut dyn Choices,
    ) -> Universe {
        let features = mixed(allowed, choices);
        let mut sorts = Sorts::new();
        if features.has(Features::INTS) {
            sorts.add(Kind::Int);
        }
        if features.has(Features::REALS) {
            sorts.add(Kind::Real);
        }
        if features.has(Features::SORTS) {
            for number in 0..choices.between(1, 2) {
                sorts.add(Kind::Declared(number as u32));
            }
        }
        if features.has(Features::BIT_VECTORS) {
            draw_widths(&mut sorts, widths, choices);
        }
        if features.has(Features::FLOATS) {
            draw_formats(&mut sorts, constructs, features, choices);
        }
        if features.has(Features::STRINGS) {
            sorts.add(Kind::String);
            sorts.add(Kind::RegLan);
        }
        let datatypes = if features.has(Features::DATATYPES) {
            Datatypes::draw(&mut sorts, constructs.parametric, choices)
        } else {
            Datatypes::default()
        };
        if features.has(Features::ARRAYS) {
            draw_arrays(&mut sorts, allowed, choices);
        }
        Universe { sorts, datatypes, features }
    }
}

/// Under `ALL`, a group has a few theories; under any other name, what the name says.
fn mixed(allowed: Features, choices: &mut dyn Choices) -> Features {
    if !allowed.has(Features::OTHER) {
        return allowed;
    }
    let present: Vec<Features> = PARTS.iter().copied().filter(|&part| part.is_subset(allowed)).collect();
    let mut features = allowed.intersection(Features::LINEAR | Features::NONLINEAR);
    for _ in 0..choices.between(1, 3) {
        features |= present.get(choices.below(present.len().max(1))).copied().unwrap_or_default();
    }
    if features.has(Features::STRINGS) {
        features |= allowed.intersection(Features::INTS);
    }
    if choices.chance(50) {
        features |= allowed.intersection(Features::QUANTIFIERS);
    }
    features
}

/// Some widths, and sums and halves of them, so that vectors can be joined and cut.
fn draw_widths(sorts: &mut Sorts, widths: &[u32], choices: &mut dyn Choices) {
    let widths = if widths.is_empty() { WIDTHS } else { widths };
    for _ in 0..choices.between(1, 2) {
        let width = widths[choices.below(widths.len())].max(1);
        sorts.add(Kind::BitVec(width));
        let other = 1 + choices.below(width as usize) as u32;
        sorts.add(Kind::BitVec(other));
        if width <= 32 && choices.chance(50) {
            sorts.add(Kind::BitVec(width + other));
        }
    }
}

fn draw_formats(sorts: &mut Sorts, constructs: &Constructs, with: Features, choices: &mut dyn Choices) {
    let mut formats = USUAL_FORMATS.to_vec();
    formats.extend_from_slice(if constructs.half_floats { HALF_FORMATS } else { &[] });
    // Numbers of 128 bits have exponents that no solver wants to write as a real.
    formats.retain(|&(eb, _)| eb <= 11 || !with.has(Features::REALS));
    formats.extend_from_slice(if constructs.other_floats { OTHER_FORMATS } else { &[] });
    let with_bits = with.has(Features::BIT_VECTORS);
    sorts.add(Kind::RoundingMode);
    for _ in 0..choices.between(1, 2) {
        let (eb, sb) = formats[choices.below(formats.len())];
        sorts.add(Kind::Float(eb, sb));
        if with_bits && choices.chance(70) {
            sorts.add(Kind::BitVec(eb + sb));
        }
        if with_bits && choices.chance(30) {
            for width in [1, eb, sb - 1] {
                sorts.add(Kind::BitVec(width));
            }
        }
    }
}

/// What a logic may have beside bit-vectors for its arrays to have anything else than these, by the standard's words:
/// "bitvector arrays extended with free sort and function symbols".
const BEYOND_BITS: &[Features] =
    &[Features::INTS, Features::REALS, Features::FLOATS, Features::STRINGS, Features::DATATYPES];

fn draw_arrays(sorts: &mut Sorts, with: Features, choices: &mut dyn Choices) {
    let bits_only = with.has(Features::BIT_VECTORS) && !BEYOND_BITS.iter().any(|&beyond| with.has(beyond));
    let plain = |kind: Kind| match kind {
        Kind::Bool | Kind::RoundingMode | Kind::RegLan | Kind::Array(..) => false,
        Kind::BitVec(_) => true,
        _ => !bits_only,
    };
    let elements: Vec<Sort> = sorts.all().filter(|&sort| plain(sorts.kind(sort))).collect();
    // Where integers or bits are indices, solvers know arrays best; reals are none in any logic.
    let is_index = |kind: Kind| matches!(kind, Kind::Int | Kind::BitVec(_) | Kind::Declared(_));
    let indices: Vec<Sort> = elements.iter().copied().filter(|&sort| is_index(sorts.kind(sort))).collect();
    if indices.is_empty() {
        return;
    }
    for _ in 0..choices.between(1, 2) {
        let (index, element) =
            (indices[choices.below(indices.len())], elements[choices.below(elements.len())]);
        sorts.add(Kind::Array(index, element));
    }
}
