; Writing a record and reading its fields back.
(set-logic AUFDTLIA)
(set-info :status unsat)
(declare-datatypes ((Cell 0)) (((cell (key Int) (data (Array Int Int))))))
(declare-fun touch (Cell) Cell)
(assert
  (forall ((c Cell))
    (! (= (touch c) (cell (+ (key c) 1) (store (data c) 0 (key c)))) :pattern ((touch c)))))
(declare-fun c () Cell)
(assert
  (or (distinct (select (data (touch c)) 0) (key c))
      (<= (key (touch c)) (key c))
      (distinct (select (data (touch c)) 1) (select (data c) 1))))
(check-sat)
