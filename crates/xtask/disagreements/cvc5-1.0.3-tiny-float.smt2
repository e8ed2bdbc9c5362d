; cvc5 1.0.3 --fp-exp answers sat; Z3 5.4.0 and Bitwuzla 0.9.1 answer unsat.
; In (_ FloatingPoint 2 3) the bias is 1, so (fp #b0 #b01 #b10) is 1.5 and (fp #b0 #b01 #b00) is 1.0.
; FloatingPoint theory: fp.roundToIntegral is "round to integral" of IEEE 754-2008, 5.9: toward negative, 1.5 gives 1.
(set-logic ALL)
(assert (distinct (fp.roundToIntegral roundTowardNegative (fp #b0 #b01 #b10)) (fp #b0 #b01 #b00)))
(check-sat)
