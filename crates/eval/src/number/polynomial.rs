//! Polynomials in one variable with integer coefficients.

use std::cmp::Ordering;

use dashu_base::{Abs, BitTest, Gcd, Sign, UnsignedAbs};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

/// A dense polynomial over the integers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Polynomial {
    /// From the constant term up; the last one is never zero, and the zero polynomial has none.
    coefficients: Vec<IBig>,
}

impl Polynomial {
    /// The polynomial with these coefficients, constant term first; leading zeros are dropped.
    pub fn new(mut coefficients: Vec<IBig>) -> Self {
        while coefficients.last().is_some_and(IBig::is_zero) {
            coefficients.pop();
        }
        Self { coefficients }
    }

    /// A constant polynomial.
    pub fn constant(value: IBig) -> Self {
        Self::new(vec![value])
    }

    /// The variable itself.
    pub fn variable() -> Self {
        Self::new(vec![IBig::ZERO, IBig::ONE])
    }

    /// The coefficients, constant term first, without leading zeros.
    pub fn coefficients(&self) -> &[IBig] {
        &self.coefficients
    }

    /// The coefficient of `x^power`.
    pub fn coefficient(&self, power: usize) -> IBig {
        self.coefficients.get(power).cloned().unwrap_or(IBig::ZERO)
    }

    /// The degree; 0 for the zero polynomial too.
    pub fn degree(&self) -> usize {
        self.coefficients.len().saturating_sub(1)
    }

    /// Is this the zero polynomial?
    pub fn is_zero(&self) -> bool {
        self.coefficients.is_empty()
    }

    /// The coefficient of the highest power, or zero.
    pub fn leading(&self) -> IBig {
        self.coefficient(self.degree())
    }

    /// The length in bits of the longest coefficient.
    pub fn height_bits(&self) -> usize {
        self.coefficients.iter().map(BitTest::bit_len).max().unwrap_or(0)
    }

    /// The sum.
    pub fn add(&self, other: &Self) -> Self {
        let length = self.coefficients.len().max(other.coefficients.len());
        Self::new((0..length).map(|i| self.coefficient(i) + other.coefficient(i)).collect())
    }

    /// The polynomial with all signs flipped.
    pub fn neg(&self) -> Self {
        Self { coefficients: self.coefficients.iter().map(|c| -c).collect() }
    }

    /// The difference.
    pub fn sub(&self, other: &Self) -> Self {
        self.add(&other.neg())
    }

    /// The product with an integer.
    pub fn scale(&self, factor: &IBig) -> Self {
        Self::new(self.coefficients.iter().map(|c| c * factor).collect())
    }

    /// The product.
    pub fn mul(&self, other: &Self) -> Self {
        if self.is_zero() || other.is_zero() {
            return Self::default();
        }
        let mut product = vec![IBig::ZERO; self.degree() + other.degree() + 1];
        for (i, a) in self.coefficients.iter().enumerate() {
            for (j, b) in other.coefficients.iter().enumerate() {
                product[i + j] += a * b;
            }
        }
        Self::new(product)
    }

    /// The derivative.
    pub fn derivative(&self) -> Self {
        Self::new(self.coefficients.iter().enumerate().skip(1).map(|(i, c)| c * IBig::from(i)).collect())
    }

    /// The sign of the value at a rational point: its comparison with zero.
    pub fn sign_at(&self, point: &RBig) -> Ordering {
        self.homogeneous_value(point).cmp(&IBig::ZERO)
    }

    /// The value at a rational point.
    pub fn value_at(&self, point: &RBig) -> RBig {
        RBig::from_parts(self.homogeneous_value(point), point.denominator().pow(self.degree()))
    }

    /// The value at `n/d`, times `d^degree`: Horner's rule without fractions.
    fn homogeneous_value(&self, point: &RBig) -> IBig {
        let mut denominators = UBig::ONE;
        let mut value = IBig::ZERO;
        for coefficient in self.coefficients.iter().rev() {
            value = value * point.numerator() + coefficient * &denominators;
            denominators *= point.denominator();
        }
        value
    }

    /// The greatest common divisor of the coefficients, zero for the zero polynomial.
    pub fn content(&self) -> UBig {
        let mut content = UBig::ZERO;
        for coefficient in self.coefficients.iter().filter(|c| !c.is_zero()) {
            content = if content.is_zero() {
                coefficient.unsigned_abs()
            } else {
                content.gcd(coefficient.unsigned_abs())
            };
            if content.is_one() {
                break;
            }
        }
        content
    }

    /// The polynomial divided by its content: coprime coefficients, the same sign everywhere.
    pub fn without_content(self) -> Self {
        let content = self.content();
        if content.is_zero() || content.is_one() { self } else { self.div_scalar(&IBig::from(content)) }
    }

    /// Divides every coefficient by `divisor`, which must be non-zero and divide each of them.
    pub(super) fn div_scalar(&self, divisor: &IBig) -> Self {
        Self { coefficients: self.coefficients.iter().map(|c| c / divisor).collect() }
    }

    /// The primitive part: coprime coefficients and a positive leading one.
    pub fn primitive(self) -> Self {
        let part = self.without_content();
        if part.leading().sign() == Sign::Negative { part.neg() } else { part }
    }

    /// The remainder of a division by `divisor`, times some positive integer. `divisor` must not be zero.
    ///
    /// The factor keeps the coefficients integers; that it is positive keeps the signs Sturm needs.
    pub fn remainder_scaled(&self, divisor: &Self) -> Self {
        let lead = divisor.leading();
        let mut rest = self.clone();
        while !rest.is_zero() && rest.degree() >= divisor.degree() {
            let top = rest.leading();
            let common = IBig::from((&top).gcd(&lead));
            let keep = (&lead / &common).abs();
            let take = top / common * lead.sign();
            rest = rest.eliminate_leading(&keep, &take, divisor);
        }
        rest
    }

    /// `keep * self - take * x^k * divisor`, whose leading terms the caller made cancel.
    fn eliminate_leading(self, keep: &IBig, take: &IBig, divisor: &Self) -> Self {
        let shift = self.degree() - divisor.degree();
        let mut coefficients = self.coefficients;
        if !keep.is_one() {
            coefficients.iter_mut().for_each(|c| *c *= keep);
        }
        for (c, d) in coefficients[shift..].iter_mut().zip(&divisor.coefficients) {
            *c -= take * d;
        }
        Self::new(coefficients)
    }

    /// Quotient and remainder by a monic polynomial.
    pub fn div_rem_monic(&self, divisor: &Self) -> (Self, Self) {
        debug_assert!(divisor.leading().is_one());
        let mut quotient = vec![IBig::ZERO; (self.degree() + 1).saturating_sub(divisor.degree())];
        let mut rest = self.clone();
        while !rest.is_zero() && rest.degree() >= divisor.degree() {
            let top = rest.leading();
            quotient[rest.degree() - divisor.degree()] = top.clone();
            rest = rest.eliminate_leading(&IBig::ONE, &top, divisor);
        }
        (Self::new(quotient), rest)
    }

    /// The quotient of an exact division, up to a positive rational factor; primitive up to sign.
    fn quotient_scaled(&self, divisor: &Self) -> Self {
        let lead = divisor.leading();
        let mut quotient = vec![IBig::ZERO; (self.degree() + 1).saturating_sub(divisor.degree())];
        let mut rest = self.clone();
        while !rest.is_zero() && rest.degree() >= divisor.degree() {
            let top = rest.leading();
            let common = IBig::from((&top).gcd(&lead));
            let keep = (&lead / &common).abs();
            let take = top / common * lead.sign();
            quotient.iter_mut().for_each(|c| *c *= &keep);
            quotient[rest.degree() - divisor.degree()] = take.clone();
            rest = rest.eliminate_leading(&keep, &take, divisor);
        }
        Self::new(quotient).without_content()
    }

    /// The primitive greatest common divisor, by the primitive remainder sequence.
    pub fn gcd(&self, other: &Self) -> Self {
        let mut a = self.clone().primitive();
        let mut b = other.clone().primitive();
        while !b.is_zero() {
            let rest = a.remainder_scaled(&b).primitive();
            a = std::mem::replace(&mut b, rest);
        }
        a
    }

    /// The primitive polynomial with the same roots, each of them simple.
    pub fn square_free_part(&self) -> Self {
        let common = self.gcd(&self.derivative());
        let part = if common.degree() == 0 { self.clone() } else { self.quotient_scaled(&common) };
        part.primitive()
    }

    /// The primitive polynomial whose roots are those of this one divided by `divisor`, non-zero.
    pub fn with_roots_divided(&self, divisor: &IBig) -> Self {
        let mut power = IBig::ONE;
        let scaled = self.coefficients.iter().map(|c| {
            let scaled = c * &power;
            power *= divisor;
            scaled
        });
        Self::new(scaled.collect()).primitive()
    }

    /// The monic polynomial whose roots are those of this one times its leading coefficient.
    pub fn monic_with_roots_times_leading(&self) -> Self {
        let lead = self.leading();
        let mut power = IBig::ONE;
        let mut coefficients = self.coefficients.clone();
        if let Some(top) = coefficients.last_mut() {
            *top = IBig::ONE;
        }
        for coefficient in coefficients.iter_mut().rev().skip(1) {
            *coefficient *= &power;
            power *= &lead;
        }
        Self::new(coefficients)
    }
}
