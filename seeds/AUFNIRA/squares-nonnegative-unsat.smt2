; Each cell is a square, one is negative.
(set-logic AUFNIRA)
(set-info :status unsat)
(declare-fun root (Int) Real)
(declare-fun a () (Array Int Real))
(declare-fun n () Int)
(assert (forall ((i Int)) (! (= (select a i) (* (root i) (root i))) :pattern ((select a i)))))
(assert (or (< (select a n) 0.0) (< (+ (select a n) (select a (+ n 1))) 0.0)))
(check-sat)
