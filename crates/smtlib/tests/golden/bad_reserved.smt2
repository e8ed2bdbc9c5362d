(assert (= let 3))
