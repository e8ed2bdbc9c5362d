(assert (= 12ab 3))
