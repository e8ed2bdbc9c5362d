//! Rules of the paper that do not hold as they are printed. They are never applied: the tests show that our evaluator
//! finds a counter-example of each, which the documents quote.

use super::row::table;

table! { String:
    "printed-30" 30 "x y c:Num"              "(< x y)"        => "(< x (+ y c))"                    not "";
    "printed-31" 31 "x y c:Num"              "(< x y)"        => "(< (+ x c) y)"                    not "";
    "printed-32" 32 "s t u:String"           "(= s t)"        => "(distinct s (str.++ s u))"        not "";
    "printed-47" 47 "s:String, r:RegLan"     "(str.in_re s r)" == "(str.in_re s (re.opt r))"        not "";
    "printed-50" 50 "s:String, c d e f:Char" "(str.in_re s (re.range c d))" => "(str.in_re s (re.range e f))" not "";
}

/// What is to be said about a rule of the paper, and where it stands here.
pub(super) const NOTES: &[(u8, &str)] = &[
    (
        11,
        "The last argument is printed as f(x2); it is f(xn). Only read from right to left: a function to apply would have to be invented.",
    ),
    (
        30,
        "Holds for a sign of c that depends on the relation, as the text says: `shift-right-…` have one row per relation.",
    ),
    (31, "As (30): `shift-left-…`."),
    (32, "Does not hold where s3 is empty; `str-eq-not-longer` says so."),
    (33, "The substring is not compared with anything; `str-prefix-is-substring` says that it is s1."),
    (34, "As (33): `str-suffix-is-substring`."),
    (44, "Repeats (43); `str-contains-strictly-longer` is its strict form."),
    (47, "The empty string is optional too: `re-in-optional` is an implication."),
    (48, "For two and for three parts: the exponent is their number."),
    (
        49,
        "Quantifies over languages, which no solver does; `re-in-all-unions` quantifies over those of one string.",
    ),
    (50, "Holds for a wider range, as the text says; `re-range-widens` has that as its condition."),
];
