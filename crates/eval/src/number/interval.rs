//! Intervals with rational endpoints: what is known of an irrational number at some moment.

use dashu_int::IBig;
use dashu_ratio::RBig;

/// A closed interval `[low, high]`, `low <= high`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The lower endpoint.
    pub low: RBig,
    /// The upper endpoint.
    pub high: RBig,
}

impl Interval {
    /// The interval of one point.
    pub fn point(value: RBig) -> Self {
        Self { low: value.clone(), high: value }
    }

    /// Half the sum of the endpoints.
    pub fn middle(&self) -> RBig {
        (&self.low + &self.high) / RBig::from(2)
    }

    /// The length.
    pub fn width(&self) -> RBig {
        &self.high - &self.low
    }

    /// All sums of a number here and a number there.
    pub fn add(&self, other: &Self) -> Self {
        Self { low: &self.low + &other.low, high: &self.high + &other.high }
    }

    /// All products of a number here and a number there.
    pub fn mul(&self, other: &Self) -> Self {
        let products = [
            &self.low * &other.low,
            &self.low * &other.high,
            &self.high * &other.low,
            &self.high * &other.high,
        ];
        let [mut low, rest @ ..] = products;
        let mut high = low.clone();
        for product in rest {
            if product < low {
                low = product;
            } else if product > high {
                high = product;
            }
        }
        Self { low, high }
    }

    /// All products with one number.
    pub fn scale(&self, factor: &RBig) -> Self {
        self.mul(&Self::point(factor.clone()))
    }

    /// The floor shared by all members, if they share one.
    pub fn floor(&self) -> Option<IBig> {
        let floor = self.low.floor();
        (floor == self.high.floor()).then_some(floor)
    }
}
