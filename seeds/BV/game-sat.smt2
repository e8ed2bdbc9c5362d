; A move that wins whatever the answer.
(set-logic BV)
(set-info :status sat)
(declare-const move (_ BitVec 3))
(assert
  (forall ((answer (_ BitVec 3)))
    (or (= (bvxor move answer) #b000) (distinct (bvsub move answer) #b000))))
(assert
  (forall ((answer (_ BitVec 3)))
    (=> (bvult answer move)
        (exists ((reply (_ BitVec 3)))
          (and (bvult answer reply)
               (bvule reply move)
               (= (bvnor reply #b000) (bvnot reply)))))))
(assert (bvugt (bvsdiv move #b010) #b000))
(assert (distinct (bvnand move move) #b000))
(check-sat)
