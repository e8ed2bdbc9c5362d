; The careful average never exceeds the greater operand.
(set-logic QF_BV)
(set-info :status unsat)
(declare-fun a () (_ BitVec 9))
(declare-fun b () (_ BitVec 9))
(define-fun avg () (_ BitVec 9) (bvadd (bvand a b) (bvlshr (bvxor a b) (_ bv1 9))))
(define-fun wide () (_ BitVec 10) (bvadd ((_ zero_extend 1) a) ((_ zero_extend 1) b)))
(assert
  (or (and (bvugt avg a) (bvugt avg b))
      (and (bvult avg a) (bvult avg b))
      (distinct avg ((_ extract 9 1) wide))))
(check-sat)
