; Z3 5.4.0 answers sat. The first set is {01, 10, 11}, the second is {10}: the first is no subset of the second.
; Z3 rewrites subset to (= ((_ map and) a (complement b)) empty) and loses that the index sort has four values only.
; ArraysEx, axiom of extensionality: arrays that agree at all indices are equal, and only those.
(assert (subset (store ((as const (Array (_ BitVec 2) Bool)) true) #b00 false)
                (store ((as const (Array (_ BitVec 2) Bool)) false) #b10 true)))
(check-sat)
