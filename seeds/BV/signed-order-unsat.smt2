; There is no least signed number above every other.
(set-logic BV)
(set-info :status unsat)
(assert
  (exists ((top (_ BitVec 5)))
    (forall ((x (_ BitVec 5))) (=> (distinct x top) (bvslt x (bvsub top #b00001))))))
(check-sat)
