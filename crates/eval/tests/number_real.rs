//! Real numbers: algebraic identities, order, text and field axioms.

use std::collections::HashSet;

use dashu_ratio::RBig;
use eval::number::{Int, Limit, Real};
use proptest::prelude::*;

fn ints(coefficients: &[i64]) -> Vec<Int> {
    coefficients.iter().map(|&c| Int::from(c)).collect()
}

/// The `index`-th real root of a polynomial given from the constant term up.
fn root(coefficients: &[i64], index: usize) -> Real {
    Real::root_of(&ints(coefficients), index).unwrap().unwrap()
}

/// The positive real root of `x^degree - value`.
fn radical(value: i64, degree: usize) -> Real {
    let mut coefficients = vec![0; degree + 1];
    (coefficients[0], coefficients[degree]) = (-value, 1);
    root(&coefficients, if degree.is_multiple_of(2) { 2 } else { 1 })
}

fn ratio(numerator: i64, denominator: i64) -> Real {
    Real::from_ratio(Int::from(numerator), Int::from(denominator)).unwrap()
}

/// An approximation by floor, good to 2^-40.
fn approximate(value: &Real) -> f64 {
    let scale = Real::from(1 << 40);
    value.mul(&scale).unwrap().floor().to_f64().value() / (1u64 << 40) as f64
}

#[test]
fn square_root_squared_is_rational() {
    let sqrt2 = radical(2, 2);
    assert!(matches!(sqrt2.mul(&sqrt2).unwrap(), Real::Rational(_)));
    assert_eq!(sqrt2.mul(&sqrt2).unwrap(), Real::from(2));
    // From two separately built numbers too.
    assert_eq!(sqrt2.mul(&radical(2, 2)).unwrap(), Real::from(2));
}

#[test]
fn sum_of_two_fields_is_the_known_quartic_root() {
    let sum = radical(2, 2).add(&radical(3, 2)).unwrap();
    assert_eq!(sum.to_string(), "(root-obj (+ (^ x 4) (* (- 10) (^ x 2)) 1) 4)");
    assert_eq!(sum, root(&[1, 0, -10, 0, 1], 4));
}

#[test]
fn leaving_a_field_again_lowers_the_degree() {
    let (sqrt2, sqrt3) = (radical(2, 2), radical(3, 2));
    let back = sqrt2.add(&sqrt3).unwrap().sub(&sqrt3).unwrap();
    assert_eq!(back, sqrt2);
    assert_eq!(back.to_string(), sqrt2.to_string());
    let product = sqrt2.mul(&sqrt3).unwrap();
    assert_eq!(product, radical(6, 2));
    assert_eq!(product.div(&sqrt3).unwrap().unwrap(), sqrt2);
}

#[test]
fn conjugates_of_different_fields_meet_in_the_rationals() {
    let sqrt8 = radical(8, 2);
    assert_eq!(sqrt8.div(&radical(2, 2)).unwrap(), Some(Real::from(2)));
    assert_eq!(radical(2, 2).mul(&sqrt8).unwrap(), Real::from(4));
    assert_eq!(sqrt8.sub(&radical(2, 2).mul(&Real::from(2)).unwrap()).unwrap(), Real::ZERO);
    // 1/√2, a root of 2x² - 1, plus its own negative built apart.
    assert_eq!(root(&[-1, 0, 2], 1).add(&root(&[-1, 0, 2], 2)).unwrap(), Real::ZERO);
}

#[test]
fn golden_ratio_identities() {
    let phi = root(&[-1, -1, 1], 2);
    let one = Real::ONE;
    assert_eq!(phi.mul(&phi).unwrap(), phi.add(&one).unwrap());
    assert_eq!(one.div(&phi).unwrap().unwrap(), phi.sub(&one).unwrap());
    assert_eq!(phi, ratio(1, 2).mul(&one.add(&radical(5, 2)).unwrap()).unwrap());
    // φ^10 = 55φ + 34.
    assert_eq!(phi.pow(10).unwrap(), phi.mul(&Real::from(55)).unwrap().add(&Real::from(34)).unwrap());
}

#[test]
fn cube_roots_and_negative_roots() {
    let cube_root = radical(2, 3);
    assert_eq!(cube_root.pow(3).unwrap(), Real::from(2));
    assert_eq!(root(&[2, 0, 0, 1], 1), cube_root.neg());
    assert_eq!(root(&[-2, 0, 1], 1).abs(), radical(2, 2));
    assert_eq!(cube_root.mul(&radical(4, 3)).unwrap(), Real::from(2));
    assert_eq!(radical(2, 2).mul(&cube_root).unwrap(), radical(32, 6));
}

#[test]
fn floors_of_irrational_numbers() {
    assert_eq!(radical(2, 2).floor(), Int::ONE);
    assert_eq!(radical(2, 2).neg().floor(), Int::from(-2));
    let huge = radical(1_000_001, 2).mul(&Real::from(1_000_000_000)).unwrap();
    assert_eq!(huge.floor(), Int::from(1_000_000_499_999i64));
    assert!(!radical(2, 2).is_int());
    assert_eq!(ratio(-7, 2).floor(), Int::from(-4));
}

#[test]
fn multiple_and_rational_roots_are_counted_once_and_normalised() {
    // (x - 1)³ (x + 2)² (x² - 2): roots -2, -√2, 1, √2.
    let coefficients = [8, -16, -2, 18, -3, -7, 1, 1];
    assert_eq!(root(&coefficients, 1), Real::from(-2));
    assert_eq!(root(&coefficients, 2), radical(2, 2).neg());
    assert_eq!(root(&coefficients, 3), Real::ONE);
    assert_eq!(root(&coefficients, 4), radical(2, 2));
    assert_eq!(Real::root_of(&ints(&coefficients), 5), Ok(None));
    assert_eq!(Real::root_of(&ints(&coefficients), 0), Ok(None));
    // 6x² - 5x + 1 = (2x - 1)(3x - 1).
    assert_eq!(root(&[1, -5, 6], 1), ratio(1, 3));
    assert_eq!(root(&[1, -5, 6], 2), ratio(1, 2));
}

#[test]
fn polynomials_without_real_roots_have_none() {
    for coefficients in [&[][..], &[0], &[5], &[1, 0, 1]] {
        assert_eq!(Real::root_of(&ints(coefficients), 1), Ok(None));
    }
}

#[test]
fn roots_of_wilkinson_polynomial_and_its_perturbation() {
    // Coefficients in exact integers: ∏ (x - i) for i = 1…20.
    let wilkinson = (1..=20i64).fold(ints(&[1]), |p, i| {
        let mut next = vec![Int::ZERO; p.len() + 1];
        for (k, c) in p.iter().enumerate() {
            next[k + 1] += c;
            next[k] -= c * Int::from(i);
        }
        next
    });
    for i in 1..=20 {
        assert_eq!(Real::root_of(&wilkinson, i).unwrap().unwrap(), Real::from(i as i64));
    }
    // Wilkinson's perturbation of the x^19 coefficient by 2^-23 leaves ten real roots; the first six stay put.
    let mut perturbed: Vec<Int> = wilkinson.iter().map(|c| c << 23).collect();
    perturbed[19] -= Int::ONE;
    let roots: Vec<Real> = (1..=10).map(|i| Real::root_of(&perturbed, i).unwrap().unwrap()).collect();
    assert_eq!(Real::root_of(&perturbed, 11), Ok(None));
    assert!(roots.is_sorted());
    for (i, value) in roots.iter().take(6).enumerate() {
        assert!(!value.is_int());
        assert!((approximate(value) - (i + 1) as f64).abs() < 1e-2);
    }
    assert!((approximate(&roots[9]) - 20.846_908_101).abs() < 1e-8);
}

#[test]
fn roots_closer_than_floating_point_can_tell_are_ordered() {
    // Mignotte: x^5 - 2(10^6 x - 1)² has two roots within about 10^-21 of 10^-6.
    let coefficients = [-2, 4_000_000, -2_000_000_000_000, 0, 0, 1];
    let (low, high) = (root(&coefficients, 1), root(&coefficients, 2));
    let near = ratio(1, 1_000_000);
    assert!(low < near && near < high);
    let gap = high.sub(&low);
    assert!(gap.is_ok_and(|gap| gap.sign().is_gt() && gap < ratio(1, 1_000_000_000_000_000_000)));
}

#[test]
fn root_in_an_interval_must_be_the_only_one() {
    let coefficients = ints(&[-2, 0, 1]);
    let rational = |n: i64, d: u64| RBig::from_parts(Int::from(n), d.into());
    let within = |low, high| Real::root_in(&coefficients, &low, &high).unwrap();
    assert_eq!(within(rational(5, 4), rational(3, 2)), Some(radical(2, 2)));
    assert_eq!(within(rational(-5, 1), rational(5, 1)), None);
    assert_eq!(within(rational(3, 2), rational(5, 1)), None);
    assert_eq!(within(rational(3, 2), rational(5, 4)), None);
    // The interval is open: an endpoint that is a root does not count.
    let endpoints =
        |low, high| Real::root_in(&ints(&[0, -1, 0, 1]), &rational(low, 1), &rational(high, 1)).unwrap();
    assert_eq!(endpoints(-1, 1), Some(Real::ZERO));
    assert_eq!(endpoints(0, 1), None);
    assert_eq!(endpoints(0, 2), Some(Real::ONE));
}

#[test]
fn large_field_arithmetic_stays_in_the_field() {
    // Degree 11: a resultant would have degree 121; in Q(θ) nothing grows.
    let theta = radical(3, 11);
    let sum = theta.pow(7).unwrap().add(&theta).unwrap();
    let quotient = theta.div(&sum).unwrap().unwrap();
    assert_eq!(quotient.mul(&sum).unwrap(), theta);
    assert_eq!(theta.pow(22).unwrap(), Real::from(9));
}

#[test]
fn budgets_are_reported_not_exceeded() {
    assert_eq!(radical(2, 7).add(&radical(3, 7)), Err(Limit::Degree(49)));
    let mut coefficients = vec![Int::ZERO; 41];
    (coefficients[0], coefficients[40]) = (Int::from(-2), Int::ONE);
    assert_eq!(Real::root_of(&coefficients, 1), Err(Limit::Degree(40)));
    assert!(matches!(Real::from(3).pow(usize::MAX), Err(Limit::Bits(_))));
    assert_eq!(Real::from(-1).pow(usize::MAX), Ok(Real::from(-1)));
    // √2 leaves its field at once, but its powers do not stop growing.
    assert!(matches!(radical(2, 2).pow(usize::MAX), Err(Limit::Bits(_))));
    assert!(matches!(radical(2, 2).add(&Real::ONE).unwrap().pow(1 << 20), Err(Limit::Bits(_))));
}

#[test]
fn long_coefficients_are_refused_sooner_at_a_high_degree() {
    let alternating = |degree: usize, bits: usize| -> Vec<Int> {
        let mut coefficients: Vec<Int> = (0..degree).map(|i| (Int::ONE << bits) - Int::from(i)).collect();
        coefficients[0] = -coefficients[0].clone();
        coefficients.push(Int::ONE);
        coefficients
    };
    assert!(matches!(Real::root_of(&alternating(32, 1000), 1), Err(Limit::Bits(_))));
    assert!(matches!(Real::root_of(&alternating(3, 1000), 1), Ok(Some(_))));
}

#[test]
fn equal_numbers_of_different_fields_hash_alike() {
    let direct = radical(18, 2);
    let built = radical(2, 2).mul(&Real::from(3)).unwrap();
    assert_eq!(direct, built);
    assert!(HashSet::from([direct]).contains(&built));
}

#[test]
fn division_by_zero_is_left_to_the_model() {
    assert_eq!(Real::ONE.div(&Real::ZERO), Ok(None));
    assert_eq!(radical(2, 2).div(&Real::ZERO), Ok(None));
}

#[test]
fn decimals_are_read_exactly() {
    assert_eq!(Real::parse_decimal("1.50"), Some(ratio(3, 2)));
    assert_eq!(Real::parse_decimal("0.000"), Some(Real::ZERO));
    assert_eq!(Real::parse_decimal("12"), Some(Real::from(12)));
    for wrong in ["", ".", "1.", ".5", "-1.0", "1.0.0", "1_0.0", "+1.0", "1e5"] {
        assert_eq!(Real::parse_decimal(wrong), None, "{wrong}");
    }
}

#[test]
fn text_is_smt_lib() {
    assert_eq!(ratio(1, 3).to_string(), "(/ 1.0 3.0)");
    assert_eq!(ratio(-1, 3).to_string(), "(- (/ 1.0 3.0))");
    assert_eq!(Real::from(-4).to_string(), "(- 4.0)");
    assert_eq!(Real::ZERO.to_string(), "0.0");
    assert_eq!(root(&[-2, 0, 1], 1).to_string(), "(root-obj (+ (^ x 2) (- 2)) 1)");
    assert_eq!(
        root(&[1, -3, 0, 2, 0, 5], 1).to_string(),
        "(root-obj (+ (* 5 (^ x 5)) (* 2 (^ x 3)) (* (- 3) x) 1) 1)"
    );
}

/// Small real numbers: rationals, and roots of random quadratics and cubics.
fn small_real() -> impl Strategy<Value = Real> {
    let rational = (-20i64..20, 1i64..9).prop_map(|(n, d)| ratio(n, d));
    let algebraic = (prop::collection::vec(-9i64..10, 2..4), 1i64..4, 1usize..4).prop_filter_map(
        "no such root",
        |(mut coefficients, lead, index)| {
            coefficients.push(lead);
            Real::root_of(&ints(&coefficients), index).unwrap()
        },
    );
    prop_oneof![1 => rational, 3 => algebraic]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn field_axioms_hold(a in small_real(), b in small_real(), c in small_real()) {
        prop_assert_eq!(a.add(&b).unwrap(), b.add(&a).unwrap());
        prop_assert_eq!(a.mul(&b).unwrap(), b.mul(&a).unwrap());
        prop_assert_eq!(a.sub(&b).unwrap().add(&b).unwrap(), a.clone());
        if let Some(quotient) = a.div(&b).unwrap() {
            prop_assert_eq!(quotient.mul(&b).unwrap(), a.clone());
        }
        // Three fields may exceed the budget: compare where there is an answer.
        if let (Ok(ab), Ok(ac)) = (a.mul(&b), a.mul(&c))
            && let (Ok(right), Ok(left)) = (ab.add(&ac), b.add(&c).and_then(|sum| a.mul(&sum)))
        {
            prop_assert_eq!(left, right);
        }
    }

    #[test]
    fn arithmetic_agrees_with_floating_point(a in small_real(), b in small_real()) {
        let (x, y) = (approximate(&a), approximate(&b));
        prop_assert!((approximate(&a.add(&b).unwrap()) - (x + y)).abs() < 1e-9);
        prop_assert!((approximate(&a.mul(&b).unwrap()) - x * y).abs() < 1e-6);
        if (x - y).abs() > 1e-6 {
            prop_assert_eq!(a.cmp(&b), x.total_cmp(&y));
        }
        prop_assert_eq!(a.cmp(&b), b.cmp(&a).reverse());
        prop_assert_eq!(a.cmp(&b), a.sub(&b).unwrap().sign());
        prop_assert_eq!(a.floor(), Int::from(x.floor() as i64));
    }

    #[test]
    fn printed_roots_are_the_same_number(a in small_real(), b in small_real()) {
        if let Real::Algebraic(sum) = a.add(&b).unwrap() {
            let minimal = sum.minimal_polynomial().coefficients().to_vec();
            prop_assert_eq!(Real::root_of(&minimal, sum.root_index()).unwrap().unwrap(), Real::Algebraic(sum.clone()));
            let around = sum.isolating_interval();
            let again = Real::root_in(&minimal, &around.low, &around.high).unwrap().unwrap();
            prop_assert_eq!(again, Real::Algebraic(sum));
        }
    }

    #[test]
    fn rational_arithmetic_agrees_with_cross_multiplication(
        a in any::<i64>(), b in 1i64.., c in any::<i64>(), d in 1i64..
    ) {
        use num_bigint::BigInt;
        let big = |value: &Int| value.to_string().parse::<BigInt>().unwrap();
        let parts = |value: Real| {
            let rational = value.as_rational().unwrap().clone();
            (big(rational.numerator()), rational.denominator().to_string().parse::<BigInt>().unwrap())
        };
        let [a_, b_, c_, d_] = [a, b, c, d].map(BigInt::from);
        let (left, right) = (ratio(a, b), ratio(c, d));
        let (n, m) = parts(left.add(&right).unwrap());
        prop_assert_eq!(n * &b_ * &d_, m * (&a_ * &d_ + &c_ * &b_));
        let (n, m) = parts(left.mul(&right).unwrap());
        prop_assert_eq!(n * &b_ * &d_, m * (&a_ * &c_));
        prop_assert_eq!(left.cmp(&right), (&a_ * &d_).cmp(&(&c_ * &b_)));
        if let Some(quotient) = left.div(&right).unwrap() {
            let (n, m) = parts(quotient);
            prop_assert_eq!(n * &b_ * &c_, m * (&a_ * &d_));
        }
    }
}
