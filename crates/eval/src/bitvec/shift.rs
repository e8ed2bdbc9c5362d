//! Shifts and rotations.

use super::{BitVec, limbs, word};

impl BitVec {
    /// Shift left by the unsigned value of `by`; zero when that is the width or more.
    pub fn bvshl(&self, by: &BitVec) -> BitVec {
        self.shl_by(self.shift_amount(by))
    }

    /// Shift right, filling with zeros.
    pub fn bvlshr(&self, by: &BitVec) -> BitVec {
        self.lshr_by(self.shift_amount(by))
    }

    /// Shift right, filling with copies of the sign bit.
    pub fn bvashr(&self, by: &BitVec) -> BitVec {
        if let Some((bits, by)) = self.words(by) {
            return BitVec::from_u64(self.width, word::ashr(bits, by, self.width));
        }
        // The standard's definition: a negative value is shifted as its complement.
        if self.sign() { self.bvnot().bvlshr(by).bvnot() } else { self.bvlshr(by) }
    }

    /// `(_ rotate_left by)`.
    pub fn rotate_left(&self, by: u32) -> BitVec {
        let by = by.checked_rem(self.width).unwrap_or(0);
        self.shl_by(by).bvor(&self.lshr_by(self.width - by))
    }

    /// `(_ rotate_right by)`.
    pub fn rotate_right(&self, by: u32) -> BitVec {
        let by = by.checked_rem(self.width).unwrap_or(0);
        self.lshr_by(by).bvor(&self.shl_by(self.width - by))
    }

    /// Rotate left by the unsigned value of `by`, modulo the width.
    pub fn ext_rotate_left(&self, by: &BitVec) -> BitVec {
        self.rotate_left(self.rotation(by))
    }

    /// Rotate right by the unsigned value of `by`, modulo the width.
    pub fn ext_rotate_right(&self, by: &BitVec) -> BitVec {
        self.rotate_right(self.rotation(by))
    }

    fn shl_by(&self, by: u32) -> BitVec {
        match self.as_word() {
            Some(bits) => BitVec::from_u64(self.width, word::shl(bits, u64::from(by), self.width)),
            None if by >= self.width => BitVec::zero(self.width),
            None => BitVec::from_limbs(self.width, limbs::shl(self.limbs(), by)),
        }
    }

    pub(super) fn lshr_by(&self, by: u32) -> BitVec {
        match self.as_word() {
            Some(bits) => BitVec::from_u64(self.width, word::lshr(bits, u64::from(by), self.width)),
            None if by >= self.width => BitVec::zero(self.width),
            None => BitVec::from_limbs(self.width, limbs::shr(self.limbs(), by)),
        }
    }

    /// The amount to shift by, where everything from the width on is the same.
    fn shift_amount(&self, by: &BitVec) -> u32 {
        by.to_u64().and_then(|by| u32::try_from(by).ok()).unwrap_or(self.width)
    }

    fn rotation(&self, by: &BitVec) -> u32 {
        // Horner's rule over the limbs keeps the remainder within a u128.
        let width = u128::from(self.width.max(1));
        by.limbs().iter().rev().fold(0, |rest, &limb| ((rest << 64) | u128::from(limb)) % width) as u32
    }
}
