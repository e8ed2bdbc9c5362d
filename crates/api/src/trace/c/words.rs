//! What each library calls things, in C.

use eval::Value;
use smtlib::SortCtor;

use crate::adapter::bits;

/// The calls of a library, with places for what differs: `{i}` a solver, `{t}` a term, `{s}` a sort, `{n}` a number.
pub(super) struct Words {
    pub(super) family: &'static str,
    pub(super) includes: &'static str,
    pub(super) open: &'static str,
    pub(super) close: &'static str,
    /// The type of terms.
    pub(super) term: &'static str,
    /// What every call of an operator begins with.
    pub(super) first: Option<&'static str>,
    /// Whether a slice begins with its lower bound; the only operator with two indices where this is so.
    pub(super) low_bound_first: bool,
    /// By even and odd seeds.
    new: [&'static str; 2],
    pub(super) option: &'static str,
    /// What comes after the settings of a new solver.
    pub(super) ready: &'static str,
    pub(super) sorts: &'static [(&'static str, &'static str)],
    pub(super) constant: &'static str,
    pub(super) array: &'static str,
    pub(super) function: &'static str,
    pub(super) apply: &'static str,
    pub(super) simplify: &'static str,
    /// A term of a kind that binds constants, and a variable for one of them.
    pub(super) bind: [&'static str; 2],
    pub(super) substitute: &'static str,
    /// Terms of a kind, without and with indices.
    pub(super) kinds: [&'static str; 2],
    /// Values: of Bool, of integers and reals, of bit-vectors by their bits.
    values: [&'static str; 3],
    /// Floating-point numbers by their bits: `{b0}`, `{b1}` and `{b2}` in so many as `{w0}`, `{w1}` and `{w2}` say.
    float: &'static str,
    pub(super) assert: &'static str,
    pub(super) push: &'static str,
    pub(super) pop: &'static str,
    pub(super) check: &'static str,
    /// Before a check, for each assumption.
    pub(super) assume: &'static str,
    pub(super) check_assuming: &'static str,
    pub(super) value: &'static str,
    pub(super) reset: &'static str,
    pub(super) delete: &'static str,
}

impl Words {
    /// How a solver is made.
    pub(super) fn solver(&self, seed: u32) -> &'static str {
        self.new[usize::from(!seed.is_multiple_of(2))]
    }
}

/// The name of a sort's row.
pub(super) fn sort_name(ctor: SortCtor) -> &'static str {
    match ctor {
        SortCtor::Bool => "Bool",
        SortCtor::Int => "Int",
        SortCtor::Real => "Real",
        SortCtor::BitVec(_) => "BitVec",
        SortCtor::Float(..) => "Float",
        SortCtor::RoundingMode => "RoundingMode",
        SortCtor::String => "String",
        SortCtor::RegLan => "RegLan",
        SortCtor::Array => "Array",
        _ => "",
    }
}

/// A value; those of strings are not said in C yet, nor those of floats everywhere.
pub(super) fn value(words: &Words, value: &Value) -> Option<String> {
    let [truth, number, bit_vector] = words.values;
    Some(match value {
        Value::Bool(value) => truth.replace("{v}", if *value { "true" } else { "false" }),
        Value::Int(value) => number.replace("{v}", &value.to_string()).replace("{kind}", "integer"),
        Value::Real(value) => {
            number.replace("{v}", &value.as_rational()?.to_string()).replace("{kind}", "real")
        }
        Value::BitVec(value) => {
            let decimal = value.to_u64().map(|value| value.to_string()).unwrap_or_default();
            if bit_vector.contains("{decimal}") && decimal.is_empty() {
                return None;
            }
            let text = bit_vector.replace("{v}", &bits(value)).replace("{decimal}", &decimal);
            text.replace("{w}", &value.width().to_string())
        }
        Value::Float(value) if !words.float.is_empty() => {
            let triple = value.to_triple();
            let parts = triple.trim_matches(['(', ')']).split(' ').filter_map(|word| word.strip_prefix("#b"));
            parts.enumerate().fold(words.float.to_owned(), |text, (at, bits)| {
                text.replace(&format!("{{b{at}}}"), bits)
                    .replace(&format!("{{w{at}}}"), &bits.len().to_string())
            })
        }
        _ => return None,
    })
}

pub(super) const FAMILIES: &[Words] = &[
    Words {
        family: "z3",
        includes: "#include <stdio.h>\n#include <z3.h>\n",
        open: "Z3_config config = Z3_mk_config();\n  Z3_context c = Z3_mk_context(config);",
        close: "Z3_del_context(c);\n  Z3_del_config(config);",
        term: "Z3_ast",
        first: Some("c"),
        low_bound_first: false,
        new: [
            "Z3_solver {i} = Z3_mk_solver(c); Z3_solver_inc_ref(c, {i});",
            "Z3_solver {i} = Z3_mk_simple_solver(c); Z3_solver_inc_ref(c, {i});",
        ],
        option: "/* set {name} to {value} by Z3_solver_set_params on {i} */",
        ready: "",
        sorts: &[
            ("Bool", "Z3_mk_bool_sort(c)"),
            ("Int", "Z3_mk_int_sort(c)"),
            ("Real", "Z3_mk_real_sort(c)"),
            ("BitVec", "Z3_mk_bv_sort(c, {n})"),
            ("Float", "Z3_mk_fpa_sort(c, {e}, {s})"),
            ("RoundingMode", "Z3_mk_fpa_rounding_mode_sort(c)"),
            ("String", "Z3_mk_string_sort(c)"),
            ("RegLan", "Z3_mk_re_sort(c, Z3_mk_string_sort(c))"),
            ("Array", "Z3_mk_array_sort(c, {i}, {e})"),
        ],
        constant: "Z3_mk_const(c, Z3_mk_string_symbol(c, \"{name}\"), {s})",
        array: "Z3_mk_const(c, Z3_mk_string_symbol(c, \"{name}\"), {s})",
        function: "Z3_func_decl {f} = Z3_mk_func_decl(c, Z3_mk_string_symbol(c, \"{name}\"), {n}, (Z3_sort[]){{list}}, {s});",
        apply: "Z3_mk_app(c, {f}, {n}, {list})",
        simplify: "Z3_simplify(c, {t})",
        bind: ["", ""],
        substitute: "",
        kinds: ["", ""],
        values: ["Z3_mk_{v}(c)", "Z3_mk_numeral(c, \"{v}\", {s})", "Z3_mk_numeral(c, \"{decimal}\", {s})"],
        float: "",
        assert: "Z3_solver_assert(c, {i}, {t});",
        push: "for (int n = 0; n < {n}; n++) Z3_solver_push(c, {i});",
        pop: "Z3_solver_pop(c, {i}, {n});",
        check: "printf(\"%d\\n\", Z3_solver_check(c, {i}));",
        assume: "",
        check_assuming: "printf(\"%d\\n\", Z3_solver_check_assumptions(c, {i}, {n}, {list}));",
        value: "{ Z3_ast value; Z3_model_eval(c, Z3_solver_get_model(c, {i}), {t}, true, &value); puts(Z3_ast_to_string(c, value)); }",
        reset: "Z3_solver_reset(c, {i});",
        delete: "Z3_solver_dec_ref(c, {i});",
    },
    Words {
        family: "cvc5",
        includes: "#include <cvc5/c/cvc5.h>\n#include <stdio.h>\n",
        open: "Cvc5TermManager *tm = cvc5_term_manager_new();",
        close: "cvc5_term_manager_delete(tm);",
        term: "Cvc5Term",
        first: None,
        low_bound_first: false,
        new: [CVC5_NEW, CVC5_NEW],
        option: "cvc5_set_option({i}, \"{name}\", \"{value}\");",
        ready: "",
        sorts: &[
            ("Bool", "cvc5_get_boolean_sort(tm)"),
            ("Int", "cvc5_get_integer_sort(tm)"),
            ("Real", "cvc5_get_real_sort(tm)"),
            ("BitVec", "cvc5_mk_bv_sort(tm, {n})"),
            ("Float", "cvc5_mk_fp_sort(tm, {e}, {s})"),
            ("RoundingMode", "cvc5_get_rm_sort(tm)"),
            ("String", "cvc5_get_string_sort(tm)"),
            ("RegLan", "cvc5_get_regexp_sort(tm)"),
            ("Array", "cvc5_mk_array_sort(tm, {i}, {e})"),
        ],
        constant: "cvc5_mk_const(tm, {s}, \"{name}\")",
        array: "cvc5_mk_const(tm, {s}, \"{name}\")",
        function: "Cvc5Term {f} = cvc5_mk_const(tm, cvc5_mk_fun_sort(tm, {n}, (Cvc5Sort[]){{list}}, {s}), \"{name}\");",
        apply: "cvc5_mk_term(tm, CVC5_KIND_APPLY_UF, {n}, {list})",
        simplify: "cvc5_simplify({i}, {t}, false)",
        bind: ["", ""],
        substitute: "",
        kinds: [
            "cvc5_mk_term(tm, {kind}, {n}, {list})",
            "cvc5_mk_term_from_op(tm, cvc5_mk_op(tm, {kind}, {m}, (uint32_t[]){{indices}}), {n}, {list})",
        ],
        values: [
            "cvc5_mk_boolean(tm, {v})",
            "cvc5_mk_{kind}(tm, \"{v}\")",
            "cvc5_mk_bv(tm, {w}, \"{v}\", 2)",
        ],
        float: "cvc5_mk_fp(tm, {w1}, {w2} + 1, cvc5_mk_bv(tm, 1 + {w1} + {w2}, \"{b0}{b1}{b2}\", 2))",
        assert: "cvc5_assert_formula({i}, {t});",
        push: "cvc5_push({i}, {n});",
        pop: "cvc5_pop({i}, {n});",
        check: "puts(cvc5_result_to_string(cvc5_check_sat({i})));",
        assume: "",
        check_assuming: "puts(cvc5_result_to_string(cvc5_check_sat_assuming({i}, {n}, {list})));",
        value: "puts(cvc5_term_to_string(cvc5_get_value({i}, {t})));",
        reset: "cvc5_reset_assertions({i});",
        delete: "cvc5_delete({i});",
    },
    Words {
        family: "yices",
        includes: "#include <stdio.h>\n#include <yices.h>\n",
        open: "yices_init();",
        close: "yices_exit();",
        term: "term_t",
        first: None,
        low_bound_first: true,
        new: ["context_t *{i} = yices_new_context(NULL);", "context_t *{i} = yices_new_context(NULL);"],
        option: "/* set {name} to {value} on {i}: yices_context_enable_option, yices_set_param */",
        ready: "",
        sorts: &[
            ("Bool", "yices_bool_type()"),
            ("Int", "yices_int_type()"),
            ("Real", "yices_real_type()"),
            ("BitVec", "yices_bv_type({n})"),
            ("Array", "yices_function_type(1, (type_t[]){{i}}, {e})"),
        ],
        constant: "yices_new_uninterpreted_term({s})",
        array: "yices_new_uninterpreted_term({s})",
        function: "term_t {f} = yices_new_uninterpreted_term(yices_function_type({n}, (type_t[]){{list}}, {s}));",
        apply: "yices_application({f}, {n}, {list})",
        simplify: "",
        bind: ["", ""],
        substitute: "",
        kinds: ["", ""],
        values: ["yices_{v}()", "yices_parse_rational(\"{v}\")", "yices_parse_bvbin(\"{v}\")"],
        float: "",
        assert: "yices_assert_formula({i}, {t});",
        push: "for (int n = 0; n < {n}; n++) yices_push({i});",
        pop: "for (int n = 0; n < {n}; n++) yices_pop({i});",
        check: "printf(\"%d\\n\", yices_check_context({i}, NULL));",
        assume: "",
        check_assuming: "printf(\"%d\\n\", yices_check_context_with_assumptions({i}, NULL, {n}, {list}));",
        value: "yices_pp_term_values(stdout, yices_get_model({i}, 1), 1, &{t}, 100, 10, 0);",
        reset: "yices_reset_context({i});",
        delete: "yices_free_context({i});",
    },
    Words {
        family: "boolector",
        includes: "#include <boolector.h>\n#include <stdio.h>\n",
        open: "Btor *b = boolector_new();\n  boolector_set_opt(b, BTOR_OPT_INCREMENTAL, 1);\n  boolector_set_opt(b, BTOR_OPT_MODEL_GEN, 1);",
        close: "boolector_release_all(b);\n  boolector_delete(b);",
        term: "BoolectorNode *",
        first: Some("b"),
        low_bound_first: false,
        new: ["/* {i} is b */", "/* {i} is b */"],
        option: "/* set {name} to {value} by boolector_set_opt */",
        ready: "",
        sorts: &[
            ("Bool", "boolector_bool_sort(b)"),
            ("BitVec", "boolector_bitvec_sort(b, {n})"),
            ("Array", "boolector_array_sort(b, {i}, {e})"),
        ],
        constant: "boolector_var(b, {s}, \"{name}\")",
        array: "boolector_array(b, {s}, \"{name}\")",
        function: "BoolectorNode *{f} = boolector_uf(b, boolector_fun_sort(b, (BoolectorSort[]){{list}}, {n}, {s}), \"{name}\");",
        apply: "boolector_apply(b, {list}, {n}, {f})",
        simplify: "",
        bind: ["", ""],
        substitute: "",
        kinds: ["", ""],
        values: ["boolector_{v}(b)", "", "boolector_const(b, \"{v}\")"],
        float: "",
        assert: "boolector_assert(b, {t});",
        push: "boolector_push(b, {n});",
        pop: "boolector_pop(b, {n});",
        check: "printf(\"%d\\n\", boolector_sat(b));",
        assume: "boolector_assume(b, {t}); ",
        check_assuming: "printf(\"%d\\n\", boolector_sat(b));",
        value: "puts(boolector_bv_assignment(b, {t}));",
        reset: "",
        delete: "",
    },
    Words {
        family: "bitwuzla",
        includes: "#include <bitwuzla/c/bitwuzla.h>\n#include <stdio.h>\n",
        open: "BitwuzlaTermManager *tm = bitwuzla_term_manager_new();",
        close: "bitwuzla_term_manager_delete(tm);",
        term: "BitwuzlaTerm",
        first: Some("tm"),
        low_bound_first: false,
        new: [BITWUZLA_NEW, BITWUZLA_NEW],
        option: "bitwuzla_set_option{mode}(o{i}, BITWUZLA_OPT_{NAME}, {literal});",
        ready: "Bitwuzla *{i} = bitwuzla_new(tm, o{i});",
        sorts: &[
            ("Bool", "bitwuzla_mk_bool_sort(tm)"),
            ("BitVec", "bitwuzla_mk_bv_sort(tm, {n})"),
            ("Float", "bitwuzla_mk_fp_sort(tm, {e}, {s})"),
            ("RoundingMode", "bitwuzla_mk_rm_sort(tm)"),
            ("Array", "bitwuzla_mk_array_sort(tm, {i}, {e})"),
        ],
        constant: "bitwuzla_mk_const(tm, {s}, \"{name}\")",
        array: "bitwuzla_mk_const(tm, {s}, \"{name}\")",
        function: "BitwuzlaTerm {f} = bitwuzla_mk_const(tm, bitwuzla_mk_fun_sort(tm, {n}, (BitwuzlaSort[]){{list}}, {s}), \"{name}\");",
        apply: "bitwuzla_mk_term(tm, BITWUZLA_KIND_APPLY, {n}, {list})",
        simplify: "bitwuzla_simplify_term({i}, {t})",
        bind: [
            "({ BitwuzlaTerm from[] = {{from}}, to[] = {{vars}, 0}; to[{n}] = bitwuzla_substitute_term({t}, {n}, from, to); \
             bitwuzla_mk_term(tm, BITWUZLA_KIND_{kind}, {n} + 1, to); })",
            "bitwuzla_mk_var(tm, bitwuzla_term_get_sort({t}), \"{name}\")",
        ],
        substitute: "bitwuzla_substitute_term({t}, 1, &{from}, &{to})",
        kinds: [
            "bitwuzla_mk_term(tm, {kind}, {n}, {list})",
            "bitwuzla_mk_term_indexed(tm, {kind}, {n}, {list}, {m}, (uint64_t[]){{indices}})",
        ],
        values: ["bitwuzla_mk_{v}(tm)", "", "bitwuzla_mk_bv_value(tm, {s}, \"{v}\", 2)"],
        float: "bitwuzla_mk_fp_value(tm, bitwuzla_mk_bv_value(tm, bitwuzla_mk_bv_sort(tm, {w0}), \"{b0}\", 2), bitwuzla_mk_bv_value(tm, bitwuzla_mk_bv_sort(tm, {w1}), \"{b1}\", 2), bitwuzla_mk_bv_value(tm, bitwuzla_mk_bv_sort(tm, {w2}), \"{b2}\", 2))",
        assert: "bitwuzla_assert({i}, {t});",
        push: "bitwuzla_push({i}, {n});",
        pop: "bitwuzla_pop({i}, {n});",
        check: "puts(bitwuzla_result_to_string(bitwuzla_check_sat({i})));",
        assume: "",
        check_assuming: "puts(bitwuzla_result_to_string(bitwuzla_check_sat_assuming({i}, {n}, {list})));",
        value: "puts(bitwuzla_term_to_string(bitwuzla_get_value({i}, {t})));",
        reset: "",
        delete: "bitwuzla_delete({i});\n  bitwuzla_options_delete(o{i});",
    },
];

const BITWUZLA_NEW: &str = "BitwuzlaOptions *o{i} = bitwuzla_options_new();\n  \
    bitwuzla_set_option(o{i}, BITWUZLA_OPT_PRODUCE_MODELS, 1);\n  \
    bitwuzla_set_option(o{i}, BITWUZLA_OPT_PRODUCE_UNSAT_ASSUMPTIONS, 1);\n  \
    bitwuzla_set_option(o{i}, BITWUZLA_OPT_PRODUCE_UNSAT_CORES, 1);";

const CVC5_NEW: &str = "Cvc5 *{i} = cvc5_new(tm);\n  cvc5_set_option({i}, \"incremental\", \"true\");\n  \
    cvc5_set_option({i}, \"produce-models\", \"true\");\n  cvc5_set_option({i}, \"produce-unsat-assumptions\", \"true\");";
