//! The IEEE 754 comparisons, and minimum and maximum.

use std::cmp::Ordering;

use super::{Class, Finite, Float};

impl Float {
    /// The order of the numbers: the zeros are equal, NaN is unordered. The operands must have one format.
    pub fn compare(&self, other: &Float) -> Option<Ordering> {
        debug_assert_eq!(self.format, other.format);
        let ordering = match (&self.class, &other.class) {
            (Class::NaN, _) | (_, Class::NaN) => return None,
            (Class::Zero { .. }, Class::Zero { .. }) => Ordering::Equal,
            (Class::Finite(a), Class::Finite(b)) if a.negative == b.negative => {
                let magnitudes = compare_magnitudes(a, b);
                if a.negative { magnitudes.reverse() } else { magnitudes }
            }
            _ => self.rank().cmp(&other.rank()),
        };
        Some(ordering)
    }

    /// Orders the classes from -oo to +oo.
    fn rank(&self) -> i8 {
        let magnitude = match self.class {
            Class::NaN | Class::Zero { .. } => 0,
            Class::Finite(_) => 1,
            Class::Infinite { .. } => 2,
        };
        if self.is_negative() { -magnitude } else { magnitude }
    }

    /// `fp.eq`: unlike `==`, it equates the zeros and no NaN.
    pub fn ieee_eq(&self, other: &Float) -> bool {
        self.compare(other) == Some(Ordering::Equal)
    }

    /// `fp.lt`
    pub fn lt(&self, other: &Float) -> bool {
        self.compare(other) == Some(Ordering::Less)
    }

    /// `fp.leq`
    pub fn leq(&self, other: &Float) -> bool {
        self.compare(other).is_some_and(Ordering::is_le)
    }

    /// `fp.gt`
    pub fn gt(&self, other: &Float) -> bool {
        other.lt(self)
    }

    /// `fp.geq`
    pub fn geq(&self, other: &Float) -> bool {
        other.leq(self)
    }

    /// `fp.min`. NaN yields to the other operand. `None` for opposite zeros: the standard allows either zero.
    pub fn min(&self, other: &Float) -> Option<Float> {
        self.extremum(other, Ordering::Less)
    }

    /// `fp.max`. NaN yields to the other operand. `None` for opposite zeros: the standard allows either zero.
    pub fn max(&self, other: &Float) -> Option<Float> {
        self.extremum(other, Ordering::Greater)
    }

    fn extremum(&self, other: &Float, wanted: Ordering) -> Option<Float> {
        match self.compare(other) {
            None if self.is_nan() => Some(other.clone()),
            None => Some(self.clone()),
            Some(Ordering::Equal) => (self == other).then(|| self.clone()),
            Some(ordering) if ordering == wanted => Some(self.clone()),
            Some(_) => Some(other.clone()),
        }
    }
}

fn compare_magnitudes(a: &Finite, b: &Finite) -> Ordering {
    // Numbers of one format and one leading place have one last place too, by the invariant of `Finite`.
    a.top().cmp(&b.top()).then_with(|| a.significand.cmp(&b.significand))
}

/// Some total order that agrees with `==`, for use in maps; it is not the order of the numbers.
impl Ord for Float {
    fn cmp(&self, other: &Float) -> Ordering {
        let key = |x: &Float| (x.format().eb(), x.format().sb(), x.to_ieee_bits());
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Float {
    fn partial_cmp(&self, other: &Float) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
