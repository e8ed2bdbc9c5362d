//! Tuples, and relations as sets of tuples, as in cvc5. Tuple arithmetic has its own typing rules.

use super::theory;

theory! {
    /// Operators on tuples and relations.
    RelationOp = Relation {
        Tuple     [Cvc "tuple", Old "mkTuple"]                  "Any -> Any" Variadic;
        Unit      [Cvc "tuple.unit"]                            "-> Any";
        Select    [Cvc "tuple.select", Old "tupSel"]            "[i] Any -> Any";
        Update    [Cvc "tuple.update", Old "tuple_update"]      "[i] Any B -> Any";
        Project   [Cvc "tuple.project", Old "tuple_project"]    "[$] Any -> Any";
        Join      [Cvc "rel.join", Old "join"]                  "(Set A) (Set B) -> Any" LeftAssoc;
        Product   [Cvc "rel.product", Old "product"]            "(Set A) (Set B) -> Any" LeftAssoc;
        Transpose [Cvc "rel.transpose", Old "transpose"]        "(Set A) -> Any";
        TClosure  [Cvc "rel.tclosure", Old "tclosure"]          "(Set A) -> (Set A)";
        JoinImage [Cvc "rel.join_image", Old "join_image"]      "(Set A) Int -> Any";
        Iden      [Cvc "rel.iden", Old "iden"]                  "(Set A) -> Any";
        RelProject [Cvc "rel.project"]                          "[$] (Set A) -> Any";
        Group     [Cvc "rel.group"]                             "[$] (Set A) -> (Set (Set A))";
    }
}
