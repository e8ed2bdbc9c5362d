//! FloatingPoint, with the solvers' additions.

use super::theory;

theory! {
    /// Operators on floating-point numbers.
    FloatOp = Float {
        Rne          [Standard "roundNearestTiesToEven", Standard "RNE"] "-> RoundingMode";
        Rna          [Standard "roundNearestTiesToAway", Standard "RNA"] "-> RoundingMode";
        Rtp          [Standard "roundTowardPositive", Standard "RTP"]    "-> RoundingMode";
        Rtn          [Standard "roundTowardNegative", Standard "RTN"]    "-> RoundingMode";
        Rtz          [Standard "roundTowardZero", Standard "RTZ"]        "-> RoundingMode";
        Fp           [Standard "fp"]        "(BitVec s) (BitVec e) (BitVec m) -> (Float e m+1) if 1 <= s <= 1, 1 < e, 1 <= m";
        PlusInf      [Standard "+oo"]       "[e s] -> (Float e s) if 1 < e, 1 < s";
        MinusInf     [Standard "-oo"]       "[e s] -> (Float e s) if 1 < e, 1 < s";
        PlusZero     [Standard "+zero"]     "[e s] -> (Float e s) if 1 < e, 1 < s";
        MinusZero    [Standard "-zero"]     "[e s] -> (Float e s) if 1 < e, 1 < s";
        NaN          [Standard "NaN"]       "[e s] -> (Float e s) if 1 < e, 1 < s";
        Abs          [Standard "fp.abs"]    "(Float e s) -> (Float e s)";
        Neg          [Standard "fp.neg"]    "(Float e s) -> (Float e s)";
        Add          [Standard "fp.add"]    "RoundingMode (Float e s) (Float e s) -> (Float e s)";
        Sub          [Standard "fp.sub"]    "RoundingMode (Float e s) (Float e s) -> (Float e s)";
        Mul          [Standard "fp.mul"]    "RoundingMode (Float e s) (Float e s) -> (Float e s)";
        Div          [Standard "fp.div"]    "RoundingMode (Float e s) (Float e s) -> (Float e s)";
        Fma          [Standard "fp.fma"]    "RoundingMode (Float e s) (Float e s) (Float e s) -> (Float e s)";
        Sqrt         [Standard "fp.sqrt"]   "RoundingMode (Float e s) -> (Float e s)";
        Rem          [Standard "fp.rem"]    "(Float e s) (Float e s) -> (Float e s)";
        RoundToIntegral [Standard "fp.roundToIntegral"] "RoundingMode (Float e s) -> (Float e s)";
        Min          [Standard "fp.min"]    "(Float e s) (Float e s) -> (Float e s)";
        Max          [Standard "fp.max"]    "(Float e s) (Float e s) -> (Float e s)";
        Leq          [Standard "fp.leq"]    "(Float e s) (Float e s) -> Bool" Chainable;
        Lt           [Standard "fp.lt"]     "(Float e s) (Float e s) -> Bool" Chainable;
        Geq          [Standard "fp.geq"]    "(Float e s) (Float e s) -> Bool" Chainable;
        Gt           [Standard "fp.gt"]     "(Float e s) (Float e s) -> Bool" Chainable;
        Eq           [Standard "fp.eq"]     "(Float e s) (Float e s) -> Bool" Chainable;
        IsNormal     [Standard "fp.isNormal"]    "(Float e s) -> Bool";
        IsSubnormal  [Standard "fp.isSubnormal"] "(Float e s) -> Bool";
        IsZero       [Standard "fp.isZero"]      "(Float e s) -> Bool";
        IsInfinite   [Standard "fp.isInfinite"]  "(Float e s) -> Bool";
        IsNaN        [Standard "fp.isNaN"]       "(Float e s) -> Bool";
        IsNegative   [Standard "fp.isNegative"]  "(Float e s) -> Bool";
        IsPositive   [Standard "fp.isPositive"]  "(Float e s) -> Bool";
        FromBits     [Standard "to_fp", Cvc "to_fp_bv"]   "[e s] (BitVec e+s) -> (Float e s) if 1 < e, 1 < s";
        FromFloat    [Standard "to_fp", Cvc "to_fp_fp"]   "[e s] RoundingMode (Float m n) -> (Float e s) if 1 < e, 1 < s";
        FromReal     [Standard "to_fp", Cvc "to_fp_real"] "[e s] RoundingMode Real -> (Float e s) if 1 < e, 1 < s";
        FromSigned   [Standard "to_fp", Cvc "to_fp_signed"] "[e s] RoundingMode (BitVec m) -> (Float e s) if 1 < e, 1 < s";
        FromUnsigned [Standard "to_fp_unsigned"] "[e s] RoundingMode (BitVec m) -> (Float e s) if 1 < e, 1 < s";
        FromParts    [Z3 "to_fp"]           "[e s] RoundingMode Real Int -> (Float e s) if 1 < e, 1 < s";
        FromRealRne  [Z3 "to_fp"]           "[e s] Real -> (Float e s) if 1 < e, 1 < s";
        ToUbv        [Standard "fp.to_ubv"] "[m] RoundingMode (Float e s) -> (BitVec m) if 0 < m";
        ToSbv        [Standard "fp.to_sbv"] "[m] RoundingMode (Float e s) -> (BitVec m) if 0 < m";
        ToReal       [Standard "fp.to_real"] "(Float e s) -> Real";
        ToIeeeBv     [Z3 "fp.to_ieee_bv"]   "(Float e s) -> (BitVec e+s)";
    }
}
