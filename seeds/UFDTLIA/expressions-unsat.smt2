; Evaluating a small expression.
(set-logic UFDTLIA)
(set-info :status unsat)
(declare-datatype Exp ((lit (val Int)) (add (lhs Exp) (rhs Exp)) (neg (arg Exp))))
(declare-fun ev (Exp) Int)
(assert (forall ((n Int)) (! (= (ev (lit n)) n) :pattern ((lit n)))))
(assert
  (forall ((a Exp) (b Exp)) (! (= (ev (add a b)) (+ (ev a) (ev b))) :pattern ((add a b)))))
(assert (forall ((a Exp)) (! (= (ev (neg a)) (- (ev a))) :pattern ((neg a)))))
(declare-fun e () Exp)
(assert (= e (add (lit 4) (neg (add (lit 1) (lit 2))))))
(assert (or (distinct (ev e) 1) ((_ is neg) (rhs (lhs e)))))
(assert (=> ((_ is neg) (rhs (lhs e))) (= (lhs e) e)))
(check-sat)
