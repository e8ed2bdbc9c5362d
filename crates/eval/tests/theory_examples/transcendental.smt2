; Points at which the value is algebraic.
(assert (= (exp 0.0) 1.0))
(assert (= (sin 0.0) (tan 0.0) (arcsin 0.0) (arctan 0.0) (sinh 0.0) (tanh 0.0) (asinh 0.0) (atanh 0.0) 0.0))
(assert (= (cos 0.0) (sec 0.0) (cosh 0.0) 1.0))
(assert (= (arccos 1.0) (arcsec 1.0) (acosh 1.0) 0.0))
(assert (= (sqrt 4.0) 2.0))
(assert (= (sqrt 0.0) 0.0))
(assert (= (* (sqrt 2.0) (sqrt 2.0)) 2.0))
(assert (> (sqrt 2.0) 0.0))
