//! Finite fields of prime order, as in cvc5.

use super::theory;

theory! {
    /// Operators on finite fields.
    FieldOp = Field {
        Add    [Cvc "ff.add"]    "Field Field -> Field" LeftAssoc;
        Mul    [Cvc "ff.mul"]    "Field Field -> Field" LeftAssoc;
        Neg    [Cvc "ff.neg"]    "Field -> Field";
        Bitsum [Cvc "ff.bitsum"] "Field -> Field" Variadic;
    }
}
