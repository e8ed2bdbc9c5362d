; A strictly growing function skips nothing it does not jump over.
(set-logic UFLIA)
(set-info :status unsat)
(declare-fun f (Int) Int)
(assert (forall ((x Int) (y Int)) (=> (< x y) (< (f x) (f y)))))
(declare-const a Int)
(assert
  (or (= (f a) (f (+ a 1))) (> (f (- a 1)) (- (f a) 1)) (distinct (f (+ 1 a)) (f (- a (- 1))))))
(check-sat)
