; A predicate true of all numbers below one, false at a half.
(set-logic UFLRA)
(set-info :status unsat)
(declare-fun p (Real) Bool)
(declare-const c Real)
(assert (forall ((x Real)) (=> (< x 1.0) (p x))))
(assert (= (* 2.0 c) 1.0))
(assert (or (not (p c)) (not (p (- c 3.0)))))
(check-sat)
