(declare-datatype L ((nil) (cons (hd Int) (tl L))))
(declare-const l L)
(assert (match l (((snoc a b) true))))
