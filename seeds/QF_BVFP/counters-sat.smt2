; Unsigned and signed numbers as floats.
(set-logic QF_BVFP)
(set-info :status sat)
(declare-const u (_ BitVec 8))
(declare-const s (_ BitVec 8))
(declare-const m RoundingMode)
(assert (fp.gt ((_ to_fp_unsigned 5 11) m u) ((_ to_fp 5 11) m s)))
(assert (bvult u s))
(assert (fp.isNegative ((_ to_fp 5 11) RNE s)))
(assert
  (= ((_ fp.to_ubv 5)
       RTZ
       (fp.div RNE ((_ to_fp_unsigned 5 11) RNE u) ((_ to_fp 5 11) RNE 4.0)))
     (bvlshr ((_ extract 4 0) u) #b00010)))
(assert (or (= m RTZ) (= m RNA)))
(assert (distinct u #x00))
(check-sat)
