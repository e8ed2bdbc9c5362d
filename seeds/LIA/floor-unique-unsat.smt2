; The half of a number, rounded down, is unique.
(set-logic LIA)
(set-info :status unsat)
(declare-fun n () Int)
(assert
  (not (exists ((h Int))
         (and (<= (* 2 h) n)
              (< n (+ (* 2 h) 2))
              (forall ((g Int)) (=> (and (<= (* 2 g) n) (< n (* 2 (+ g 1)))) (= g h)))))))
(check-sat)
