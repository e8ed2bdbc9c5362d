//! Quantifiers: p and q stand for what is below them, es for one term per variable.

use super::row::table;

table! { Quant:
    "forall-to-exists"      10       "X:Binder, p:Pred X"             "(forall X (p X))"             => "(exists X (p X))" not "(exists X (p X))";
    "or-to-choice"          12       "p q:Bool"                       "(or p q)"                     == "(exists ((b Bool)) (ite b p q))" not "(and p q)";
    "implies-under-all"     17       "p q:Bool"                       "(=> p q)"                     == "(forall ((b Bool)) (=> (and p b) (and q b)))" not "(and p q)";
    "instantiate"           19       "X:Binder, p:Pred X, es:Terms X" "(forall X (p X))"             => "(p es...)" not "(exists X (p X))";
    "generalise"            20       "X:Binder, p:Pred X, es:Terms X" "(p es...)"                    => "(exists X (p X))" not "7";
    "forall-and"            ours     "X:Binder, p q:Pred X"           "(forall X (and (p X) (q X)))" == "(and (forall X (p X)) (forall X (q X)))" not "(exists X (and (p X) (q X)))";
    "exists-or"             ours     "X:Binder, p q:Pred X"           "(exists X (or (p X) (q X)))"  == "(or (exists X (p X)) (exists X (q X)))" not "(exists X (and (p X) (q X)))";
    "exists-and"            ours     "X:Binder, p q:Pred X"           "(exists X (and (p X) (q X)))" => "(and (exists X (p X)) (exists X (q X)))" not "(exists X (or (p X) (q X)))";
    "forall-or"             ours     "X:Binder, p q:Pred X"           "(forall X (or (p X) (q X)))"  <= "(or (forall X (p X)) (forall X (q X)))" not "(forall X (and (p X) (q X)))";
    "not-forall"            ours     "X:Binder, p:Pred X"             "(not (forall X (p X)))"       == "(exists X (not (p X)))" not "(not (exists X (p X)))";
    "not-exists"            ours     "X:Binder, p:Pred X"             "(not (exists X (p X)))"       == "(forall X (not (p X)))" not "(not (forall X (p X)))";
    "forall-implies"        ours     "X:Binder, p q:Pred X"           "(forall X (=> (p X) (q X)))"  => "(=> (forall X (p X)) (forall X (q X)))" not "(forall X (or (p X) (q X)))";
    "forall-implies-exists" ours     "X:Binder, p q:Pred X"           "(forall X (=> (p X) (q X)))"  => "(=> (exists X (p X)) (exists X (q X)))" not "(forall X (or (p X) (q X)))";
    "exists-implies"        ours     "X:Binder, p q:Pred X"           "(exists X (=> (p X) (q X)))"  == "(=> (forall X (p X)) (exists X (q X)))" not "(exists X (or (p X) (q X)))";
    "int-between"           ours     "i j:Int"                        "(<= i j)"                     == "(exists ((k Int)) (and (<= i k) (<= k j)))" not "(< i j)";
    "real-between"          ours     "x y:Real"                       "(< x y)"                      == "(exists ((z Real)) (and (< x z) (< z y)))" not "(<= x y)";
    "bv-between"            ours     "x y:(BitVec n)"                 "(bvule x y)"                  == "(exists ((z (BitVec n))) (and (bvule x z) (bvule z y)))" not "(bvult x y)";
    "array-pointwise"       ours     "a b:(Array A B)"                "(= a b)"                      == "(forall ((i A)) (= (select a i) (select b i)))" not "(distinct a b)";
}
