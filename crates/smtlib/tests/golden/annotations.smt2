; Annotations: names, several patterns, anti-patterns, weights, quantifier ids and attributes nobody knows.
(declare-sort U 0)
(declare-fun p (U) Bool)
(declare-fun q (U U) Bool)
(declare-fun f (U) U)
(declare-const c U)
(assert (! (forall ((x U) (y U)) (! (=> (p x) (q x (f y)))
   :pattern ((q x (f y)))
   :pattern ((p x) (p y))
   :no-pattern (f y)
   :weight 7
   :qid |my quantifier|
   :skolemid s1)) :named ax1))
(assert (forall ((x U)) (! (p x) :pattern () :no-pattern (p (f x)) :no-pattern x)))
(assert (! (p (! (f (! c :unknown)) :deep (s (exp r) "e" 1))) :flag :other 3 :named top))
(assert (! true :named |quoted name|))
(assert |quoted name|)
