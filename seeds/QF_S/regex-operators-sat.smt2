; Each regular operator in one word.
(set-logic QF_S)
(set-info :status sat)
(declare-fun w () String)
(declare-fun v () String)
(define-fun digits () RegLan (re.+ (re.range "0" "9")))
(assert
  (str.in_re w (re.++ (re.opt (str.to_re "-")) digits (re.* (re.++ (str.to_re ",") digits)))))
(assert
  (str.in_re w (re.inter (re.++ re.all (str.to_re "7") re.all) ((_ re.loop 3 5) re.allchar))))
(assert (not (str.in_re w (re.union re.none ((_ re.^ 3) re.allchar)))))
(assert
  (str.in_re v
             (re.diff (re.* (re.union (str.to_re "ab") (str.to_re "c")))
                      (re.comp (re.++ re.all (str.to_re "cab"))))))
(assert (= (str.len w) (str.len v)))
(assert (distinct (str.at w 0) "-"))
(check-sat)
