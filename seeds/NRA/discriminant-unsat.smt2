; A quadratic without roots is never zero.
(set-logic NRA)
(set-info :status unsat)
(assert (exists ((x Real) (p Real)) (and (= (+ (* x x) (* p x) 1.0) 0.0) (< (* p p) 4.0))))
(check-sat)
