; Identifiers that are no keyword, of a given shape.
(set-logic QF_S)
(set-info :status sat)
(declare-const id String)
(declare-const key String)
(define-fun letter () RegLan (re.union (re.range "a" "z") (str.to_re "_")))
(assert (str.in_re id (re.++ letter (re.* (re.union letter (re.range "0" "9"))))))
(assert (str.in_re id (re.diff re.all (re.union (str.to_re "if") (str.to_re "else")))))
(assert (= (str.len id) 4))
(assert
  (str.in_re key
             (re.inter (re.++ (str.to_re "e") re.all)
                       (re.comp (re.++ re.all (str.to_re "_") re.all))
                       ((_ re.^ 3) re.allchar))))
(assert (or (str.prefixof key id) (str.contains id "e2")))
(assert (not (str.in_re id (re.opt (re.++ (str.to_re "el") re.all)))))
(check-sat)
