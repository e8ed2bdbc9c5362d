//! Irrational real algebraic integers, the generators of the fields `Q(θ)` in which algebraic numbers live.

use std::cmp::Ordering;
use std::sync::Arc;

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::factor::irreducible_factors;
use super::{Interval, Limit, MAX_ALGEBRAIC_BITS, MAX_DEGREE, Polynomial};

/// Generators are kept at least this precise, so that most comparisons need no further refinement.
const PRECISION_BITS: usize = 32;

/// An irrational root θ of a monic irreducible integer polynomial.
#[derive(Debug)]
pub(super) struct Generator {
    minimal: Polynomial,
    /// θ is the only root inside; the endpoints, being rational, are no roots.
    around: Interval,
}

/// A root found in a polynomial that need not be irreducible.
pub(super) enum Located {
    Integer(IBig),
    Irrational(Arc<Generator>),
}

impl Generator {
    /// The only root in `(low, high]` of a monic square-free polynomial.
    pub fn locate(monic: &Polynomial, around: Interval) -> Result<Located, Limit> {
        check_size(monic)?;
        for factor in irreducible_factors(monic)? {
            if factor.degree() == 1 {
                let root = -factor.coefficient(0);
                let point = RBig::from(root.clone());
                if around.low < point && point <= around.high {
                    return Ok(Located::Integer(root));
                }
            } else if factor.sign_at(&around.low) != factor.sign_at(&around.high) {
                let mut generator = Generator { minimal: factor, around };
                generator.sharpen();
                return Ok(Located::Irrational(Arc::new(generator)));
            }
        }
        debug_assert!(false, "the caller counted one root in the interval, so that a factor has it");
        Err(Limit::Factoring(monic.degree()))
    }

    fn sharpen(&mut self) {
        let width = RBig::from_parts(IBig::ONE, UBig::ONE << PRECISION_BITS);
        while self.around.width() > width {
            self.around = self.bisect(self.around.clone(), 1);
        }
    }

    /// The minimal polynomial, monic.
    pub fn minimal(&self) -> &Polynomial {
        &self.minimal
    }

    /// An isolating interval.
    pub fn around(&self) -> &Interval {
        &self.around
    }

    /// Halves an isolating interval a number of times.
    pub fn bisect(&self, mut around: Interval, times: usize) -> Interval {
        let at_low = self.minimal.sign_at(&around.low);
        for _ in 0..times {
            let middle = around.middle();
            if self.minimal.sign_at(&middle) == at_low {
                around.low = middle;
            } else {
                around.high = middle;
            }
        }
        around
    }

    /// Are these the same number?
    pub fn same(self: &Arc<Self>, other: &Arc<Self>) -> bool {
        if Arc::ptr_eq(self, other) {
            return true;
        }
        if self.minimal != other.minimal {
            return false;
        }
        // Each interval holds one root: it is the same root if it lies in what they share.
        let low = (&self.around.low).max(&other.around.low);
        let high = (&self.around.high).min(&other.around.high);
        low.cmp(high) == Ordering::Less && self.minimal.sign_at(low) != self.minimal.sign_at(high)
    }
}

/// Refuses polynomials beyond the budget.
pub(super) fn check_size(polynomial: &Polynomial) -> Result<(), Limit> {
    if polynomial.degree() > MAX_DEGREE {
        return Err(Limit::Degree(polynomial.degree()));
    }
    check_bits(polynomial.degree(), polynomial.height_bits())
}

/// Refuses coefficients of this length at this degree, if beyond the budget.
pub(super) fn check_bits(degree: usize, bits: usize) -> Result<(), Limit> {
    if bits.saturating_mul(degree) > MAX_ALGEBRAIC_BITS { Err(Limit::Bits(bits)) } else { Ok(()) }
}
