; Substrings are never longer than asked.
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const x String)
(declare-const i Int)
(declare-const n Int)
(assert (>= i 0))
(assert
  (let ((s (str.substr x i n)))
    (or (> (str.len s) (str.len x))
        (and (>= n 0) (> (str.len s) n))
        (and (< n 0) (distinct s "")))))
(check-sat)
