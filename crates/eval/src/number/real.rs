//! SMT-LIB's `Reals` theory on exact real numbers.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use dashu_base::{Abs, BitTest};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::int::parse_numeral;
use super::roots::SturmSequence;
use super::{Algebraic, Int, Interval, Limit, MAX_DEGREE, MAX_RATIONAL_BITS, Polynomial};

/// A value of sort `Real`: a rational, or an irrational algebraic number.
///
/// Each number has one variant only, so that the order of two reals, and their equality, is always exact.
#[derive(Clone, Debug)]
pub enum Real {
    /// A rational number.
    Rational(RBig),
    /// An irrational real root of an integer polynomial.
    Algebraic(Arc<Algebraic>),
}

use Real::{Algebraic as Irrational, Rational};

impl Real {
    /// Zero.
    pub const ZERO: Real = Rational(RBig::ZERO);
    /// One.
    pub const ONE: Real = Rational(RBig::ONE);

    /// Reads a decimal literal such as `1.50`, or a numeral.
    pub fn parse_decimal(text: &str) -> Option<Real> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
        let (whole, digits) = (parse_numeral(whole)?, parse_numeral(fraction)?);
        let scale = UBig::from(10u8).pow(fraction.len());
        Some(Rational(RBig::from_parts(whole * &scale + digits, scale)))
    }

    /// The quotient of two integers, `None` for a zero divisor.
    pub fn from_ratio(numerator: Int, denominator: Int) -> Option<Real> {
        (!denominator.is_zero()).then(|| Rational(RBig::from_parts_signed(numerator, denominator)))
    }

    /// The `index`-th real root, from 1 in increasing order and without multiplicity, of the polynomial with
    /// these coefficients, constant term first. `None` if it has fewer real roots, or is zero.
    pub fn root_of(coefficients: &[Int], index: usize) -> Result<Option<Real>, Limit> {
        let polynomial = square_free(coefficients)?;
        match SturmSequence::new(&polynomial).isolate(index) {
            Some(around) => Algebraic::only_root(&polynomial, &around).map(Some),
            None => Ok(None),
        }
    }

    /// The only root in the open interval `(low, high)` of the polynomial with these coefficients, constant term
    /// first. `None` unless there is exactly one, multiplicity aside.
    pub fn root_in(coefficients: &[Int], low: &RBig, high: &RBig) -> Result<Option<Real>, Limit> {
        let polynomial = square_free(coefficients)?;
        let sturm = SturmSequence::new(&polynomial);
        let closing_root = usize::from(low < high && polynomial.sign_at(high).is_eq());
        if sturm.count(low, high).checked_sub(closing_root) != Some(1) {
            return Ok(None);
        }
        // Isolating anew replaces whatever endpoints were given by dyadic ones.
        match sturm.isolate(sturm.count_up_to(low) + 1) {
            Some(Interval { low, high }) => {
                Algebraic::only_root(&polynomial, &Interval { low, high }).map(Some)
            }
            None => Ok(None),
        }
    }

    /// The value, if rational.
    #[inline]
    pub fn as_rational(&self) -> Option<&RBig> {
        match self {
            Rational(value) => Some(value),
            Irrational(_) => None,
        }
    }

    /// SMT-LIB unary `-`.
    #[inline]
    pub fn neg(&self) -> Real {
        match self {
            Rational(value) => Rational(-value),
            Irrational(value) => Irrational(Arc::new(value.neg())),
        }
    }

    /// The absolute value.
    #[inline]
    pub fn abs(&self) -> Real {
        match self {
            Rational(value) => Rational(value.clone().abs()),
            Irrational(value) if value.sign().is_gt() => self.clone(),
            Irrational(_) => self.neg(),
        }
    }

    /// SMT-LIB `+`.
    #[inline]
    pub fn add(&self, other: &Real) -> Result<Real, Limit> {
        match (self, other) {
            (Rational(left), Rational(right)) => bounded(left + right),
            (Irrational(left), Rational(right)) | (Rational(right), Irrational(left)) => {
                left.add_rational(right)
            }
            (Irrational(left), Irrational(right)) => left.add(right),
        }
    }

    /// SMT-LIB binary `-`.
    #[inline]
    pub fn sub(&self, other: &Real) -> Result<Real, Limit> {
        match (self, other) {
            (Rational(left), Rational(right)) => bounded(left - right),
            _ => self.add(&other.neg()),
        }
    }

    /// SMT-LIB `*`.
    #[inline]
    pub fn mul(&self, other: &Real) -> Result<Real, Limit> {
        match (self, other) {
            (Rational(left), Rational(right)) => bounded(left * right),
            (Irrational(left), Rational(right)) | (Rational(right), Irrational(left)) => {
                left.mul_rational(right)
            }
            (Irrational(left), Irrational(right)) => left.mul(right),
        }
    }

    /// SMT-LIB `/`. `None` for a zero divisor, whose meaning is chosen by the model (Reals theory, "division by
    /// 0").
    #[inline]
    pub fn div(&self, other: &Real) -> Result<Option<Real>, Limit> {
        match (self, other) {
            (_, Rational(right)) if right.is_zero() => Ok(None),
            (Rational(left), Rational(right)) => bounded(left / right).map(Some),
            (Irrational(left), Rational(right)) => left.mul_rational(&(RBig::ONE / right)).map(Some),
            (_, Irrational(right)) => self.mul(&right.reciprocal()?).map(Some),
        }
    }

    /// The power with a natural exponent; `0^0` is 1, the empty product.
    pub fn pow(&self, exponent: usize) -> Result<Real, Limit> {
        let mut power = Real::ONE;
        for bit in (0..exponent.bit_len()).rev() {
            power = power.mul(&power)?;
            if exponent.bit(bit) {
                power = power.mul(self)?;
            }
        }
        Ok(power)
    }

    /// The sign: the comparison with zero.
    #[inline]
    pub fn sign(&self) -> Ordering {
        match self {
            Rational(value) => value.numerator().cmp(&IBig::ZERO),
            Irrational(value) => value.sign(),
        }
    }

    /// SMT-LIB `is_int`.
    #[inline]
    pub fn is_int(&self) -> bool {
        self.as_rational().is_some_and(RBig::is_int)
    }

    /// SMT-LIB `to_int`: the largest integer that is not greater.
    #[inline]
    pub fn floor(&self) -> Int {
        match self {
            Rational(value) => value.floor(),
            Irrational(value) => value.floor_scaled(0),
        }
    }
}

/// The rational, unless it exceeds the budget; then at most twice over, being made of two that did not.
#[inline]
fn bounded(value: RBig) -> Result<Real, Limit> {
    let bits = value.numerator().bit_len().max(value.denominator().bit_len());
    if bits > MAX_RATIONAL_BITS { Err(Limit::Bits(bits)) } else { Ok(Rational(value)) }
}

/// The square-free part, if it may be worked with.
fn square_free(coefficients: &[Int]) -> Result<Polynomial, Limit> {
    let polynomial = Polynomial::new(coefficients.to_vec());
    // Multiple roots may hide a small polynomial in a larger one, but not beyond reason.
    if polynomial.degree() > 4 * MAX_DEGREE {
        return Err(Limit::Degree(polynomial.degree()));
    }
    super::generator::check_bits(polynomial.degree(), polynomial.height_bits())?;
    Ok(polynomial.square_free_part())
}

impl From<Int> for Real {
    fn from(value: Int) -> Self {
        Rational(RBig::from(value))
    }
}

impl From<i64> for Real {
    fn from(value: i64) -> Self {
        Rational(RBig::from(value))
    }
}

impl From<RBig> for Real {
    fn from(value: RBig) -> Self {
        Rational(value)
    }
}

impl Ord for Real {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Rational(left), Rational(right)) => left.cmp(right),
            (Irrational(left), Rational(right)) => left.cmp_rational(right),
            (Rational(left), Irrational(right)) => right.cmp_rational(left).reverse(),
            (Irrational(left), Irrational(right)) => left.compare(right),
        }
    }
}

impl PartialOrd for Real {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Real {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Rational(left), Rational(right)) => left == right,
            (Irrational(left), Irrational(right)) => left.compare(right).is_eq(),
            _ => false,
        }
    }
}

impl Eq for Real {}

impl Hash for Real {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Rational(value) => value.hash(state),
            // A function of the value alone, whichever field it is represented in.
            Irrational(value) => value.floor_scaled(16).hash(state),
        }
    }
}
