; f sees a whole array; a store of the same value changes nothing.
(set-logic QF_AUFLIA)
(set-info :status unsat)
(declare-fun f ((Array Int Int)) Int)
(declare-fun g (Int) Int)
(declare-fun a () (Array Int Int))
(declare-fun i () Int)
(declare-fun j () Int)
(assert (= (select a i) (g j)))
(assert (= i (+ j 1)))
(assert
  (or (< (f (store a (+ 1 j) (g (- i 1)))) (f a)) (> (f (store a i (select a (+ j 1)))) (f a))))
(check-sat)
