; Two dimensions: the diagonal survives a write off it.
(set-logic QF_ALIA)
(set-info :status unsat)
(declare-fun m () (Array Int (Array Int Int)))
(declare-fun n () (Array Int (Array Int Int)))
(declare-fun i () Int)
(declare-fun j () Int)
(assert (= n (store m i (store (select m i) j 5))))
(assert (< i j))
(assert
  (or (distinct (select (select n i) i) (select (select m i) i))
      (distinct (select (select n j) j) (select (select m j) j))
      (> (select (select n i) j) 5)))
(check-sat)
