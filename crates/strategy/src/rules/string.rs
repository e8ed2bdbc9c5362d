//! Strings.

use super::row::table;

table! { String:
    // The paper's. As printed, (32) is wrong where u is empty, and (33) and (34) do not say what the substring equals.
    "str-eq-not-longer"              32       "s t u:String"        "(= s t)"                                    => "(or (= u \"\") (distinct s (str.++ t u)))" not "(distinct s t)";
    "str-prefix-is-substring"        33       "s t:String"          "(str.prefixof s t)"                         => "(exists ((i Int)) (= s (str.substr t 0 i)))" not "(str.suffixof s t)";
    "str-suffix-is-substring"        34       "s t:String"          "(str.suffixof s t)"                         => "(exists ((i Int)) (= s (str.substr t i (- (str.len t) i))))" not "(str.prefixof s t)";
    "str-eq-to-prefix-suffix"        35       "s t:String"          "(= s t)"                                    => "(and (str.prefixof s t) (str.suffixof s t))" not "(str.prefixof s t)";
    "str-eq-to-prefixes"             36       "s t:String"          "(= s t)"                                    == "(and (str.prefixof s t) (str.prefixof t s))" not "(str.prefixof s t)";
    "str-eq-to-suffixes"             37       "s t:String"          "(= s t)"                                    == "(and (str.suffixof s t) (str.suffixof t s))" not "(str.prefixof s t)";
    "str-prefix-or-suffix-contained" 38       "s t:String"          "(or (str.prefixof s t) (str.suffixof s t))" => "(str.contains t s)" not "(and (str.prefixof s t) (str.suffixof s t))";
    "str-le-appended"                39       "s t u:String"        "(str.<= s t)"                               => "(str.<= s (str.++ t u))" not "(str.< s t)";
    "str-le-cut"                     40       "s t:String, i:Int"   "(str.<= s t)"                               => "(str.<= (str.substr s 0 (ite (and (<= 0 i) (<= i (- (str.len s) 1))) i (str.len s))) t)" not "(str.< s t)";
    "str-suffix-shorter"             41       "s t:String"          "(str.suffixof s t)"                         => "(<= (str.len s) (str.len t))" not "(str.prefixof s t)";
    "str-prefix-shorter"             42       "s t:String"          "(str.prefixof s t)"                         => "(<= (str.len s) (str.len t))" not "(str.suffixof s t)";
    "str-contains-longer"            43       "s t:String"          "(str.contains s t)"                         => "(>= (str.len s) (str.len t))" not "(str.prefixof s t)";
    // (44) repeats (43) in print; this is its strict form.
    "str-contains-strictly-longer"   44       "s t:String"          "(and (str.contains s t) (distinct s t))"    => "(> (str.len s) (str.len t))" not "(str.contains s t)";
    // Figures 4 and 5.
    "str-eq-to-contains"             template "s t:String"          "(= s t)"                                    => "(str.contains s t)" not "(distinct s t)";
    "str-lt-to-suffix"               template "i j:Int, s:String"   "(< i j)"                                    => "(=> (and (>= i 0) (>= j 0)) (str.suffixof (str.substr s j (str.len s)) (str.substr s i (str.len s))))" not "(> i j)";
    // Relations.
    "str-eq-to-prefix"               template "s t:String"          "(= s t)"                                    => "(str.prefixof s t)" not "(distinct s t)";
    "str-eq-to-suffix"               template "s t:String"          "(= s t)"                                    => "(str.suffixof s t)" not "(distinct s t)";
    "str-eq-to-le"                   template "s t:String"          "(= s t)"                                    => "(str.<= s t)" not "(distinct s t)";
    "str-lt-to-le"                   template "s t:String"          "(str.< s t)"                                => "(str.<= s t)" not "(str.<= s t)";
    "str-lt-to-distinct"             template "s t:String"          "(str.< s t)"                                => "(distinct s t)" not "(str.<= s t)";
    "str-le-cases"                   ours     "s t:String"          "(str.<= s t)"                               == "(or (str.< s t) (= s t))" not "(str.< s t)";
    "str-prefix-contained"           ours     "s t:String"          "(str.prefixof s t)"                         => "(str.contains t s)" not "(str.suffixof s t)";
    "str-suffix-contained"           ours     "s t:String"          "(str.suffixof s t)"                         => "(str.contains t s)" not "(str.prefixof s t)";
    "str-prefix-to-le"               ours     "s t:String"          "(str.prefixof s t)"                         => "(str.<= s t)" not "(str.suffixof s t)";
    "str-prefix-to-substring"        ours     "s t:String"          "(str.prefixof s t)"                         == "(= s (str.substr t 0 (str.len s)))" not "(str.suffixof s t)";
    "str-contains-to-indexof"        ours     "s t:String"          "(str.contains s t)"                         == "(>= (str.indexof s t 0) 0)" not "(str.prefixof s t)";
    "str-contains-through"           ours     "s t u:String"        "(str.contains s t)"                         <= "(and (str.contains s u) (str.contains u t))" not "(str.prefixof s t)";
    "str-digit-is-one"               ours     "s:String"            "(str.is_digit s)"                           => "(= (str.len s) 1)" not "(= s s)";
    "str-digit-is-number"            ours     "s:String"            "(str.is_digit s)"                           => "(>= (str.to_int s) 0)" not "(= s s)";
    // Operations that keep a relation.
    "str-eq-len"                     template "s t:String"          "(= s t)"                                    => "(= (str.len s) (str.len t))" not "(distinct s t)";
    "str-eq-to-int"                  template "s t:String"          "(= s t)"                                    => "(= (str.to_int s) (str.to_int t))" not "(distinct s t)";
    "str-eq-append"                  template "s t u:String"        "(= s t)"                                    == "(= (str.++ s u) (str.++ t u))" not "(distinct s t)";
    "str-eq-prepend"                 template "s t u:String"        "(= s t)"                                    == "(= (str.++ u s) (str.++ u t))" not "(distinct s t)";
    "str-eq-substring"               template "s t:String, i j:Int" "(= s t)"                                    => "(= (str.substr s i j) (str.substr t i j))" not "(distinct s t)";
    "str-contains-appended"          ours     "s t u:String"        "(str.contains s t)"                         => "(str.contains (str.++ s u) t)" not "(str.prefixof s t)";
    "str-prefix-appended"            ours     "s t u:String"        "(str.prefixof s t)"                         => "(str.prefixof s (str.++ t u))" not "(str.suffixof s t)";
    "str-suffix-prepended"           ours     "s t u:String"        "(str.suffixof s t)"                         => "(str.suffixof s (str.++ u t))" not "(str.prefixof s t)";
    // Terms.
    "str-concat-nests"               ours     "s t u:String"        "(str.++ s (str.++ t u))"                    == "(str.++ s t u)" not "(str.++ s t)";
    "str-concat-empty"               ours     "s:String"            "s"                                          == "(str.++ s \"\")" not "true";
    "str-len-concat"                 ours     "s t:String"          "(str.len (str.++ s t))"                     == "(+ (str.len s) (str.len t))" not "(str.len s)";
    "str-at-to-substring"            ours     "s:String, i:Int"     "(str.at s i)"                               == "(str.substr s i 1)" not "(str.substr s i i)";
    "str-replace-in-empty"           ours     "t:String"            "\"\""                                       == "(str.replace \"\" t \"\")" not "true";
    "str-replace-same"               ours     "s t:String"          "s"                                          == "(str.replace s t t)" not "true";
}
