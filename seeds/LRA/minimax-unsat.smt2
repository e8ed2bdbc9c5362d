; The greater of two lines has a lowest point at one half.
(set-logic LRA)
(set-info :status unsat)
(assert (exists ((m Real)) (and (< m 0.5) (exists ((x Real)) (and (<= x m) (<= (- 1.0 x) m))))))
(check-sat)
