; Z3 5.4.0 answers sat; with integers instead of strings it answers unsat. cvc5 1.0.3 answers unsat.
; Theory of sets (cvc5's reference, SET_SUBSET): "Determines if the first set is a subset of the second set." "b" is in
; the first set only: strings of different lengths are different (Strings theory, equality).
(assert (set.subset (set.union (set.singleton "") (set.singleton "b")) (set.singleton "")))
(check-sat)
