; The least upper bound of a half-line's complement.
(set-logic LRA)
(set-info :status sat)
(declare-const s Real)
(assert (forall ((x Real)) (=> (< (* 3.0 x) 2.0) (< x s))))
(assert (forall ((u Real)) (=> (forall ((x Real)) (=> (< (* 3.0 x) 2.0) (<= x u))) (<= s u))))
(assert (= (- s (/ 2 3)) 0.0))
(check-sat)
