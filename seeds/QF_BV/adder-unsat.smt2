; A ripple-carry adder of three bits is addition.
(set-logic QF_BV)
(set-info :status unsat)
(declare-const a (_ BitVec 3))
(declare-const b (_ BitVec 3))
(declare-const s (_ BitVec 3))
(declare-const c1 (_ BitVec 1))
(declare-const c2 (_ BitVec 1))
(assert (= ((_ extract 0 0) s) (bvxor ((_ extract 0 0) a) ((_ extract 0 0) b))))
(assert (= c1 (bvand ((_ extract 0 0) a) ((_ extract 0 0) b))))
(assert (= ((_ extract 1 1) s) (bvxor ((_ extract 1 1) a) ((_ extract 1 1) b) c1)))
(assert
  (= c2
     (bvor (bvand ((_ extract 1 1) a) ((_ extract 1 1) b))
           (bvand c1 (bvxor ((_ extract 1 1) a) ((_ extract 1 1) b))))))
(assert (= ((_ extract 2 2) s) (bvxor ((_ extract 2 2) a) ((_ extract 2 2) b) c2)))
(assert (distinct s (bvadd a b)))
(check-sat)
