; Z3 5.4.0 answers sat, rightly, with the model in the file beside this one, where a and d are equal.
; Core theory, distinct: true if and only if its arguments are pairwise different.
(declare-datatypes ((T 1)) ((par (X) ((leaf (value X)) (tree (below (Array Int (T (T Int)))))))))
(declare-const a (T Int))
(declare-const b (T Int))
(declare-const c (T Int))
(declare-const d (T Int))
(assert (distinct a b c d))
(assert (= (select (below a) 5) (leaf b)))
(check-sat)
(get-model)
