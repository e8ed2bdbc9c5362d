; A string that is a date, and the array that counts its characters.
(set-logic ALL)
(set-info :status sat)
(define-sort Counts () (Array String Int))
(declare-const date String)
(declare-const counts Counts)
(define-fun digit () RegLan (re.range "0" "9"))
(assert
  (let ((two ((_ re.^ 2) digit)))
    (str.in_re date (re.++ ((_ re.^ 4) digit) (str.to_re "-") two (str.to_re "-") two))))
(assert (= (select counts "-") (ite (str.contains date "--") 1 2)))
(assert (forall ((i Int)) (=> (>= i (str.len date)) (= (str.at date i) ""))))
(check-sat)
