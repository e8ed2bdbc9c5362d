(declare-const x Int)(assert-soft (> x 1))(check-sat)
