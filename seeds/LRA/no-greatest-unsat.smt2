; An open interval has no greatest element.
(set-logic LRA)
(set-info :status unsat)
(assert
  (exists ((g Real))
    (and (< 0.0 g 1.0) (forall ((x Real)) (=> (and (< 0.0 x) (< x 1.0)) (<= x g))))))
(check-sat)
