; A real with an integral square equal to two is not integral.
(set-logic QF_NIRA)
(set-info :status unsat)
(declare-const r Real)
(declare-const k Int)
(assert (= (* r r) 2.0))
(assert (or (= r (to_real k)) (and (is_int r) (> k 0))))
(assert (< (- 3) k 3))
(check-sat)
