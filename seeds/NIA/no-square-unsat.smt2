; Ten is no square.
(set-logic NIA)
(set-info :status unsat)
(assert (exists ((r Int)) (and (= (* r r) 10) (<= (- 4) r 4))))
(check-sat)
