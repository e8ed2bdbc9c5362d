//! Truth values, equality and choice.

use super::row::table;

table! { Core:
    "and-to-or"           8    "p:Bool, ps:Bool..."          "(and p ps...)"          => "(or p ps...)"                      not "(or p ps...)";
    "xor-to-or"           9    "p q:Bool"                    "(xor p q)"              => "(or p q)"                          not "(or p q)";
    "ite-then"            13   "b p q:Bool"                  "(ite b p q)"            => "(=> b p)"                          not "(=> b p)";
    "ite-else"            14   "b p q:Bool"                  "(ite b p q)"            => "(=> (not b) q)"                    not "(=> b q)";
    "implies-ite"         15   "p q:Bool"                    "(=> p q)"               == "(ite p q true)"                    not "(or p q)";
    "implies-ite-not"     16   "p q:Bool"                    "(=> p q)"               == "(ite (not p) true q)"              not "(or p q)";
    "or-implies"          18   "p q:Bool"                    "(or p q)"               == "(=> (not p) q)"                    not "(and p q)";
    "add-disjunct"        21   "p q:Bool"                    "p"                      => "(or p q)"                          not "7";
    "drop-conjunct"       22   "ps:Bool..., q:Bool, rs:Bool..."  "(and ps... q rs...)" => "(and ps... rs...)"                not "(or ps... q rs...)";
    "pick-conjunct"       22   "ps:Bool..., q:Bool, rs:Bool..."  "(and ps... q rs...)" => "q"                                not "(or ps... q rs...)";
    "drop-disjunct"       ours "ps:Bool..., q:Bool, rs:Bool..."  "(or ps... q rs...)" <= "(or ps... rs...)"                  not "(and ps... q rs...)";
    "implies-weaker-premise" ours "p q r:Bool"               "(=> p q)"               => "(=> (and p r) q)"                  not "(and p q)";
    "implies-weaker-conclusion" ours "p q r:Bool"            "(=> p q)"               => "(=> p (or q r))"                   not "(and p q)";
    "implies-conclusion"  ours "p q:Bool"                    "(=> p q)"               <= "q"                                 not "(and p q)";
    "implies-not-premise" ours "p q:Bool"                    "(=> p q)"               <= "(not p)"                           not "(and p q)";
    "and-to-implies"      ours "p q:Bool"                    "(and p q)"              => "(=> p q)"                          not "(or p q)";
    "xor-to-not-and"      ours "p q:Bool"                    "(xor p q)"              => "(not (and p q))"                   not "(or p q)";
    "ite-to-or"           ours "b p q:Bool"                  "(ite b p q)"            => "(or p q)"                          not "(or p q)";
    "and-to-ite"          ours "b p q:Bool"                  "(and p q)"              => "(ite b p q)"                       not "(or p q)";
    "ite-cases"           ours "b p q:Bool"                  "(ite b p q)"            == "(and (=> b p) (=> (not b) q))"     not "(or b p q)";
    "de-morgan-and"       ours "ps:Bool..."                  "(not (and ps...))"      == "(or (not ps)...)"                  not "(not (or ps...))";
    "de-morgan-or"        ours "ps:Bool..."                  "(not (or ps...))"       == "(and (not ps)...)"                 not "(not (and ps...))";
    "double-negation"     ours "p:Bool"                      "(not (not p))"          == "p"                                 not "(not p)";
    "contraposition"      ours "p q:Bool"                    "(=> p q)"               == "(=> (not q) (not p))"              not "(and p q)";
    "or-false"            ours "p:Bool"                      "p"                      == "(or false p)"                      not "7";
    "and-true"            ours "p:Bool"                      "p"                      == "(and p true)"                      not "7";
    "absorb"              ours "p q:Bool"                    "p"                      == "(or p (and p q))"                  not "7";
    "and-distributes"     ours "p q r:Bool"                  "(and p (or q r))"       == "(or (and p q) (and p r))"          not "(and p q)";
    "or-distributes"      ours "p q r:Bool"                  "(or p (and q r))"       == "(and (or p q) (or p r))"           not "(or p q)";
    "not-equal"           ours "x y:A"                       "(not (= x y))"          == "(distinct x y)"                    not "(= x y)";
    "equal-flips"         ours "x y:A"                       "(= x y)"                == "(= y x)"                           not "(distinct x y)";
    "distinct-drops"      ours "xs:A..., y:A, zs:A..., u v:A" "(distinct u v xs... y zs...)" => "(distinct u v xs... zs...)" not "(distinct u v)";
    "equal-chain"         ours "x y z:A, zs:A..."            "(= x y z zs...)"        == "(and (= x y) (= y z zs...))"       not "(= x y)";
    "equal-through"       ours "x y z:A"                     "(= x y)"                <= "(and (= x z) (= z y))"             not "(distinct x y)";
    "ite-same"            ours "b:Bool, x:A"                 "x"                      == "(ite b x x)"                       not "";
    "ite-flips"           ours "b:Bool, x y:A"               "(ite b x y)"            == "(ite (not b) y x)"                 not "(= x y)";
    "equal-ite"           ours "b:Bool, x y z:A"             "(= x (ite b y z))"      => "(or (= x y) (= x z))"              not "(= x y)";
    "equal-ite-both"      ours "b:Bool, x y z:A"             "(= x (ite b y z))"      <= "(and (= x y) (= x z))"             not "(= x y)";
}
