; RUN: %s
(declare-const x Int)
(assert (= x 1st))
