//! Formats far beyond the hardware's against exact rationals: the neighbours of a result are found by bisecting
//! the patterns of the format, then the mode chooses between them.

mod float_operands;

use std::cmp::Ordering;

use dashu_base::BitTest;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use eval::float::{Float, Format, NotReal, RoundingMode};
use float_operands::{Operands, operations};

const FORMATS: [(u32, u32); 10] =
    [(2, 150), (3, 70), (4, 61), (4, 62), (5, 11), (7, 2), (8, 64), (9, 127), (10, 40), (11, 200)];

/// Where the magnitude of a real lies among the numbers of a format.
struct Place {
    format: Format,
    /// The pattern of the greatest number not above the magnitude.
    below: UBig,
    exact: bool,
    /// How the magnitude compares with the middle of its neighbours.
    middle: Ordering,
}

impl Place {
    /// `compare` is how the magnitude compares with a given real.
    fn find(format: Format, compare: impl Fn(&RBig) -> Ordering) -> Place {
        // Invariant: the magnitude is not below `below`, and below `above` unless that is infinity.
        let infinity = Float::infinity(format, false).to_ieee_bits();
        let (mut below, mut above) = (UBig::ZERO, infinity);
        while &below + UBig::ONE < above {
            let pattern: UBig = (&below + &above) >> 1;
            if compare(&magnitude(format, &pattern)).is_ge() { below = pattern } else { above = pattern }
        }
        let (low, high) = (magnitude(format, &below), magnitude(format, &above));
        let exact = compare(&low).is_eq();
        let middle = compare(&((low + high) / RBig::from(2)));
        Place { format, below, exact, middle }
    }

    fn of(format: Format, real: &RBig) -> Place {
        let real = if real < &RBig::ZERO { -real.clone() } else { real.clone() };
        Place::find(format, |other| real.cmp(other))
    }

    fn choose(&self, mode: RoundingMode, negative: bool) -> Float {
        let away = match mode {
            _ if self.exact => false,
            RoundingMode::Rtp => !negative,
            RoundingMode::Rtn => negative,
            RoundingMode::Rtz => false,
            RoundingMode::Rna => self.middle.is_ge(),
            RoundingMode::Rne => self.middle.is_gt() || (self.middle.is_eq() && self.below.bit(0)),
        };
        let pattern = if away { &self.below + UBig::ONE } else { self.below.clone() };
        let float = Float::from_ieee_bits(self.format, &pattern);
        if negative { float.neg() } else { float }
    }
}

/// The magnitude of a pattern; infinity counts as the power of two that would follow the greatest number.
fn magnitude(format: Format, pattern: &UBig) -> RBig {
    let infinite = || RBig::from(UBig::ONE << (1usize << (format.eb() - 1)));
    Float::from_ieee_bits(format, pattern).to_real().unwrap_or_else(|_| infinite())
}

/// Checks an operation in all modes. Zeros are left to the tests that know their sign.
fn check(format: Format, exact: &RBig, text: &str, operation: impl Fn(RoundingMode) -> Float) {
    if exact.is_zero() {
        return;
    }
    let place = Place::of(format, exact);
    for mode in RoundingMode::ALL {
        assert_eq!(operation(mode), place.choose(mode, exact < &RBig::ZERO), "{mode} {text}");
    }
}

fn each_format(check: impl Fn(Format, &mut Operands)) {
    for (eb, sb) in FORMATS {
        let format = Format::new(eb, sb).expect("a valid format");
        let mut operands = Operands::new(format, 4);
        // One round is about 30 operations, far slower than those of the other tests.
        for _ in 0..operations() / 3000 {
            check(format, &mut operands);
        }
    }
}

#[test]
fn arithmetic_rounds_the_exact_result_once() {
    each_format(|format, operands| {
        let (x, y, z) = (operands.next(), operands.next(), operands.next());
        let (Ok(a), Ok(b), Ok(c)) = (x.to_real(), y.to_real(), z.to_real()) else { return };
        check(format, &(&a + &b), &format!("{x} + {y}"), |mode| x.add(mode, &y));
        check(format, &(&a - &b), &format!("{x} - {y}"), |mode| x.sub(mode, &y));
        check(format, &(&a * &b), &format!("{x} * {y}"), |mode| x.mul(mode, &y));
        let fused = &a * &b + &c;
        check(format, &fused, &format!("{x} * {y} + {z}"), |mode| x.fma(mode, &y, &z));
        if !b.is_zero() {
            check(format, &(&a / &b), &format!("{x} / {y}"), |mode| x.div(mode, &y));
        }
    });
}

#[test]
fn square_roots_round_the_exact_root_once() {
    each_format(|format, operands| {
        let x = operands.next().abs();
        let Ok(a) = x.to_real() else { return };
        if a.is_zero() {
            return;
        }
        let place = Place::find(format, |root| a.cmp(&(root * root)));
        for mode in RoundingMode::ALL {
            assert_eq!(x.sqrt(mode), place.choose(mode, false), "{mode} sqrt {x}");
        }
    });
}

#[test]
fn remainders_are_exact() {
    each_format(|format, operands| {
        let (x, y) = (operands.next(), operands.next());
        let (Ok(a), Ok(b)) = (x.to_real(), y.to_real()) else { return };
        if b.is_zero() {
            assert!(x.rem(&y).is_nan());
            return;
        }
        let quotient = &a / &b;
        let floor = quotient.floor();
        let past_floor = quotient - RBig::from(floor.clone());
        let half = RBig::from_parts(IBig::ONE, UBig::from(2u8));
        let up = past_floor > half || (past_floor == half && floor.bit(0));
        let integer = if up { floor + IBig::ONE } else { floor };
        let remainder = &a - &b * RBig::from(integer);
        assert_eq!(x.rem(&y).to_real(), Ok(remainder.clone()), "{x} rem {y}");
        if remainder.is_zero() {
            assert_eq!(x.rem(&y), Float::zero(format, x.is_negative()), "{x} rem {y}");
        }
    });
}

#[test]
fn conversions_round_the_exact_number_once() {
    each_format(|format, operands| {
        let (over, under) = (IBig::from(operands.integer(90)), operands.integer(80) + UBig::ONE);
        for real in [RBig::from_parts(over.clone(), under.clone()), RBig::from_parts(-over, under)] {
            check(format, &real, &format!("{real}"), |mode| Float::from_real(format, mode, &real));
        }
        let x = operands.next();
        let Ok(a) = x.to_real() else { return };
        for (eb, sb) in [(2, 2), (5, 11), (8, 61), (9, 90)] {
            let target = Format::new(eb, sb).expect("a valid format");
            check(target, &a, &format!("{x} to {eb} {sb}"), |mode| x.to_format(mode, target));
        }
    });
}

#[test]
fn rationals_of_any_magnitude_overflow_or_underflow_at_once() {
    let huge = RBig::from(UBig::from(10u8).pow(100_000));
    let tiny = RBig::ONE / &huge;
    let convert = |mode, real: &RBig| Float::from_real(Format::SINGLE, mode, real);
    let single = Format::SINGLE;
    assert_eq!(convert(RoundingMode::Rne, &huge), Float::infinity(single, false));
    assert_eq!(convert(RoundingMode::Rtz, &huge), Float::max_normal(single, false));
    assert_eq!(convert(RoundingMode::Rtp, &-huge), Float::max_normal(single, true));
    assert_eq!(convert(RoundingMode::Rne, &tiny), Float::zero(single, false));
    assert_eq!(convert(RoundingMode::Rtp, &tiny), Float::min_subnormal(single, false));
    assert_eq!(convert(RoundingMode::Rtp, &-tiny), Float::zero(single, true));
}

/// With 60 exponent bits no exact intermediate result could be written down.
#[test]
fn exponents_apart_by_quadrillions_cost_nothing() {
    let format = Format::new(60, 24).expect("a valid format");
    let (huge, tiny) = (Float::max_normal(format, false), Float::min_subnormal(format, true));
    let one = Float::from_integer(format, RoundingMode::Rne, &IBig::ONE);
    assert_eq!(huge.add(RoundingMode::Rne, &tiny), huge);
    assert!(huge.add(RoundingMode::Rtz, &tiny).lt(&huge));
    assert_eq!(one.fma(RoundingMode::Rtp, &huge, &tiny), huge);
    assert_eq!(huge.mul(RoundingMode::Rne, &huge), Float::infinity(format, false));
    assert_eq!(tiny.div(RoundingMode::Rtn, &huge), tiny);
    assert_eq!(huge.to_format(RoundingMode::Rtz, Format::HALF), Float::max_normal(Format::HALF, false));
    assert_eq!(tiny.to_format(RoundingMode::Rtn, Format::HALF), Float::min_subnormal(Format::HALF, true));
    assert_eq!(tiny.round_to_integral(RoundingMode::Rne), Float::zero(format, true));
    assert_eq!(tiny.to_ubv(RoundingMode::Rtz, 8), Some(UBig::ZERO));
    assert_eq!(huge.to_sbv(RoundingMode::Rtz, 64), None);
    assert_eq!(huge.to_real(), Err(NotReal::TooLong));
    // 2^k is 1 or 2 modulo 3, as k is even or odd; half of 3 is between, so 2 becomes -1.
    let three = Float::from_integer(format, RoundingMode::Rne, &IBig::from(3));
    let power = |exponent| Float::from_fields(format, false, exponent, UBig::ZERO);
    let bias = (1u64 << 59) - 1;
    assert_eq!(power(bias + (1 << 58)).rem(&three), one);
    assert_eq!(power(bias + (1 << 58) + 1).rem(&three), one.neg());
}
