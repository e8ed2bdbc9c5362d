; cvc5 1.0.3 answers sat; Z3 5.4.0 answers unsat. cvc5 takes any number of copies of a starred language for the
; language, also none.
; Strings theory, re.^: "⟦(_ re.^ 0)⟧(L) = {ε}", and ⟦(_ re.loop n₁ n₂)⟧(L) is the union of the powers from n₁ to n₂.
(set-logic ALL)
(assert (or (str.in_re "A" ((_ re.^ 0) (re.* (str.to_re "A")))) (str.in_re "A" ((_ re.loop 0 0) re.all))))
(check-sat)
