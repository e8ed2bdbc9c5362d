; The order on words is total and strict.
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(declare-const y String)
(declare-const n Int)
(assert
  (or (and (str.< x y) (str.< y x))
      (and (not (str.<= x y)) (not (str.<= y x)))
      (and (str.prefixof x y) (distinct x y) (str.< y x))))
(assert (= (+ (str.len x) (str.len y)) n))
(assert (< n 3))
(check-sat)
