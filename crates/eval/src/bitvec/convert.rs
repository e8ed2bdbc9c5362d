//! Between bit-vectors and integers: `ubv_to_int` (once `bv2nat`), `sbv_to_int`, `int_to_bv` (once `int2bv`).

use dashu_base::Sign;
use dashu_int::{IBig, UBig};

use super::{BitVec, limbs, word};

impl BitVec {
    /// The unsigned value.
    pub fn to_ubig(&self) -> UBig {
        match self.as_word() {
            Some(bits) => UBig::from(bits),
            None => limbs::to_ubig(self.limbs()),
        }
    }

    /// The unsigned value.
    pub fn ubv_to_int(&self) -> IBig {
        self.to_ubig().into()
    }

    /// The value in two's complement.
    pub fn sbv_to_int(&self) -> IBig {
        match self.as_word() {
            Some(bits) => IBig::from(word::to_signed(bits, self.width)),
            None if self.sign() => -IBig::from(limbs::to_ubig(self.bvneg().limbs())),
            None => self.ubv_to_int(),
        }
    }

    /// The natural number modulo `2^width`.
    pub fn from_ubig(width: u32, value: &UBig) -> BitVec {
        match u64::try_from(value) {
            Ok(small) => BitVec::from_u64(width, small),
            Err(_) => BitVec::from_limbs(width, limbs::from_ubig(value)),
        }
    }

    /// `(_ int_to_bv width)`: the integer modulo `2^width`, also when negative.
    pub fn int_to_bv(width: u32, value: &IBig) -> BitVec {
        if let Ok(small) = i64::try_from(value) {
            let magnitude = BitVec::from_u64(width, small.unsigned_abs());
            return if small < 0 { magnitude.bvneg() } else { magnitude };
        }
        let (sign, magnitude) = value.clone().into_parts();
        let magnitude = BitVec::from_ubig(width, &magnitude);
        match sign {
            Sign::Positive => magnitude,
            Sign::Negative => magnitude.bvneg(),
        }
    }
}
