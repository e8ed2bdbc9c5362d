; Bytes that are no UTF-8 may stand in comments: ÿşÃ
(check-sat) ; €
