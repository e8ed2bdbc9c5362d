; Sorting two cells keeps their sum and their order.
(set-logic QF_ABV)
(set-info :status unsat)
(declare-const m (Array (_ BitVec 3) (_ BitVec 6)))
(declare-const i (_ BitVec 3))
(declare-const j (_ BitVec 3))
(define-fun n () (Array (_ BitVec 3) (_ BitVec 6))
  (ite (bvugt (select m i) (select m j)) (store (store m i (select m j)) j (select m i)) m))
(assert
  (or (bvugt (select n i) (select n j))
      (distinct (bvadd (select m i) (select m j)) (bvadd (select n j) (select n i)))))
(check-sat)
