; Six, nine and twenty do not make forty-three.
(set-logic LIA)
(set-info :status unsat)
(assert
  (exists ((a Int) (b Int) (c Int))
    (and (>= a 0) (>= b 0) (>= c 0) (= (+ (* 6 a) (* 9 b) (* 20 c)) 43))))
(check-sat)
