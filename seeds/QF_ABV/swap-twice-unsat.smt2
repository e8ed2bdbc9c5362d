; Swapping two cells twice changes nothing.
(set-logic QF_ABV)
(set-info :status unsat)
(declare-const m (Array (_ BitVec 4) (_ BitVec 8)))
(declare-const i (_ BitVec 4))
(declare-const j (_ BitVec 4))
(declare-const k (_ BitVec 4))
(define-fun swap ((a (Array (_ BitVec 4) (_ BitVec 8)))) (Array (_ BitVec 4) (_ BitVec 8))
  (store (store a i (select a j)) j (select a i)))
(assert
  (or (distinct (select (swap (swap m)) k) (select m k)) (and (= i j) (distinct (swap m) m))))
(assert (bvule (bvudiv i #x3) (bvurem j #x3)))
(check-sat)
