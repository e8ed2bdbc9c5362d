; No square is two or three modulo four.
(set-logic QF_NIA)
(set-info :status unsat)
(declare-fun x () Int)
(declare-fun k () Int)
(assert (or (= (* x x) (+ (* 4 k) 2)) (= (* x x) (+ (* 4 k) 3))))
(assert (<= 0 x 6))
(assert (< (- 9) k 9))
(check-sat)
