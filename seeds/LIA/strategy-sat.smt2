; A bound that answers every challenge.
(set-logic LIA)
(set-info :status sat)
(declare-const b Int)
(assert
  (forall ((x Int))
    (=> (and (<= 0 x) (<= x b)) (exists ((y Int)) (and (< (- 2 x) y) (<= y (+ b 3)))))))
(assert (forall ((x Int) (y Int)) (or (<= x y) (> x (- y b)) (< b 0))))
(assert (exists ((z Int)) (and (= (mod z 3) 0) (< b z (+ b 3)))))
(assert (< (- b 10) 5 (* 2 b)))
(check-sat)
