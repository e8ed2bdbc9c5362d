; cvc5 1.0.3 and 1.4.2 answer sat.
; cvc5's theory reference: arcsec is the inverse of sec. sec(0) = 1/cos(0) = 1, and 0 is in the range of arcsec.
(set-logic ALL)
(assert (distinct (arcsec 1.0) 0.0))
(check-sat)
