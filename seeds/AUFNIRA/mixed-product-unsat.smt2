; Whole times whole is whole.
(set-logic AUFNIRA)
(set-info :status unsat)
(declare-const a (Array Int Int))
(declare-fun f (Int) Real)
(declare-const i Int)
(declare-const j Int)
(assert (forall ((k Int)) (! (= (f k) (to_real (select a k))) :pattern ((f k)))))
(assert
  (or (not (is_int (* (to_real (select a i)) (to_real 2))))
      (distinct (to_int (f j)) (select a j))
      (< (* (f i) (f i)) (* (- 1.0) (f i) (f i) (f i) (f i)))))
(assert (> (* (f i) (f i)) 0.0))
(check-sat)
