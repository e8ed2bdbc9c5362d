; A sum of squares is never below twice the product.
(set-logic QF_NIA)
(set-info :status unsat)
(declare-const x Int)
(declare-const y Int)
(assert (or (< (+ (* x x) (* y y)) (* 2 x y)) (< (* x x x x) 0)))
(assert (distinct x y))
(check-sat)
