//! What a solver may or may not know besides operators.

use serde::{Deserialize, Serialize};

/// Declares the constructs: id, what to call it to people, and a script that uses it. In scripts, `{E}` stands for a sort
/// of elements that the solver knows, `{e}` for a literal of it.
macro_rules! constructs {
    ($($id:ident $name:literal $script:literal;)*) => {
        /// A sort, a command or a binder that a solver may or may not know.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        #[repr(u8)]
        pub enum Construct { $(#[doc = concat!("`", $name, "`")] $id),* }

        impl Construct {
            /// All of them.
            pub const ALL: &'static [Construct] = &[$(Construct::$id),*];

            /// What to call it in a message.
            pub fn name(self) -> &'static str {
                match self { $(Construct::$id => $name),* }
            }

            /// A script that uses it.
            pub(super) fn script(self) -> &'static str {
                match self { $(Construct::$id => $script),* }
            }
        }
    };
}

constructs! {
    BitVec       "(_ BitVec n)"          "(declare-fun k_bv () (_ BitVec 8))";
    Int          "Int"                   "(declare-fun k_int () Int)";
    Real         "Real"                  "(declare-fun k_real () Real)";
    Float        "FloatingPoint"         "(declare-fun k_float () (_ FloatingPoint 8 24))";
    HalfFloat    "Float16 and Float128"
        "(declare-fun c_half () (_ FloatingPoint 5 11))(assert (fp.lt (fp.add RNE c_half c_half) c_half))(check-sat)";
    OtherFloat   "FloatingPoint of other formats"
        "(declare-fun c_odd () (_ FloatingPoint 3 5))(assert (fp.lt (fp.add RNE c_odd c_odd) c_odd))(check-sat)";
    RoundingMode "RoundingMode"          "(declare-fun k_rm () RoundingMode)";
    String       "String"                "(declare-fun k_string () String)";
    RegLan       "RegLan"                "(declare-fun k_reglan () RegLan)";
    Char         "Unicode"               "(declare-fun k_char () Unicode)";
    Array        "Array"                 "(declare-fun k_array () (Array {E} {E}))";
    Seq          "Seq"                   "(declare-fun k_seq () (Seq {E}))";
    Set          "Set"                   "(declare-fun k_set () (Set {E}))";
    Bag          "Bag"                   "(declare-fun k_bag () (Bag {E}))";
    Tuple        "Tuple"                 "(declare-fun k_tuple () (Tuple {E} Bool))";
    Field        "FiniteField"           "(declare-fun k_field () (_ FiniteField 7))";
    FunctionSort "->"                    "(declare-fun k_fun () (-> {E} Bool))";
    DeclareSort  "declare-sort"          "(declare-sort C_sort 0)(declare-fun c_element () C_sort)";
    DefineSort   "define-sort"           "(define-sort C_alias () {E})(declare-fun c_aliased () C_alias)";
    SortParameter "declare-sort-parameter" "(declare-sort-parameter C_parameter)";
    DeclareConst "declare-const"         "(declare-const c_const Bool)";
    DefineConst  "define-const"          "(define-const c_defined Bool true)";
    DefineFun    "define-fun"            "(define-fun c_fun ((x Bool)) Bool (not x))";
    DefineFunRec "define-fun-rec"        "(define-fun-rec c_rec ((x Bool)) Bool (ite x (c_rec false) x))";
    DefineFunsRec "define-funs-rec"
        "(define-funs-rec ((c_even ((x Bool)) Bool) (c_odd ((x Bool)) Bool)) ((ite x (c_odd false) x) (ite x (c_even false) x)))";
    Datatype     "declare-datatype"      "(declare-datatype C_one ((c_nil) (c_cons (c_head {E}) (c_tail C_one))))";
    Datatypes    "declare-datatypes"     "(declare-datatypes ((C_many 0)) (((c_none) (c_some (c_first {E}) (c_rest C_many)))))";
    ParametricDatatypes "declare-datatypes with par"
        "(declare-datatypes ((C_pair 2)) ((par (X Y) ((c_pair (c_left X) (c_right Y))))))";
    OldDatatypes "declare-datatypes in the old style"
        "(declare-datatypes () ((C_old c_empty (c_full (c_front {E}) (c_back C_old)))))";
    Codatatypes  "declare-codatatypes"   "(declare-codatatypes ((C_stream 0)) (((c_next (c_now {E}) (c_later C_stream)))))";
    CheckSatAssuming "check-sat-assuming" "(declare-fun c_assumed () Bool)(check-sat-assuming (c_assumed))";
    CheckSatUsing "check-sat-using"      "(check-sat-using simplify)";
    AssertSoft   "assert-soft"           "(assert-soft true :weight 1)";
    Minimize     "minimize"              "(declare-fun c_low () Int)(minimize c_low)";
    Maximize     "maximize"              "(declare-fun c_high () Int)(maximize c_high)";
    Simplify     "simplify"              "(simplify true)";
    Forall       "forall"                "(assert (forall ((x {E})) (= x x)))";
    Exists       "exists"                "(assert (exists ((x {E})) (= x x)))";
    Lambda       "lambda"                "(assert (= (lambda ((x {E})) x) (lambda ((x {E})) x)))";
    Witness      "witness"               "(assert (= {e} (witness ((x {E})) (= x x))))";
    Eps          "eps"                   "(assert (= {e} (eps ((x {E})) (= x x))))";
    Choice       "choice"                "(assert (= {e} (choice ((x {E})) (= x x))))";
    Comprehension "set.comprehension"    "(assert (= k_set (set.comprehension ((x {E})) true x)))";
    Match        "match"                 "(assert (match k_list ((d_nil true) ((d_cons x y) false))))";
    Heap         "declare-heap"          "(declare-heap ({E} {E}))";
}
