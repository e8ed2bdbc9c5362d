//! Floating-point numbers. NaN is neither less nor more than anything, and zero has two signs.

use super::row::table;

table! { Fp:
    // Relations.
    "fp-lt-to-leq"            template "x y:(Float e s)"                   "(fp.lt x y)"           => "(fp.leq x y)" not "(fp.gt x y)";
    "fp-gt-to-geq"            template "x y:(Float e s)"                   "(fp.gt x y)"           => "(fp.geq x y)" not "(fp.lt x y)";
    "fp-eq-to-leq"            template "x y:(Float e s)"                   "(fp.eq x y)"           => "(fp.leq x y)" not "(= x y)";
    "fp-eq-to-geq"            template "x y:(Float e s)"                   "(fp.eq x y)"           => "(fp.geq x y)" not "(= x y)";
    "fp-lt-to-distinct"       template "x y:(Float e s)"                   "(fp.lt x y)"           => "(distinct x y)" not "(fp.leq x y)";
    "fp-lt-to-not-eq"         ours     "x y:(Float e s)"                   "(fp.lt x y)"           => "(not (fp.eq x y))" not "(fp.leq x y)";
    "fp-lt-to-not-geq"        ours     "x y:(Float e s)"                   "(fp.lt x y)"           => "(not (fp.geq x y))" not "(fp.leq x y)";
    "fp-lt-flips"             ours     "x y:(Float e s)"                   "(fp.lt x y)"           == "(fp.gt y x)" not "(fp.leq x y)";
    "fp-leq-flips"            ours     "x y:(Float e s)"                   "(fp.leq x y)"          == "(fp.geq y x)" not "(fp.lt x y)";
    "fp-leq-cases"            ours     "x y:(Float e s)"                   "(fp.leq x y)"          == "(or (fp.lt x y) (fp.eq x y))" not "(fp.lt x y)";
    "fp-eq-to-both-orders"    ours     "x y:(Float e s)"                   "(fp.eq x y)"           == "(and (fp.leq x y) (fp.geq x y))" not "(= x y)";
    "fp-identical-to-eq"      ours     "x y:(Float e s)"                   "(= x y)"               => "(or (fp.isNaN x) (fp.eq x y))" not "(fp.eq x y)";
    "fp-eq-to-identical"      ours     "x y:(Float e s)"                   "(fp.eq x y)"           => "(or (fp.isZero x) (= x y))" not "(= x y)";
    "fp-lt-no-nan"            ours     "x y:(Float e s)"                   "(fp.lt x y)"           => "(not (fp.isNaN x))" not "(= x y)";
    "fp-lt-through"           ours     "x y z:(Float e s)"                 "(fp.lt x y)"           <= "(and (fp.lt x z) (fp.leq z y))" not "(fp.gt x y)";
    // Operations that keep a relation.
    "fp-lt-neg"               template "x y:(Float e s)"                   "(fp.lt x y)"           == "(fp.gt (fp.neg x) (fp.neg y))" not "(fp.leq x y)";
    "fp-eq-neg"               template "x y:(Float e s)"                   "(fp.eq x y)"           == "(fp.eq (fp.neg x) (fp.neg y))" not "(= x y)";
    "fp-identical-neg"        template "x y:(Float e s)"                   "(= x y)"               == "(= (fp.neg x) (fp.neg y))" not "(fp.eq x y)";
    "fp-eq-abs"               template "x y:(Float e s)"                   "(fp.eq x y)"           => "(fp.eq (fp.abs x) (fp.abs y))" not "(= x y)";
    "fp-leq-round"            template "x y:(Float e s), m:RoundingMode"   "(fp.leq x y)"          => "(fp.leq (fp.roundToIntegral m x) (fp.roundToIntegral m y))" not "(fp.lt x y)";
    "fp-leq-sqrt"             template "x y:(Float e s), m:RoundingMode"   "(fp.leq x y)"          => "(=> (fp.leq (_ +zero e s) x) (fp.leq (fp.sqrt m x) (fp.sqrt m y)))" not "(fp.lt x y)";
    "fp-leq-add"              template "x y z:(Float e s), m:RoundingMode" "(fp.leq x y)"          => "(or (fp.isNaN (fp.add m x z)) (fp.isNaN (fp.add m y z)) (fp.leq (fp.add m x z) (fp.add m y z)))" not "(fp.lt x y)";
    "fp-leq-max"              ours     "x y z:(Float e s)"                 "(fp.leq x y)"          => "(fp.leq x (fp.max y z))" not "(fp.lt x y)";
    "fp-leq-min"              ours     "x y z:(Float e s)"                 "(fp.leq x y)"          => "(fp.leq (fp.min x z) y)" not "(fp.lt x y)";
    "fp-lt-min"               ours     "x y z:(Float e s)"                 "(fp.lt x y)"           => "(fp.lt (fp.min x z) y)" not "(fp.leq x y)";
    // Classes.
    "fp-is-zero"              ours     "x:(Float e s)"                     "(fp.isZero x)"         == "(fp.eq x (_ +zero e s))" not "(fp.isNaN x)";
    "fp-is-nan"               ours     "x:(Float e s)"                     "(fp.isNaN x)"          == "(= x (_ NaN e s))" not "(fp.isZero x)";
    "fp-is-infinite"          ours     "x:(Float e s)"                     "(fp.isInfinite x)"     == "(or (= x (_ +oo e s)) (= x (_ -oo e s)))" not "(fp.isZero x)";
    "fp-not-nan"              ours     "x:(Float e s)"                     "(not (fp.isNaN x))"    == "(fp.eq x x)" not "(fp.isNaN x)";
    "fp-subnormal-not-normal" ours     "x:(Float e s)"                     "(fp.isSubnormal x)"    => "(not (fp.isNormal x))" not "(fp.isNormal x)";
    "fp-normal-not-zero"      ours     "x:(Float e s)"                     "(fp.isNormal x)"       => "(not (fp.isZero x))" not "(fp.isZero x)";
    "fp-normal-not-infinite"  ours     "x:(Float e s)"                     "(fp.isNormal x)"       => "(not (fp.isInfinite x))" not "(fp.isZero x)";
    "fp-zero-not-nan"         ours     "x:(Float e s)"                     "(fp.isZero x)"         => "(not (fp.isNaN x))" not "(fp.isNaN x)";
    "fp-classes"              ours     "x:(Float e s)"                     "(not (fp.isNormal x))" == "(or (fp.isZero x) (fp.isSubnormal x) (fp.isInfinite x) (fp.isNaN x))" not "(fp.isNormal x)";
    "fp-positive-flips"       ours     "x:(Float e s)"                     "(fp.isPositive x)"     == "(fp.isNegative (fp.neg x))" not "(fp.isZero x)";
    "fp-negative-leq-zero"    ours     "x:(Float e s)"                     "(fp.isNegative x)"     => "(fp.leq x (_ +zero e s))" not "(fp.isPositive x)";
    // Terms.
    "fp-neg-twice"            ours     "x:(Float e s)"                     "x"                     == "(fp.neg (fp.neg x))" not "true";
    "fp-abs-to-ite"           ours     "x:(Float e s)"                     "(fp.abs x)"            == "(ite (fp.isNegative x) (fp.neg x) x)" not "(fp.neg x)";
    "fp-sub-to-add"           ours     "x y:(Float e s), m:RoundingMode"   "(fp.sub m x y)"        == "(fp.add m x (fp.neg y))" not "(fp.add m x y)";
    "fp-add-flips"            ours     "x y:(Float e s), m:RoundingMode"   "(fp.add m x y)"        == "(fp.add m y x)" not "(fp.sub m x y)";
    "fp-mul-flips"            ours     "x y:(Float e s), m:RoundingMode"   "(fp.mul m x y)"        == "(fp.mul m y x)" not "(fp.add m x y)";
    "fp-mul-negates"          ours     "x y:(Float e s), m:RoundingMode"   "(fp.mul m x y)"        == "(fp.mul m (fp.neg x) (fp.neg y))" not "(fp.add m x y)";
    "fp-convert-to-itself"    ours     "x:(Float e s), m:RoundingMode"     "x"                     == "((_ to_fp e s) m x)" not "true";
}
