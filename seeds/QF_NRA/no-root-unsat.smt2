; A quadratic without real roots.
(set-logic QF_NRA)
(set-info :status unsat)
(declare-fun x () Real)
(assert (= (+ (* x x) x 1.0) 0.0))
(assert (or (> x 0.0) (< (* 2.0 x) (- 1.0)) (= x (- 0.5))))
(check-sat)
