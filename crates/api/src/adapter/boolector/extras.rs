//! Functions that are looked for by name, and done without where a release lacks them.
//!
//! Every parameter is a pointer or an integer, as in [`crate::adapter::template`].

use rustc_hash::FxHashMap;
use solver::host::symbols::Symbols;

use crate::adapter::{Done, Refused};

type Function = unsafe extern "C" fn(usize, usize, usize, usize, usize, usize) -> usize;

/// Their names, without `boolector_`.
const NAMES: &[&str] = &[
    "get_refs",
    "reset_time",
    "reset_stats",
    "print_stats",
    "fixate_assumptions",
    "reset_assumptions",
    "limited_sat",
    "simplify",
    "get_opt",
    "get_opt_min",
    "get_opt_max",
    "get_opt_dflt",
    "get_opt_shrt",
    "get_opt_desc",
    "copy",
    "release",
    "is_bv_const_zero",
    "is_bv_const_one",
    "is_bv_const_ones",
    "is_bv_const_max_signed",
    "is_bv_const_min_signed",
    "consth",
    "zero",
    "one",
    "ones",
    "min_signed",
    "max_signed",
    "int",
    "param",
    "fun",
    "forall",
    "exists",
    "get_btor",
    "get_node_id",
    "get_sort",
    "match_node_by_id",
    "match_node_by_symbol",
    "get_symbol",
    "set_symbol",
    "get_width",
    "get_index_width",
    "get_bits",
    "free_bits",
    "get_fun_arity",
    "is_const",
    "is_var",
    "is_array",
    "is_array_var",
    "is_param",
    "is_bound_param",
    "is_uf",
    "is_fun",
    "fun_sort_check",
    "get_value",
    "array_assignment",
    "free_array_assignment",
    "uf_assignment",
    "free_uf_assignment",
    "print_model",
    "copy_sort",
    "release_sort",
    "is_equal_sort",
    "is_array_sort",
    "is_bitvec_sort",
    "is_fun_sort",
    "bitvec_sort_get_width",
    "parse",
    "parse_btor",
    "parse_btor2",
    "parse_smt1",
    "dump_btor",
    "dump_btor_node",
    "dump_smt2_node",
    "dump_aiger_ascii",
    "dump_aiger_binary",
    "copyright",
    "version",
    "git_id",
    "set_msg_prefix",
    "set_term",
    "terminate",
    "set_trapi",
    "get_trapi",
    "inc",
    "dec",
    "iff",
    "fun_get_domain_sort",
    "fun_get_codomain_sort",
    "get_failed_assumptions",
    "redxor",
    "assert",
    "assume",
    "failed",
    "push",
    "pop",
    "bv_assignment",
    "dump_smt2",
    "uext",
    "slice",
];

/// Those that were found.
pub(super) struct Extras(FxHashMap<&'static str, Function>);

impl Extras {
    pub(super) fn find(library: &Symbols) -> Extras {
        // SAFETY: all parameters and results are pointers or integers; the library stays loaded beside these.
        let found = |name: &'static &'static str| unsafe {
            Some((*name, library.optional::<Function>(&format!("boolector_{name}"))?))
        };
        let operators = super::TABLE.iter().map(|row| &row.1);
        Extras(NAMES.iter().chain(operators).filter_map(found).collect())
    }

    /// Calls a function.
    ///
    /// # Safety
    ///
    /// The arguments must be what the function takes.
    pub(super) unsafe fn call(&self, name: &str, args: &[usize]) -> Done<usize> {
        let function = self.0.get(name).ok_or_else(|| Refused::because(format!("it has no {name}")))?;
        let mut words = [0; 6];
        words[..args.len()].copy_from_slice(args);
        let [a, b, c, d, e, f] = words;
        // SAFETY: the caller's promise. A function that takes fewer parameters does not see the others.
        Ok(unsafe { function(a, b, c, d, e, f) })
    }
}
