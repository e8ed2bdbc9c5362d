//! Regular languages: s is in one of two languages of which one holds the other.

use super::row::table;

table! { Regex:
    // The paper's. As printed, (47) is an equivalence, but the empty string is optional; (49) quantifies over languages,
    // which no solver does: here over those of one string; (48) names the number of its parts.
    "re-in-plus"           45       "s:String, r:RegLan"     "(str.in_re s r)"                       => "(str.in_re s (re.+ r))" not "(= s s)";
    "re-in-loop"           46       "s:String, r:RegLan"     "(str.in_re s r)"                       => "(str.in_re s ((_ re.loop 1 k) r))" if "0 < k" not "(= s s)";
    "re-in-optional"       47       "s:String, r:RegLan"     "(str.in_re s r)"                       => "(str.in_re s (re.opt r))" not "(= s s)";
    "re-concat-to-power-2" 48       "s:String, r q:RegLan"   "(str.in_re s (re.++ r q))"             => "(str.in_re s ((_ re.^ 2) (re.union r q)))" not "(str.in_re s (re.union r q))";
    "re-concat-to-power-3" 48       "s:String, r q p:RegLan" "(str.in_re s (re.++ r q p))"           => "(str.in_re s ((_ re.^ 3) (re.union r q p)))" not "(str.in_re s (re.++ r q))";
    "re-in-all-unions"     49       "s:String, r:RegLan"     "(str.in_re s r)"                       => "(forall ((x String)) (str.in_re s (re.union r (str.to_re x))))" not "(= s s)";
    "re-range-widens"      50       "s:String, c d e f:Char" "(str.in_re s (re.range c d))"          => "(str.in_re s (re.range e f))" if "(and (str.<= e c) (str.<= d f))" not "(= s s)";
    "re-intersect-itself"  51       "s:String, r:RegLan"     "(str.in_re s r)"                       == "(str.in_re s (re.inter r r))" not "(= s s)";
    "re-unite-itself"      52       "s:String, r:RegLan"     "(str.in_re s r)"                       == "(str.in_re s (re.union r r))" not "(= s s)";
    "re-plus-to-star"      53       "s:String, r:RegLan"     "(str.in_re s (re.+ r))"                => "(str.in_re s (re.* r))" not "(str.in_re s (re.* r))";
    "re-inter-to-union"    54       "s:String, r q:RegLan"   "(str.in_re s (re.inter r q))"          => "(str.in_re s (re.union r q))" not "(str.in_re s (re.union r q))";
    // Languages that grow.
    "re-add-alternative"   ours     "s:String, r q:RegLan"   "(str.in_re s r)"                       => "(str.in_re s (re.union r q))" not "(= s s)";
    "re-drop-restriction"  ours     "s:String, r q:RegLan"   "(str.in_re s (re.inter r q))"          => "(str.in_re s r)" not "(str.in_re s (re.union r q))";
    "re-drop-exception"    ours     "s:String, r q:RegLan"   "(str.in_re s (re.diff r q))"           => "(str.in_re s r)" not "(str.in_re s (re.inter r q))";
    "re-in-star"           ours     "s:String, r:RegLan"     "(str.in_re s r)"                       => "(str.in_re s (re.* r))" not "(= s s)";
    "re-optional-to-star"  ours     "s:String, r:RegLan"     "(str.in_re s (re.opt r))"              => "(str.in_re s (re.* r))" not "(str.in_re s (re.* r))";
    "re-append-optional"   ours     "s:String, r q:RegLan"   "(str.in_re s r)"                       => "(str.in_re s (re.++ r (re.opt q)))" not "(= s s)";
    "re-in-all"            ours     "s:String, r:RegLan"     "(str.in_re s r)"                       => "(str.in_re s re.all)" not "(= s s)";
    "re-concat-membership" ours     "s t:String, r q:RegLan" "(and (str.in_re s r) (str.in_re t q))" => "(str.in_re (str.++ s t) (re.++ r q))" not "(or (str.in_re s r) (str.in_re t q))";
    // The same language.
    "re-in-word"           ours     "s t:String"             "(str.in_re s (str.to_re t))"           == "(= s t)" not "(= s s)";
    "re-in-complement"     ours     "s:String, r:RegLan"     "(str.in_re s (re.comp r))"             == "(not (str.in_re s r))" not "(str.in_re s (re.* r))";
    "re-in-inter"          ours     "s:String, r q:RegLan"   "(str.in_re s (re.inter r q))"          == "(and (str.in_re s r) (str.in_re s q))" not "(str.in_re s (re.union r q))";
    "re-in-union"          ours     "s:String, r q:RegLan"   "(str.in_re s (re.union r q))"          == "(or (str.in_re s r) (str.in_re s q))" not "(str.in_re s (re.inter r q))";
    "re-plus-unrolls"      ours     "r:RegLan, s:String"     "(str.in_re s (re.+ r))"                == "(str.in_re s (re.++ r (re.* r)))" not "(str.in_re s (re.* r))";
    "re-optional-to-union" ours     "r:RegLan, s:String"     "(str.in_re s (re.opt r))"              == "(str.in_re s (re.union r (str.to_re \"\")))" not "(str.in_re s (re.* r))";
}
