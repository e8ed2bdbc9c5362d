; Arithmetic and logical shifts differ only for negative numbers.
(set-logic BV)
(set-info :status unsat)
(define-fun neg ((x (_ BitVec 4))) Bool (= ((_ extract 3 3) x) #b1))
(assert
  (or (exists ((x (_ BitVec 4)) (s (_ BitVec 4)))
        (and (not (neg x)) (distinct (bvashr x s) (bvlshr x s))))
      (forall ((x (_ BitVec 4))) (=> (neg x) (= (bvashr x #x1) (bvlshr x #x1))))))
(check-sat)
