; RUN: %s
(declare-const x Int)
(assert (and x true))
