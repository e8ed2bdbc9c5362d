; The quotient times the divisor plus the remainder is the dividend.
(set-logic QF_NIA)
(set-info :status unsat)
(declare-const n Int)
(declare-const d Int)
(assert (< 0 d 8))
(assert (< (- 8) n 8))
(assert
  (let ((q (div n d))
        (r (mod n d)))
    (or (distinct (+ (* q d) r) n) (>= r d) (and (> n 0) (< q 0)))))
(check-sat)
