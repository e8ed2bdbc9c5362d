//! Operators of single solvers that belong to no theory above: higher-order application, cardinality and
//! pseudo-Boolean constraints, orders, separation logic.

use super::theory;

theory! {
    /// Operators of single solvers.
    ExtensionOp = Extension {
        Apply      [Cvc "@"]                      "Any -> Any" Variadic;
        AtMost     [Z3 "at-most"]                 "[k] Bool -> Bool" Variadic;
        AtLeast    [Z3 "at-least"]                "[k] Bool -> Bool" Variadic;
        PbLe       [Z3 "pble"]                    "[$] Bool -> Bool" Variadic;
        PbGe       [Z3 "pbge"]                    "[$] Bool -> Bool" Variadic;
        PbEq       [Z3 "pbeq"]                    "[$] Bool -> Bool" Variadic;
        PartialOrder   [Z3 "partial-order"]       "[k] A A -> Bool";
        LinearOrder    [Z3 "linear-order"]        "[k] A A -> Bool";
        TreeOrder      [Z3 "tree-order"]          "[k] A A -> Bool";
        PiecewiseOrder [Z3 "piecewise-linear-order"] "[k] A A -> Bool";
        TransitiveClosure [Z3 "transitive-closure"]  "[$] A A -> Bool";
        FmfCard    [Cvc "fmf.card"]               "[$] -> Bool";
        FmfCardOf  [Old "fmf.card"]               "A Int -> Bool";
        CombinedCard [Cvc "fmf.combined_card"]    "[n] -> Bool";
        SepNil     [Cvc "sep.nil"]                "[$] -> Any";
        SepEmp     [Cvc "sep.emp"]                 "-> Bool";
        SepEmpOf   [Old "emp"]                    "[$] -> Bool";
        PointsTo   [Cvc "pto"]                    "A B -> Bool";
        Star       [Cvc "sep"]                    "Bool Bool -> Bool" LeftAssoc;
        Wand       [Cvc "wand"]                   "Bool Bool -> Bool";
    }
}
