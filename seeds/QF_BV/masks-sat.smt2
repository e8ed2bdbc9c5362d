; Bit fields under nested conditions.
(set-logic QF_BV)
(set-info :status sat)
(declare-fun flags () (_ BitVec 16))
(declare-fun mode () (_ BitVec 2))
(define-fun on ((i (_ BitVec 16))) Bool (distinct (bvand flags (bvshl #x0001 i)) #x0000))
(assert
  (ite (on #x0003)
       (ite (on #x0004) (= mode #b00) (= mode #b01))
       (ite (= mode #b10) (on #x000f) (not (on #x0000)))))
(assert
  (let ((pairs (bvadd (bvand flags #x5555) (bvand (bvlshr flags #x0001) #x5555))))
    (and (bvugt pairs #x1000) (= (bvurem pairs #x0003) #x0002))))
(assert (= (bvsdiv flags #xfff0) (bvashr (bvneg flags) #x0004)))
(assert (distinct mode ((_ extract 1 0) flags) ((_ extract 9 8) flags)))
(check-sat)
