; Odd numbers have inverses modulo 16; claim one without.
(set-logic BV)
(set-info :status unsat)
(declare-const a (_ BitVec 4))
(assert (= ((_ extract 0 0) a) #b1))
(assert (forall ((b (_ BitVec 4))) (distinct (bvmul a b) #x1)))
(check-sat)
