; Squares grow with positive numbers.
(set-logic NIA)
(set-info :status unsat)
(assert
  (exists ((x Int) (y Int))
    (and (< 0 x) (< x y) (or (>= (* x x) (* y y)) (< (* x y) (* x x))))))
(check-sat)
