//! Datatypes: C and E are different constructors of one datatype, S selects from C.

use super::row::table;

table! { Datatype:
    // Constructors.
    "data-injective"          ours     "C:Ctor, xs ys:Fields C"               "(= (C xs...) (C ys...))"               == "(and (= xs ys)...)" not "(distinct (C xs...) (C ys...))";
    "data-injective-field"    ours     "C:Ctor, S:Sel C, xs ys:Fields C"      "(= (C xs...) (C ys...))"               => "(= xs@S ys@S)" not "(distinct (C xs...) (C ys...))";
    "data-clash"              ours     "C E:Ctor, xs:Fields C, us:Fields E"   "(= (C xs...) (E us...))"               == "false" not "(distinct (C xs...) (E us...))";
    "data-eq-to-is"           ours     "x:Data, C:Ctor, xs:Fields C"          "(= x (C xs...))"                       => "((_ is C) x)" not "(distinct x (C xs...))";
    "data-eq-to-field"        ours     "x:Data, C:Ctor, S:Sel C, xs:Fields C" "(= x (C xs...))"                       => "(= (S x) xs@S)" not "(distinct x (C xs...))";
    "data-eq-to-fields"       ours     "x:Data, C:Ctor, S:Sel C, xs:Fields C" "(= x (C xs...))"                       == "(and ((_ is C) x) (= (S x) xs)...)" not "(distinct x (C xs...))";
    "data-eq-not-other"       ours     "x:Data, C E:Ctor, xs:Fields C"        "(= x (C xs...))"                       => "(not ((_ is E) x))" not "(distinct x (C xs...))";
    // Testers.
    "data-is-rebuilds"        ours     "x:Data, C:Ctor, S:Sel C"              "((_ is C) x)"                          == "(= x (C (S x)...))" not "(= x x)";
    "data-is-constructed"     ours     "C:Ctor, xs:Fields C"                  "((_ is C) (C xs...))"                  == "true" not "(= (C xs...) (C xs...))";
    "data-is-other"           ours     "C E:Ctor, us:Fields E"                "((_ is C) (E us...))"                  == "false" not "(= (E us...) (E us...))";
    "data-is-excludes"        ours     "x:Data, C E:Ctor"                     "((_ is C) x)"                          => "(not ((_ is E) x))" not "(= x x)";
    "data-is-of-equal"        template "x y:Data, C:Ctor"                     "(= x y)"                               => "(=> ((_ is C) x) ((_ is C) y))" not "(distinct x y)";
    "data-is-moves"           ours     "x y:Data, C:Ctor"                     "(and (= x y) ((_ is C) x))"            => "((_ is C) y)" not "(or (= x y) ((_ is C) x))";
    "data-is-separates"       ours     "x y:Data, C:Ctor"                     "(and ((_ is C) x) (not ((_ is C) y)))" => "(distinct x y)" not "(and ((_ is C) x) ((_ is C) y))";
    "data-others-separate"    ours     "x y:Data, C E:Ctor"                   "(and ((_ is C) x) ((_ is E) y))"       => "(distinct x y)" not "(and ((_ is C) x) ((_ is C) y))";
    // Selectors.
    "data-eq-select"          template "x y:Data, C:Ctor, S:Sel C"            "(= x y)"                               => "(= (S x) (S y))" not "(distinct x y)";
    "data-distinct-select"    ours     "x y:Data, C:Ctor, S:Sel C"            "(distinct (S x) (S y))"                => "(distinct x y)" not "(= (S x) (S y))";
    "data-select-constructed" ours     "C:Ctor, S:Sel C, xs:Fields C"         "(S (C xs...))"                         == "xs@S" not "(= (C xs...) (C xs...))";
    // Terms.
    "data-rebuild"            ours     "x:Data, C:Ctor, S:Sel C"              "x"                                     == "(ite ((_ is C) x) (C (S x)...) x)" not "true";
    "data-select-ite"         ours     "x y:Data, C:Ctor, S:Sel C, p:Bool"    "(S (ite p x y))"                       == "(ite p (S x) (S y))" not "(S x)";
    "data-is-ite"             ours     "x y:Data, C:Ctor, p:Bool"             "((_ is C) (ite p x y))"                == "(ite p ((_ is C) x) ((_ is C) y))" not "((_ is C) x)";
}
