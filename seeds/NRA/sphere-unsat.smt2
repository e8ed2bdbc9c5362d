; No point of the ball is farther than its radius.
(set-logic NRA)
(set-info :status unsat)
(assert
  (exists ((x Real) (y Real) (z Real))
    (and (<= (+ (* x x) (* y y) (* z z)) 1.0) (> (* x x) 1.0))))
(check-sat)
