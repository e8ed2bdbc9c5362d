; A half is itself in every format, a third in none.
(set-logic QF_FPLRA)
(set-info :status unsat)
(declare-fun x () Float16)
(assert (= x ((_ to_fp 5 11) roundNearestTiesToAway 0.5)))
(assert
  (or (distinct (fp.to_real x) 0.5)
      (not (fp.eq x (fp #b0 #b01110 #b0000000000)))
      (= (* 3.0 (fp.to_real x)) 1.0)
      (fp.isSubnormal x)))
(check-sat)
