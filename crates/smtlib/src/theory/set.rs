//! Finite sets, as in cvc5.

use super::theory;

theory! {
    /// Operators on sets.
    SetOp = Set {
        Empty       [Cvc "set.empty", Old "emptyset"]              "[$] -> Any";
        Universe    [Cvc "set.universe", Old "univset"]            "[$] -> Any";
        Singleton   [Cvc "set.singleton", Old "singleton"]         "A -> (Set A)";
        Union       [Cvc "set.union", Old "union"]                 "(Set A) (Set A) -> (Set A)" LeftAssoc;
        Inter       [Cvc "set.inter", Old "intersection"]          "(Set A) (Set A) -> (Set A)" LeftAssoc;
        Minus       [Cvc "set.minus", Old "setminus"]              "(Set A) (Set A) -> (Set A)" LeftAssoc;
        Complement  [Cvc "set.complement", Old "complement"]       "(Set A) -> (Set A)";
        Member      [Cvc "set.member", Old "member"]               "A (Set A) -> Bool";
        Subset      [Cvc "set.subset", Old "subset"]               "(Set A) (Set A) -> Bool";
        Card        [Cvc "set.card", Old "card"]                   "(Set A) -> Int";
        Insert      [Cvc "set.insert", Old "insert"]               "Any -> Any" Variadic;
        Choose      [Cvc "set.choose", Old "choose"]               "(Set A) -> A";
        IsEmpty     [Cvc "set.is_empty"]                           "(Set A) -> Bool";
        IsSingleton [Cvc "set.is_singleton", Old "is_singleton"]   "(Set A) -> Bool";
        Map         [Cvc "set.map"]                                "(-> A B) (Set A) -> (Set B)";
        Filter      [Cvc "set.filter"]                             "(-> A Bool) (Set A) -> (Set A)";
        All         [Cvc "set.all"]                                "(-> A Bool) (Set A) -> Bool";
        Some        [Cvc "set.some"]                               "(-> A Bool) (Set A) -> Bool";
        Fold        [Cvc "set.fold"]                               "(-> A B B) B (Set A) -> B";
    }
}
