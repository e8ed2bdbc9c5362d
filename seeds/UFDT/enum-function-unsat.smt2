; A permutation of three values that has no fixed point and order two.
(set-logic UFDT)
(set-info :status unsat)
(declare-datatype C ((red) (green) (blue)))
(declare-fun f (C) C)
(assert (forall ((x C)) (distinct (f x) x)))
(assert (forall ((x C)) (= (f (f x)) x)))
(check-sat)
