//! Results that the standard leaves open: part of the model, as functions of their arguments.

use smtlib::FunId;

/// An operation whose result is unspecified for some arguments. Together with those arguments it is the key under
/// which a model fixes the result.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Choice {
    /// `(/ x 0.0)`
    DivByZero,
    /// `(div x 0)`
    IntDivByZero,
    /// `(mod x 0)`
    ModByZero,
    /// `(rem x 0)`
    RemByZero,
    /// `(^ x y)` outside the exponents that have a meaning.
    Power,
    /// `((_ fp.to_ubv m) rm x)` of NaN, infinities and numbers out of range.
    FloatToUbv(u32),
    /// `((_ fp.to_sbv m) rm x)` likewise.
    FloatToSbv(u32),
    /// `(fp.to_real x)` of NaN and infinities.
    FloatToReal,
    /// `(fp.min +0 -0)`
    FloatMin,
    /// `(fp.max +0 -0)`
    FloatMax,
    /// The bits of NaN.
    NanBits,
    /// A selector applied to a value of another constructor.
    Selector(FunId),
    /// `(seq.nth s i)` with `i` out of bounds.
    SeqNth,
    /// `(set.choose s)`; of the empty set anything, of others one of their elements.
    SetChoose,
    /// `(bag.choose b)` likewise.
    BagChoose,
    /// `(array-ext a b)`: an index at which two arrays differ.
    ArrayExt,
}

impl Choice {
    /// How a report names it.
    pub fn name(self) -> &'static str {
        match self {
            Choice::DivByZero => "division by zero",
            Choice::IntDivByZero => "integer division by zero",
            Choice::ModByZero => "remainder by zero",
            Choice::RemByZero => "signed remainder by zero",
            Choice::Power => "this power",
            Choice::FloatToUbv(_) => "fp.to_ubv out of range",
            Choice::FloatToSbv(_) => "fp.to_sbv out of range",
            Choice::FloatToReal => "fp.to_real of an infinity or NaN",
            Choice::FloatMin => "fp.min of two zeros",
            Choice::FloatMax => "fp.max of two zeros",
            Choice::NanBits => "the bits of NaN",
            Choice::Selector(_) => "a selector of another constructor",
            Choice::SeqNth => "seq.nth out of bounds",
            Choice::SetChoose => "the chosen element of a set",
            Choice::BagChoose => "the chosen element of a bag",
            Choice::ArrayExt => "the index at which arrays differ",
        }
    }
}
