; Powers of two by recursion.
(set-logic UFNIA)
(set-info :status unsat)
(declare-fun pow (Int) Int)
(assert (= (pow 0) 1))
(assert (forall ((n Int)) (! (=> (> n 0) (= (pow n) (* 2 (pow (- n 1))))) :pattern ((pow n)))))
(assert (or (distinct (pow 3) 8) (< (* (pow 1) (pow 1)) (pow 2))))
(check-sat)
