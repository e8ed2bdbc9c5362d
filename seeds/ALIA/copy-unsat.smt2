; A copied segment equals its source.
(set-logic ALIA)
(set-info :status unsat)
(declare-const src (Array Int Int))
(declare-const dst (Array Int Int))
(declare-const n Int)
(declare-const p Int)
(assert (forall ((i Int)) (=> (and (<= 0 i) (< i n)) (= (select dst i) (select src (+ i 2))))))
(assert (and (<= 0 p) (< p (- n 1))))
(assert
  (or (distinct (select dst p) (select src (+ p 2)))
      (< (select dst (+ p 1)) (select src (+ p 3)))))
(check-sat)
