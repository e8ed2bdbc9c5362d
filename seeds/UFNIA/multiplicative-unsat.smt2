; A completely multiplicative function at six.
(set-logic UFNIA)
(set-info :status unsat)
(declare-fun f (Int) Int)
(declare-fun times (Int Int) Int)
(assert
  (forall ((a Int) (b Int)) (! (= (f (times a b)) (* (f a) (f b))) :pattern ((times a b)))))
(assert (= (f 2) 3))
(assert (= (f 3) (- 1)))
(assert (or (distinct (f (times 2 3)) (- 3)) (> (f (times 2 2)) (* (f 2) (f 2)))))
(check-sat)
