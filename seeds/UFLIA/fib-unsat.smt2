; The start of the Fibonacci numbers.
(set-logic UFLIA)
(set-info :status unsat)
(declare-fun fib (Int) Int)
(assert (= (fib 0) 0))
(assert (= (fib 1) 1))
(assert
  (forall ((n Int))
    (! (=> (>= n 2) (= (fib n) (+ (fib (- n 1)) (fib (- n 2))))) :pattern ((fib n)))))
(assert (or (distinct (fib 6) 8) (> (fib 3) (fib 4))))
(check-sat)
