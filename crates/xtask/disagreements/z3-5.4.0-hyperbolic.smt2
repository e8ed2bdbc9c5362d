; Z3 5.4.0 answers sat, without a warning that it does not interpret the functions.
; By definition cosh(x) = (exp(x) + exp(-x))/2 and sinh(x) = (exp(x) - exp(-x))/2, so that cosh(0) = 1, sinh(0) = 0,
; and their inverses asinh(0) = 0, acosh(1) = 0; atanh is the inverse of tanh, which Z3 knows to be 0 at 0.
(assert (or (distinct (sinh 0.0) 0.0) (distinct (cosh 0.0) 1.0) (distinct (asinh 0.0) 0.0) (distinct (acosh 1.0) 0.0)
            (distinct (atanh 0.0) 0.0)))
(check-sat)
