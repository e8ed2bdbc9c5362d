//! Bit-vector values of any width, with every operator of the SMT-LIB theory FixedSizeBitVectors, the additions
//! of version 2.7 and the extensions that solvers share.
//!
//! Widths up to 64 are a machine word (see [`word`]); wider values are boxed 64-bit limbs, lowest first. Methods
//! carry the operator's SMT-LIB name. Operands of a binary operator have equal widths, which sort checking has
//! established before any evaluation; nothing panics in release builds when they have not.
//!
//! ```
//! use eval::bitvec::BitVec;
//! let a = BitVec::parse("#xfe").unwrap();
//! assert_eq!(a.bvsdiv(&BitVec::from_u64(8, 2)).to_string(), "#xff");
//! ```

mod arith;
mod bitwise;
mod compare;
mod convert;
mod limbs;
mod literal;
mod overflow;
mod shape;
mod shift;
pub mod word;

use std::cmp::Ordering;

pub use literal::BitVecParseError;

/// The widest value the operators that widen (`concat`, `repeat`, the extensions) will build.
///
/// Indices come from scripts: `(_ zero_extend 4000000000)` must not take the memory of the machine.
pub const MAX_WIDTH: u32 = 1 << 26;

/// A bit-vector value.
///
/// Ordered by width, then by unsigned value.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct BitVec {
    width: u32,
    bits: Bits,
}

/// Canonical: `Word` exactly when the width is at most 64; bits at and above the width are zero.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Bits {
    Word(u64),
    Limbs(Box<[u64]>),
}

impl BitVec {
    /// The value 0.
    pub fn zero(width: u32) -> BitVec {
        BitVec::from_u64(width, 0)
    }

    /// The value 1.
    pub fn one(width: u32) -> BitVec {
        BitVec::from_u64(width, 1)
    }

    /// All bits set: the largest unsigned value, -1 as a signed one.
    pub fn ones(width: u32) -> BitVec {
        BitVec::from_limbs(width, vec![u64::MAX; limbs::count(width)])
    }

    /// Only the top bit set: the smallest signed value.
    pub fn min_signed(width: u32) -> BitVec {
        BitVec::ones(width).bvxor(&BitVec::max_signed(width))
    }

    /// All bits but the top one set: the largest signed value.
    pub fn max_signed(width: u32) -> BitVec {
        BitVec::ones(width).lshr_by(1)
    }

    /// `value` modulo `2^width`.
    pub fn from_u64(width: u32, value: u64) -> BitVec {
        if width <= 64 {
            return BitVec { width, bits: Bits::Word(value & word::mask(width)) };
        }
        BitVec::from_limbs(width, vec![value])
    }

    /// One bit.
    pub fn from_bool(bit: bool) -> BitVec {
        BitVec::from_u64(1, u64::from(bit))
    }

    /// The value with the given limbs, lowest first, modulo `2^width`; missing limbs are zero.
    pub fn from_limbs(width: u32, mut limbs: Vec<u64>) -> BitVec {
        if width <= 64 {
            return BitVec::from_u64(width, limbs.first().copied().unwrap_or(0));
        }
        limbs.resize(limbs::count(width), 0);
        if let Some(top) = limbs.last_mut()
            && !width.is_multiple_of(64)
        {
            *top &= word::mask(width % 64);
        }
        BitVec { width, bits: Bits::Limbs(limbs.into_boxed_slice()) }
    }

    /// The number of bits.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The limbs, lowest first; at least one, also for narrow values.
    pub fn limbs(&self) -> &[u64] {
        match &self.bits {
            Bits::Word(bits) => std::slice::from_ref(bits),
            Bits::Limbs(limbs) => limbs,
        }
    }

    /// The masked word of a value at most 64 bits wide.
    pub fn as_word(&self) -> Option<u64> {
        match self.bits {
            Bits::Word(bits) => Some(bits),
            Bits::Limbs(_) => None,
        }
    }

    /// The unsigned value when it is below `2^64`, whatever the width.
    pub fn to_u64(&self) -> Option<u64> {
        match self.limbs() {
            [low, rest @ ..] if rest.iter().all(|&limb| limb == 0) => Some(*low),
            _ => None,
        }
    }

    /// Bit `index`, counted from the least significant; false beyond the width.
    pub fn bit(&self, index: u32) -> bool {
        self.limbs().get((index / 64) as usize).is_some_and(|limb| (limb >> (index % 64)) & 1 == 1)
    }

    /// The most significant bit.
    pub fn sign(&self) -> bool {
        self.width > 0 && self.bit(self.width - 1)
    }

    /// Is every bit zero?
    pub fn is_zero(&self) -> bool {
        self.limbs().iter().all(|&limb| limb == 0)
    }

    /// Is every bit one?
    pub fn is_ones(&self) -> bool {
        match &self.bits {
            Bits::Word(bits) => *bits == word::mask(self.width),
            Bits::Limbs(_) => self.bvnot().is_zero(),
        }
    }

    /// Applies the word function to narrow operands, the limb function to wide ones.
    fn binary(
        &self,
        other: &BitVec,
        narrow: fn(u64, u64, u32) -> u64,
        wide: impl FnOnce(&[u64], &[u64]) -> Vec<u64>,
    ) -> BitVec {
        debug_assert_eq!(self.width, other.width, "operands of different sorts");
        match (&self.bits, &other.bits) {
            (Bits::Word(a), Bits::Word(b)) => BitVec::from_u64(self.width, narrow(*a, *b, self.width)),
            _ => BitVec::from_limbs(self.width, wide(self.limbs(), other.limbs())),
        }
    }

    /// The words of two narrow operands, for which `word` has a direct answer.
    fn words(&self, other: &BitVec) -> Option<(u64, u64)> {
        debug_assert_eq!(self.width, other.width, "operands of different sorts");
        self.as_word().zip(other.as_word())
    }
}

impl Ord for BitVec {
    fn cmp(&self, other: &BitVec) -> Ordering {
        self.width.cmp(&other.width).then_with(|| self.limbs().iter().rev().cmp(other.limbs().iter().rev()))
    }
}

impl PartialOrd for BitVec {
    fn partial_cmp(&self, other: &BitVec) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

const _: () = assert!(size_of::<BitVec>() <= 24, "values are moved around in bulk");
