; RUN: eval --json %s
(declare-const x Int)
(assert (and x true))
