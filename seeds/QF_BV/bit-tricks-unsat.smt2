; The lowest set bit, three ways.
(set-logic QF_BV)
(set-info :status unsat)
(declare-fun x () (_ BitVec 16))
(assert
  (let ((iso (bvand x (bvneg x)))
        (clr (bvand x (bvsub x #x0001)))
        (msk (bvxor x (bvsub x #x0001))))
    (or (distinct (bvxor x clr) iso)
        (and (distinct x #x0000) (distinct (bvlshr msk #x0001) (bvsub iso #x0001)))
        (bvugt iso x))))
(check-sat)
