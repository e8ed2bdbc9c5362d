; Any two numbers compare, unless one is NaN.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float32)
(declare-const y Float32)
(assert
  (or (and (not (fp.lt x y))
           (not (fp.gt x y))
           (not (fp.eq x y))
           (not (fp.isNaN x))
           (not (fp.isNaN y)))
      (and (fp.leq x y) (fp.geq x y) (distinct x y) (not (fp.isZero x)))
      (and (fp.lt (fp.max x y) (fp.min x y)))))
(check-sat)
