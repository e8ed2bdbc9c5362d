; cvc5 1.0.3 answers sat, and gives (sqrt 1.0) as the value of (sqrt 1.0).
; cvc5's theory reference, SQRT: "If the argument `x` is non-negative, then this returns a non-negative value `y` such
; that `y * y = x`."
(set-logic ALL)
(assert (distinct (sqrt 1.0) 1.0))
(check-sat)
