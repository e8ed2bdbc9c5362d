; RUN: --stats %s
(set-logic ALL)
(declare-fun f (Int) Int)
(declare-const a (Array Int (_ BitVec 32)))
(assert (forall ((x Int)) (> (f x) (* 2 x))))
(assert (= (select a (f 0)) #x00000001))
(check-sat)
