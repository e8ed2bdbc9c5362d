//! Polynomials whose roots are sums, products or images of other polynomials' roots, by power sums.
//!
//! These are the resultants `Res_y(p(x - y), q(y))` and `Res_y(y^m p(x/y), q(y))` of the textbooks. The sums of
//! the roots' k-th powers determine a monic polynomial (Newton's identities) and are easy to combine.

use dashu_int::IBig;

use super::Polynomial;

/// The sums of the `0`-th to `count - 1`-st powers of the roots of a monic polynomial, with multiplicity.
fn power_sums(monic: &Polynomial, count: usize) -> Vec<IBig> {
    let degree = monic.degree();
    let mut sums: Vec<IBig> = Vec::with_capacity(count);
    for k in 0..count {
        if k == 0 {
            sums.push(IBig::from(degree));
            continue;
        }
        let mut sum = IBig::ZERO;
        for i in 1..=k.min(degree) {
            let weight = if i == k { IBig::from(k) } else { sums[k - i].clone() };
            sum -= &monic.coefficients()[degree - i] * weight;
        }
        sums.push(sum);
    }
    sums
}

/// The monic polynomial whose roots have these power sums, of the degree that is the `0`-th of them.
fn from_power_sums(sums: &[IBig]) -> Polynomial {
    let degree = sums.len() - 1;
    let mut high_to_low = vec![IBig::ONE];
    for k in 1..=degree {
        let total: IBig = (0..k).map(|i| &high_to_low[i] * &sums[k - i]).sum();
        // Newton's identities: the division is exact for algebraic integers.
        high_to_low.push(-total / IBig::from(k));
    }
    high_to_low.reverse();
    Polynomial::new(high_to_low)
}

/// The monic polynomial of all products of a root of `left` and a root of `right`, both monic.
pub fn product_of_roots(left: &Polynomial, right: &Polynomial) -> Polynomial {
    let count = left.degree() * right.degree() + 1;
    let (a, b) = (power_sums(left, count), power_sums(right, count));
    from_power_sums(&a.iter().zip(&b).map(|(a, b)| a * b).collect::<Vec<_>>())
}

/// The monic polynomial of all sums of a root of `left` and a root of `right`, both monic.
pub fn sum_of_roots(left: &Polynomial, right: &Polynomial) -> Polynomial {
    let count = left.degree() * right.degree() + 1;
    let (a, b) = (power_sums(left, count), power_sums(right, count));
    let mut sums = Vec::with_capacity(count);
    let mut binomials = vec![IBig::ONE];
    for k in 0..count {
        // (α + β)^k summed over all pairs, by the binomial theorem.
        sums.push((0..=k).map(|i| &binomials[i] * &a[i] * &b[k - i]).sum());
        binomials.push(IBig::ONE);
        for i in (1..=k).rev() {
            binomials[i] = &binomials[i] + &binomials[i - 1];
        }
    }
    from_power_sums(&sums)
}

/// The monic polynomial whose roots are those of a monic one, times an integer.
pub fn scaled_roots(monic: &Polynomial, factor: &IBig) -> Polynomial {
    let mut power = IBig::ONE;
    let mut coefficients = monic.coefficients().to_vec();
    for coefficient in coefficients.iter_mut().rev() {
        *coefficient *= &power;
        power *= factor;
    }
    Polynomial::new(coefficients)
}

/// The characteristic polynomial of `element(θ)` for a root θ of `monic`: the monic polynomial of the values of
/// `element` at all its roots.
pub fn characteristic(element: &Polynomial, monic: &Polynomial) -> Polynomial {
    let degree = monic.degree();
    let traces = power_sums(monic, degree);
    let mut sums = vec![IBig::from(degree)];
    let mut power = Polynomial::constant(IBig::ONE);
    for _ in 0..degree {
        power = power.mul(element).div_rem_monic(monic).1;
        sums.push(power.coefficients().iter().zip(&traces).map(|(c, trace)| c * trace).sum());
    }
    from_power_sums(&sums)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn poly(coefficients: &[i64]) -> Polynomial {
        Polynomial::new(coefficients.iter().map(|&c| IBig::from(c)).collect())
    }

    #[test]
    fn sums_of_two_square_roots_solve_the_known_quartic() {
        assert_eq!(sum_of_roots(&poly(&[-2, 0, 1]), &poly(&[-3, 0, 1])), poly(&[1, 0, -10, 0, 1]));
    }

    #[test]
    fn products_of_roots_are_those_of_integer_roots() {
        // (x-1)(x-2) with (x-3)(x-5): 3, 5, 6, 10.
        let expected = [3i64, 5, 6, 10].iter().fold(poly(&[1]), |p, root| p.mul(&poly(&[-root, 1])));
        assert_eq!(product_of_roots(&poly(&[2, -3, 1]), &poly(&[15, -8, 1])), expected);
    }

    #[test]
    fn characteristic_polynomial_of_the_generator_is_its_own() {
        let monic = poly(&[-7, 3, 0, 5, 1]);
        assert_eq!(characteristic(&Polynomial::variable(), &monic), monic);
        // The image of √2 under x² + x, 2 + √2, solves x² - 4x + 2.
        assert_eq!(characteristic(&poly(&[0, 1, 1]), &poly(&[-2, 0, 1])), poly(&[2, -4, 1]));
    }
}
