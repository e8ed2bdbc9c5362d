//! Functions on the reals that no polynomial defines.

use super::theory;

theory! {
    /// Transcendental functions, and square root beside them as cvc5 groups it.
    TranscendentalOp = Transcendental {
        Pi      [Cvc "real.pi", Z3 "pi"]      "-> Real";
        Euler   [Z3 "euler"]                  "-> Real";
        Exp     [Cvc "exp"]                   "Real -> Real";
        Sin     [Cvc "sin"]                   "Real -> Real";
        Cos     [Cvc "cos"]                   "Real -> Real";
        Tan     [Cvc "tan"]                   "Real -> Real";
        Csc     [Cvc "csc"]                   "Real -> Real";
        Sec     [Cvc "sec"]                   "Real -> Real";
        Cot     [Cvc "cot"]                   "Real -> Real";
        Arcsin  [Cvc "arcsin", Z3 "asin"]     "Real -> Real";
        Arccos  [Cvc "arccos", Z3 "acos"]     "Real -> Real";
        Arctan  [Cvc "arctan", Z3 "atan"]     "Real -> Real";
        Arccsc  [Cvc "arccsc"]                "Real -> Real";
        Arcsec  [Cvc "arcsec"]                "Real -> Real";
        Arccot  [Cvc "arccot"]                "Real -> Real";
        Sinh    [Z3 "sinh"]                   "Real -> Real";
        Cosh    [Z3 "cosh"]                   "Real -> Real";
        Tanh    [Z3 "tanh"]                   "Real -> Real";
        Asinh   [Z3 "asinh"]                  "Real -> Real";
        Acosh   [Z3 "acosh"]                  "Real -> Real";
        Atanh   [Z3 "atanh"]                  "Real -> Real";
        Sqrt    [Cvc "sqrt"]                  "Real -> Real";
    }
}
