; Division with a positive divisor has a small remainder.
(set-logic NIA)
(set-info :status unsat)
(assert
  (not (forall ((n Int) (d Int))
         (=> (> d 0)
             (and (<= 0 (mod n d)) (< (mod n d) d) (= n (+ (* d (div n d)) (mod n d))))))))
(check-sat)
