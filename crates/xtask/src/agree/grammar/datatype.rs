//! Datatypes: enumerations, lists, mutual recursion, parameters.

use smtlib::theory::{DatatypeOp, Op};

use super::{Grammar, Subject, op};

pub(super) static GRAMMAR: Grammar = Grammar {
    prelude: "(declare-datatypes ((Color 0)) (((red) (green) (blue))))\n\
              (declare-datatypes ((List 0)) (((nil) (cons (head Int) (tail List)))))\n\
              (declare-datatypes ((Tree 0) (Forest 0)) \
                (((leaf (label (_ BitVec 3))) (node (weight Real) (below Forest))) \
                 ((none) (grow (top Tree) (rest Forest)))))\n\
              (declare-datatypes ((Pair 2)) ((par (X Y) ((pair (first X) (second Y))))))\n\
              (declare-datatypes ((Option 1)) ((par (X) ((absent) (present (content X))))))\n",
    model: "",
    higher_order: false,
    words: &[
        ("S", &["1", "0", "2", "(- 1)", "(+ 1 {0..2})"]),
        ("Color", &["red", "green", "blue"]),
        (
            "List",
            &[
                "nil",
                "(cons {S} {List})",
                "(cons {Int} {List})",
                "(tail (cons {S} {List}))",
                "(ite {Bool} {List} {List})",
            ],
        ),
        ("Cons", &["(cons {S} {List})", "(cons {Int} {List})"]),
        ("Tree", &["(leaf {(_ BitVec 3)})", "(node {Real} {Forest})", "(top (grow {Tree} {Forest}))"]),
        ("Forest", &["none", "(grow {Tree} {Forest})", "(below (node {Real} {Forest}))"]),
        (
            "Pair",
            &[
                "((as pair (Pair Int Bool)) {S} {Bool})",
                "(pair {S} {Bool})",
                "(pair (first {Pair}) (second {Pair}))",
            ],
        ),
        (
            "Option",
            &[
                "(as absent (Option Int))",
                "((as present (Option Int)) {S})",
                "((as present (Option Int)) {Int})",
            ],
        ),
        (
            "Nested",
            &["((as pair (Pair List (Option Int))) {List} {Option})", "(pair (tail {Cons}) {Option})"],
        ),
    ],
    terms: &[
        (
            Subject::Form("constructor"),
            &[
                "{Color}",
                "{List}",
                "{Tree}",
                "{Forest}",
                "{Pair}",
                "{Option}",
                "{Nested}",
                "(= {List} {List})",
                "(distinct {Color} {Color})",
                "(= {Option} {Option})",
            ],
        ),
        (
            Subject::Form("selector"),
            &[
                "(head {Cons})",
                "(tail {Cons})",
                "(label (leaf {(_ BitVec 3)}))",
                "(weight (node {Real} {Forest}))",
                "(first {Pair})",
                "(second {Nested})",
                "(content ((as present (Option Int)) {Int}))",
                "!(= (head nil) (head (tail (cons {Int} nil))))",
                "!(let ((t {Tree}) (u {Tree})) (=> (= t u) (= (label t) (label u))))",
                "!(let ((l {List})) (=> ((_ is cons) l) (= l (cons (head l) (tail l)))))",
            ],
        ),
        (
            Subject::Form("tester"),
            &["(is-cons {List})", "(is-nil {List})", "(is-node {Tree})", "(is-present {Option})"],
        ),
        (
            Subject::Form("match"),
            &[
                "(match {List} ((nil {Int}) ((cons h t) (+ h 1))))",
                "(match {List} ((nil 0) ((cons h t) (match t ((nil h) ((cons i u) (- h i)))))))",
                "(match {List} (((cons h t) t) (l l)))",
                "(match {Color} ((red {S}) (green {S}) (blue {S})))",
                "(match {Tree} (((leaf b) b) ((node w f) (match f ((none #b111) ((grow t g) #b000))))))",
                "(match {Pair} (((pair n b) (ite b n (- n)))))",
                "(match {Option} ((absent {S}) ((present x) x)))",
            ],
        ),
        (
            op(Op::Datatype(DatatypeOp::Is)),
            &[
                "((_ is {nil|cons}) {List})",
                "((_ is {leaf|node}) {Tree})",
                "((_ is grow) {Forest})",
                "((_ is {red|blue}) {Color})",
                "((_ is present) {Option})",
            ],
        ),
        (
            op(Op::Datatype(DatatypeOp::Update)),
            &[
                "((_ update head) {List} {S})",
                "((_ update tail) {List} {List})",
                "((_ update label) {Tree} {(_ BitVec 3)})",
                "((_ update second) {Pair} {Bool})",
                "(head ((_ update head) {Cons} {Int}))",
            ],
        ),
        (
            op(Op::Datatype(DatatypeOp::UpdateField)),
            &[
                "((_ update-field head) {List} {S})",
                "((_ update-field tail) {List} {List})",
                "((_ update-field label) {Tree} {(_ BitVec 3)})",
            ],
        ),
    ],
};
