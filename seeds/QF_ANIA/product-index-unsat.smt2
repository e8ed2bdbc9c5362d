; x*y and y*x index the same cell.
(set-logic QF_ANIA)
(set-info :status unsat)
(declare-const a (Array Int Int))
(declare-const x Int)
(declare-const y Int)
(assert
  (or (< (select a (* x y)) (select a (* y x)))
      (distinct (select (store a (* x x) y) (* x x)) y)
      (< (* (select a x) (select a x)) 0)))
(assert (> x (- y)))
(check-sat)
