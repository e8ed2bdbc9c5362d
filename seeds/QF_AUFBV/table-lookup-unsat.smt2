; A table agrees with f at two places; the third is their maximum.
(set-logic QF_AUFBV)
(set-info :status unsat)
(declare-fun f ((_ BitVec 5)) (_ BitVec 5))
(declare-fun t () (Array (_ BitVec 5) (_ BitVec 5)))
(declare-fun x () (_ BitVec 5))
(declare-fun y () (_ BitVec 5))
(assert (= (select t x) (f x)))
(assert (= (select t y) (f y)))
(assert
  (let ((top (ite (bvugt (f x) (f y)) x y)))
    (or (bvult (select t top) (f x)) (bvult (f top) (select t y)))))
(check-sat)
