; An array of arrays: pages of a memory.
(set-logic QF_ABV)
(set-info :status sat)
(declare-const pages (Array (_ BitVec 2) (Array (_ BitVec 3) (_ BitVec 6))))
(declare-const i (_ BitVec 2))
(declare-const j (_ BitVec 3))
(assert (= (select (select pages i) j) (bvneg (select (select pages (bvnot i)) j))))
(assert (distinct (select pages i) (select pages #b00)))
(assert
  (let ((p2 (store pages i (store (select pages i) j #b111000))))
    (and (distinct p2 pages) (= (select (select p2 #b01) #b010) #b001000))))
(assert (bvsge (select (select pages #b11) ((_ zero_extend 1) i)) #b000001))
(check-sat)
