//! Fusion functions and their inversions (table 1 of the paper, and ours for bit-vectors, arrays and truth values).
//!
//! `{x}` and `{y}` are the variables, `{z}` the fused one, `{c}` and `{d}` literals other than zero. For bit-vectors `{n}` is the
//! width, `{top}` the highest bit of two of them side by side, `{low}` of one.

/// A fusion function and its inversions.
#[derive(Clone, Copy, Debug)]
pub struct Fusion {
    /// The sort of x and y: a name, or its constructor.
    pub sort: &'static str,
    /// The sort of z, where it is another.
    pub fused: &'static str,
    /// z, by x and y.
    pub function: &'static str,
    /// x, by y and z.
    pub x: &'static str,
    /// y, by x and z.
    pub y: &'static str,
}

const fn fusion(sort: &'static str, function: &'static str, x: &'static str, y: &'static str) -> Fusion {
    Fusion { sort, fused: "", function, x, y }
}

/// All of them. Division by a variable is an inversion only where that is not zero.
pub const FUSIONS: &[Fusion] = &[
    fusion("Int", "(+ {x} {y})", "(- {z} {y})", "(- {z} {x})"),
    fusion("Int", "(+ {x} {c} {y})", "(- {z} {c} {y})", "(- {z} {c} {x})"),
    fusion("Int", "(- {x} {y})", "(+ {z} {y})", "(- {x} {z})"),
    fusion("Int", "(* {x} {y})", "(div {z} {y})", "(div {z} {x})"),
    fusion(
        "Int",
        "(+ (* {c} {x}) (* {d} {y}))",
        "(div (- {z} (* {d} {y})) {c})",
        "(div (- {z} (* {c} {x})) {d})",
    ),
    fusion("Int", "(ite (<= {x} {y}) {x} {y})", "(ite (<= {x} {y}) {z} {x})", "(ite (<= {x} {y}) {y} {z})"),
    fusion("Real", "(+ {x} {y})", "(- {z} {y})", "(- {z} {x})"),
    fusion("Real", "(- {x} {y})", "(+ {z} {y})", "(- {x} {z})"),
    fusion("Real", "(* {x} {y})", "(/ {z} {y})", "(/ {z} {x})"),
    fusion(
        "Real",
        "(+ (* {c} {x}) (* {d} {y}))",
        "(/ (- {z} (* {d} {y})) {c})",
        "(/ (- {z} (* {c} {x})) {d})",
    ),
    fusion("String", "(str.++ {x} {y})", "(str.substr {z} 0 (str.len {x}))", "(str.replace {z} {x} \"\")"),
    fusion(
        "String",
        "(str.++ {x} {y})",
        "(str.substr {z} 0 (- (str.len {z}) (str.len {y})))",
        "(str.substr {z} (str.len {x}) (str.len {y}))",
    ),
    fusion(
        "String",
        "(str.++ {x} {c} {y})",
        "(str.substr {z} 0 (str.len {x}))",
        "(str.replace (str.replace {z} {x} \"\") {c} \"\")",
    ),
    fusion("BitVec", "(bvadd {x} {y})", "(bvsub {z} {y})", "(bvsub {z} {x})"),
    fusion("BitVec", "(bvsub {x} {y})", "(bvadd {z} {y})", "(bvsub {x} {z})"),
    fusion("BitVec", "(bvxor {x} {y})", "(bvxor {z} {y})", "(bvxor {z} {x})"),
    fusion(
        "BitVec",
        "(bvadd (bvnot {x}) {c} {y})",
        "(bvnot (bvsub {z} (bvadd {c} {y})))",
        "(bvsub {z} (bvadd (bvnot {x}) {c}))",
    ),
    Fusion {
        sort: "BitVec",
        fused: "(_ BitVec {wide})",
        function: "(concat {x} {y})",
        x: "((_ extract {top} {n}) {z})",
        y: "((_ extract {low} 0) {z})",
    },
    fusion("Bool", "(xor {x} {y})", "(xor {z} {y})", "(xor {x} {z})"),
    fusion("Bool", "(= {x} {y})", "(= {z} {y})", "(= {x} {z})"),
    fusion(
        "Array",
        "(store {x} {i} (select {y} {i}))",
        "(store {z} {i} (select {x} {i}))",
        "(store {y} {i} (select {z} {i}))",
    ),
    fusion(
        "Array",
        "(ite (= {x} {y}) {x} (store {y} {i} (select {x} {i})))",
        "(ite (= {x} {y}) {z} {x})",
        "(ite (= {x} {y}) {z} (store {z} {i} (select {y} {i})))",
    ),
];
