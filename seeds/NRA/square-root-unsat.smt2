; Every positive number has a root; claim one that has none.
(set-logic NRA)
(set-info :status unsat)
(declare-const c Real)
(assert (and (< 1.0 c) (< c 3.0)))
(assert (forall ((x Real)) (or (<= x 0.0) (distinct (* x x) 2.25) (< c 0.0))))
(check-sat)
