; Extending and cutting again is the identity, at many widths.
(set-logic QF_BV)
(set-info :status unsat)
(declare-const x (_ BitVec 11))
(declare-const y (_ BitVec 5))
(assert
  (or (distinct ((_ extract 10 0) ((_ sign_extend 6) x)) x)
      (distinct (concat ((_ extract 10 7) x) ((_ extract 6 0) x)) x)
      (bvult ((_ zero_extend 6) y) ((_ zero_extend 0) (bvand ((_ zero_extend 6) y) x)))
      (distinct ((_ repeat 3) y) (concat y y y))
      (distinct ((_ rotate_left 2) y) (concat ((_ extract 2 0) y) ((_ extract 4 3) y)))))
(check-sat)
