; Equal halves have equal lengths.
(set-logic QF_S)
(set-info :status unsat)
(declare-fun x () String)
(declare-fun y () String)
(declare-fun z () String)
(assert (= (str.++ x x) (str.++ y z)))
(assert (= (str.len y) (str.len z)))
(assert
  (or (distinct y z) (distinct (str.len x) (str.len z)) (not (str.suffixof x (str.++ z x)))))
(check-sat)
