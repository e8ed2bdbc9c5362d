; Where nothing is, and what comes out of it.
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(assert (not (str.contains x y)))
(assert
  (or (>= (str.indexof x y 0) 0)
      (distinct (str.replace x y "z") x)
      (str.prefixof y x)
      (= (str.len y) 0)
      (= (str.substr x 0 (str.len y)) y)))
(check-sat)
