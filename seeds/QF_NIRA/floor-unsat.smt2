; The floor is below and near.
(set-logic QF_NIRA)
(set-info :status unsat)
(declare-fun x () Real)
(declare-fun y () Real)
(assert (= y (* x x)))
(assert (or (> (to_real (to_int y)) y) (>= (- y (to_real (to_int y))) 1.0) (< (to_int y) 0)))
(check-sat)
