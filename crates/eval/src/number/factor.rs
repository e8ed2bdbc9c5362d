//! Factoring monic integer polynomials by Zassenhaus' algorithm.
//!
//! The polynomial is factored modulo a small prime, and the factors lifted to a modulus larger than twice any
//! coefficient of any factor. There a true factor is the product of some of the modular ones, read with the
//! coefficients nearest to zero.

use dashu_base::{BitTest, SquareRoot};
use dashu_int::{IBig, UBig};

use super::finite_field::{Field, Residue};
use super::hensel::{self, Ring};
use super::{Limit, Polynomial};

/// The largest primes below `2^31`.
const PRIMES: [u64; 8] = [
    2_147_483_647,
    2_147_483_629,
    2_147_483_587,
    2_147_483_579,
    2_147_483_563,
    2_147_483_549,
    2_147_483_543,
    2_147_483_497,
];

/// Of how many primes the one with the fewest factors is taken.
const PRIMES_COMPARED: usize = 3;

/// How many products of modular factors may be tried.
const MAX_PRODUCTS: usize = 1 << 17;

/// The irreducible factors of a monic square-free polynomial, all monic.
pub fn irreducible_factors(polynomial: &Polynomial) -> Result<Vec<Polynomial>, Limit> {
    if polynomial.degree() <= 1 {
        return Ok(vec![polynomial.clone()]);
    }
    if polynomial.degree() == 2 {
        return Ok(quadratic_factors(polynomial));
    }
    let (field, modular) = modular_factors(polynomial)?;
    if modular.len() == 1 {
        return Ok(vec![polynomial.clone()]);
    }
    let (ring, modular) = hensel::lift(polynomial, &field, &modular, modulus_bits(polynomial));
    Recombination { ring, modular, rest: polynomial.clone(), found: Vec::new(), tried: 0 }.run()
}

/// By the formula: a monic quadratic splits if its discriminant is a square.
fn quadratic_factors(polynomial: &Polynomial) -> Vec<Polynomial> {
    let (b, c) = (polynomial.coefficient(1), polynomial.coefficient(0));
    let discriminant = &b * &b - IBig::from(4) * c;
    let Ok(magnitude) = UBig::try_from(discriminant) else { return vec![polynomial.clone()] };
    let root = magnitude.sqrt();
    if &root * &root != magnitude {
        return vec![polynomial.clone()];
    }
    let root = IBig::from(root);
    let linear = |doubled: IBig| Polynomial::new(vec![doubled / IBig::from(2), IBig::ONE]);
    vec![linear(&b + &root), linear(b - root)]
}

/// Mignotte: a factor's coefficients are at most `2^degree` times the Euclidean norm. One more bit for the sign.
fn modulus_bits(polynomial: &Polynomial) -> usize {
    let squares: IBig = polynomial.coefficients().iter().map(|c| c * c).sum();
    polynomial.degree() + squares.bit_len().div_ceil(2) + 2
}

/// The factors modulo the prime that gives the fewest.
fn modular_factors(polynomial: &Polynomial) -> Result<(Field, Vec<Residue>), Limit> {
    let fields = PRIMES.iter().map(|&prime| Field::new(prime));
    let square_free = fields.filter(|field| field.is_square_free(&field.image(polynomial)));
    let mut best: Option<(Field, Vec<Residue>)> = None;
    for field in square_free.take(PRIMES_COMPARED) {
        let Some(factors) = field.factors(&field.image(polynomial)) else { continue };
        let irreducible = factors.len() == 1;
        if best.as_ref().is_none_or(|(_, fewest)| factors.len() < fewest.len()) {
            best = Some((field, factors));
        }
        if irreducible {
            break;
        }
    }
    best.ok_or(Limit::Factoring(polynomial.degree()))
}

struct Recombination {
    ring: Ring,
    modular: Vec<Polynomial>,
    rest: Polynomial,
    found: Vec<Polynomial>,
    tried: usize,
}

impl Recombination {
    /// Tries products of 1, 2, 3… modular factors, so that each true factor found is irreducible.
    fn run(mut self) -> Result<Vec<Polynomial>, Limit> {
        let mut size = 1;
        while 2 * size <= self.modular.len() {
            match self.find(size)? {
                Some((chosen, factor, quotient)) => {
                    for index in chosen.into_iter().rev() {
                        self.modular.remove(index);
                    }
                    self.found.push(factor);
                    self.rest = quotient;
                }
                None => size += 1,
            }
        }
        if self.rest.degree() > 0 {
            self.found.push(self.rest);
        }
        Ok(self.found)
    }

    /// The first true factor that is a product of `size` modular ones: which, the factor, and the quotient.
    fn find(&mut self, size: usize) -> Result<Option<(Vec<usize>, Polynomial, Polynomial)>, Limit> {
        let mut chosen: Vec<usize> = (0..size).collect();
        loop {
            self.tried += 1;
            if self.tried > MAX_PRODUCTS {
                return Err(Limit::Factoring(self.rest.degree()));
            }
            if self.constant_term_divides(&chosen) {
                let one = Polynomial::constant(IBig::ONE);
                let candidate = chosen.iter().fold(one, |p, &i| self.ring.mul(&p, &self.modular[i]));
                let (quotient, remainder) = self.rest.div_rem_monic(&candidate);
                if remainder.is_zero() {
                    return Ok(Some((chosen, candidate, quotient)));
                }
            }
            if !next_combination(&mut chosen, self.modular.len()) {
                return Ok(None);
            }
        }
    }

    /// A cheap necessary condition for the product of the chosen factors to be a true factor.
    fn constant_term_divides(&self, chosen: &[usize]) -> bool {
        let terms = chosen.iter().map(|&index| self.modular[index].coefficient(0));
        let constant = terms.fold(IBig::ONE, |product, term| self.ring.product(&product, &term));
        constant.is_zero() || (self.rest.coefficient(0) % constant) == IBig::ZERO
    }
}

/// Steps to the next increasing choice of indices below `count`; false after the last.
fn next_combination(chosen: &mut [usize], count: usize) -> bool {
    let size = chosen.len();
    let Some(position) = (0..size).rev().find(|&i| chosen[i] < count - size + i) else { return false };
    chosen[position] += 1;
    for i in position + 1..size {
        chosen[i] = chosen[i - 1] + 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn poly(coefficients: &[i64]) -> Polynomial {
        Polynomial::new(coefficients.iter().map(|&c| IBig::from(c)).collect())
    }

    fn sorted(mut factors: Vec<Polynomial>) -> Vec<Polynomial> {
        factors.sort_by_key(|f| (f.degree(), f.coefficients().to_vec()));
        factors
    }

    #[test]
    fn splits_a_product_of_known_irreducibles() {
        let parts = [
            poly(&[-5, 1]),
            poly(&[7, 1]),
            poly(&[-2, 0, 1]),
            poly(&[1, 0, -10, 0, 1]),
            poly(&[-2, 0, 0, 0, 0, 1]),
        ];
        let product = parts.iter().fold(poly(&[1]), |p, q| p.mul(q));
        assert_eq!(sorted(irreducible_factors(&product).unwrap()), sorted(parts.to_vec()));
    }

    #[test]
    fn keeps_a_swinnerton_dyer_polynomial_whole() {
        // The minimal polynomial of √2 + √3 + √5: it splits into at most quadratics modulo every prime.
        let polynomial = poly(&[576, 0, -960, 0, 352, 0, -40, 0, 1]);
        assert_eq!(irreducible_factors(&polynomial).unwrap(), [polynomial]);
    }

    #[test]
    fn splits_cyclotomic_products() {
        // x^12 - 1 has one factor for each of the six divisors of 12.
        let mut coefficients = vec![0; 13];
        (coefficients[0], coefficients[12]) = (-1, 1);
        assert_eq!(irreducible_factors(&poly(&coefficients)).unwrap().len(), 6);
    }

    #[test]
    fn keeps_eisenstein_polynomials_whole() {
        for degree in 2..20 {
            let mut coefficients = vec![6; degree + 1];
            (coefficients[0], coefficients[degree]) = (-3, 1);
            let polynomial = poly(&coefficients);
            assert_eq!(irreducible_factors(&polynomial).unwrap(), [polynomial]);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn factors_multiply_back_and_refine_the_given_ones(
            parts in prop::collection::vec(prop::collection::vec(-30i64..30, 1..5), 1..4)
        ) {
            let parts: Vec<_> = parts.into_iter().map(|mut p| { p.push(1); poly(&p) }).collect();
            let product = parts.iter().fold(poly(&[1]), |p, q| p.mul(q)).square_free_part();
            let factors = irreducible_factors(&product).unwrap();
            prop_assert_eq!(factors.iter().fold(poly(&[1]), |p, q| p.mul(q)), product);
            for (factor, part) in factors.iter().flat_map(|f| parts.iter().map(move |p| (f, p))) {
                // An irreducible factor divides a polynomial or shares nothing with it.
                let common = factor.gcd(part).degree();
                prop_assert!(common == 0 || common == factor.degree());
            }
        }
    }
}
