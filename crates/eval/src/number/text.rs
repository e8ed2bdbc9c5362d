//! Reals as SMT-LIB terms.

use std::fmt;

use dashu_base::{Sign, UnsignedAbs};
use dashu_int::IBig;
use dashu_ratio::RBig;

use super::int::Smt;
use super::{Algebraic, Polynomial, Real};

/// A rational as a term of sort `Real` in every logic: `1.0`, `(- 1.0)`, `(/ 1.0 3.0)`, `(- (/ 1.0 3.0))`. An
/// irrational number as Z3 prints it: `(root-obj (+ (^ x 2) (- 2)) 2)`.
impl fmt::Display for Real {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Real::Rational(value) => write_rational(out, value),
            Real::Algebraic(value) => value.fmt(out),
        }
    }
}

fn write_rational(out: &mut fmt::Formatter<'_>, value: &RBig) -> fmt::Result {
    let magnitude = value.numerator().unsigned_abs();
    let negative = value.sign() == Sign::Negative;
    out.write_str(if negative { "(- " } else { "" })?;
    if value.is_int() {
        write!(out, "{magnitude}.0")?;
    } else {
        write!(out, "(/ {magnitude}.0 {}.0)", value.denominator())?;
    }
    out.write_str(if negative { ")" } else { "" })
}

impl fmt::Display for Algebraic {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "(root-obj {} {})", self.minimal_polynomial(), self.root_index())
    }
}

/// The polynomial in `x` as an SMT-LIB term, highest power first: `(+ (^ x 2) (* (- 3) x) 1)`.
impl fmt::Display for Polynomial {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let terms: Vec<(usize, &IBig)> =
            self.coefficients().iter().enumerate().rev().filter(|(_, c)| !c.is_zero()).collect();
        match terms.as_slice() {
            [] => out.write_str("0"),
            [(power, coefficient)] => write_monomial(out, *power, coefficient),
            _ => {
                out.write_str("(+")?;
                for (power, coefficient) in terms {
                    out.write_str(" ")?;
                    write_monomial(out, power, coefficient)?;
                }
                out.write_str(")")
            }
        }
    }
}

fn write_monomial(out: &mut fmt::Formatter<'_>, power: usize, coefficient: &IBig) -> fmt::Result {
    match power {
        0 => write!(out, "{}", Smt(coefficient)),
        _ if coefficient.is_one() => write_power(out, power),
        _ => {
            write!(out, "(* {} ", Smt(coefficient))?;
            write_power(out, power)?;
            out.write_str(")")
        }
    }
}

fn write_power(out: &mut fmt::Formatter<'_>, power: usize) -> fmt::Result {
    if power == 1 { out.write_str("x") } else { write!(out, "(^ x {power})") }
}
