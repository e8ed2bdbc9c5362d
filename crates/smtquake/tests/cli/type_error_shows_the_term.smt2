; RUN: --check %s
(declare-const x Int)
(declare-const b (_ BitVec 8))
(assert (= (bvadd b #x1) b))
(assert (and x (> b 0)))
(assert unheard-of)
