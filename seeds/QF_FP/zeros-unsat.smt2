; Plus and minus zero are equal as numbers and different as values.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float16)
(assert (fp.isZero x))
(assert
  (or (not (fp.eq x (_ -zero 5 11) (_ +zero 5 11)))
      (= (_ +zero 5 11) (_ -zero 5 11))
      (= x (fp.neg x))
      (fp.lt x (fp.abs x))
      (fp.isSubnormal x)))
(check-sat)
