//! Every operation on every operand of tiny formats, in every mode, against the definition.

mod float_operands;
mod float_reference;

use std::cmp::Ordering;

use dashu_int::IBig;
use dashu_ratio::RBig;
use eval::float::{Float, NotReal, RoundingMode};
use float_operands::operations;
use float_reference::{Fraction, Meaning, Reference, compare};

/// With two exponent bits there are two normal exponents. In (2, 3), (2, 5) and (3, 5) the greatest number is not
/// an integer, so rounding to an integer can overflow.
const FORMATS: [(u32, u32); 7] = [(2, 2), (2, 3), (3, 2), (3, 5), (2, 5), (4, 3), (5, 2)];

fn bits(float: &Float) -> u64 {
    u64::try_from(float.to_ieee_bits()).expect("a tiny format")
}

/// A format's patterns, with the float and the definition of each.
fn values(reference: &Reference) -> Vec<(Float, Meaning)> {
    reference
        .patterns()
        .map(|bits| (Float::from_ieee_u64(reference.format, bits), reference.meaning(bits)))
        .collect()
}

fn each_format(check: impl Fn(&Reference, &[(Float, Meaning)])) {
    for (eb, sb) in FORMATS {
        let reference = Reference::new(eb, sb);
        check(&reference, &values(&reference));
    }
}

fn each_pair(check: impl Fn(&Reference, (&Float, Meaning), (&Float, Meaning))) {
    each_format(|reference, values| {
        for (x, x_meaning) in values {
            for (y, y_meaning) in values {
                check(reference, (x, *x_meaning), (y, *y_meaning));
            }
        }
    });
}

#[test]
fn add_and_sub_follow_the_definition() {
    each_pair(|reference, (x, a), (y, b)| {
        let minus_b = match b {
            Meaning::NaN => Meaning::NaN,
            Meaning::Infinity { negative } => Meaning::Infinity { negative: !negative },
            Meaning::Number { negative, value } => {
                Meaning::Number { negative: !negative, value: value.neg() }
            }
        };
        for mode in RoundingMode::ALL {
            assert_eq!(bits(&x.add(mode, y)), reference.add(mode, a, b), "{mode} {x} + {y}");
            assert_eq!(bits(&x.sub(mode, y)), reference.add(mode, a, minus_b), "{mode} {x} - {y}");
        }
    });
}

#[test]
fn mul_follows_the_definition() {
    each_pair(|reference, (x, a), (y, b)| {
        for mode in RoundingMode::ALL {
            assert_eq!(bits(&x.mul(mode, y)), reference.mul(mode, a, b), "{mode} {x} * {y}");
        }
    });
}

#[test]
fn div_follows_the_definition() {
    each_pair(|reference, (x, a), (y, b)| {
        for mode in RoundingMode::ALL {
            assert_eq!(bits(&x.div(mode, y)), reference.div(mode, a, b), "{mode} {x} / {y}");
        }
    });
}

#[test]
fn rem_follows_the_definition() {
    each_pair(|reference, (x, a), (y, b)| {
        assert_eq!(bits(&x.rem(y)), reference.rem(a, b), "{x} rem {y}");
    });
}

#[test]
fn fma_follows_the_definition() {
    each_format(|reference, values| {
        let triples = values.len().pow(3);
        let limit = operations() as usize;
        // A stride coprime to the power of two visits all triples before it repeats one.
        let stride = if triples <= limit { 1 } else { 7_654_321 };
        for step in 0..triples.min(limit) {
            let index = step * stride % triples;
            let (x, a) = &values[index % values.len()];
            let (y, b) = &values[index / values.len() % values.len()];
            let (z, c) = &values[index / values.len().pow(2)];
            for mode in RoundingMode::ALL {
                let expected = reference.fma(mode, *a, *b, *c);
                assert_eq!(bits(&x.fma(mode, y, z)), expected, "{mode} {x} * {y} + {z}");
            }
        }
    });
}

#[test]
fn sqrt_and_round_to_integral_follow_the_definition() {
    each_format(|reference, values| {
        for (x, a) in values {
            for mode in RoundingMode::ALL {
                assert_eq!(bits(&x.sqrt(mode)), reference.sqrt(mode, *a), "{mode} sqrt {x}");
                let expected = reference.round_to_integral(mode, *a);
                assert_eq!(bits(&x.round_to_integral(mode)), expected, "{mode} integral {x}");
            }
        }
    });
}

#[test]
fn comparisons_follow_the_definition() {
    each_pair(|_, (x, a), (y, b)| {
        let order = compare(a, b);
        assert_eq!(x.compare(y), order, "{x} {y}");
        assert_eq!(x.ieee_eq(y), order == Some(Ordering::Equal), "{x} {y}");
        assert_eq!(x.lt(y), order == Some(Ordering::Less), "{x} {y}");
        assert_eq!(x.gt(y), order == Some(Ordering::Greater), "{x} {y}");
        assert_eq!(x.leq(y), matches!(order, Some(Ordering::Less | Ordering::Equal)), "{x} {y}");
        assert_eq!(x.geq(y), matches!(order, Some(Ordering::Greater | Ordering::Equal)), "{x} {y}");
    });
}

#[test]
fn min_and_max_report_opposite_zeros_and_pass_over_nan() {
    each_pair(|_, (x, a), (y, b)| {
        let (min, max) = match compare(a, b) {
            None => {
                let other = if x.is_nan() { y } else { x };
                (Some(other), Some(other))
            }
            Some(Ordering::Equal) if x != y => (None, None),
            Some(order) => (Some(if order.is_le() { x } else { y }), Some(if order.is_ge() { x } else { y })),
        };
        assert_eq!(x.min(y).as_ref(), min, "min {x} {y}");
        assert_eq!(x.max(y).as_ref(), max, "max {x} {y}");
    });
}

#[test]
fn predicates_and_signs_follow_the_definition() {
    each_format(|reference, values| {
        let bits_of_fraction = reference.format.sb() - 1;
        for (pattern, (x, a)) in reference.patterns().zip(values) {
            let field = pattern >> bits_of_fraction & ((1 << reference.format.eb()) - 1);
            let (zero, number, sign) = match *a {
                Meaning::NaN => (false, false, None),
                Meaning::Infinity { negative } => (false, false, Some(negative)),
                Meaning::Number { negative, value } => (value.is_zero(), true, Some(negative)),
            };
            assert_eq!(x.is_nan(), sign.is_none(), "{x}");
            assert_eq!(x.is_infinite(), !number && sign.is_some(), "{x}");
            assert_eq!(x.is_zero(), zero, "{x}");
            assert_eq!(x.is_subnormal(), number && !zero && field == 0, "{x}");
            assert_eq!(x.is_normal(), number && field != 0, "{x}");
            assert_eq!(x.is_negative(), sign == Some(true), "{x}");
            assert_eq!(x.is_positive(), sign == Some(false), "{x}");
            assert_eq!(x.neg().is_positive(), x.is_negative(), "{x}");
            assert_eq!(x.neg().neg(), *x);
            assert_eq!(x.abs(), if x.is_negative() { x.neg() } else { x.clone() });
        }
    });
}

#[test]
fn conversions_between_formats_follow_the_definition() {
    each_format(|_, values| {
        each_format(|target, _| {
            for (x, a) in values {
                for mode in RoundingMode::ALL {
                    let converted = x.to_format(mode, target.format);
                    assert_eq!(converted.format(), target.format);
                    assert_eq!(bits(&converted), target.convert(mode, *a), "{mode} {x} {:?}", target.format);
                }
            }
        });
    });
}

#[test]
fn conversions_to_bit_vectors_follow_the_definition() {
    each_format(|_, values| {
        for (x, a) in values {
            for mode in RoundingMode::ALL {
                let integer = match a {
                    Meaning::Number { value, .. } => Some(value.to_integer(mode)),
                    _ => None,
                };
                for width in 1..=18 {
                    let unsigned = integer.filter(|n| (0..1 << width).contains(n)).map(IBig::from);
                    assert_eq!(x.to_ubv(mode, width).map(IBig::from), unsigned, "{mode} {x} ubv {width}");
                    let bound = 1i128 << (width - 1);
                    let signed = integer.filter(|n| (-bound..bound).contains(n)).map(IBig::from);
                    assert_eq!(x.to_sbv(mode, width), signed, "{mode} {x} sbv {width}");
                }
            }
        }
    });
}

#[test]
fn conversions_from_and_to_reals_follow_the_definition() {
    each_format(|reference, values| {
        for (x, a) in values {
            let real = match a {
                Meaning::Number { value, .. } => {
                    Ok(RBig::from_parts_signed(value.over.into(), value.under.into()))
                }
                _ => Err(NotReal::Unspecified),
            };
            assert_eq!(x.to_real(), real, "{x}");
        }
        for over in -70..=70i128 {
            for under in (1..=33i128).chain([64, 127, 128, 129, 100_000]) {
                let real = RBig::from_parts_signed(over.into(), under.into());
                for mode in RoundingMode::ALL {
                    let expected = reference.round(mode, Fraction::new(over, under), false);
                    let float = Float::from_real(reference.format, mode, &real);
                    assert_eq!(bits(&float), expected, "{mode} {real} {:?}", reference.format);
                }
            }
        }
        for integer in (-70..=70).chain([-65536, -65535, -40000, 32768, 49152, 65536, 1 << 40]) {
            for mode in RoundingMode::ALL {
                let expected = reference.round(mode, Fraction::new(integer, 1), false);
                let float = Float::from_integer(reference.format, mode, &integer.into());
                assert_eq!(bits(&float), expected, "{mode} {integer} {:?}", reference.format);
            }
        }
    });
}
