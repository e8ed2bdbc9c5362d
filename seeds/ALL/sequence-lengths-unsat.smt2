; The length of a concatenation of sequences of words.
(set-logic ALL)
(set-info :status unsat)
(declare-const s (Seq (_ BitVec 8)))
(declare-const t (Seq (_ BitVec 8)))
(assert
  (let ((u (seq.++ s (seq.unit #xff) t)))
    (or (distinct (seq.len u) (+ 1 (seq.len s) (seq.len t)))
        (not (seq.prefixof s u))
        (not (seq.suffixof t u))
        (distinct (seq.nth u (seq.len s)) #xff))))
(check-sat)
