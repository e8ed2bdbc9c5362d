; The even number of a's, and the odd one.
(set-logic QF_S)
(set-info :status unsat)
(declare-const x String)
(assert (str.in_re x (re.* (str.to_re "aa"))))
(assert (str.in_re x (re.++ (str.to_re "a") (re.* (str.to_re "aa")))))
(assert (or (= (str.len x) 6) (= (str.len x) 5) (= x "")))
(check-sat)
