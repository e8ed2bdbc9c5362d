//! Which numbers a format can represent.

/// The indices of a sort `(_ FloatingPoint eb sb)`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Format {
    eb: u32,
    sb: u32,
}

impl Format {
    /// `Float16`
    pub const HALF: Format = Format { eb: 5, sb: 11 };
    /// `Float32`
    pub const SINGLE: Format = Format { eb: 8, sb: 24 };
    /// `Float64`
    pub const DOUBLE: Format = Format { eb: 11, sb: 53 };
    /// `Float128`
    pub const QUAD: Format = Format { eb: 15, sb: 113 };

    /// The widest exponent field: beyond it a product's exponent would leave `i64`.
    pub const MAX_EB: u32 = 60;

    /// The format with `eb` exponent bits and `sb` significand bits, the hidden bit included.
    ///
    /// The standard wants both above 1. `None` also for an `eb` above [`Format::MAX_EB`]. `sb` is bounded by
    /// memory only: an operation takes a small multiple of `sb` bits.
    pub const fn new(eb: u32, sb: u32) -> Option<Format> {
        if eb < 2 || eb > Format::MAX_EB || sb < 2 { None } else { Some(Format { eb, sb }) }
    }

    /// The number of exponent bits.
    pub const fn eb(self) -> u32 {
        self.eb
    }

    /// The number of significand bits, the hidden bit included.
    pub const fn sb(self) -> u32 {
        self.sb
    }

    /// The number of bits of the IEEE 754 interchange encoding: `eb + sb`.
    pub const fn width(self) -> u64 {
        self.eb as u64 + self.sb as u64
    }

    /// What the exponent field adds to the exponent; also the exponent of the greatest numbers.
    pub(super) const fn bias(self) -> i64 {
        (1 << (self.eb - 1)) - 1
    }

    /// The precision as the exponent arithmetic wants it.
    pub(super) const fn precision(self) -> i64 {
        self.sb as i64
    }

    /// The exponent of the last significand bit of subnormals and of the least normal numbers.
    pub(super) const fn min_lsb_exponent(self) -> i64 {
        1 - self.bias() - (self.precision() - 1)
    }

    /// The exponent of the last significand bit of the greatest numbers.
    pub(super) const fn max_lsb_exponent(self) -> i64 {
        self.bias() - (self.precision() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_outside_the_standard_or_the_exponent_arithmetic_are_refused() {
        assert_eq!(Format::new(1, 5), None);
        assert_eq!(Format::new(5, 1), None);
        assert_eq!(Format::new(Format::MAX_EB + 1, 5), None);
        assert_eq!(Format::new(8, 24), Some(Format::SINGLE));
        assert_eq!(
            Format::new(Format::MAX_EB, u32::MAX).map(Format::width),
            Some(60 + (u64::from(u32::MAX)))
        );
    }

    #[test]
    fn the_last_place_exponents_of_binary64_are_those_of_ieee_754() {
        assert_eq!(Format::DOUBLE.min_lsb_exponent(), -1074);
        assert_eq!(Format::DOUBLE.max_lsb_exponent(), 971);
    }
}
