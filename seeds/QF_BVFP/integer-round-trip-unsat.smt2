; Small signed integers survive the way through half precision.
(set-logic QF_BVFP)
(set-info :status unsat)
(declare-const n (_ BitVec 8))
(declare-const m RoundingMode)
(assert (distinct ((_ fp.to_sbv 8) m ((_ to_fp 5 11) RNE n)) n))
(assert (or (bvslt n #x40) (= ((_ extract 1 0) n) #b11)))
(check-sat)
