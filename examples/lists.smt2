; A recursive function over a parametric datatype, by pattern matching.
(set-logic ALL)
(declare-datatypes ((List 1)) ((par (X) ((nil) (cons (head X) (tail (List X)))))))
(define-fun-rec length ((l (List Int))) Int
  (match l ((nil 0) ((cons h t) (+ 1 (length t))))))
(declare-const l (List Int))
(push 1)
(assert (! (= (length l) 2) :named two_elements))
(assert (! (and ((_ is cons) l) (> (head l) 5)) :named starts_big))
(check-sat)
(pop 1)
