//! The interchange encoding of IEEE 754-2019, 3.4: a sign bit, `eb` exponent bits, `sb - 1` significand bits.

use dashu_base::BitTest;
use dashu_int::UBig;

use super::{Class, Float, Format};

/// The three bit-vectors of `(fp sign exponent significand)`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Fields {
    pub negative: bool,
    /// `eb` bits: biased, zero for zeros and subnormals, all ones for infinities and NaN.
    pub exponent: u64,
    /// `sb - 1` bits: without the hidden bit.
    pub significand: UBig,
}

impl Float {
    /// `(fp sign exponent significand)`; every NaN pattern gives the one NaN.
    ///
    /// Bits above the `eb` of the exponent and the `sb - 1` of the significand are ignored.
    pub fn from_fields(format: Format, negative: bool, exponent: u64, mut significand: UBig) -> Float {
        let fraction_bits = format.sb() as usize - 1;
        significand.clear_high_bits(fraction_bits);
        let all_ones = (1u64 << format.eb()) - 1;
        match exponent & all_ones {
            0 if significand.is_zero() => Float::zero(format, negative),
            0 => Float::finite(format, negative, format.min_lsb_exponent(), significand),
            special if special == all_ones && significand.is_zero() => Float::infinity(format, negative),
            special if special == all_ones => Float::nan(format),
            biased => {
                significand.set_bit(fraction_bits);
                // An exponent field of 1 is that of the least normal numbers.
                let exponent = format.min_lsb_exponent() + (biased as i64 - 1);
                Float::finite(format, negative, exponent, significand)
            }
        }
    }

    /// `((_ to_fp eb sb) bits)`, the interchange encoding; bits above [`Format::width`] are ignored.
    pub fn from_ieee_bits(format: Format, bits: &UBig) -> Float {
        let fraction_bits = format.sb() as usize - 1;
        let negative = bits.bit(format.width() as usize - 1);
        let (significand, upper) = bits.clone().split_bits(fraction_bits);
        let (exponent, _) = upper.split_bits(format.eb() as usize);
        // At most 60 bits are left, so the conversion cannot fail.
        let exponent = u64::try_from(exponent).unwrap_or(u64::MAX);
        Float::from_fields(format, negative, exponent, significand)
    }

    /// [`Float::from_ieee_bits`] for formats of at most 64 bits.
    pub fn from_ieee_u64(format: Format, bits: u64) -> Float {
        Float::from_ieee_bits(format, &UBig::from(bits))
    }

    /// The interchange encoding. NaN, whose encoding the standard leaves open, gets the positive quiet one
    /// without payload: an exponent of ones, and the first bit of the significand set.
    pub fn to_ieee_bits(&self) -> UBig {
        let Fields { negative, exponent, significand } = self.fields();
        let upper = UBig::from(u64::from(negative) << self.format.eb() | exponent);
        (upper << (self.format.sb() as usize - 1)) | significand
    }

    pub(super) fn fields(&self) -> Fields {
        let fraction_bits = self.format.sb() as usize - 1;
        let all_ones = (1u64 << self.format.eb()) - 1;
        match &self.class {
            Class::NaN => {
                Fields { negative: false, exponent: all_ones, significand: UBig::ONE << (fraction_bits - 1) }
            }
            Class::Infinite { negative } => {
                Fields { negative: *negative, exponent: all_ones, significand: UBig::ZERO }
            }
            Class::Zero { negative } => Fields { negative: *negative, exponent: 0, significand: UBig::ZERO },
            Class::Finite(x) => {
                let mut significand = x.significand.clone();
                let exponent = if x.is_normal(self.format) {
                    significand.clear_bit(fraction_bits);
                    (x.exponent - self.format.min_lsb_exponent() + 1).unsigned_abs()
                } else {
                    0
                };
                Fields { negative: x.negative, exponent, significand }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_patterns_but_nan_survive_a_round_trip() {
        for (eb, sb) in [(2, 2), (2, 5), (3, 2), (5, 3), (4, 8)] {
            let format = Format::new(eb, sb).expect("a valid format");
            for bits in 0..1u64 << format.width() {
                let float = Float::from_ieee_u64(format, bits);
                let encoded = float.to_ieee_bits();
                assert!(float.is_nan() || encoded == UBig::from(bits), "{eb} {sb} {bits:b}");
                assert_eq!(Float::from_ieee_bits(format, &encoded), float);
            }
        }
    }

    #[test]
    fn constants_have_the_patterns_of_binary32() {
        let bits = |x: Float| u32::try_from(x.to_ieee_bits()).expect("32 bits");
        let single = Format::SINGLE;
        assert_eq!(bits(Float::max_normal(single, false)), f32::MAX.to_bits());
        assert_eq!(bits(Float::min_normal(single, true)), (-f32::MIN_POSITIVE).to_bits());
        assert_eq!(bits(Float::min_subnormal(single, false)), 1);
        assert_eq!(bits(Float::max_subnormal(single, true)), 0x807f_ffff);
        assert_eq!(bits(Float::infinity(single, true)), f32::NEG_INFINITY.to_bits());
        assert_eq!(bits(Float::zero(single, true)), (-0.0f32).to_bits());
        assert_eq!(bits(Float::nan(single)), 0x7fc0_0000);
    }

    #[test]
    fn bits_above_the_format_are_ignored() {
        let half = Format::HALF;
        assert_eq!(Float::from_ieee_u64(half, 0xabcd_3c00), Float::from_ieee_u64(half, 0x3c00));
        let fields = Float::from_fields(half, false, 0xffe0 | 15, UBig::from(0x400u32));
        assert_eq!(fields, Float::from_ieee_u64(half, 0x3c00));
    }
}
