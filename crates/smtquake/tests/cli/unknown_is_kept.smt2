; RUN: --check --print %s
; Nobody knows these: they are no error, and come back as they are.
(declare-oracle-fun  o |a b| (Int) Int)
(declare-const x Int)
(assert (frobnicate x (_ twist 3 4) "text"))
