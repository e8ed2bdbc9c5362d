; Appending nothing, one step at a time.
(set-logic UFDT)
(set-info :status unsat)
(declare-sort E 0)
(declare-datatype List ((nil) (cons (head E) (tail List))))
(declare-fun app (List List) List)
(declare-const x List)
(declare-const e E)
(assert (forall ((l List)) (! (= (app nil l) l) :pattern ((app nil l)))))
(assert
  (forall ((h E) (t List) (l List))
    (! (= (app (cons h t) l) (cons h (app t l))) :pattern ((app (cons h t) l)))))
(assert
  (or (distinct (app (cons e (cons e nil)) x) (cons e (cons e x))) (= (app nil x) (cons e x))))
(check-sat)
