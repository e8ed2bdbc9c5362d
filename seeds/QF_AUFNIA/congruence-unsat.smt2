; f of equal products.
(set-logic QF_AUFNIA)
(set-info :status unsat)
(declare-fun f (Int Int) Int)
(declare-const a (Array Int Int))
(declare-const x Int)
(declare-const y Int)
(declare-const z Int)
(assert (= (select a x) (* y z)))
(assert
  (or (distinct (f (select a x) x) (f (* z y) x))
      (> (f (* x x) 0) (f (* x x) 0))
      (and (= x y) (distinct (select a y) (select a x)))))
(check-sat)
