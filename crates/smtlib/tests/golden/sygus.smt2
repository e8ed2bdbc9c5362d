; SyGuS 2.1 commands pass through.
(set-logic LIA)
(set-feature :fwd-decls true)
(synth-fun max2 ((x Int) (y Int)) Int
  ((I Int) (B Bool))
  ((I Int (x y 0 1 (+ I I) (ite B I I))) (B Bool ((<= I I) (and B B)))))
(synth-inv inv ((x Int)))
(declare-var x Int)
(constraint (>= (max2 x 1) x)) ; kept
(assume (> x 0))
(inv-constraint inv pre trans post)
(oracle-assume ((a Int)) ((b Int)) (= a b) "binary")
(optimize-synth (x) :direction)
(check-synth)
(check-synth-next)
