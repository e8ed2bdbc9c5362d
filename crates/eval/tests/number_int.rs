//! Integers: SMT-LIB's functions against an independent big-integer library and their definitions.

use eval::number::int::{self, Int, Smt};
use eval::number::{Limit, MAX_INTEGER_BITS};
use num_bigint::BigInt;
use proptest::prelude::*;

/// Decimal text of integers of very different lengths, both signs.
fn decimal() -> impl Strategy<Value = String> {
    prop_oneof![
        (-20i64..20).prop_map(|value| value.to_string()),
        any::<i64>().prop_map(|value| value.to_string()),
        "-?[1-9][0-9]{0,60}",
    ]
}

fn both(text: &str) -> (Int, BigInt) {
    (text.parse().unwrap(), text.parse().unwrap())
}

/// Euclidean division by definition: the floor for positive divisors, mirrored for negative ones.
fn euclid(a: &BigInt, b: &BigInt) -> (BigInt, BigInt) {
    let (mut q, mut r) = (a / b, a % b);
    let zero = BigInt::from(0);
    if r < zero {
        let step = if *b > zero { BigInt::from(1) } else { BigInt::from(-1) };
        q -= &step;
        r += &step * b;
    }
    (q, r)
}

proptest! {
    #[test]
    fn division_is_euclidean(a in decimal(), b in decimal()) {
        let ((a, big_a), (b, big_b)) = (both(&a), both(&b));
        match (int::div(&a, &b), int::modulo(&a, &b)) {
            (Some(q), Some(r)) => {
                let (big_q, big_r) = euclid(&big_a, &big_b);
                prop_assert_eq!(q.to_string(), big_q.to_string());
                prop_assert_eq!(r.to_string(), big_r.to_string());
            }
            (q, r) => prop_assert!(b.is_zero() && q.is_none() && r.is_none()),
        }
    }

    #[test]
    fn iand_is_the_bitwise_and_of_residues(a in decimal(), b in decimal(), width in 1usize..200) {
        let ((a, big_a), (b, big_b)) = (both(&a), both(&b));
        let modulus = BigInt::from(1) << width;
        let residue = |value: &BigInt| euclid(value, &modulus).1;
        let expected = residue(&big_a) & residue(&big_b);
        prop_assert_eq!(int::iand(width, &a, &b).unwrap().to_string(), expected.to_string());
    }

    #[test]
    fn powers_and_logarithms_agree(a in decimal(), exponent in 0u32..40) {
        let (value, big) = both(&a);
        prop_assert_eq!(int::mul(&value, &value).unwrap().to_string(), (&big * &big).to_string());
        prop_assert_eq!(int::pow(&value, &exponent.into()).unwrap().to_string(), big.pow(exponent).to_string());
        let log = int::log2(&value);
        if value > Int::ZERO {
            let power = int::pow2(&log).unwrap();
            prop_assert!(power <= value && value < power << 1);
        } else {
            prop_assert_eq!(log, Int::ZERO);
        }
    }

    #[test]
    fn numerals_survive_printing(digits in "[1-9][0-9]{0,300}") {
        let value = int::parse_numeral(&digits).unwrap();
        prop_assert_eq!(Smt(&value).to_string(), digits.clone());
        prop_assert_eq!(Smt(&-value).to_string(), format!("(- {digits})"));
    }
}

#[test]
fn division_by_zero_is_left_to_the_model() {
    assert_eq!(int::div(&Int::ONE, &Int::ZERO), None);
    assert_eq!(int::modulo(&Int::ONE, &Int::ZERO), None);
}

#[test]
fn remainders_are_never_negative() {
    let cases = [(7, 2, 3, 1), (-7, 2, -4, 1), (7, -2, -3, 1), (-7, -2, 4, 1), (-6, 3, -2, 0)];
    for (a, b, quotient, remainder) in cases {
        let (a, b) = (Int::from(a), Int::from(b));
        assert_eq!(int::div(&a, &b), Some(Int::from(quotient)));
        assert_eq!(int::modulo(&a, &b), Some(Int::from(remainder)));
    }
}

#[test]
fn divisible_needs_a_positive_index() {
    assert_eq!(int::divisible(&Int::from(3), &Int::from(-9)), Some(true));
    assert_eq!(int::divisible(&Int::from(3), &Int::from(10)), Some(false));
    assert_eq!(int::divisible(&Int::ZERO, &Int::ZERO), None);
    assert_eq!(int::divisible(&Int::from(-3), &Int::from(9)), None);
}

#[test]
fn absolute_value_drops_the_sign() {
    assert_eq!(int::abs(&Int::from(-5)), Int::from(5));
    assert_eq!(int::abs(&Int::from(5)), Int::from(5));
}

#[test]
fn exponentials_stop_at_the_budget() {
    let huge = Int::from(MAX_INTEGER_BITS);
    assert_eq!(int::pow2(&huge), Err(Limit::Bits(MAX_INTEGER_BITS)));
    assert_eq!(int::pow2(&(Int::ONE << 100)), Err(Limit::Bits(usize::MAX)));
    assert_eq!(int::pow2(&Int::from(-1)), Ok(Int::ZERO));
    let long = Int::ONE << (MAX_INTEGER_BITS / 2);
    assert_eq!(int::mul(&long, &long), Err(Limit::Bits(MAX_INTEGER_BITS + 2)));
    assert!(int::pow(&Int::from(3), &(dashu_int::UBig::ONE << 100)).is_err());
    assert_eq!(int::iand(usize::MAX, &Int::from(-1), &Int::from(-1)), Err(Limit::Bits(usize::MAX)));
    assert_eq!(int::iand(usize::MAX, &Int::from(6), &Int::from(-4)), Ok(Int::from(4)));
}

#[test]
fn powers_of_units_have_no_budget() {
    let (even, odd) = (dashu_int::UBig::ONE << 100, (dashu_int::UBig::ONE << 100) + 1u8);
    assert_eq!(int::pow(&Int::from(-1), &even), Ok(Int::ONE));
    assert_eq!(int::pow(&Int::from(-1), &odd), Ok(Int::from(-1)));
    assert_eq!(int::pow(&Int::ZERO, &odd), Ok(Int::ZERO));
    assert_eq!(int::pow(&Int::ZERO, &dashu_int::UBig::ZERO), Ok(Int::ONE));
}

#[test]
fn only_digits_make_a_numeral() {
    for wrong in ["", "-1", "+1", "1_000", "0x10", " 1", "1.0"] {
        assert_eq!(int::parse_numeral(wrong), None, "{wrong}");
    }
}
