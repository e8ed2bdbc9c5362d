//! Exact numbers: the values of SMT-LIB's `Int` and `Real` sorts.
//!
//! `Int` is an arbitrary-precision integer. `Real` is a rational or a real algebraic number, because that is
//! what a nonlinear solver may answer with (`x * x = 2` has no rational model). Nothing here rounds: an
//! operation returns the exact result, or a [`Limit`] saying which budget it would have exceeded.
//!
//! ```
//! use eval::number::{Int, Real};
//!
//! // The second root of x² - 2, as Z3 prints it.
//! let sqrt2 = Real::root_of(&[Int::from(-2), Int::ZERO, Int::ONE], 2)?.expect("x² - 2 has two real roots");
//! assert_eq!(sqrt2.to_string(), "(root-obj (+ (^ x 2) (- 2)) 2)");
//! assert_eq!(sqrt2.mul(&sqrt2)?, Real::from(2));
//! assert_eq!(sqrt2.floor(), Int::ONE);
//! # Ok::<(), eval::number::Limit>(())
//! ```

pub mod algebraic;
mod compose;
mod factor;
mod finite_field;
mod generator;
mod hensel;
pub mod int;
mod interval;
pub mod polynomial;
pub mod real;
pub mod roots;
mod text;

pub use algebraic::Algebraic;
pub use int::Int;
pub use interval::Interval;
pub use polynomial::Polynomial;
pub use real::Real;

/// The largest degree of an algebraic number, and of a resultant computed on the way to one.
pub const MAX_DEGREE: usize = 32;

/// The largest product of an algebraic number's degree and the length, in bits, of its longest coefficient.
pub const MAX_ALGEBRAIC_BITS: usize = 1 << 14;

/// The longest integer, in bits, that multiplication and powers may build. Sharing (`let`) lets a short term
/// square a number over and over, so that even multiplication needs a budget.
pub const MAX_INTEGER_BITS: usize = 1 << 20;

/// The longest numerator or denominator, in bits, of a rational. Lowest terms make them dearer than integers.
pub const MAX_RATIONAL_BITS: usize = 1 << 18;

/// Why an exact result was not computed. It says nothing about the result: the value is unknown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Limit {
    /// An algebraic number would have needed a polynomial of this degree.
    #[error("an algebraic number needs a polynomial of degree {0}, more than {MAX_DEGREE}")]
    Degree(usize),
    /// A number or a coefficient would have needed this many bits.
    #[error("a number needs about {0} bits")]
    Bits(usize),
    /// Finding an irreducible factor took too many attempts.
    #[error("a polynomial of degree {0} could not be factored within the budget")]
    Factoring(usize),
}
