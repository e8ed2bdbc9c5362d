; Core: what the plan computes itself must agree with the table too.
(assert (and true (not false) (or false true) (xor true false) (=> false true)))
(assert (= 1 1 1))
(assert (not (= 1 1 2)))
(assert (distinct 1 2 3))
(assert (not (distinct 1 2 1)))
(assert (= (ite true 1 2) 1))
(assert (= (ite false 1.0 2.0) 2.0))
