; The root of a negative number, and the sign of a root.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float16)
(declare-const m Float16)
(assert (fp.lt x (_ -zero 5 11)))
(assert
  (or (not (fp.isNaN (fp.sqrt RNE x)))
      (fp.isNegative (fp.sqrt RTP (fp.abs x)))
      (and (fp.isZero (fp.fma RNE x (_ +zero 5 11) (_ -zero 5 11))) (fp.isInfinite x))))
(check-sat)
