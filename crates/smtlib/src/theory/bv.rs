//! FixedSizeBitVectors of SMT-LIB 2.7, with the solvers' additions.

use super::theory;

theory! {
    /// Operators on bit-vectors.
    BvOp = BitVec {
        Concat      [Standard "concat"]        "(BitVec n) (BitVec m) -> (BitVec n+m)" LeftAssoc;
        Extract     [Standard "extract"]       "[i j] (BitVec n) -> (BitVec i-j+1) if j <= i < n";
        Not         [Standard "bvnot"]         "(BitVec n) -> (BitVec n)";
        Neg         [Standard "bvneg"]         "(BitVec n) -> (BitVec n)";
        And         [Standard "bvand"]         "(BitVec n) (BitVec n) -> (BitVec n)" LeftAssoc;
        Or          [Standard "bvor"]          "(BitVec n) (BitVec n) -> (BitVec n)" LeftAssoc;
        Xor         [Standard "bvxor"]         "(BitVec n) (BitVec n) -> (BitVec n)" LeftAssoc;
        Nand        [Standard "bvnand"]        "(BitVec n) (BitVec n) -> (BitVec n)";
        Nor         [Standard "bvnor"]         "(BitVec n) (BitVec n) -> (BitVec n)";
        Xnor        [Standard "bvxnor"]        "(BitVec n) (BitVec n) -> (BitVec n)" LeftAssoc;
        Add         [Standard "bvadd"]         "(BitVec n) (BitVec n) -> (BitVec n)" LeftAssoc;
        Sub         [Standard "bvsub"]         "(BitVec n) (BitVec n) -> (BitVec n)" LeftAssoc;
        Mul         [Standard "bvmul"]         "(BitVec n) (BitVec n) -> (BitVec n)" LeftAssoc;
        Udiv        [Standard "bvudiv", Z3 "bvudiv_i"] "(BitVec n) (BitVec n) -> (BitVec n)";
        Urem        [Standard "bvurem", Z3 "bvurem_i"] "(BitVec n) (BitVec n) -> (BitVec n)";
        Sdiv        [Standard "bvsdiv", Z3 "bvsdiv_i"] "(BitVec n) (BitVec n) -> (BitVec n)";
        Srem        [Standard "bvsrem", Z3 "bvsrem_i"] "(BitVec n) (BitVec n) -> (BitVec n)";
        Smod        [Standard "bvsmod", Z3 "bvsmod_i"] "(BitVec n) (BitVec n) -> (BitVec n)";
        Shl         [Standard "bvshl"]         "(BitVec n) (BitVec n) -> (BitVec n)";
        Lshr        [Standard "bvlshr"]        "(BitVec n) (BitVec n) -> (BitVec n)";
        Ashr        [Standard "bvashr"]        "(BitVec n) (BitVec n) -> (BitVec n)";
        Repeat      [Standard "repeat"]        "[i] (BitVec n) -> (BitVec i*n) if 0 < i";
        ZeroExtend  [Standard "zero_extend"]   "[i] (BitVec n) -> (BitVec n+i)";
        SignExtend  [Standard "sign_extend"]   "[i] (BitVec n) -> (BitVec n+i)";
        RotateLeft  [Standard "rotate_left"]   "[i] (BitVec n) -> (BitVec n)";
        RotateRight [Standard "rotate_right"]  "[i] (BitVec n) -> (BitVec n)";
        ExtRotateLeft  [Z3 "ext_rotate_left"]  "(BitVec n) (BitVec n) -> (BitVec n)";
        ExtRotateRight [Z3 "ext_rotate_right"] "(BitVec n) (BitVec n) -> (BitVec n)";
        Comp        [Standard "bvcomp"]        "(BitVec n) (BitVec n) -> (BitVec 1)";
        Ult         [Standard "bvult"]         "(BitVec n) (BitVec n) -> Bool";
        Ule         [Standard "bvule"]         "(BitVec n) (BitVec n) -> Bool";
        Ugt         [Standard "bvugt"]         "(BitVec n) (BitVec n) -> Bool";
        Uge         [Standard "bvuge"]         "(BitVec n) (BitVec n) -> Bool";
        Slt         [Standard "bvslt"]         "(BitVec n) (BitVec n) -> Bool";
        Sle         [Standard "bvsle"]         "(BitVec n) (BitVec n) -> Bool";
        Sgt         [Standard "bvsgt"]         "(BitVec n) (BitVec n) -> Bool";
        Sge         [Standard "bvsge"]         "(BitVec n) (BitVec n) -> Bool";
        UltBv       [Cvc "bvultbv"]            "(BitVec n) (BitVec n) -> (BitVec 1)";
        SltBv       [Cvc "bvsltbv"]            "(BitVec n) (BitVec n) -> (BitVec 1)";
        RedOr       [Cvc "bvredor"]            "(BitVec n) -> (BitVec 1)";
        RedAnd      [Cvc "bvredand"]           "(BitVec n) -> (BitVec 1)";
        Nego        [Standard "bvnego"]        "(BitVec n) -> Bool";
        Uaddo       [Standard "bvuaddo"]       "(BitVec n) (BitVec n) -> Bool";
        Saddo       [Standard "bvsaddo"]       "(BitVec n) (BitVec n) -> Bool";
        Umulo       [Standard "bvumulo"]       "(BitVec n) (BitVec n) -> Bool";
        Smulo       [Standard "bvsmulo"]       "(BitVec n) (BitVec n) -> Bool";
        Usubo       [Standard "bvusubo"]       "(BitVec n) (BitVec n) -> Bool";
        Ssubo       [Standard "bvssubo"]       "(BitVec n) (BitVec n) -> Bool";
        Sdivo       [Standard "bvsdivo"]       "(BitVec n) (BitVec n) -> Bool";
        UmulNoOvfl  [Z3 "bvumul_noovfl"]       "(BitVec n) (BitVec n) -> Bool";
        SmulNoOvfl  [Z3 "bvsmul_noovfl"]       "(BitVec n) (BitVec n) -> Bool";
        SmulNoUdfl  [Z3 "bvsmul_noudfl"]       "(BitVec n) (BitVec n) -> Bool";
        ToNat       [Standard "ubv_to_int", Old "bv2nat", Z3 "bv2int"] "(BitVec n) -> Int";
        ToInt       [Standard "sbv_to_int"]    "(BitVec n) -> Int";
        FromInt     [Standard "int_to_bv", Old "int2bv", Old "nat2bv"] "[m] Int -> (BitVec m) if 0 < m";
        Bit         [Cvc "@bit", Old "bit"]    "[i] (BitVec n) -> Bool if i < n";
        BitToBool   [Z3 "bit2bool"]            "[i] (BitVec n) -> Bool if i < n";
        Ite         [Cvc "bvite"]              "(BitVec 1) (BitVec n) (BitVec n) -> (BitVec n)";
    }
}
