; RUN: --print %s
(declare-const x Int)
(assert (> x 0)
