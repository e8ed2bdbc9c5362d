(declare-datatype T ((c (f Int))))(declare-const x T)(assert (= (f x) 1))(check-sat)
