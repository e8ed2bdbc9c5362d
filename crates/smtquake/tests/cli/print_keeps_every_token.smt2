; RUN: --print %s
; Comments go, spacing becomes regular, bars stay only where they must.
(set-info :source |two
lines|)
(declare-fun |needs bars| (Int) Int) (declare-const |plain| Int)
(assert (! (= (|needs bars| |plain|) (- 1)) :named  goal   :weight 3))
(assert (let ((x plain) (y 0.50)) (< x y)))
(assert (forall ((x (_ BitVec 8))) (! (= (bvadd x #x0F) ((_ zero_extend 4) #b1111)) :pattern ((bvadd x #x0F)))))
(assert (= "say ""hi""" "\u{48}"))
(check-sat-using (then simplify smt))
(get-value (plain |needs bars|))
