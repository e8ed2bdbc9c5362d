//! Seeds that benches share: satisfiable, with models that are easily guessed.

/// Name and script.
pub const SEEDS: &[(&str, &str)] = &[
    (
        "QF_LIA",
        "(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)(declare-const z Int)\
         (assert (and (> (+ x y) (- 3000)) (or (< z (* 2 x)) (<= (+ x y z) 7000))))\
         (assert (or (ite (> x z) (not (= x y)) (=> (< y 0) (>= z (- x 5)))) (<= x 4000)))(check-sat)",
    ),
    (
        "QF_BV",
        "(set-logic QF_BV)(declare-const a (_ BitVec 32))(declare-const b (_ BitVec 32))(declare-const c (_ BitVec 32))\
         (assert (let ((d (bvor a b)) (e (bvand b c))) (and (bvule a d) (bvuge c e) (not (bvult (bvadd d e) (bvand d e))))))\
         (assert (or (bvult a b) (bvuge a b) (= (bvmul a b) (bvshl c a))))(check-sat)",
    ),
    (
        "QF_SLIA",
        "(set-logic QF_SLIA)(declare-const s String)(declare-const t String)(declare-const i Int)\
         (assert (or (str.prefixof s (str.++ s t)) (= (str.substr s 0 i) t)))\
         (assert (or (str.in_re s (re.* re.allchar)) (> (str.len t) (str.indexof s t i))))(check-sat)",
    ),
];
