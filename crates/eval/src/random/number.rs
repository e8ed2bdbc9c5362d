//! Numbers and bit patterns: edges, powers of two and their neighbours, small ones, and any.

use dashu_int::UBig;
use rand_xoshiro::rand_core::Rng;

use super::Sampler;
use crate::bitvec::BitVec;
use crate::float::{Float, Format};
use crate::number::{Int, Real, int};

impl Sampler {
    pub(super) fn int(&mut self) -> Int {
        match self.below(8) {
            0 => Int::from([0i64, 1, -1, 2][self.below(4) as usize]),
            1 => {
                let power = Int::ONE << (self.below(70) as usize);
                let near = power + Int::from(self.below(3)) - Int::ONE;
                if self.coin() { near } else { -near }
            }
            2 => Int::from(self.random.next_u64() as i64),
            _ => Int::from(self.below(33) as i64 - 16),
        }
    }

    pub(super) fn real(&mut self) -> Real {
        let numerator = self.int();
        let denominator = match self.below(4) {
            0 => Int::from(2 + self.below(8)),
            1 => Int::ONE << (self.below(20) as usize),
            _ => Int::ONE,
        };
        Real::from_ratio(numerator, denominator).unwrap_or(Real::ZERO)
    }

    pub(super) fn bits(&mut self, width: u32) -> BitVec {
        match self.below(8) {
            0 => BitVec::zero(width),
            1 => BitVec::ones(width),
            2 => BitVec::min_signed(width),
            3 => BitVec::max_signed(width),
            4 => {
                let one = BitVec::one(width);
                let power = BitVec::from_limbs(width, self.limbs_with_bit(width));
                match self.below(3) {
                    0 => power,
                    1 => power.bvadd(&one),
                    _ => power.bvsub(&one),
                }
            }
            5 => BitVec::from_u64(width, self.below(17)),
            _ => {
                let limbs = (0..width.div_ceil(64)).map(|_| self.random.next_u64()).collect();
                BitVec::from_limbs(width, limbs)
            }
        }
    }

    fn limbs_with_bit(&mut self, width: u32) -> Vec<u64> {
        let bit = self.below(u64::from(width));
        let mut limbs = vec![0; width.div_ceil(64) as usize];
        limbs[(bit / 64) as usize] = 1 << (bit % 64);
        limbs
    }

    pub(super) fn float(&mut self, eb: u32, sb: u32) -> Option<Float> {
        let format = Format::new(eb, sb)?;
        let negative = self.coin();
        Some(match self.below(12) {
            0 => Float::nan(format),
            1 => Float::infinity(format, negative),
            2 => Float::zero(format, negative),
            3 => Float::min_subnormal(format, negative),
            4 => Float::max_subnormal(format, negative),
            5 => Float::min_normal(format, negative),
            6 => Float::max_normal(format, negative),
            // About one in size, with few bits: sums and products of such are exact, or just not.
            7 | 8 => {
                let bias = (1u64 << (eb - 1)) - 1;
                let exponent = (bias + self.below(5)).saturating_sub(2).max(1);
                let shift = (sb - 1).saturating_sub(3) as usize;
                Float::from_fields(format, negative, exponent, UBig::from(self.below(8)) << shift)
            }
            _ => {
                let words = (0..format.width().div_ceil(64)).map(|_| self.random.next_u64());
                let bits = words.fold(UBig::ZERO, |bits, word| (bits << 64) | UBig::from(word));
                Float::from_ieee_bits(format, &bits)
            }
        })
    }

    /// An element of the prime field of this order.
    pub(super) fn field(&mut self, order: &str) -> Option<Int> {
        let order = int::parse_numeral(order)?;
        let value = self.int();
        int::modulo(&value, &order)
    }
}
