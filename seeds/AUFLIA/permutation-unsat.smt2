; Composition with an inverse gives every index back.
(set-logic AUFLIA)
(set-info :status unsat)
(declare-fun inv (Int) Int)
(declare-const p (Array Int Int))
(declare-const k Int)
(assert (forall ((i Int)) (! (= (select p (inv i)) i) :pattern ((inv i)))))
(assert (or (distinct (select p (inv (+ k 3))) (- k (- 3))) (> (select p (inv k)) k)))
(check-sat)
