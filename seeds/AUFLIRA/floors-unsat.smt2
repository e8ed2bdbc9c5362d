; Rounding down every cell loses less than one.
(set-logic AUFLIRA)
(set-info :status unsat)
(declare-fun fl (Real) Int)
(declare-fun a () (Array Int Real))
(declare-fun b () (Array Int Int))
(assert
  (forall ((x Real))
    (! (and (<= (to_real (fl x)) x) (< x (to_real (+ (fl x) 1)))) :pattern ((fl x)))))
(assert (forall ((i Int)) (! (= (select b i) (fl (select a i))) :pattern ((select b i)))))
(assert
  (exists ((i Int))
    (or (> (to_real (select b i)) (select a i))
        (>= (- (select a i) (to_real (select b i))) 1.0))))
(check-sat)
