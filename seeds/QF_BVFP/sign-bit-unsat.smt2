; Flipping the first bit is negation.
(set-logic QF_BVFP)
(set-info :status unsat)
(declare-fun b () (_ BitVec 16))
(define-fun flipped () (_ BitVec 16) (bvxor b #x8000))
(assert
  (let ((f ((_ to_fp 5 11) b))
        (g ((_ to_fp 5 11) flipped)))
    (and (not (fp.isNaN f))
         (or (distinct g (fp.neg f))
             (and (fp.isZero f) (not (fp.eq f g)))
             (and (bvsge b #x0000) (fp.isNegative f))))))
(check-sat)
