; Zero everywhere but at one place.
(set-logic ALIA)
(set-info :status unsat)
(declare-fun a () (Array Int Int))
(declare-fun b () (Array Int Int))
(declare-fun k () Int)
(assert (forall ((i Int)) (= (select a i) 0)))
(assert (= b (store a k 7)))
(assert
  (or (exists ((j Int)) (and (distinct j k) (> (select b j) 0)))
      (< (select b k) (select b (+ k 1)))))
(check-sat)
