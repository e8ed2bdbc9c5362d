//! Random operands that meet: near exponents, runs of equal bits, and the corners of the format.

// Each test file uses its own part of this module.
#![allow(dead_code)]

use dashu_base::BitTest;
use dashu_int::UBig;
use eval::float::{Float, Format};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// How many operations a test performs in all: `SMTQUAKE_FLOAT_OPS`, or few enough for every build.
pub fn operations() -> u64 {
    std::env::var("SMTQUAKE_FLOAT_OPS").ok().and_then(|count| count.parse().ok()).unwrap_or(200_000)
}

/// An endless source of operands of one format, the same in every run.
pub struct Operands {
    pub rng: Xoshiro256PlusPlus,
    format: Format,
    /// The exponent field around which most operands lie; it moves now and then.
    centre: u64,
}

impl Operands {
    pub fn new(format: Format, seed: u64) -> Operands {
        let rng =
            Xoshiro256PlusPlus::seed_from_u64(seed ^ u64::from(format.eb()) << 32 ^ u64::from(format.sb()));
        Operands { rng, format, centre: 0 }
    }

    pub fn next(&mut self) -> Float {
        let negative = self.rng.random();
        if self.rng.random_ratio(1, 12) {
            return self.corner(negative);
        }
        let exponent = self.exponent();
        let significand = self.significand();
        Float::from_fields(self.format, negative, exponent, significand)
    }

    fn corner(&mut self, negative: bool) -> Float {
        let one = (1 << (self.format.eb() - 1)) - 1;
        match self.rng.random_range(0..8u8) {
            0 => Float::zero(self.format, negative),
            1 => Float::infinity(self.format, negative),
            2 => Float::nan(self.format),
            3 => Float::min_subnormal(self.format, negative),
            4 => Float::max_subnormal(self.format, negative),
            5 => Float::min_normal(self.format, negative),
            6 => Float::max_normal(self.format, negative),
            _ => Float::from_fields(self.format, negative, one, UBig::ZERO),
        }
    }

    fn exponent(&mut self) -> u64 {
        let end = 1u64 << self.format.eb();
        if self.rng.random_ratio(1, 16) {
            let one = end / 2 - 1;
            self.centre = match self.rng.random_range(0..5u8) {
                0 => 0,
                1 => end - 2,
                2 => one,
                // Products of such numbers are near the least normal ones.
                3 => one / 2,
                _ => self.rng.random_range(0..end),
            };
        }
        if self.rng.random_ratio(1, 8) {
            return self.rng.random_range(0..end);
        }
        let reach = u64::from(self.format.sb()) + 4;
        let reach = if self.rng.random() { reach } else { 3 };
        let low = self.centre.saturating_sub(reach);
        let high = (self.centre + reach).min(end - 1);
        self.rng.random_range(low..=high)
    }

    fn significand(&mut self) -> UBig {
        let bits = self.format.sb() as usize - 1;
        match self.rng.random_range(0..6u8) {
            0 => self.run_of_ones(bits),
            1 => self.run_of_ones(bits) ^ self.run_of_ones(bits),
            2 => UBig::ONE << self.rng.random_range(0..bits),
            3 => UBig::from(self.rng.random_range(0..4u8)),
            _ => self.integer(bits),
        }
    }

    fn run_of_ones(&mut self, bits: usize) -> UBig {
        let (from, to) = (self.rng.random_range(0..=bits), self.rng.random_range(0..=bits));
        UBig::ones(from.max(to)) ^ UBig::ones(from.min(to))
    }

    /// An integer of at most so many bits.
    pub fn integer(&mut self, bits: usize) -> UBig {
        let mut bytes = vec![0; bits.div_ceil(8)];
        self.rng.fill_bytes(&mut bytes);
        let mut integer = UBig::from_le_bytes(&bytes);
        integer.clear_high_bits(bits);
        debug_assert!(integer.bit_len() <= bits);
        integer
    }
}
