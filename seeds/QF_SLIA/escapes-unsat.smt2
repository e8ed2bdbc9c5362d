; Characters by their codes.
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-fun c () String)
(assert (= c (str.from_code (+ 200 (str.len c)))))
(assert
  (or (= c "\u{c8}")
      (distinct (str.len c) 1)
      (distinct (str.to_code c) 201)
      (str.is_digit c)
      (str.< c "\u{c9}")))
(check-sat)
