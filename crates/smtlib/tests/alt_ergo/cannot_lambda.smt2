(assert (= (lambda ((x Int)) x) (lambda ((x Int)) (+ x 1))))(check-sat)
