; A mask that makes a lossy function injective on three given points.
(set-logic BV)
(set-info :status sat)
(declare-fun m () (_ BitVec 4))
(assert (exists ((k (_ BitVec 4))) (and (= (bvand k m) k) (distinct k m #x0))))
(assert (forall ((x (_ BitVec 4))) (=> (bvult x #x3) (bvule (bvand x m) x))))
(assert
  (forall ((x (_ BitVec 4)) (y (_ BitVec 4)))
    (=> (and (bvult x y) (= (bvor x m) x)) (not (= (bvor y m) #x0)))))
(assert (bvsgt m #x1))
(check-sat)
