//! Integers and reals.

use super::row::table;

table! { Arith:
    // The paper's relations, and its shifts by a constant (29) to (31) for each relation that they hold of.
    "eq-to-ge"                23       "x y:Num"           "(= x y)"                 => "(>= x y)" not "(<= x y)";
    "gt-to-ge"                24       "x y:Num"           "(> x y)"                 => "(>= x y)" not "(< x y)";
    "eq-to-le"                25       "x y:Num"           "(= x y)"                 => "(<= x y)" not "(>= x y)";
    "lt-to-le"                26       "x y:Num"           "(< x y)"                 => "(<= x y)" not "(> x y)";
    "lt-to-distinct"          27       "x y:Num"           "(< x y)"                 => "(distinct x y)" not "(= x y)";
    "gt-to-distinct"          28       "x y:Num"           "(> x y)"                 => "(distinct x y)" not "(= x y)";
    "shift-both-eq"           29       "x y z:Num"         "(= x y)"                 == "(= (+ x z) (+ y z))" not "(< x y)";
    "shift-both-lt"           29       "x y z:Num"         "(< x y)"                 == "(< (+ x z) (+ y z))" not "(<= x y)";
    "shift-both-le"           29       "x y z:Num"         "(<= x y)"                == "(<= (+ x z) (+ y z))" not "(< x y)";
    "shift-both-gt"           29       "x y z:Num"         "(> x y)"                 == "(> (+ x z) (+ y z))" not "(< x y)";
    "shift-both-ge"           29       "x y z:Num"         "(>= x y)"                == "(>= (+ x z) (+ y z))" not "(< x y)";
    "shift-both-distinct"     29       "x y z:Num"         "(distinct x y)"          == "(distinct (+ x z) (+ y z))" not "(= x y)";
    "shift-right-lt"          30       "x y:Num, c:Num>=0" "(< x y)"                 => "(< x (+ y c))" not "(> x y)";
    "shift-right-le"          30       "x y:Num, c:Num>=0" "(<= x y)"                => "(<= x (+ y c))" not "(> x y)";
    "shift-right-gt"          30       "x y:Num, c:Num>=0" "(> x y)"                 => "(> x (- y c))" not "(< x y)";
    "shift-right-ge"          30       "x y:Num, c:Num>=0" "(>= x y)"                => "(>= x (- y c))" not "(< x y)";
    "shift-right-eq"          30       "x y:Num, c:Num>0"  "(= x y)"                 => "(< x (+ y c))" not "(< x y)";
    "shift-right-eq-distinct" 30       "x y:Num, c:Num>0"  "(= x y)"                 => "(distinct x (+ y c))" not "(< x y)";
    "shift-left-lt"           31       "x y:Num, c:Num>=0" "(< x y)"                 => "(< (- x c) y)" not "(> x y)";
    "shift-left-le"           31       "x y:Num, c:Num>=0" "(<= x y)"                => "(<= (- x c) y)" not "(> x y)";
    "shift-left-gt"           31       "x y:Num, c:Num>=0" "(> x y)"                 => "(> (+ x c) y)" not "(< x y)";
    "shift-left-ge"           31       "x y:Num, c:Num>=0" "(>= x y)"                => "(>= (+ x c) y)" not "(< x y)";
    "shift-left-eq"           31       "x y:Num, c:Num>0"  "(= x y)"                 => "(> (+ x c) y)" not "(< x y)";
    // Order.
    "lt-flips"                ours     "x y:Num"           "(< x y)"                 == "(> y x)" not "(<= x y)";
    "le-flips"                ours     "x y:Num"           "(<= x y)"                == "(>= y x)" not "(< x y)";
    "not-lt"                  ours     "x y:Num"           "(not (< x y))"           == "(>= x y)" not "(not (<= x y))";
    "not-le"                  ours     "x y:Num"           "(not (<= x y))"          == "(> x y)" not "(not (< x y))";
    "eq-to-both-orders"       ours     "x y:Num"           "(= x y)"                 == "(and (<= x y) (>= x y))" not "(< x y)";
    "distinct-to-orders"      ours     "x y:Num"           "(distinct x y)"          == "(or (< x y) (> x y))" not "(= x y)";
    "le-cases"                ours     "x y:Num"           "(<= x y)"                == "(or (< x y) (= x y))" not "(< x y)";
    "lt-through"              ours     "x y z:Num"         "(< x y)"                 <= "(and (< x z) (<= z y))" not "(> x y)";
    "le-through"              ours     "x y z:Num"         "(<= x y)"                <= "(and (<= x z) (<= z y))" not "(> x y)";
    "int-lt-to-le"            ours     "i j:Int"           "(< i j)"                 == "(<= (+ i 1) j)" not "(> i j)";
    "real-midpoint"           ours     "x y:Real"          "(< x y)"                 == "(< x (/ (+ x y) 2.0))" not "(> x y)";
    // Operations that keep the order.
    "lt-difference"           ours     "x y:Num"           "(< x y)"                 == "(< (- x y) 0)" not "(> x y)";
    "eq-difference"           ours     "x y:Num"           "(= x y)"                 == "(= (- x y) 0)" not "(< x y)";
    "lt-negates"              template "x y:Num"           "(< x y)"                 == "(> (- x) (- y))" not "(> x y)";
    "le-negates"              template "x y:Num"           "(<= x y)"                == "(>= (- x) (- y))" not "(< x y)";
    "eq-negates"              template "x y:Num"           "(= x y)"                 == "(= (- x) (- y))" not "(< x y)";
    "lt-scales"               template "x y:Num, c:Num>0"  "(< x y)"                 == "(< (* c x) (* c y))" not "(> x y)";
    "le-scales"               template "x y:Num, c:Num>0"  "(<= x y)"                == "(<= (* c x) (* c y))" not "(> x y)";
    "eq-scales"               template "x y:Num, c:Num>0"  "(= x y)"                 == "(= (* c x) (* c y))" not "(> x y)";
    "eq-multiplies"           template "x y z:Num"         "(= x y)"                 => "(= (* x z) (* y z))" not "(< x y)";
    "eq-abs"                  template "i j:Int"           "(= i j)"                 => "(= (abs i) (abs j))" not "(< i j)";
    "le-abs"                  ours     "i j:Int"           "(<= i j)"                => "(<= i (abs j))" not "(< i j)";
    "lt-square"               ours     "x y z:Num"         "(< x y)"                 => "(< x (+ y (* z z)))" not "(> x y)";
    "lt-sum"                  ours     "x y u v:Num"       "(and (< x y) (< u v))"   => "(< (+ x u) (+ y v))" not "(or (< x y) (< u v))";
    "le-sum"                  ours     "x y u v:Num"       "(and (<= x y) (<= u v))" => "(<= (+ x u) (+ y v))" not "(and (< x y) (< u v))";
    "eq-mod"                  template "i j:Int, c:Int>0"  "(= i j)"                 => "(= (mod i c) (mod j c))" not "(< i j)";
    "le-div"                  template "i j:Int, c:Int>0"  "(<= i j)"                => "(<= (div i c) (div j c))" not "(< i j)";
    "mod-range"               ours     "i j:Int, c:Int>0"  "(= (mod i c) j)"         => "(and (<= 0 j) (< j c))" not "(= i j)";
    "lt-to-int"               template "x y:Real"          "(< x y)"                 => "(<= (to_int x) (to_int y))" not "(<= x y)";
    "lt-to-real"              template "i j:Int"           "(< i j)"                 == "(< (to_real i) (to_real j))" not "(> i j)";
    "eq-to-real"              template "i j:Int"           "(= i j)"                 == "(= (to_real i) (to_real j))" not "(< i j)";
    "is-int"                  ours     "x:Real"            "(is_int x)"              == "(= x (to_real (to_int x)))" not "(= x x)";
    // Terms.
    "add-zero"                ours     "x:Num"             "x"                       == "(+ x 0)" not "true";
    "times-one"               ours     "x:Num"             "x"                       == "(* 1 x)" not "true";
    "negate-twice"            ours     "x:Num"             "x"                       == "(- (- x))" not "true";
    "sub-to-add"              ours     "x y:Num"           "(- x y)"                 == "(+ x (- y))" not "(+ x y)";
    "add-flips"               ours     "x y:Num"           "(+ x y)"                 == "(+ y x)" not "(- x y)";
    "mul-flips"               ours     "x y:Num"           "(* x y)"                 == "(* y x)" not "(+ x y)";
    "mul-distributes"         ours     "x y z:Num"         "(* x (+ y z))"           == "(+ (* x y) (* x z))" not "(* x y)";
    "div-mod"                 ours     "i:Int, c:Int>0"    "i"                       == "(+ (* c (div i c)) (mod i c))" not "true";
    "abs-to-ite"              ours     "i:Int"             "(abs i)"                 == "(ite (>= i 0) i (- i))" not "(- i)";
}
