; The length of a list by recursion.
(set-logic UFDTLIA)
(set-info :status unsat)
(declare-datatype List ((nil) (cons (head Int) (tail List))))
(declare-fun len (List) Int)
(declare-const x List)
(assert (= (len nil) 0))
(assert
  (forall ((h Int) (t List))
    (! (= (len (cons h t)) (+ 1 (len t))) :pattern ((len (cons h t))))))
(assert (or (distinct (len (cons 3 (cons 4 nil))) 2) (< (len (cons 1 x)) (len x))))
(check-sat)
