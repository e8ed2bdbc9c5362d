//! Irrational real algebraic numbers.
//!
//! A number is an element `p(θ) / d` of a field `Q(θ)`, where θ is a root of a monic irreducible polynomial. In
//! one field arithmetic is that of polynomials modulo θ's, at no growth of degree; only numbers of different
//! fields need the resultants of [`compose`](super::compose).

use std::cmp::Ordering;
use std::sync::{Arc, OnceLock};

use dashu_base::{BitTest, Gcd};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::generator::{Generator, Located, check_bits, check_size};
use super::roots::SturmSequence;
use super::{Interval, Limit, MAX_DEGREE, Polynomial, Real, compose};

/// An irrational real algebraic number.
#[derive(Debug)]
pub struct Algebraic {
    generator: Arc<Generator>,
    /// Of degree at least 1 and less than that of the generator's polynomial: what makes the number irrational.
    numerator: Polynomial,
    denominator: UBig,
    /// The minimal polynomial and the index among its roots, computed when asked for.
    root: OnceLock<(Polynomial, usize)>,
}

impl Algebraic {
    /// The number `numerator(θ) / denominator`, which may be rational.
    fn element(generator: &Arc<Generator>, numerator: Polynomial, denominator: UBig) -> Result<Real, Limit> {
        if numerator.degree() == 0 {
            return Ok(Real::Rational(RBig::from_parts(numerator.coefficient(0), denominator)));
        }
        let common = numerator.content().gcd(&denominator);
        let (numerator, denominator) = if common.is_one() {
            (numerator, denominator)
        } else {
            (numerator.div_scalar(&IBig::from(common.clone())), denominator / common)
        };
        // The minimal polynomial's coefficients may be longer than these by a factor of the degree.
        let bits = numerator.height_bits().max(denominator.bit_len());
        let degree = generator.minimal().degree();
        check_bits(degree, bits * degree / 4)?;
        let generator = Arc::clone(generator);
        Ok(Real::Algebraic(Arc::new(Algebraic { generator, numerator, denominator, root: OnceLock::new() })))
    }

    /// The only root in `(low, high]` of a monic square-free polynomial, divided by `denominator`.
    fn located(monic: &Polynomial, around: Interval, denominator: UBig) -> Result<Real, Limit> {
        match Generator::locate(monic, around)? {
            Located::Integer(root) => Ok(Real::Rational(RBig::from_parts(root, denominator))),
            Located::Irrational(theta) => Self::element(&theta, Polynomial::variable(), denominator),
        }
    }

    /// The only root in `(low, high]` of a primitive square-free polynomial.
    pub(super) fn only_root(polynomial: &Polynomial, around: &Interval) -> Result<Real, Limit> {
        check_size(polynomial)?;
        let lead = polynomial.leading();
        let scaled = around.scale(&RBig::from(lead.clone()));
        let denominator = UBig::try_from(lead).unwrap_or(UBig::ONE);
        Self::located(&polynomial.monic_with_roots_times_leading(), scaled, denominator)
    }

    /// The minimal polynomial: irreducible, primitive, with a positive leading coefficient.
    pub fn minimal_polynomial(&self) -> &Polynomial {
        &self.root().0
    }

    /// The index among the real roots of the minimal polynomial, from 1 in increasing order.
    pub fn root_index(&self) -> usize {
        self.root().1
    }

    /// An open interval that holds this root of the minimal polynomial and no other.
    pub fn isolating_interval(&self) -> Interval {
        self.isolate(&SturmSequence::new(self.minimal_polynomial()))
    }

    fn root(&self) -> &(Polynomial, usize) {
        self.root.get_or_init(|| {
            let minimal = self.numerator_polynomial().with_roots_divided(self.denominator.as_ibig());
            let sturm = SturmSequence::new(&minimal);
            let index = sturm.count_up_to(&self.isolate(&sturm).high);
            (minimal, index)
        })
    }

    fn isolate(&self, sturm: &SturmSequence) -> Interval {
        let mut refinement = self.refine();
        loop {
            let around = refinement.next();
            if sturm.count(&around.low, &around.high) == 1 {
                return around;
            }
        }
    }

    /// The minimal polynomial, monic, of the algebraic integer `numerator(θ)`.
    fn numerator_polynomial(&self) -> Polynomial {
        if self.numerator == Polynomial::variable() {
            return self.generator.minimal().clone();
        }
        // In a field the characteristic polynomial is a power of the minimal one.
        compose::characteristic(&self.numerator, self.generator.minimal()).square_free_part()
    }

    /// Ever smaller intervals around the number, to be taken until they decide the question at hand.
    pub(super) fn refine(&self) -> Refinement<'_> {
        Refinement { number: self, theta: self.generator.around().clone(), bisections: 8 }
    }

    /// The sign: the comparison with zero.
    pub fn sign(&self) -> Ordering {
        self.cmp_rational(&RBig::ZERO)
    }

    /// The comparison with a rational number, never `Equal`.
    pub fn cmp_rational(&self, other: &RBig) -> Ordering {
        let mut refinement = self.refine();
        loop {
            let around = refinement.next();
            if &around.low >= other {
                return Ordering::Greater;
            }
            if &around.high <= other {
                return Ordering::Less;
            }
        }
    }

    /// The largest integer below the number scaled by `2^shift`.
    pub fn floor_scaled(&self, shift: usize) -> IBig {
        let factor = RBig::from(IBig::ONE << shift);
        let mut refinement = self.refine();
        loop {
            if let Some(floor) = refinement.next().scale(&factor).floor() {
                return floor;
            }
        }
    }

    /// The exact comparison. It terminates because unequal numbers are eventually told apart by refinement, and
    /// equal ones are recognised beforehand.
    pub(super) fn compare(&self, other: &Self) -> Ordering {
        if self.generator.same(&other.generator) {
            return self.compare_in_field(other);
        }
        let (mut left, mut right) = (self.refine(), other.refine());
        let apart = |a: Interval, b: Interval| match () {
            () if a.high <= b.low => Some(Ordering::Less),
            () if b.high <= a.low => Some(Ordering::Greater),
            () => None,
        };
        if let Some(order) = apart(left.next(), right.next()) {
            return order;
        }
        if self.root() == other.root() {
            return Ordering::Equal;
        }
        loop {
            if let Some(order) = apart(left.next(), right.next()) {
                return order;
            }
        }
    }

    fn compare_in_field(&self, other: &Self) -> Ordering {
        let (left, right) = (other.denominator.as_ibig(), self.denominator.as_ibig());
        let difference = self.numerator.scale(left).sub(&other.numerator.scale(right));
        if difference.degree() == 0 {
            return difference.coefficient(0).cmp(&IBig::ZERO);
        }
        let generator = Arc::clone(&self.generator);
        Algebraic { generator, numerator: difference, denominator: UBig::ONE, root: OnceLock::new() }.sign()
    }

    /// The negation.
    pub(super) fn neg(&self) -> Self {
        let (generator, numerator) = (Arc::clone(&self.generator), self.numerator.neg());
        Algebraic { generator, numerator, denominator: self.denominator.clone(), root: OnceLock::new() }
    }

    pub(super) fn add_rational(&self, other: &RBig) -> Result<Real, Limit> {
        let constant = Polynomial::constant(other.numerator() * &self.denominator);
        let numerator = self.numerator.scale(other.denominator().as_ibig()).add(&constant);
        Self::element(&self.generator, numerator, &self.denominator * other.denominator())
    }

    pub(super) fn mul_rational(&self, other: &RBig) -> Result<Real, Limit> {
        let numerator = self.numerator.scale(other.numerator());
        Self::element(&self.generator, numerator, &self.denominator * other.denominator())
    }

    pub(super) fn add(&self, other: &Self) -> Result<Real, Limit> {
        let (left, right) = (other.denominator.as_ibig(), self.denominator.as_ibig());
        let denominator = &self.denominator * &other.denominator;
        if self.generator.same(&other.generator) {
            let numerator = self.numerator.scale(left).add(&other.numerator.scale(right));
            return Self::element(&self.generator, numerator, denominator);
        }
        self.combine(other, denominator, Interval::add, |p, q| {
            compose::sum_of_roots(&compose::scaled_roots(p, left), &compose::scaled_roots(q, right))
        })
    }

    pub(super) fn mul(&self, other: &Self) -> Result<Real, Limit> {
        let denominator = &self.denominator * &other.denominator;
        if self.generator.same(&other.generator) {
            let product = self.numerator.mul(&other.numerator).div_rem_monic(self.generator.minimal()).1;
            return Self::element(&self.generator, product, denominator);
        }
        self.combine(other, denominator, Interval::mul, compose::product_of_roots)
    }

    /// A number of another field: the root, in the interval that `intervals` yields, of the polynomial that
    /// `polynomials` makes of both numerators' monic polynomials, divided by `denominator`.
    fn combine(
        &self,
        other: &Self,
        denominator: UBig,
        intervals: impl Fn(&Interval, &Interval) -> Interval,
        polynomials: impl Fn(&Polynomial, &Polynomial) -> Polynomial,
    ) -> Result<Real, Limit> {
        let (p, q) = (self.numerator_polynomial(), other.numerator_polynomial());
        let degree = p.degree() * q.degree();
        if degree > MAX_DEGREE {
            return Err(Limit::Degree(degree));
        }
        let bits = p.height_bits() + q.height_bits() + denominator.bit_len();
        check_bits(degree, bits)?;
        let combined = polynomials(&p, &q);
        check_size(&combined)?;
        let combined = combined.square_free_part();
        let sturm = SturmSequence::new(&combined);
        let scale = RBig::from(denominator.clone());
        let (mut left, mut right) = (self.refine(), other.refine());
        loop {
            // Both numbers are irrational, hence inside their intervals, and so is the result in its own: no
            // root on the lower endpoint escapes the count.
            let around = intervals(&left.next(), &right.next()).scale(&scale);
            if sturm.count(&around.low, &around.high) == 1 {
                return Self::located(&combined, around, denominator);
            }
        }
    }

    /// The reciprocal, by Cayley and Hamilton: from `a^n + c₁a^(n-1) + … + cₙ = 0` follows
    /// `1/a = -(a^(n-1) + c₁a^(n-2) + … + cₙ₋₁) / cₙ`.
    pub(super) fn reciprocal(&self) -> Result<Real, Limit> {
        let minimal = self.generator.minimal();
        let characteristic = compose::characteristic(&self.numerator, minimal);
        let mut adjugate = Polynomial::constant(IBig::ONE);
        for coefficient in characteristic.coefficients()[1..characteristic.degree()].iter().rev() {
            adjugate = adjugate.mul(&self.numerator).div_rem_monic(minimal).1;
            adjugate = adjugate.add(&Polynomial::constant(coefficient.clone()));
        }
        let factor = RBig::from_parts_signed(-self.denominator.as_ibig(), characteristic.coefficient(0));
        let numerator = adjugate.scale(factor.numerator());
        Self::element(&self.generator, numerator, factor.denominator().clone())
    }

    fn image(&self, theta: &Interval) -> Interval {
        let mut value = Interval::point(RBig::ZERO);
        for coefficient in self.numerator.coefficients().iter().rev() {
            value = value.mul(theta).add(&Interval::point(RBig::from(coefficient.clone())));
        }
        value.scale(&RBig::from_parts(IBig::ONE, self.denominator.clone()))
    }
}

/// The endless sequence of shrinking intervals around a number.
pub(super) struct Refinement<'a> {
    number: &'a Algebraic,
    theta: Interval,
    bisections: usize,
}

impl Refinement<'_> {
    pub(super) fn next(&mut self) -> Interval {
        let image = self.number.image(&self.theta);
        self.theta = self.number.generator.bisect(self.theta.clone(), self.bisections);
        // Doubling the precision each time costs at most twice the precision needed.
        self.bisections *= 2;
        image
    }
}
