//! Bit-vector operators on machine words, for widths 1 to 64: free functions that an evaluation plan can call
//! without building a value.
//!
//! Every argument is *masked* (its bits at and above the width are zero) and so is every result. Binary
//! operators share the shape `(left, right, width)`, whether or not they read the width, so that a plan may hold
//! them as function pointers. No function panics, whatever its arguments.

/// A word with the lowest `w` bits set.
#[inline]
pub fn mask(w: u32) -> u64 {
    if w >= 64 { u64::MAX } else { (1 << w) - 1 }
}

/// The value read as two's complement (`sbv_to_int`).
#[inline]
pub fn to_signed(a: u64, w: u32) -> i64 {
    let unused = 64u32.saturating_sub(w) & 63;
    ((a << unused) as i64) >> unused
}

/// The most significant bit.
#[inline]
pub fn sign(a: u64, w: u32) -> bool {
    to_signed(a, w) < 0
}

/// The smallest value of the signed reading: only the top bit set.
#[inline]
pub fn min_signed(w: u32) -> u64 {
    mask(w) ^ (mask(w) >> 1)
}

/// `bvnot`.
#[inline]
pub fn not(a: u64, w: u32) -> u64 {
    !a & mask(w)
}

/// `bvneg`.
#[inline]
pub fn neg(a: u64, w: u32) -> u64 {
    a.wrapping_neg() & mask(w)
}

/// `bvand`.
#[inline]
pub fn and(a: u64, b: u64, _w: u32) -> u64 {
    a & b
}

/// `bvor`.
#[inline]
pub fn or(a: u64, b: u64, _w: u32) -> u64 {
    a | b
}

/// `bvxor`.
#[inline]
pub fn xor(a: u64, b: u64, _w: u32) -> u64 {
    a ^ b
}

/// `bvnand`.
#[inline]
pub fn nand(a: u64, b: u64, w: u32) -> u64 {
    not(a & b, w)
}

/// `bvnor`.
#[inline]
pub fn nor(a: u64, b: u64, w: u32) -> u64 {
    not(a | b, w)
}

/// `bvxnor`.
#[inline]
pub fn xnor(a: u64, b: u64, w: u32) -> u64 {
    not(a ^ b, w)
}

/// `bvadd`.
#[inline]
pub fn add(a: u64, b: u64, w: u32) -> u64 {
    a.wrapping_add(b) & mask(w)
}

/// `bvsub`.
#[inline]
pub fn sub(a: u64, b: u64, w: u32) -> u64 {
    a.wrapping_sub(b) & mask(w)
}

/// `bvmul`.
#[inline]
pub fn mul(a: u64, b: u64, w: u32) -> u64 {
    a.wrapping_mul(b) & mask(w)
}

/// `bvudiv`; division by zero gives all ones.
#[inline]
pub fn udiv(a: u64, b: u64, w: u32) -> u64 {
    a.checked_div(b).unwrap_or(mask(w))
}

/// `bvurem`; the remainder by zero is the dividend.
#[inline]
pub fn urem(a: u64, b: u64, _w: u32) -> u64 {
    a.checked_rem(b).unwrap_or(a)
}

#[inline]
fn magnitude(a: u64, w: u32) -> u64 {
    if sign(a, w) { neg(a, w) } else { a }
}

/// `bvsdiv`: truncating signed division, by the standard's case split over `bvudiv`.
#[inline]
pub fn sdiv(a: u64, b: u64, w: u32) -> u64 {
    let quotient = udiv(magnitude(a, w), magnitude(b, w), w);
    if sign(a, w) == sign(b, w) { quotient } else { neg(quotient, w) }
}

/// `bvsrem`: the signed remainder whose sign follows the dividend.
#[inline]
pub fn srem(a: u64, b: u64, w: u32) -> u64 {
    let remainder = urem(magnitude(a, w), magnitude(b, w), w);
    if sign(a, w) { neg(remainder, w) } else { remainder }
}

/// `bvsmod`: the signed remainder whose sign follows the divisor.
#[inline]
pub fn smod(a: u64, b: u64, w: u32) -> u64 {
    let remainder = srem(a, b, w);
    if remainder != 0 && sign(a, w) != sign(b, w) { add(remainder, b, w) } else { remainder }
}

/// `bvshl`.
#[inline]
pub fn shl(a: u64, by: u64, w: u32) -> u64 {
    if by >= u64::from(w.min(64)) { 0 } else { (a << by) & mask(w) }
}

/// `bvlshr`.
#[inline]
pub fn lshr(a: u64, by: u64, w: u32) -> u64 {
    if by >= u64::from(w.min(64)) { 0 } else { a >> by }
}

/// `bvashr`.
#[inline]
pub fn ashr(a: u64, by: u64, w: u32) -> u64 {
    (to_signed(a, w) >> by.min(63)) as u64 & mask(w)
}

/// `concat` of `a` (the high bits) and `b`, whose width is `b_width`.
#[inline]
pub fn concat(a: u64, b: u64, b_width: u32) -> u64 {
    a.checked_shl(b_width).unwrap_or(0) | b
}

/// `(_ extract high low)`.
#[inline]
pub fn extract(a: u64, high: u32, low: u32) -> u64 {
    a.checked_shr(low).unwrap_or(0) & mask(high.saturating_add(1).saturating_sub(low))
}

/// `(_ repeat times)`.
#[inline]
pub fn repeat(a: u64, times: u32, w: u32) -> u64 {
    (0..times.min(64)).fold(0, |sofar, _| concat(sofar, a, w))
}

/// `(_ sign_extend by)` of a value of width `w`. (`zero_extend` leaves the word as it is.)
#[inline]
pub fn sign_extend(a: u64, by: u32, w: u32) -> u64 {
    to_signed(a, w) as u64 & mask(w.saturating_add(by))
}

/// `(_ rotate_left by)`.
#[inline]
pub fn rotate_left(a: u64, by: u32, w: u32) -> u64 {
    ext_rotate_left(a, u64::from(by), w)
}

/// `(_ rotate_right by)`.
#[inline]
pub fn rotate_right(a: u64, by: u32, w: u32) -> u64 {
    ext_rotate_right(a, u64::from(by), w)
}

/// `ext_rotate_left`: rotation by a bit-vector amount.
#[inline]
pub fn ext_rotate_left(a: u64, by: u64, w: u32) -> u64 {
    let width = u64::from(w);
    let by = by.checked_rem(width).unwrap_or(0);
    shl(a, by, w) | lshr(a, width - by, w)
}

/// `ext_rotate_right`: rotation by a bit-vector amount.
#[inline]
pub fn ext_rotate_right(a: u64, by: u64, w: u32) -> u64 {
    let width = u64::from(w);
    let by = by.checked_rem(width).unwrap_or(0);
    lshr(a, by, w) | shl(a, width - by, w)
}

/// `bvcomp`: one bit, set when the operands are equal.
#[inline]
pub fn comp(a: u64, b: u64, _w: u32) -> u64 {
    u64::from(a == b)
}

/// `bvredor`: one bit, the disjunction of all bits.
#[inline]
pub fn redor(a: u64, _w: u32) -> u64 {
    u64::from(a != 0)
}

/// `bvredand`: one bit, the conjunction of all bits.
#[inline]
pub fn redand(a: u64, w: u32) -> u64 {
    u64::from(a == mask(w))
}

/// `bvredxor`: one bit, the parity of all bits.
#[inline]
pub fn redxor(a: u64, _w: u32) -> u64 {
    u64::from(a.count_ones() & 1)
}

/// `bvult`.
#[inline]
pub fn ult(a: u64, b: u64, _w: u32) -> bool {
    a < b
}

/// `bvule`.
#[inline]
pub fn ule(a: u64, b: u64, _w: u32) -> bool {
    a <= b
}

/// `bvugt`.
#[inline]
pub fn ugt(a: u64, b: u64, _w: u32) -> bool {
    a > b
}

/// `bvuge`.
#[inline]
pub fn uge(a: u64, b: u64, _w: u32) -> bool {
    a >= b
}

/// `bvslt`.
#[inline]
pub fn slt(a: u64, b: u64, w: u32) -> bool {
    to_signed(a, w) < to_signed(b, w)
}

/// `bvsle`.
#[inline]
pub fn sle(a: u64, b: u64, w: u32) -> bool {
    to_signed(a, w) <= to_signed(b, w)
}

/// `bvsgt`.
#[inline]
pub fn sgt(a: u64, b: u64, w: u32) -> bool {
    slt(b, a, w)
}

/// `bvsge`.
#[inline]
pub fn sge(a: u64, b: u64, w: u32) -> bool {
    sle(b, a, w)
}

#[inline]
fn wide_signed(a: u64, w: u32) -> i128 {
    i128::from(to_signed(a, w))
}

#[inline]
fn above_signed(value: i128, w: u32) -> bool {
    value > i128::from(mask(w) >> 1)
}

#[inline]
fn below_signed(value: i128, w: u32) -> bool {
    value < -i128::from(min_signed(w))
}

#[inline]
fn outside_signed(value: i128, w: u32) -> bool {
    above_signed(value, w) || below_signed(value, w)
}

/// `bvnego`: negation overflows.
#[inline]
pub fn nego(a: u64, w: u32) -> bool {
    a == min_signed(w)
}

/// `bvuaddo`: unsigned addition overflows.
#[inline]
pub fn uaddo(a: u64, b: u64, w: u32) -> bool {
    u128::from(a) + u128::from(b) > u128::from(mask(w))
}

/// `bvsaddo`: signed addition overflows.
#[inline]
pub fn saddo(a: u64, b: u64, w: u32) -> bool {
    outside_signed(wide_signed(a, w) + wide_signed(b, w), w)
}

/// `bvumulo`: unsigned multiplication overflows.
#[inline]
pub fn umulo(a: u64, b: u64, w: u32) -> bool {
    u128::from(a) * u128::from(b) > u128::from(mask(w))
}

/// `bvsmulo`: signed multiplication overflows.
#[inline]
pub fn smulo(a: u64, b: u64, w: u32) -> bool {
    outside_signed(wide_signed(a, w) * wide_signed(b, w), w)
}

/// `bvusubo`: unsigned subtraction goes below zero.
#[inline]
pub fn usubo(a: u64, b: u64, _w: u32) -> bool {
    a < b
}

/// `bvssubo`: signed subtraction overflows.
#[inline]
pub fn ssubo(a: u64, b: u64, w: u32) -> bool {
    outside_signed(wide_signed(a, w) - wide_signed(b, w), w)
}

/// `bvsdivo`: signed division overflows, which only the smallest value divided by -1 does.
#[inline]
pub fn sdivo(a: u64, b: u64, w: u32) -> bool {
    a == min_signed(w) && b == mask(w)
}

/// Z3's `bvumul_noovfl`: unsigned multiplication does not overflow.
#[inline]
pub fn umul_noovfl(a: u64, b: u64, w: u32) -> bool {
    !umulo(a, b, w)
}

/// Z3's `bvsmul_noovfl`: the signed product is not above the largest value.
#[inline]
pub fn smul_noovfl(a: u64, b: u64, w: u32) -> bool {
    !above_signed(wide_signed(a, w) * wide_signed(b, w), w)
}

/// Z3's `bvsmul_noudfl`: the signed product is not below the smallest value.
#[inline]
pub fn smul_noudfl(a: u64, b: u64, w: u32) -> bool {
    !below_signed(wide_signed(a, w) * wide_signed(b, w), w)
}
