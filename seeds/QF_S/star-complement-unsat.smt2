; A word inside a language and inside its complement, by another name.
(set-logic QF_S)
(set-info :status unsat)
(declare-const w String)
(define-fun ab () RegLan (re.* (re.union (str.to_re "a") (str.to_re "b"))))
(assert (str.in_re w ab))
(assert (str.in_re w (re.++ re.all (re.range "c" "z") re.all)))
(assert
  (or (str.in_re w (re.comp (re.opt (str.to_re "a"))))
      (str.in_re w ((_ re.loop 1 4) re.allchar))
      (str.prefixof "b" w)))
(assert (= (str.len w) 3))
(check-sat)
