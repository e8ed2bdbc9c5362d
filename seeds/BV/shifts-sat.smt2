; Shifting left is multiplying, for each amount; rotation is a bijection.
(set-logic BV)
(set-info :status sat)
(declare-const c (_ BitVec 3))
(assert (forall ((x (_ BitVec 3))) (= (bvshl x #b001) (bvmul x #b010) (bvadd x x))))
(assert
  (forall ((y (_ BitVec 3))) (exists ((x (_ BitVec 3))) (= ((_ rotate_left 1) x) (bvxor y c)))))
(assert (not (forall ((x (_ BitVec 3))) (bvuge (bvlshr x c) (bvashr x c)))))
(assert (exists ((q (_ BitVec 3))) (and (= (bvudiv #b110 q) c) (= (bvurem #b110 q) #b000))))
(check-sat)
