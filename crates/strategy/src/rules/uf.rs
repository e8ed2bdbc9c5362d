//! Functions of the script, and any operator with one argument.

use super::row::table;

table! { Uf:
    "function-drops"     11       "xs:A..., f:Fun"       "(= xs...)"              => "(= (f xs)...)" not "(distinct xs...)";
    "function-separates" ours     "x y:A, f:Fun"         "(distinct (f x) (f y))" => "(distinct x y)" not "(= x y)";
    "function-moves"     ours     "x y:A, f:Fun"         "(and (= x y) (f x))"    => "(f y)" not "(or (= x y) (f x))";
    "function-of-equal"  ours     "x y:A, z:B, f:Fun"    "(= (f x) z)"            <= "(and (= x y) (= (f y) z))" not "(distinct (f x) z)";
    "function-ite"       ours     "x y:A, b:Bool, f:Fun" "(f (ite b x y))"        == "(ite b (f x) (f y))" not "(f x)";
}
