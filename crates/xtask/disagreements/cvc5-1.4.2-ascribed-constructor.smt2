; cvc5 1.4.2 answers sat; cvc5 1.0.3 and Z3 5.4.0 answer unsat.
; SMT-LIB 2.6, section 3.6: (as f σ) names the function f whose result sort is σ. There is one such `pair` here, and a
; function applied to equal arguments gives equal values.
(set-logic ALL)
(declare-datatypes ((Pair 2)) ((par (X Y) ((pair (first X) (second Y))))))
(assert (distinct (pair 1 false) ((as pair (Pair Int Bool)) 1 false)))
(check-sat)
