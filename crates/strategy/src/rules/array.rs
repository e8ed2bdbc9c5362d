//! Arrays.

use super::row::table;

table! { Array:
    // Relations.
    "array-eq-select"          template "a b:(Array A B), i:A"            "(= a b)"                                    => "(= (select a i) (select b i))" not "(distinct a b)";
    "array-eq-store"           template "a b:(Array A B), i:A, v:B"       "(= a b)"                                    => "(= (store a i v) (store b i v))" not "(distinct a b)";
    "array-distinct-select"    ours     "a b:(Array A B), i:A"            "(distinct (select a i) (select b i))"       => "(distinct a b)" not "(= (select a i) (select b i))";
    "array-distinct-indices"   ours     "a:(Array A B), i j:A"            "(distinct (select a i) (select a j))"       => "(distinct i j)" not "(= (select a i) (select a j))";
    "array-eq-indices"         ours     "a:(Array A B), i j:A"            "(= (select a i) (select a j))"              <= "(= i j)" not "(distinct i j)";
    "array-store-eq-element"   ours     "a b:(Array A B), i:A, v:B"       "(= (store a i v) b)"                        => "(= (select b i) v)" not "(= a b)";
    "array-store-eq-elsewhere" ours     "a b:(Array A B), i j:A, v:B"     "(= (store a i v) b)"                        => "(or (= i j) (= (select a j) (select b j)))" not "(= a b)";
    "array-store-eq-both"      ours     "a b:(Array A B), i:A, v w:B"     "(= (store a i v) (store b i w))"            => "(= v w)" not "(= a b)";
    "array-store-eq-itself"    ours     "a:(Array A B), i:A, v:B"         "(= (store a i v) a)"                        == "(= (select a i) v)" not "(= a a)";
    "array-store-keeps-eq"     ours     "a b:(Array A B), i:A, v:B"       "(= (store a i v) (store b i v))"            <= "(= a b)" not "(distinct a b)";
    "array-store-eq-cases"     ours     "a:(Array A B), i j:A, v w:B"     "(= (select (store a i v) j) w)"             => "(or (= v w) (= (select a j) w))" not "(= v w)";
    "array-const-element"      ours     "a:(Array A B), i:A, v:B!"        "(= a ((as const (Array A B)) v))"           => "(= (select a i) v)" not "(= a a)";
    "array-const-eq"           ours     "v w:B!, i:A, a:(Array A B)"      "(= ((as const (Array A B)) v) ((as const (Array A B)) w))" == "(= v w)" not "(= a a)";
    // Terms.
    "array-read-written"       ours     "a:(Array A B), i:A, v:B"         "(select (store a i v) i)"                   == "v" not "(select a i)";
    "array-read-over-write"    ours     "a:(Array A B), i j:A, v:B"       "(select (store a i v) j)"                   == "(ite (= i j) v (select a j))" not "(select a i)";
    "array-write-read"         ours     "a:(Array A B), i:A"              "a"                                          == "(store a i (select a i))" not "true";
    "array-write-twice"        ours     "a:(Array A B), i:A, v w:B"       "(store (store a i v) i w)"                  == "(store a i w)" not "(store a i v)";
    "array-write-flips"        ours     "a:(Array A B), i j:A, v w:B"     "(store (store a i v) j w)"                  == "(ite (= i j) (store a j w) (store (store a j w) i v))" not "(store a i v)";
    "array-read-const"         ours     "i:A, v:B!"                       "(select ((as const (Array A B)) v) i)"      == "v" not "(= v v)";
    "array-write-const"        ours     "i:A, v:B!"                       "(store ((as const (Array A B)) v) i v)"     == "((as const (Array A B)) v)" not "((as const (Array A B)) v)";
    "array-read-ite"           ours     "a b:(Array A B), i:A, p:Bool"    "(select (ite p a b) i)"                     == "(ite p (select a i) (select b i))" not "(select a i)";
    "array-write-ite"          ours     "a:(Array A B), i:A, v:B, p:Bool" "(ite p (store a i v) a)"                    == "(store a i (ite p v (select a i)))" not "(ite p a a)";
}
