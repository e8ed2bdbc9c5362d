//! Floating point by definition: every number of a small format is listed as a fraction, and a result is chosen
//! from the list by the words of IEEE 754-2019, 4.3. It shares no code and no method with `eval::float`.

use std::cmp::Ordering;

use eval::float::{Format, RoundingMode};

/// An exact fraction; the denominator is positive. It is never reduced: small formats do not need it.
#[derive(Clone, Copy, Debug)]
pub struct Fraction {
    pub over: i128,
    pub under: i128,
}

impl Fraction {
    pub fn new(over: i128, under: i128) -> Fraction {
        if under < 0 { Fraction { over: -over, under: -under } } else { Fraction { over, under } }
    }

    pub fn add(self, other: Fraction) -> Fraction {
        Fraction::new(self.over * other.under + other.over * self.under, self.under * other.under)
    }

    pub fn mul(self, other: Fraction) -> Fraction {
        Fraction::new(self.over * other.over, self.under * other.under)
    }

    pub fn div(self, other: Fraction) -> Fraction {
        Fraction::new(self.over * other.under, self.under * other.over)
    }

    pub fn neg(self) -> Fraction {
        Fraction::new(-self.over, self.under)
    }

    pub fn abs(self) -> Fraction {
        Fraction::new(self.over.abs(), self.under)
    }

    pub fn is_zero(self) -> bool {
        self.over == 0
    }

    pub fn is_negative(self) -> bool {
        self.over < 0
    }

    pub fn compare(self, other: Fraction) -> Ordering {
        (self.over * other.under).cmp(&(other.over * self.under))
    }

    /// The integer chosen by the rounding mode.
    pub fn to_integer(self, mode: RoundingMode) -> i128 {
        let floor = self.over.div_euclid(self.under);
        if floor * self.under == self.over {
            return floor;
        }
        let twice_past_floor = 2 * (self.over - floor * self.under);
        let up = match (mode, twice_past_floor.cmp(&self.under)) {
            (RoundingMode::Rtp, _) => true,
            (RoundingMode::Rtn, _) => false,
            (RoundingMode::Rtz, _) => self.is_negative(),
            (_, Ordering::Less) => false,
            (_, Ordering::Greater) => true,
            (RoundingMode::Rne, Ordering::Equal) => floor % 2 != 0,
            (RoundingMode::Rna, Ordering::Equal) => !self.is_negative(),
        };
        if up { floor + 1 } else { floor }
    }
}

/// What a bit pattern stands for.
#[derive(Clone, Copy, Debug)]
pub enum Meaning {
    NaN,
    Infinity {
        negative: bool,
    },
    /// A zero has a sign too.
    Number {
        negative: bool,
        value: Fraction,
    },
}

/// A small format as the list of its numbers.
pub struct Reference {
    pub format: Format,
    /// The magnitude of each pattern without sign bit, up to that of infinity, which here counts as the number
    /// that would follow the greatest one.
    magnitudes: Vec<Fraction>,
    sign_bit: u64,
}

impl Reference {
    pub fn new(eb: u32, sb: u32) -> Reference {
        let format = Format::new(eb, sb).expect("a valid format");
        let bias = (1i32 << (eb - 1)) - 1;
        let scale = 1i128 << (sb - 1);
        let magnitude = |pattern: u64| {
            let fraction = i128::from(pattern) % scale;
            let field = (pattern >> (sb - 1)) as i32;
            let (significand, exponent) =
                if field == 0 { (fraction, 1 - bias) } else { (scale + fraction, field - bias) };
            if exponent >= 0 {
                Fraction::new(significand << exponent, scale)
            } else {
                Fraction::new(significand, scale << -exponent)
            }
        };
        let infinity = ((1u64 << eb) - 1) << (sb - 1);
        Reference {
            format,
            magnitudes: (0..=infinity).map(magnitude).collect(),
            sign_bit: 1 << (eb + sb - 1),
        }
    }

    /// All patterns, those of NaN included.
    pub fn patterns(&self) -> std::ops::Range<u64> {
        0..self.sign_bit << 1
    }

    fn infinity_pattern(&self) -> u64 {
        self.magnitudes.len() as u64 - 1
    }

    pub fn nan(&self) -> u64 {
        // The quiet bit is the first below the exponent.
        self.infinity_pattern() | 1 << (self.format.sb() - 2)
    }

    pub fn infinity(&self, negative: bool) -> u64 {
        self.signed(negative, self.infinity_pattern())
    }

    pub fn zero(&self, negative: bool) -> u64 {
        self.signed(negative, 0)
    }

    fn signed(&self, negative: bool, pattern: u64) -> u64 {
        if negative { self.sign_bit | pattern } else { pattern }
    }

    pub fn meaning(&self, bits: u64) -> Meaning {
        let negative = bits & self.sign_bit != 0;
        let pattern = bits & !self.sign_bit;
        match pattern.cmp(&self.infinity_pattern()) {
            Ordering::Greater => Meaning::NaN,
            Ordering::Equal => Meaning::Infinity { negative },
            Ordering::Less => {
                let magnitude = self.magnitudes[pattern as usize];
                Meaning::Number { negative, value: if negative { magnitude.neg() } else { magnitude } }
            }
        }
    }

    /// The pattern of a real; `zero_sign` is the sign if the real itself, not the rounded one, is zero.
    pub fn round(&self, mode: RoundingMode, real: Fraction, zero_sign: bool) -> u64 {
        if real.is_zero() {
            return self.zero(zero_sign);
        }
        self.round_compared(mode, real.is_negative(), |candidate| real.abs().compare(candidate))
    }

    /// The same for a real that is known only by how its magnitude compares with fractions.
    pub fn round_compared(
        &self,
        mode: RoundingMode,
        negative: bool,
        compare: impl Fn(Fraction) -> Ordering,
    ) -> u64 {
        let not_greater = self.magnitudes.partition_point(|&candidate| compare(candidate).is_ge());
        let below = (not_greater - 1).min(self.magnitudes.len() - 2);
        let (low, high) = (self.magnitudes[below], self.magnitudes[below + 1]);
        if compare(low).is_eq() {
            return self.signed(negative, below as u64);
        }
        let middle = low.add(high).div(Fraction::new(2, 1));
        let away = match (mode, compare(middle)) {
            (RoundingMode::Rtp, _) => !negative,
            (RoundingMode::Rtn, _) => negative,
            (RoundingMode::Rtz, _) => false,
            (_, Ordering::Less) => false,
            (_, Ordering::Greater) | (RoundingMode::Rna, Ordering::Equal) => true,
            // Neighbours have consecutive patterns, so one of them is even in its last bit.
            (RoundingMode::Rne, Ordering::Equal) => below % 2 == 1,
        };
        self.signed(negative, below as u64 + u64::from(away))
    }

    /// `a × b + c`, rounded once.
    pub fn fma(&self, mode: RoundingMode, a: Meaning, b: Meaning, c: Meaning) -> u64 {
        let product_negative = match (sign(a), sign(b)) {
            (Some(a), Some(b)) => a != b,
            _ => return self.nan(),
        };
        match (a, b, c) {
            (_, _, Meaning::NaN) => self.nan(),
            (Meaning::Number { value: x, .. }, Meaning::Number { value: y, .. }, _) => {
                let product = Meaning::Number { negative: product_negative, value: x.mul(y) };
                self.add(mode, product, c)
            }
            _ if is_zero(a) || is_zero(b) => self.nan(),
            _ => self.add(mode, Meaning::Infinity { negative: product_negative }, c),
        }
    }

    /// The sum of any two meanings: the numbers need not be of the format.
    pub fn add(&self, mode: RoundingMode, a: Meaning, b: Meaning) -> u64 {
        match (a, b) {
            (Meaning::NaN, _) | (_, Meaning::NaN) => self.nan(),
            (Meaning::Infinity { negative: x }, Meaning::Infinity { negative: y }) if x != y => self.nan(),
            (Meaning::Infinity { negative }, _) | (_, Meaning::Infinity { negative }) => {
                self.infinity(negative)
            }
            (Meaning::Number { negative: s, value: x }, Meaning::Number { negative: t, value: y }) => {
                self.round(mode, x.add(y), if s == t { s } else { mode == RoundingMode::Rtn })
            }
        }
    }

    pub fn mul(&self, mode: RoundingMode, a: Meaning, b: Meaning) -> u64 {
        let (Some(s), Some(t)) = (sign(a), sign(b)) else { return self.nan() };
        match (a, b) {
            (Meaning::Number { value: x, .. }, Meaning::Number { value: y, .. }) => {
                self.round(mode, x.mul(y), s != t)
            }
            _ if is_zero(a) || is_zero(b) => self.nan(),
            _ => self.infinity(s != t),
        }
    }

    pub fn div(&self, mode: RoundingMode, a: Meaning, b: Meaning) -> u64 {
        let (Some(s), Some(t)) = (sign(a), sign(b)) else { return self.nan() };
        match (a, b) {
            (Meaning::Infinity { .. }, Meaning::Infinity { .. }) => self.nan(),
            _ if is_zero(a) && is_zero(b) => self.nan(),
            (Meaning::Infinity { .. }, _) => self.infinity(s != t),
            (_, Meaning::Infinity { .. }) => self.zero(s != t),
            _ if is_zero(b) => self.infinity(s != t),
            (Meaning::Number { value: x, .. }, Meaning::Number { value: y, .. }) => {
                self.round(mode, x.div(y), s != t)
            }
            (Meaning::NaN, _) | (_, Meaning::NaN) => self.nan(),
        }
    }

    pub fn sqrt(&self, mode: RoundingMode, a: Meaning) -> u64 {
        match a {
            Meaning::Infinity { negative: false } => self.infinity(false),
            Meaning::Number { negative, value } if value.is_zero() => self.zero(negative),
            Meaning::Number { negative: false, value } => {
                self.round_compared(mode, false, |candidate| value.compare(candidate.mul(candidate)))
            }
            _ => self.nan(),
        }
    }

    pub fn rem(&self, a: Meaning, b: Meaning) -> u64 {
        match (a, b) {
            (Meaning::Number { negative, value: x }, Meaning::Number { value: y, .. }) if !y.is_zero() => {
                let n = Fraction::new(x.div(y).to_integer(RoundingMode::Rne), 1);
                let remainder = x.add(y.mul(n).neg());
                let rounded = RoundingMode::ALL.map(|mode| self.round(mode, remainder, negative));
                assert!(rounded.iter().all(|&bits| bits == rounded[0]), "remainders are exact");
                rounded[0]
            }
            (Meaning::Number { negative, value }, Meaning::Infinity { .. }) => {
                self.round(RoundingMode::Rtz, value, negative)
            }
            _ => self.nan(),
        }
    }

    pub fn round_to_integral(&self, mode: RoundingMode, a: Meaning) -> u64 {
        match a {
            Meaning::NaN => self.nan(),
            Meaning::Infinity { negative } => self.infinity(negative),
            Meaning::Number { negative, value } => {
                self.round(mode, Fraction::new(value.to_integer(mode), 1), negative)
            }
        }
    }

    /// The number that another format's pattern becomes in this one.
    pub fn convert(&self, mode: RoundingMode, a: Meaning) -> u64 {
        match a {
            Meaning::NaN => self.nan(),
            Meaning::Infinity { negative } => self.infinity(negative),
            Meaning::Number { negative, value } => self.round(mode, value, negative),
        }
    }
}

/// How two meanings compare as IEEE 754 numbers.
pub fn compare(a: Meaning, b: Meaning) -> Option<Ordering> {
    // Beyond every number of a small format.
    let infinity = 1 << 60;
    let extended = |meaning| match meaning {
        Meaning::NaN => None,
        Meaning::Infinity { negative } => Some(Fraction::new(if negative { -infinity } else { infinity }, 1)),
        Meaning::Number { value, .. } => Some(value),
    };
    Some(extended(a)?.compare(extended(b)?))
}

fn sign(a: Meaning) -> Option<bool> {
    match a {
        Meaning::NaN => None,
        Meaning::Infinity { negative } | Meaning::Number { negative, .. } => Some(negative),
    }
}

fn is_zero(a: Meaning) -> bool {
    matches!(a, Meaning::Number { value, .. } if value.is_zero())
}
