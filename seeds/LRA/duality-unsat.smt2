; If every point below a is below b, then a is at most b.
(set-logic LRA)
(set-info :status unsat)
(declare-const a Real)
(declare-const b Real)
(assert (forall ((x Real)) (=> (< x a) (< x b))))
(assert (or (< b a) (exists ((y Real)) (and (< b y) (< y a)))))
(check-sat)
