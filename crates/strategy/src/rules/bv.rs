//! Bit-vectors.

use super::row::table;

table! { Bv:
    // Relations.
    "bv-ult-to-ule"          template "x y:(BitVec n)"               "(bvult x y)"              => "(bvule x y)" not "(bvugt x y)";
    "bv-ugt-to-uge"          template "x y:(BitVec n)"               "(bvugt x y)"              => "(bvuge x y)" not "(bvult x y)";
    "bv-slt-to-sle"          template "x y:(BitVec n)"               "(bvslt x y)"              => "(bvsle x y)" not "(bvult x y)";
    "bv-sgt-to-sge"          template "x y:(BitVec n)"               "(bvsgt x y)"              => "(bvsge x y)" not "(bvugt x y)";
    "bv-eq-to-ule"           template "x y:(BitVec n)"               "(= x y)"                  => "(bvule x y)" not "(bvult x y)";
    "bv-eq-to-uge"           template "x y:(BitVec n)"               "(= x y)"                  => "(bvuge x y)" not "(bvult x y)";
    "bv-eq-to-sle"           template "x y:(BitVec n)"               "(= x y)"                  => "(bvsle x y)" not "(bvult x y)";
    "bv-eq-to-sge"           template "x y:(BitVec n)"               "(= x y)"                  => "(bvsge x y)" not "(bvult x y)";
    "bv-ult-to-distinct"     template "x y:(BitVec n)"               "(bvult x y)"              => "(distinct x y)" not "(bvule x y)";
    "bv-slt-to-distinct"     template "x y:(BitVec n)"               "(bvslt x y)"              => "(distinct x y)" not "(bvsle x y)";
    "bv-ult-flips"           ours     "x y:(BitVec n)"               "(bvult x y)"              == "(bvugt y x)" not "(bvule x y)";
    "bv-ule-flips"           ours     "x y:(BitVec n)"               "(bvule x y)"              == "(bvuge y x)" not "(bvult x y)";
    "bv-slt-flips"           ours     "x y:(BitVec n)"               "(bvslt x y)"              == "(bvsgt y x)" not "(bvsle x y)";
    "bv-not-ult"             ours     "x y:(BitVec n)"               "(not (bvult x y))"        == "(bvule y x)" not "(not (bvule x y))";
    "bv-not-sle"             ours     "x y:(BitVec n)"               "(not (bvsle x y))"        == "(bvslt y x)" not "(not (bvule x y))";
    "bv-ule-cases"           ours     "x y:(BitVec n)"               "(bvule x y)"              == "(or (bvult x y) (= x y))" not "(bvult x y)";
    "bv-ult-not-zero"        ours     "x y:(BitVec n)"               "(bvult x y)"              => "(distinct y (_ bv0 n))" not "(bvule x y)";
    "bv-ult-successor"       ours     "x y:(BitVec n)"               "(bvult x y)"              => "(bvule (bvadd x (_ bv1 n)) y)" not "(bvule x y)";
    "bv-ult-no-overflow"     ours     "x y:(BitVec n)"               "(bvult x y)"              => "(not (bvuaddo x (_ bv1 n)))" not "(bvule x y)";
    "bv-eq-to-comp"          ours     "x y:(BitVec n)"               "(= x y)"                  == "(= (bvcomp x y) (_ bv1 1))" not "(bvule x y)";
    // Operations that keep a relation.
    "bv-eq-not"              template "x y:(BitVec n)"               "(= x y)"                  == "(= (bvnot x) (bvnot y))" not "(bvule x y)";
    "bv-eq-neg"              template "x y:(BitVec n)"               "(= x y)"                  == "(= (bvneg x) (bvneg y))" not "(bvule x y)";
    "bv-eq-add"              template "x y z:(BitVec n)"             "(= x y)"                  == "(= (bvadd x z) (bvadd y z))" not "(bvule x y)";
    "bv-eq-xor"              template "x y z:(BitVec n)"             "(= x y)"                  == "(= (bvxor x z) (bvxor y z))" not "(bvule x y)";
    "bv-eq-mul"              template "x y z:(BitVec n)"             "(= x y)"                  => "(= (bvmul x z) (bvmul y z))" not "(bvule x y)";
    "bv-eq-and"              template "x y z:(BitVec n)"             "(= x y)"                  => "(= (bvand x z) (bvand y z))" not "(bvule x y)";
    "bv-eq-shl"              template "x y z:(BitVec n)"             "(= x y)"                  => "(= (bvshl x z) (bvshl y z))" not "(bvule x y)";
    "bv-eq-extract"          template "x y:(BitVec n)"               "(= x y)"                  => "(= ((_ extract i j) x) ((_ extract i j) y))" if "j <= i < n" not "(bvule x y)";
    "bv-eq-concat"           template "x y:(BitVec n), z:(BitVec m)" "(= x y)"                  == "(= (concat x z) (concat y z))" not "(bvule x y)";
    "bv-eq-rotate"           template "x y:(BitVec n)"               "(= x y)"                  == "(= ((_ rotate_left k) x) ((_ rotate_left k) y))" if "0 <= k" not "(bvule x y)";
    "bv-eq-repeat"           template "x y:(BitVec n)"               "(= x y)"                  == "(= ((_ repeat k) x) ((_ repeat k) y))" if "0 < k < 4" not "(bvule x y)";
    "bv-ult-not"             template "x y:(BitVec n)"               "(bvult x y)"              == "(bvugt (bvnot x) (bvnot y))" not "(bvule x y)";
    "bv-slt-not"             template "x y:(BitVec n)"               "(bvslt x y)"              == "(bvsgt (bvnot x) (bvnot y))" not "(bvsle x y)";
    "bv-ult-zero-extend"     template "x y:(BitVec n)"               "(bvult x y)"              == "(bvult ((_ zero_extend k) x) ((_ zero_extend k) y))" if "0 <= k" not "(bvule x y)";
    "bv-slt-sign-extend"     template "x y:(BitVec n)"               "(bvslt x y)"              == "(bvslt ((_ sign_extend k) x) ((_ sign_extend k) y))" if "0 <= k" not "(bvsle x y)";
    "bv-ult-to-int"          template "x y:(BitVec n)"               "(bvult x y)"              == "(< (ubv_to_int x) (ubv_to_int y))" not "(bvule x y)";
    "bv-ule-or"              ours     "x y z:(BitVec n)"             "(bvule x y)"              => "(bvule x (bvor y z))" not "(bvult x y)";
    "bv-ule-and"             ours     "x y z:(BitVec n)"             "(bvule x y)"              => "(bvule (bvand x z) y)" not "(bvult x y)";
    "bv-ule-shift-right"     ours     "x y z:(BitVec n)"             "(bvule x y)"              => "(bvule (bvlshr x z) y)" not "(bvult x y)";
    "bv-ule-remainder"       ours     "x y z:(BitVec n)"             "(bvule x y)"              => "(bvule (bvurem x z) y)" not "(bvult x y)";
    "bv-ule-both-shifted"    template "x y z:(BitVec n)"             "(bvule x y)"              => "(bvule (bvlshr x z) (bvlshr y z))" not "(bvult x y)";
    "bv-sle-both-shifted"    template "x y z:(BitVec n)"             "(bvsle x y)"              => "(bvsle (bvashr x z) (bvashr y z))" not "(bvslt x y)";
    "bv-or-is-zero"          ours     "x y:(BitVec n)"               "(= (bvor x y) (_ bv0 n))" == "(and (= x (_ bv0 n)) (= y (_ bv0 n)))" not "(= x y)";
    // Terms.
    "bv-sub-to-add"          ours     "x y:(BitVec n)"               "(bvsub x y)"              == "(bvadd x (bvneg y))" not "(bvadd x y)";
    "bv-neg-to-not"          ours     "x:(BitVec n)"                 "(bvneg x)"                == "(bvadd (bvnot x) (_ bv1 n))" not "(bvnot x)";
    "bv-not-and"             ours     "x y:(BitVec n)"               "(bvnot (bvand x y))"      == "(bvor (bvnot x) (bvnot y))" not "(bvand x y)";
    "bv-xor-to-sub"          ours     "x y:(BitVec n)"               "(bvxor x y)"              == "(bvsub (bvor x y) (bvand x y))" not "(bvor x y)";
    "bv-add-by-carries"      ours     "x y:(BitVec n)"               "(bvadd x y)"              == "(bvadd (bvxor x y) (bvshl (bvand x y) (_ bv1 n)))" not "(bvsub x y)";
    "bv-xor-twice"           ours     "x y:(BitVec n)"               "x"                        == "(bvxor (bvxor x y) y)" not "true";
    "bv-not-twice"           ours     "x:(BitVec n)"                 "x"                        == "(bvnot (bvnot x))" not "true";
    "bv-divide-and-multiply" ours     "x y:(BitVec n)"               "x"                        == "(bvadd (bvmul (bvudiv x y) y) (bvurem x y))" not "true";
    "bv-split"               ours     "x:(BitVec n)"                 "x"                        == "(concat ((_ extract n-1 k) x) ((_ extract k-1 0) x))" if "0 < k < n" not "true";
    "bv-double"              ours     "x:(BitVec n)"                 "(bvadd x x)"              == "(bvshl x (_ bv1 n))" not "(bvsub x x)";
    "bv-add-flips"           ours     "x y:(BitVec n)"               "(bvadd x y)"              == "(bvadd y x)" not "(bvsub x y)";
    "bv-mul-distributes"     ours     "x y z:(BitVec n)"             "(bvmul x (bvadd y z))"    == "(bvadd (bvmul x y) (bvmul x z))" not "(bvmul x y)";
}
