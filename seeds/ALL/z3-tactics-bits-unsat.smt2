; Z3's check-sat-using: the same question by three tactics.
(set-logic ALL)
(declare-fun a () (_ BitVec 6))
(declare-fun b () (_ BitVec 6))
(assert (= (bvmul a b) #b000001))
(assert
  (or (= ((_ extract 0 0) a) #b0) (bvult (bvor a b) (bvand a b)) (= (bvadd a b) #b000001)))
(set-info :status unsat)
(check-sat-using (then simplify bit-blast sat))
(set-info :status unsat)
(check-sat-using (then simplify solve-eqs smt))
(set-info :status unsat)
(check-sat)
