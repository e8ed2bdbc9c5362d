; Codes and one-letter words.
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const c String)
(declare-const n Int)
(assert (= n (str.to_code c)))
(assert
  (or (and (>= n 0) (distinct (str.len c) 1))
      (and (= n 97) (distinct c "a"))
      (and (str.is_digit c) (or (< n 48) (> n 57)))))
(check-sat)
