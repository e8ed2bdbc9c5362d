; Additive functions vanish at zero.
(set-logic UFLRA)
(set-info :status unsat)
(declare-fun f (Real) Real)
(assert (forall ((x Real) (y Real)) (! (= (f (+ x y)) (+ (f x) (f y))) :pattern ((f (+ x y))))))
(assert (= (f (+ 0.0 0.0)) (f 0.0)))
(assert (or (> (f 0.0) 0.0) (< (* 2.0 (f 0.0)) 0.0)))
(check-sat)
