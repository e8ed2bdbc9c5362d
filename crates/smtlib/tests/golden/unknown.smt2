; What nobody knows is kept as it is: operators, indexed identifiers, sorts with indices, commands.
(declare-const x Int)
(declare-const w (_ Widget 3 blue (a b)))
(assert (frobnicate x (gizmo 1.5 "s") ((_ turn 3 left (deep (er))) x)))
(assert (= w (as thing (_ Widget 3 blue (a b)))))
(assert (> (mystery x) (+ 1 (mystery x))))
(do-something   x  ( y ( ; comment
  z)) |q s| :k "s" #b1 2.0)
(|assert| true)
(check-sat now)
