; Is there a byte that two rotations in opposite directions change?
(set-logic QF_BV)
(set-info :status unsat)
(declare-const x (_ BitVec 8))
(assert (distinct ((_ rotate_left 3) ((_ rotate_right 3) x)) x))
(check-sat)
