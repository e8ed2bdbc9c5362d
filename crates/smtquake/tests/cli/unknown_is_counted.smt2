; RUN: --check --roundtrip %s
(declare-const x Int)
(assert (frobnicate x))
(frobnicate)
