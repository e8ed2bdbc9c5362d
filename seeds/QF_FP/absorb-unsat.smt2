; Adding zero, multiplying by one, dividing by itself.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float16)
(declare-const m RoundingMode)
(define-fun one () Float16 ((_ to_fp 5 11) RNE 1.0))
(assert (not (or (fp.isNaN x) (fp.isInfinite x) (fp.isZero x))))
(assert
  (or (distinct (fp.add m x (_ +zero 5 11)) x)
      (distinct (fp.mul m x one) x)
      (distinct (fp.sub m x (_ -zero 5 11)) x)
      (distinct (fp.neg (fp.neg x)) x)))
(check-sat)
