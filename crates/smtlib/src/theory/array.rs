//! ArraysEx, with the solvers' additions: constant arrays, pointwise maps, and Z3's sets as Boolean arrays.

use super::theory;

theory! {
    /// Operators on arrays.
    ArrayOp = Array {
        Select    [Standard "select"]   "(Array A B) A -> B";
        Store     [Standard "store"]    "(Array A B) A B -> (Array A B)";
        SelectN   [Z3 "select"]         "Any -> Any" Variadic;
        StoreN    [Z3 "store"]          "Any -> Any" Variadic;
        Const     [Z3 "const"]          "[$] B -> Any";
        Map       [Z3 "map"]            "[$] Any -> Any" Variadic;
        AsArray   [Z3 "as-array"]       "[$] -> Any";
        Default   [Z3 "default"]        "(Array A B) -> B";
        Ext       [Z3 "array-ext"]      "(Array A B) (Array A B) -> A";
        EqRange   [Cvc "eqrange"]       "(Array A B) (Array A B) A A -> Bool";
        Union     [Z3 "union"]          "(Array A Bool) (Array A Bool) -> (Array A Bool)" LeftAssoc;
        Intersect [Z3 "intersect"]      "(Array A Bool) (Array A Bool) -> (Array A Bool)" LeftAssoc;
        SetMinus  [Z3 "setminus"]       "(Array A Bool) (Array A Bool) -> (Array A Bool)" LeftAssoc;
        Complement [Z3 "complement"]    "(Array A Bool) -> (Array A Bool)";
        Subset    [Z3 "subset"]         "(Array A Bool) (Array A Bool) -> Bool";
    }
}
