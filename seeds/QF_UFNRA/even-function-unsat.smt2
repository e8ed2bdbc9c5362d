; f of a square does not see the sign.
(set-logic QF_UFNRA)
(set-info :status unsat)
(declare-fun f (Real) Real)
(declare-const x Real)
(declare-const y Real)
(assert (= (+ x y) 0.0))
(assert (or (distinct (f (* x x)) (f (* y y))) (< (* (f x) (f x)) 0.0)))
(check-sat)
