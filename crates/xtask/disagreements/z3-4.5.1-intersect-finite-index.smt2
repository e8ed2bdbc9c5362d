; Z3 4.5.1 answers sat. Both arrays are false at false and true at true.
; ArraysEx, axiom of extensionality: arrays that agree at all indices are equal.
(assert (distinct (intersect (store ((as const (Array Bool Bool)) true) false false)
                             (store ((as const (Array Bool Bool)) true) false false))
                  (store ((as const (Array Bool Bool)) false) true true)))
(check-sat)
