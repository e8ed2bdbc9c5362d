//! What datatypes bring besides their own constructors and selectors.

use super::theory;

theory! {
    /// Operators on datatypes that name a constructor or a selector by an index.
    DatatypeOp = Datatype {
        Is          [Standard "is"]        "[$] Any -> Bool";
        Update      [Cvc "update"]         "[$] Any Any -> Any";
        UpdateField [Z3 "update-field"]    "[$] Any Any -> Any";
    }
}
