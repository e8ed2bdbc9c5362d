; Intersections, differences and powers that leave nothing.
(set-logic QF_S)
(set-info :status unsat)
(declare-fun w () String)
(define-fun low () RegLan (re.range "a" "f"))
(define-fun hex () RegLan (re.union (re.range "0" "9") low))
(assert (str.in_re w ((_ re.^ 2) hex)))
(assert
  (or (str.in_re w (re.inter (re.++ low low) (re.++ (re.range "g" "z") re.all)))
      (str.in_re w (re.diff ((_ re.^ 2) hex) (re.++ re.allchar re.allchar)))
      (str.in_re w (re.++ re.none hex))
      (str.in_re w (re.inter (re.+ hex) (re.comp (re.* hex))))))
(check-sat)
