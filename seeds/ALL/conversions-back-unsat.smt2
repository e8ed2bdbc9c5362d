; Words as numbers stay in their range.
(set-logic ALL)
(set-info :status unsat)
(declare-const b (_ BitVec 6))
(declare-const c (_ BitVec 6))
(declare-const n Int)
(assert (= n (+ (ubv_to_int b) (ubv_to_int c))))
(assert
  (or (> n 126)
      (< (sbv_to_int b) (- 32))
      (and (< n 64) (bvuaddo b c))
      (and (bvsdivo b c) (distinct b #b100000))
      (distinct ((_ int_to_bv 6) (ubv_to_int c)) c)))
(check-sat)
