; RUN: eval %s
(declare-datatype List ((nil) (cons (head Int) (tail List))))
(define-fun-rec length ((l List)) Int (match l ((nil 0) ((cons h t) (+ 1 (length t))))))
(assert (= (length (cons 1 (cons 2 nil))) 2))
(push 1)
(assert (forall ((b (_ BitVec 8))) (= (bvadd b b) (bvshl b #x01))))
(pop 1)
(assert (str.in_re "abab" (re.* (str.to_re "ab"))))
(check-sat)
