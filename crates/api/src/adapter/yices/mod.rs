//! Yices, by its C interface. Terms belong to the process; a world is a set of contexts.

mod operators;
mod world;

use std::cell::Cell;
use std::ffi::{c_char, c_void};

use rustc_hash::FxHashMap;
use smtlib::theory::{ArithOp, Op};
use solver::host::symbols::Symbols;
use solver::host::{Guest, HostError};

use super::functions::functions;
use super::options::OptionRow;
use super::template::Template;
use super::{Abilities, Library, Mode, SortFamily, World};
use crate::trace::Action;
pub(super) use operators::{TABLE, TURNED};
use world::Contexts;

/// `context_t *`, `param_t *`, `model_t *`.
type Object = *mut c_void;

/// `term_vector_t`
#[repr(C)]
pub(super) struct Vector {
    capacity: u32,
    size: u32,
    data: *mut i32,
}

functions! { "yices_" {
    init: fn();
    type_of_term: fn(i32) -> i32;
    reset: fn();
    error_string: fn() -> *mut c_char;
    clear_error: fn();
    free_string: fn(*mut c_char);
    new_context: fn(Object) -> Object;
    free_context: fn(Object);
    reset_context: fn(Object);
    context_enable_option: fn(Object, *const c_char) -> i32;
    context_disable_option: fn(Object, *const c_char) -> i32;
    new_param_record: fn() -> Object;
    default_params_for_context: fn(Object, Object);
    set_param: fn(Object, *const c_char, *const c_char) -> i32;
    free_param_record: fn(Object);
    push: fn(Object) -> i32;
    pop: fn(Object) -> i32;
    assert_formula: fn(Object, i32) -> i32;
    check_context: fn(Object, Object) -> i32;
    check_context_with_assumptions: fn(Object, Object, u32, *const i32) -> i32;
    init_term_vector: fn(*mut Vector);
    delete_term_vector: fn(*mut Vector);
    get_unsat_core: fn(Object, *mut Vector) -> i32;
    bool_type: fn() -> i32;
    int_type: fn() -> i32;
    real_type: fn() -> i32;
    bv_type: fn(u32) -> i32;
    function_type: fn(u32, *const i32, i32) -> i32;
    new_uninterpreted_term: fn(i32) -> i32;
    set_term_name: fn(i32, *const c_char) -> i32;
    application: fn(i32, u32, *const i32) -> i32;
    subst_term: fn(u32, *const i32, *const i32, i32) -> i32;
    and: fn(u32, *mut i32) -> i32;
    parse_rational: fn(*const c_char) -> i32;
    parse_bvbin: fn(*const c_char) -> i32;
    bvconst_uint64: fn(u32, u64) -> i32;
    int64: fn(i64) -> i32;
    get_model: fn(Object, i32) -> Object;
    free_model: fn(Object);
    get_bool_value: fn(Object, i32, *mut i32) -> i32;
    get_bv_value: fn(Object, i32, *mut i32) -> i32;
    get_rational64_value: fn(Object, i32, *mut i64, *mut u64) -> i32;
} }

/// A loaded Yices.
pub(super) struct Yices {
    functions: Functions,
    templates: FxHashMap<Op, Template>,
    abilities: Abilities,
    /// Worlds that are open: when there are none, all terms can go.
    open: Cell<usize>,
    // The functions above live as long as this.
    _library: Symbols,
}

/// Options of contexts, which are switched, and parameters of the search.
const OPTIONS: &[(&str, &str)] = &[
    ("var-elim", "true false"),
    ("arith-elim", "true false"),
    ("bvarith-elim", "true false"),
    ("flatten", "true false"),
    ("learn-eq", "true false"),
    ("keep-ite", "true false"),
    ("eager-arith-lemmas", "true false"),
    ("fast-restarts", "true false"),
    ("branching", "default negative positive theory th-neg th-pos"),
    ("random-seed", "0..1000"),
    ("randomness", "0.0 0.02 0.5"),
    ("c-threshold", "1..100"),
    ("cache-tclauses", "true false"),
    ("dyn-ack", "true false"),
    ("dyn-bool-ack", "true false"),
    ("optimistic-final-check", "true false"),
    ("simplex-prop", "true false"),
    ("simplex-adjust", "true false"),
    ("icheck", "true false"),
    ("max-interface-eqs", "1..200"),
];

/// Its contexts take no quantifiers.
const MODES: &[Mode] = &[Mode::plain(1)];

/// What Yices does that not every library does.
const ACTIONS: &[(Action, Option<&str>)] = &[
    (Action::Inspect, None),
    (Action::Substitute, None),
    (Action::ResetAssertions, None),
    (Action::Misuse, None),
    (Action::Abuse, None),
];

impl Yices {
    pub(super) fn load(guest: &Guest) -> Result<Yices, HostError> {
        let library = Symbols::load(&guest.library)?;
        let functions = Functions::find(&library)?;
        // SAFETY: it is called once, before everything else. It makes tables, and no solver.
        unsafe { (functions.init)() };
        let rows = operators::TABLE.iter().chain(operators::TURNED);
        let found = rows.clone().filter_map(|&(op, name, text)| {
            Some((op, Template::find(&library, &format!("yices_{name}"), text)?))
        });
        let templates: FxHashMap<Op, Template> = found.collect();
        let mut ops: Vec<Op> = rows.map(|row| row.0).filter(|op| templates.contains_key(op)).collect();
        // Its integers are among its reals.
        ops.push(Op::Arith(ArithOp::ToReal));
        let abilities = Abilities {
            actions: super::present(ACTIONS, &library),
            ops,
            sorts: {
                use SortFamily::{Array, BitVec, Bool, Function, Int, Real};
                vec![Bool, BitVec, Int, Real, Array, Function]
            },
            floats: &[],
            options: OPTIONS.iter().map(|(name, values)| OptionRow::written(name, values)).collect(),
            linear: true,
            solvers: 3,
            tells_misuse: true,
            modes: MODES,
            needed: &[],
            reads_smt1: false,
            frees_all: false,
        };
        Ok(Yices { functions, templates, abilities, open: Cell::new(0), _library: library })
    }
}

impl Library for Yices {
    fn abilities(&self) -> &Abilities {
        &self.abilities
    }

    fn open(&self) -> Box<dyn World + '_> {
        Box::new(Contexts::new(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_well_formed() {
        let mut seen = std::collections::HashSet::new();
        for (op, name, text) in operators::TABLE.iter().chain(operators::TURNED) {
            assert!(seen.insert(op), "{name}");
            assert!(super::super::template::is_well_formed(text), "{name} {text}");
        }
    }
}
