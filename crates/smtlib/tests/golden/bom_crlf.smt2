; A byte order mark, and lines that end in CR LF.
(declare-const x Int)
(assert (! (> x 0) :named a))
(declare-const s String)
(assert (= s "two
lines"))
(check-sat)
