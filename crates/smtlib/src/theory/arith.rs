//! Ints, Reals and Reals_Ints, with the solvers' additions.

use super::theory;

theory! {
    /// Operators on integers and reals.
    ArithOp = Arith {
        Neg        [Standard "-"]                     "Num -> Num";
        Sub        [Standard "-"]                     "Num Num -> Num"      LeftAssoc;
        Add        [Standard "+"]                     "Num Num -> Num"      LeftAssoc;
        Mul        [Standard "*"]                     "Num Num -> Num"      LeftAssoc;
        Div        [Standard "/"]                     "Real Real -> Real"   LeftAssoc;
        IntDiv     [Standard "div"]                   "Int Int -> Int"      LeftAssoc;
        Mod        [Standard "mod"]                   "Int Int -> Int";
        Abs        [Standard "abs"]                   "Num -> Num";
        Le         [Standard "<="]                    "Num Num -> Bool"     Chainable;
        Lt         [Standard "<"]                     "Num Num -> Bool"     Chainable;
        Ge         [Standard ">="]                    "Num Num -> Bool"     Chainable;
        Gt         [Standard ">"]                     "Num Num -> Bool"     Chainable;
        Divisible  [Standard "divisible"]             "[n] Int -> Bool if 0 < n";
        ToReal     [Standard "to_real"]               "Real -> Real";
        ToInt      [Standard "to_int"]                "Real -> Int";
        IsInt      [Standard "is_int"]                "Real -> Bool";
        // Z3 rounds real arguments of `div` and `mod` down to integers.
        IntDivReal [Z3 "div"]                         "Real Real -> Int"    LeftAssoc;
        ModReal    [Z3 "mod"]                         "Real Real -> Int";
        Rem        [Z3 "rem"]                         "Int Int -> Int";
        Pow        [Z3 "^", Cvc "pow"]                "Num Num -> Num";
        IntPow2    [Cvc "int.pow2", Old "pow2"]       "Int -> Int";
        IntLog2    [Cvc "int.log2"]                   "Int -> Int";
        IntAnd     [Cvc "iand"]                       "[n] Int Int -> Int if 0 < n";
        PiAnd      [Cvc "piand"]                      "Int Int Int -> Int";
        DivTotal    [Cvc "/_total"]                   "Real Real -> Real"   LeftAssoc;
        IntDivTotal [Cvc "div_total"]                 "Int Int -> Int"      LeftAssoc;
        ModTotal    [Cvc "mod_total"]                 "Int Int -> Int";
        DivZero     [Z3 "/0"]                         "Real Real -> Real";
        IntDivZero  [Z3 "div0"]                       "Int Int -> Int";
        ModZero     [Z3 "mod0"]                       "Int Int -> Int";
        RemZero     [Z3 "rem0"]                       "Int Int -> Int";
    }
}
