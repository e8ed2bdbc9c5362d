; Two neighbours in Gray code; one-bit vectors as truth values.
(set-logic QF_BV)
(set-info :status sat)
(declare-const n (_ BitVec 5))
(declare-const flag (_ BitVec 1))
(define-fun gray ((v (_ BitVec 5))) (_ BitVec 5) (bvxor v (bvlshr v #b00001)))
(assert
  (let ((d (bvxor (gray n) (gray (bvadd n #b00001)))))
    (and (= (bvand d (bvsub d #b00001)) #b00000) (= flag (bvcomp d #b00001)))))
(assert (= (bvnot flag) ((_ extract 0 0) (bvxnor n #b10101))))
(assert (bvsle (bvsmod n #b00111) (bvsrem n #b00111)))
(assert (=> (= flag #b1) (bvuge n #b01000)))
(check-sat)
