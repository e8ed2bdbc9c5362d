; Z3 5.4.0 answers sat, whatever index is chosen.
; Z3's own reference (Z3_mk_array_ext): "The meaning is given by the axiom:
; (=> (= (select A (array-ext A B)) (select B (array-ext A B))) (= A B))". The arrays differ, so they differ there.
(define-fun a () (Array Int Int) (store ((as const (Array Int Int)) 0) 2 1))
(define-fun b () (Array Int Int) (store ((as const (Array Int Int)) 1) 3 7))
(assert (= (select a (array-ext a b)) (select b (array-ext a b))))
(check-sat)
