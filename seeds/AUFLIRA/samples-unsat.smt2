; Samples between two reals, one of which is not.
(set-logic AUFLIRA)
(set-info :status unsat)
(declare-const s (Array Int Real))
(declare-const t (Array Int (Array Int Real)))
(declare-const i Int)
(assert (forall ((k Int)) (< 0.0 (select s k) 1.0)))
(assert (= (select t i) (store s i (/ (select s i) 2.0))))
(assert
  (or (>= (select (select t i) i) 0.5)
      (<= (select (select t i) (+ i 1)) 0.0)
      (is_int (select s (* 2 i)))))
(check-sat)
