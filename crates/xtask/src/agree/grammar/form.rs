//! Forms of the language: binders over finite domains, and functions that a script declares or defines.

use smtlib::theory::{ExtensionOp, Op};

use super::{Grammar, Subject, op};

pub(super) static GRAMMAR: Grammar = Grammar {
    prelude: "(define-fun double ((x Int)) Int (* 2 x))\n\
              (define-fun minus ((x Int) (y Int)) Int (- x y))\n\
              (define-fun pick ((p Bool) (x (_ BitVec 3)) (y (_ BitVec 3))) (_ BitVec 3) (ite p (bvadd x y) (bvneg x)))\n\
              (declare-fun u ((_ BitVec 2)) (_ BitVec 2))\n\
              (assert (= (u #b00) #b11))\n(assert (= (u #b01) #b11))\n\
              (assert (= (u #b10) #b00))\n(assert (= (u #b11) #b10))\n\
              (declare-fun v (Bool (_ BitVec 1)) Int)\n\
              (assert (= (v true #b0) 5))\n(assert (= (v true #b1) (- 5)))\n\
              (assert (= (v false #b0) 0))\n(assert (= (v false #b1) 5))\n\
              (define-fun-rec fact ((n Int)) Int (ite (<= n 1) 1 (* n (fact (- n 1)))))\n\
              (define-funs-rec ((even ((n Int)) Bool) (odd ((n Int)) Bool)) \
                ((ite (<= n 0) true (odd (- n 1))) (ite (<= n 0) false (even (- n 1)))))\n",
    model: "((define-fun u ((x (_ BitVec 2))) (_ BitVec 2) (ite (= x #b10) #b00 (ite (= x #b11) #b10 #b11)))\
             (define-fun v ((p Bool) (x (_ BitVec 1))) Int \
               (ite p (ite (= x #b0) 5 (- 5)) (ite (= x #b0) 0 5))))",
    higher_order: true,
    words: &[
        ("V2", &["{(_ BitVec 2)}", "(u {(_ BitVec 2)})", "(bvnot (u {V2}))"]),
        (
            "Q",
            &[
                "(bvule x {(_ BitVec 2)})",
                "(= (bvand x y) {(_ BitVec 2)})",
                "(=> p (distinct x y))",
                "(xor p (bvslt x y))",
                "(= (u x) y)",
                "(or (= x #b00) (bvult (bvsub x #b01) x))",
            ],
        ),
    ],
    terms: &[
        (
            Subject::Form("declare-fun"),
            &[
                "(u {V2})",
                "(v {Bool} {(_ BitVec 1)})",
                "(+ (v {Bool} #b1) (v true {(_ BitVec 1)}))",
                "(= (u {V2}) (u {V2}))",
            ],
        ),
        (
            Subject::Form("define-fun"),
            &[
                "(double {Int})",
                "(minus (double {Int}) {Int})",
                "(pick {Bool} {(_ BitVec 3)} {(_ BitVec 3)})",
            ],
        ),
        (Subject::Form("define-fun-rec"), &["(fact {0..6})", "(even {0..9})", "(odd (- {0..12} 3))"]),
        (
            Subject::Form("let"),
            &[
                "(let ((x {Int}) (y {Int})) (+ x y x))",
                "(let ((x {Int})) (let ((x (+ x 1)) (y x)) (- x y)))",
                "(let ((p {Bool}) (b {(_ BitVec 8)})) (let ((q (not p))) (ite q b (bvnot b))))",
                "(let ((s {String})) (str.++ s s))",
            ],
        ),
        (
            Subject::Form("forall"),
            &[
                "(forall ((p Bool) (x (_ BitVec 2)) (y (_ BitVec 2))) {Q})",
                "(forall ((p Bool) (x (_ BitVec 2)) (y (_ BitVec 2))) (=> {Q} {Q}))",
                "(forall ((p Bool)) (exists ((x (_ BitVec 2)) (y (_ BitVec 2))) {Q}))",
            ],
        ),
        (
            Subject::Form("exists"),
            &[
                "(exists ((p Bool) (x (_ BitVec 2)) (y (_ BitVec 2))) {Q})",
                "(exists ((p Bool) (x (_ BitVec 2)) (y (_ BitVec 2))) (and {Q} (not {Q})))",
                "(exists ((x (_ BitVec 2))) (forall ((p Bool) (y (_ BitVec 2))) {Q}))",
            ],
        ),
        (
            Subject::Form("lambda"),
            &[
                "(select (lambda ((x Int)) (+ x {Int})) {Int})",
                "(select (lambda ((x (_ BitVec 2))) (bvmul x x)) {(_ BitVec 2)})",
            ],
        ),
        (
            op(Op::Extension(ExtensionOp::Apply)),
            &[
                "(@ double {Int})",
                "(@ (@ minus {Int}) {Int})",
                "(@ minus {Int} {Int})",
                "(@ (lambda ((x Int)) (- x {Int})) {Int})",
            ],
        ),
    ],
};
