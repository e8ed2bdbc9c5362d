//! Core: truth, equality, choice.

use super::theory;

theory! {
    /// The operators of the Core theory.
    CoreOp = Core {
        True     [Standard "true"]              "-> Bool";
        False    [Standard "false"]             "-> Bool";
        Not      [Standard "not"]               "Bool -> Bool"          / Down;
        Implies  [Standard "=>", Z3 "implies"]  "Bool Bool -> Bool"     RightAssoc / Implication;
        And      [Standard "and"]               "Bool Bool -> Bool"     LeftAssoc / Up;
        Or       [Standard "or"]                "Bool Bool -> Bool"     LeftAssoc / Up;
        Xor      [Standard "xor"]               "Bool Bool -> Bool"     LeftAssoc;
        Eq       [Standard "=", Z3 "iff"]       "A A -> Bool"           Chainable;
        Distinct [Standard "distinct"]          "A A -> Bool"           Pairwise;
        Ite      [Standard "ite", Z3 "if"]      "Bool A A -> A"         / Branches;
    }
}
