; McCarthy's 91 unfolded at two arguments.
(set-logic QF_UFLIA)
(set-info :status unsat)
(declare-fun m (Int) Int)
(assert (= (m 100) (m (m 111))))
(assert (= (m 111) 101))
(assert (= (m 101) 91))
(assert (or (distinct (m 100) 91) (< (m (- 111 11)) (m 101))))
(check-sat)
