//! Counting and isolating the real roots of a polynomial by Sturm's theorem.

use std::cmp::Ordering;

use dashu_base::BitTest;
use dashu_int::IBig;
use dashu_ratio::RBig;

use super::{Interval, Polynomial};

/// The Sturm sequence of a square-free polynomial.
pub struct SturmSequence {
    members: Vec<Polynomial>,
}

impl SturmSequence {
    /// The sequence of a square-free, non-zero polynomial.
    pub fn new(polynomial: &Polynomial) -> Self {
        let mut members = vec![polynomial.clone()];
        let mut next = polynomial.derivative().without_content();
        while !next.is_zero() {
            let rest = members[members.len() - 1].remainder_scaled(&next).without_content().neg();
            members.push(std::mem::replace(&mut next, rest));
        }
        Self { members }
    }

    /// How often the sign changes along the sequence at a point, zeros left out.
    fn sign_changes_at(&self, point: &RBig) -> usize {
        let mut changes = 0;
        let mut previous = Ordering::Equal;
        for sign in self.members.iter().map(|member| member.sign_at(point)).filter(|sign| sign.is_ne()) {
            changes += usize::from(previous.is_ne() && sign != previous);
            previous = sign;
        }
        changes
    }

    /// The number of roots in the half-open interval `(low, high]`; 0 for an empty one.
    pub fn count(&self, low: &RBig, high: &RBig) -> usize {
        if low >= high {
            return 0;
        }
        // Sturm's theorem makes this difference non-negative.
        self.sign_changes_at(low).saturating_sub(self.sign_changes_at(high))
    }

    /// The number of real roots.
    pub fn count_all(&self) -> usize {
        let bound = root_bound(&self.members[0]);
        self.count(&-bound.clone(), &bound)
    }

    /// The number of roots up to and including a point.
    pub fn count_up_to(&self, point: &RBig) -> usize {
        self.count(&-root_bound(&self.members[0]), point)
    }

    /// An interval `(low, high]` with dyadic endpoints holding only the `index`-th root, counted from 1 in
    /// increasing order.
    pub fn isolate(&self, index: usize) -> Option<Interval> {
        let bound = root_bound(&self.members[0]);
        let mut around = Interval { low: -bound.clone(), high: bound };
        let (mut at_low, mut at_high) =
            (self.sign_changes_at(&around.low), self.sign_changes_at(&around.high));
        if index == 0 || index > at_low - at_high {
            return None;
        }
        // A root's index is the drop in sign changes needed to pass it.
        let target = at_low - index;
        while at_low - at_high > 1 {
            let middle = around.middle();
            let at_middle = self.sign_changes_at(&middle);
            if at_middle <= target {
                (around.high, at_high) = (middle, at_middle);
            } else {
                (around.low, at_low) = (middle, at_middle);
            }
        }
        Some(around)
    }
}

/// A power of two greater than the absolute value of every root (Cauchy's bound).
pub fn root_bound(polynomial: &Polynomial) -> RBig {
    let excess = (polynomial.height_bits() + 2).saturating_sub(polynomial.leading().bit_len());
    RBig::from(IBig::ONE << excess)
}
