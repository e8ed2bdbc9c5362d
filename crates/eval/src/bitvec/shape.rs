//! Operators that change the width.

use super::{BitVec, MAX_WIDTH, limbs, word};

impl BitVec {
    /// `self` as the high bits, `low` as the low ones; `None` beyond [`MAX_WIDTH`].
    pub fn concat(&self, low: &BitVec) -> Option<BitVec> {
        let width = widened(self.width, low.width)?;
        if let (Some(high), Some(bits), true) = (self.as_word(), low.as_word(), width <= 64) {
            return Some(BitVec::from_u64(width, word::concat(high, bits, low.width)));
        }
        let high = limbs::shl(&resized(self, width), low.width);
        Some(BitVec::from_limbs(width, limbs::zip(&high, low.limbs(), |x, y| x | y)))
    }

    /// `(_ extract high low)`: bits `high` down to `low`; `None` unless `low <= high < width`.
    pub fn extract(&self, high: u32, low: u32) -> Option<BitVec> {
        if low > high || high >= self.width {
            return None;
        }
        let width = high - low + 1;
        Some(match self.as_word() {
            Some(bits) => BitVec::from_u64(width, word::extract(bits, high, low)),
            None => BitVec::from_limbs(width, limbs::shr(self.limbs(), low)),
        })
    }

    /// `(_ repeat times)`; `None` for no copies or beyond [`MAX_WIDTH`].
    pub fn repeat(&self, times: u32) -> Option<BitVec> {
        let mut missing = times.checked_sub(1)?;
        self.width.checked_mul(times).filter(|&width| width <= MAX_WIDTH)?;
        let mut result = self.clone();
        let mut doubled = self.clone();
        while missing > 0 {
            if missing % 2 == 1 {
                result = result.concat(&doubled)?;
            }
            missing /= 2;
            if missing > 0 {
                doubled = doubled.concat(&doubled)?;
            }
        }
        Some(result)
    }

    /// `(_ zero_extend by)`; `None` beyond [`MAX_WIDTH`].
    pub fn zero_extend(&self, by: u32) -> Option<BitVec> {
        let width = widened(self.width, by)?;
        Some(match self.as_word() {
            Some(bits) => BitVec::from_u64(width, bits),
            None => BitVec::from_limbs(width, self.limbs().to_vec()),
        })
    }

    /// `(_ sign_extend by)`; `None` beyond [`MAX_WIDTH`].
    pub fn sign_extend(&self, by: u32) -> Option<BitVec> {
        let width = widened(self.width, by)?;
        match self.as_word() {
            Some(bits) if width <= 64 => {
                Some(BitVec::from_u64(width, word::sign_extend(bits, by, self.width)))
            }
            _ if self.sign() => BitVec::ones(by).concat(self),
            _ => self.zero_extend(by),
        }
    }
}

fn widened(width: u32, by: u32) -> Option<u32> {
    width.checked_add(by).filter(|&width| width <= MAX_WIDTH)
}

fn resized(value: &BitVec, width: u32) -> Vec<u64> {
    let mut limbs = value.limbs().to_vec();
    limbs.resize(limbs::count(width), 0);
    limbs
}
