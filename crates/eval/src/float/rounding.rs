//! Rounding an exact result into a format: the one place where precision is lost.

use std::fmt;

use dashu_int::UBig;

use super::significand::Significand;
use super::{Finite, Float, Format};

/// A value of the sort `RoundingMode`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RoundingMode {
    /// `roundNearestTiesToEven`
    Rne,
    /// `roundNearestTiesToAway`
    Rna,
    /// `roundTowardPositive`
    Rtp,
    /// `roundTowardNegative`
    Rtn,
    /// `roundTowardZero`
    Rtz,
}

impl RoundingMode {
    /// All five modes, in the order in which the standard lists them.
    pub const ALL: [RoundingMode; 5] =
        [RoundingMode::Rne, RoundingMode::Rna, RoundingMode::Rtp, RoundingMode::Rtn, RoundingMode::Rtz];

    /// The sign of a sum of opposite numbers or zeros (IEEE 754-2019, 6.3).
    pub(super) fn cancellation_is_negative(self) -> bool {
        self == RoundingMode::Rtn
    }

    /// Whether a magnitude between two neighbours moves to the greater one. `half` and `rest` are the first
    /// bit below the lesser neighbour's last place and the disjunction of all later bits.
    fn rounds_away(self, negative: bool, odd: bool, half: bool, rest: bool) -> bool {
        match self {
            RoundingMode::Rne => half && (rest || odd),
            RoundingMode::Rna => half,
            RoundingMode::Rtp => !negative && (half || rest),
            RoundingMode::Rtn => negative && (half || rest),
            RoundingMode::Rtz => false,
        }
    }

    /// What a magnitude beyond the greatest number becomes (IEEE 754-2019, 7.4).
    fn overflow(self, format: Format, negative: bool) -> Float {
        let to_infinity = match self {
            RoundingMode::Rne | RoundingMode::Rna => true,
            RoundingMode::Rtp => !negative,
            RoundingMode::Rtn => negative,
            RoundingMode::Rtz => false,
        };
        if to_infinity { Float::infinity(format, negative) } else { Float::max_normal(format, negative) }
    }
}

impl fmt::Display for RoundingMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RoundingMode::Rne => "RNE",
            RoundingMode::Rna => "RNA",
            RoundingMode::Rtp => "RTP",
            RoundingMode::Rtn => "RTN",
            RoundingMode::Rtz => "RTZ",
        })
    }
}

/// The number `±significand × 2^exponent`, not yet rounded into a format. The significand is not zero.
///
/// Its last bit may be jammed (see [`Significand::shift_right_jamming`]) if it has at least two bits more
/// than the precision to which it will be rounded.
pub(super) struct Unrounded<S> {
    pub negative: bool,
    pub exponent: i64,
    pub significand: S,
}

impl<S: Significand> Unrounded<S> {
    pub fn load(number: &Finite) -> Unrounded<S> {
        let Finite { negative, exponent, ref significand } = *number;
        Unrounded { negative, exponent, significand: S::load(significand) }
    }

    /// The exponent of the first place above the leading bit.
    pub fn top(&self) -> i64 {
        self.exponent + self.significand.bit_len()
    }

    /// Rounds as if the exponent range had no upper end, then looks for overflow.
    pub fn round(self, format: Format, mode: RoundingMode) -> Float {
        let Unrounded { negative, exponent, significand } = self;
        let leading_places = exponent + significand.bit_len() - format.precision();
        let last_place = leading_places.max(format.min_lsb_exponent());
        let dropped = last_place - exponent;
        let rounded = if dropped <= 0 {
            significand.shift_left(-dropped)
        } else {
            shift_right_rounding(significand, dropped, negative, mode)
        };
        if rounded.is_zero() {
            return Float::zero(format, negative);
        }
        // Rounding away can carry into one more bit; all others are then zero.
        let carried = rounded.bit_len() > format.precision();
        let (rounded, last_place) =
            if carried { (rounded.shift_right(1), last_place + 1) } else { (rounded, last_place) };
        if last_place > format.max_lsb_exponent() {
            return mode.overflow(format, negative);
        }
        Float::finite(format, negative, last_place, rounded.store())
    }
}

/// `±magnitude / 2^by` as an integer, rounded in the given mode; the result is the magnitude.
pub(super) fn shift_right_rounding<S: Significand>(
    magnitude: S,
    by: i64,
    negative: bool,
    mode: RoundingMode,
) -> S {
    let length = magnitude.bit_len();
    // A shift beyond the leading bit leaves less than a half, however far it goes.
    let half = by >= 1 && by <= length && magnitude.bit(by - 1);
    let rest = magnitude.low_bits_nonzero((by - 1).min(length));
    let truncated = magnitude.shift_right(by.min(length));
    let odd = truncated.bit(0);
    if mode.rounds_away(negative, odd, half, rest) { truncated.increment() } else { truncated }
}

impl Finite {
    /// The exponent of the first place above the leading bit.
    pub(super) fn top(&self) -> i64 {
        self.exponent + Significand::bit_len(&self.significand)
    }

    pub(super) fn is_normal(&self, format: Format) -> bool {
        Significand::bit_len(&self.significand) == format.precision()
    }

    /// The integer nearest in the given mode, as a magnitude. The exponent must be negative.
    pub(super) fn fraction_to_integer(&self, mode: RoundingMode) -> UBig {
        shift_right_rounding(self.significand.clone(), -self.exponent, self.negative, mode)
    }
}
