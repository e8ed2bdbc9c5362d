//! cvc5, by its C interface (from release 1.4 on, where errors come back). A world is a term manager.

mod abuse;
mod datatypes;
mod operators;
mod options;
mod terms;
mod world;

use std::ffi::{c_char, c_int, c_void};

use rustc_hash::FxHashMap;
use smtlib::theory::{CoreOp, Op};
use solver::host::symbols::{Symbols, rust_text};
use solver::host::{Guest, HostError};

use super::functions::functions;
use super::{Abilities, Library, Mode, SortFamily, World};
use crate::trace::Action;
pub(super) use operators::TABLE;
use world::Manager;

/// `Cvc5TermManager *`, `Cvc5Term`, `Cvc5Sort`, …: all of them are pointers.
type Object = *mut c_void;

functions! { "cvc5_" {
    has_error: fn() -> bool;
    get_error_message: fn() -> *const c_char;
    reset_error: fn();
    kind_to_string: fn(c_int) -> *const c_char;
    term_manager_new: fn() -> Object;
    term_manager_delete: fn(Object);
    new: fn(Object) -> Object;
    delete: fn(Object);
    set_option: fn(Object, *const c_char, *const c_char);
    get_boolean_sort: fn(Object) -> Object;
    get_integer_sort: fn(Object) -> Object;
    get_real_sort: fn(Object) -> Object;
    get_string_sort: fn(Object) -> Object;
    get_regexp_sort: fn(Object) -> Object;
    get_rm_sort: fn(Object) -> Object;
    mk_bv_sort: fn(Object, u32) -> Object;
    mk_fp_sort: fn(Object, u32, u32) -> Object;
    mk_array_sort: fn(Object, Object, Object) -> Object;
    mk_fun_sort: fn(Object, usize, *const Object, Object) -> Object;
    mk_const: fn(Object, Object, *const c_char) -> Object;
    mk_const_array: fn(Object, Object, Object) -> Object;
    mk_boolean: fn(Object, bool) -> Object;
    mk_integer: fn(Object, *const c_char) -> Object;
    mk_integer_int64: fn(Object, i64) -> Object;
    mk_real: fn(Object, *const c_char) -> Object;
    mk_bv: fn(Object, u32, *const c_char, u32) -> Object;
    mk_bv_uint64: fn(Object, u32, u64) -> Object;
    mk_string: fn(Object, *const c_char, bool) -> Object;
    mk_fp: fn(Object, u32, u32, Object) -> Object;
    mk_fp_pos_inf: fn(Object, u32, u32) -> Object;
    mk_fp_neg_inf: fn(Object, u32, u32) -> Object;
    mk_fp_pos_zero: fn(Object, u32, u32) -> Object;
    mk_fp_neg_zero: fn(Object, u32, u32) -> Object;
    mk_fp_nan: fn(Object, u32, u32) -> Object;
    mk_rm: fn(Object, c_int) -> Object;
    mk_op: fn(Object, c_int, usize, *const u32) -> Object;
    mk_term: fn(Object, c_int, usize, *const Object) -> Object;
    mk_term_from_op: fn(Object, Object, usize, *const Object) -> Object;
    assert_formula: fn(Object, Object);
    push: fn(Object, u32);
    pop: fn(Object, u32);
    reset_assertions: fn(Object);
    check_sat: fn(Object) -> Object;
    check_sat_assuming: fn(Object, usize, *const Object) -> Object;
    result_is_sat: fn(Object) -> bool;
    result_is_unsat: fn(Object) -> bool;
    get_value: fn(Object, Object) -> Object;
    get_unsat_assumptions: fn(Object, *mut usize) -> *const Object;
    term_is_equal: fn(Object, Object) -> bool;
    term_to_string: fn(Object) -> *const c_char;
    term_substitute_term: fn(Object, Object, Object) -> Object;
    simplify: fn(Object, Object, bool) -> Object;
    set_logic: fn(Object, *const c_char);
    mk_var: fn(Object, Object, *const c_char) -> Object;
    term_get_sort: fn(Object) -> Object;
    sort_is_equal: fn(Object, Object) -> bool;
    mk_dt_decl: fn(Object, *const c_char, bool) -> Object;
    mk_dt_cons_decl: fn(Object, *const c_char) -> Object;
    dt_cons_decl_add_selector: fn(Object, *const c_char, Object);
    dt_cons_decl_add_selector_self: fn(Object, *const c_char);
    dt_decl_add_constructor: fn(Object, Object);
    mk_dt_sort: fn(Object, Object) -> Object;
    sort_get_datatype: fn(Object) -> Object;
    dt_get_constructor: fn(Object, usize) -> Object;
    dt_cons_get_term: fn(Object) -> Object;
    dt_cons_get_tester_term: fn(Object) -> Object;
    dt_cons_get_selector: fn(Object, usize) -> Object;
    dt_sel_get_term: fn(Object) -> Object;
} }

/// More kinds than any release has.
const KINDS: c_int = 1000;

/// Kinds of terms that are no operators.
struct Kinds {
    apply: c_int,
    forall: c_int,
    exists: c_int,
    lambda: c_int,
    /// A list of bound variables.
    variables: c_int,
    construct: c_int,
    select: c_int,
    test: c_int,
}

/// A loaded cvc5.
pub(super) struct Cvc5 {
    functions: Functions,
    /// Kinds by operator, and whether they take any number of terms.
    kinds: FxHashMap<Op, (c_int, bool)>,
    kinds_of: Kinds,
    abilities: Abilities,
    // The functions above live as long as this.
    _library: Symbols,
}

/// Quantifiers in some rounds: they make answers hard to check.
const MODES: &[Mode] = &[Mode::plain(6), Mode::plain(1).quantified()];

/// What is always set: without models and levels there is nothing to test. Resources, unlike time, are the same everywhere.
const ALWAYS: &[(&str, &str)] = &[
    ("incremental", "true"),
    ("produce-models", "true"),
    ("produce-unsat-assumptions", "true"),
    ("strings-exp", "true"),
    ("rlimit-per", "20000"),
];

/// What cvc5 does that not every library does.
const ACTIONS: &[(Action, Option<&str>)] = &[
    (Action::SetLogic, None),
    (Action::Quantify, None),
    (Action::Define, None),
    (Action::Datatype, None),
    (Action::Part, None),
    (Action::Inspect, None),
    (Action::Simplify, None),
    (Action::Substitute, None),
    (Action::ResetAssertions, None),
    (Action::Misuse, None),
    (Action::Abuse, None),
];

impl Cvc5 {
    pub(super) fn load(guest: &Guest) -> Result<Cvc5, HostError> {
        let library = Symbols::load(&guest.library)?;
        let functions = Functions::find(&library).map_err(|error| {
            HostError::Load(format!("{error}: cvc5's functions can be called from release 1.4 on"))
        })?;
        let names = (0..KINDS).map(|kind| {
            // SAFETY: it takes any number; the text is copied at once.
            let name = unsafe { rust_text((functions.kind_to_string)(kind)) };
            (name.rsplit_once("KIND_").map_or(name.as_str(), |(_, name)| name).to_owned(), kind)
        });
        let mut numbers: FxHashMap<String, c_int> = FxHashMap::default();
        for (name, kind) in names {
            numbers.entry(name).or_insert(kind);
        }
        // SAFETY: it takes nothing; asking for kinds that are none has left an error.
        unsafe { (functions.reset_error)() };
        let found =
            operators::TABLE.iter().filter_map(|&(op, name, any)| Some((op, (*numbers.get(name)?, any))));
        let kinds: FxHashMap<Op, (c_int, bool)> = found.collect();
        let kind = |name: &str| {
            numbers.get(name).copied().ok_or_else(|| HostError::Load(format!("it has no kind {name}")))
        };
        let kinds_of = Kinds {
            apply: kind("APPLY_UF")?,
            forall: kind("FORALL")?,
            exists: kind("EXISTS")?,
            lambda: kind("LAMBDA")?,
            variables: kind("VARIABLE_LIST")?,
            construct: kind("APPLY_CONSTRUCTOR")?,
            select: kind("APPLY_SELECTOR")?,
            test: kind("APPLY_TESTER")?,
        };
        // Constant arrays are experimental: they need an option that says so.
        let mut ops: Vec<Op> =
            operators::TABLE.iter().map(|row| row.0).filter(|op| kinds.contains_key(op)).collect();
        ops.extend([Op::from(CoreOp::True), CoreOp::False.into()]);
        ops.extend(operators::MODES);
        let abilities = Abilities {
            actions: super::present(ACTIONS, &library),
            ops,
            sorts: {
                use SortFamily::{Array, BitVec, Bool, Datatype, Float, Function, Int, Real, RegLan, String};
                vec![Bool, BitVec, Int, Real, Float, String, RegLan, Array, Datatype, Function]
            },
            // Others are experimental: they need an option that says so.
            floats: &["(_ FloatingPoint 8 24)"],
            options: options::rows(guest),
            linear: false,
            solvers: 3,
            tells_misuse: true,
            modes: MODES,
            needed: &[],
            reads_smt1: false,
            frees_all: false,
        };
        Ok(Cvc5 { functions, kinds, kinds_of, abilities, _library: library })
    }
}

impl Library for Cvc5 {
    fn abilities(&self) -> &Abilities {
        &self.abilities
    }

    fn open(&self) -> Box<dyn World + '_> {
        Box::new(Manager::new(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operator_has_one_kind() {
        let mut seen = std::collections::HashSet::new();
        for (op, name, _) in operators::TABLE {
            assert!(seen.insert(op), "{name}");
        }
    }
}
