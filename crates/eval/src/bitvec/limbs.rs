//! Arithmetic on little-endian 64-bit limbs, for values wider than a word.
//!
//! Results have the left operand's length; the caller masks the top limb.

use dashu_base::DivRem;
use dashu_int::UBig;

/// How many limbs a width takes.
pub(super) fn count(width: u32) -> usize {
    width.div_ceil(64) as usize
}

fn limb(limbs: &[u64], index: usize) -> u64 {
    limbs.get(index).copied().unwrap_or(0)
}

pub(super) fn zip(a: &[u64], b: &[u64], op: impl Fn(u64, u64) -> u64) -> Vec<u64> {
    a.iter().enumerate().map(|(i, &x)| op(x, limb(b, i))).collect()
}

pub(super) fn add(a: &[u64], b: &[u64]) -> Vec<u64> {
    add_with_carry(a, |i| limb(b, i), false)
}

/// `a - b`, as `a + not b + 1`.
pub(super) fn sub(a: &[u64], b: &[u64]) -> Vec<u64> {
    add_with_carry(a, |i| !limb(b, i), true)
}

fn add_with_carry(a: &[u64], b: impl Fn(usize) -> u64, mut carry: bool) -> Vec<u64> {
    a.iter()
        .enumerate()
        .map(|(i, &x)| {
            let sum = u128::from(x) + u128::from(b(i)) + u128::from(carry);
            carry = sum >> 64 != 0;
            sum as u64
        })
        .collect()
}

/// Schoolbook product without the limbs above the left operand's length.
pub(super) fn mul(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut product = vec![0; a.len()];
    for (i, &x) in a.iter().enumerate().filter(|&(_, &x)| x != 0) {
        let mut carry = 0;
        for (slot, &y) in product[i..].iter_mut().zip(b) {
            // At most (2^64 - 1)^2 + 2 (2^64 - 1) = 2^128 - 1.
            let sum = u128::from(x) * u128::from(y) + u128::from(*slot) + u128::from(carry);
            *slot = sum as u64;
            carry = (sum >> 64) as u64;
        }
        // With operands of equal length the inner loop reaches the end of `product`, and the carry leaves it.
    }
    product
}

/// Quotient and remainder, or `None` for a zero divisor.
pub(super) fn div_rem(a: &[u64], b: &[u64]) -> Option<(Vec<u64>, Vec<u64>)> {
    let divisor = to_ubig(b);
    if divisor.is_zero() {
        return None;
    }
    let (quotient, remainder) = to_ubig(a).div_rem(divisor);
    Some((from_ubig(&quotient), from_ubig(&remainder)))
}

/// Shifted left by `by` bits, less than the length in bits.
pub(super) fn shl(a: &[u64], by: u32) -> Vec<u64> {
    let (limbs, bits) = ((by / 64) as usize, by % 64);
    (0..a.len())
        .map(|i| {
            let Some(from) = i.checked_sub(limbs) else { return 0 };
            let below = from.checked_sub(1).map_or(0, |j| limb(a, j));
            (limb(a, from) << bits) | below.checked_shr(64 - bits).unwrap_or(0)
        })
        .collect()
}

/// Shifted right by `by` bits.
pub(super) fn shr(a: &[u64], by: u32) -> Vec<u64> {
    let (limbs, bits) = ((by / 64) as usize, by % 64);
    (0..a.len())
        .map(|i| {
            let above = limb(a, i + limbs + 1);
            (limb(a, i + limbs) >> bits) | above.checked_shl(64 - bits).unwrap_or(0)
        })
        .collect()
}

pub(super) fn to_ubig(limbs: &[u64]) -> UBig {
    let bytes: Vec<u8> = limbs.iter().flat_map(|limb| limb.to_le_bytes()).collect();
    UBig::from_le_bytes(&bytes)
}

pub(super) fn from_ubig(value: &UBig) -> Vec<u64> {
    let bytes = value.to_le_bytes();
    bytes
        .chunks(8)
        .map(|chunk| chunk.iter().rev().fold(0, |limb, &byte| (limb << 8) | u64::from(byte)))
        .collect()
}
