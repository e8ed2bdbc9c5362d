//! Boolector, by its C interface. A world is an instance, and its only solver.

mod operators;
mod world;

use std::ffi::{c_char, c_void};

use rustc_hash::FxHashMap;
use smtlib::theory::{ArrayOp, Op};
use solver::host::symbols::{Symbols, rust_text};
use solver::host::{Guest, HostError};

use super::functions::functions;
use super::options::{OptionRow, Values};
use super::template::Template;
use super::{Abilities, Library, SortFamily, World};
use crate::trace::Action;
pub(super) use operators::TABLE;
use world::Instance;

/// `Btor *`, `BoolectorNode *`, `BoolectorSort`: all of them are pointers.
type Object = *mut c_void;
/// `boolector_const`, whose name is a word of Rust's.
type Bits = unsafe extern "C" fn(Object, *const c_char) -> Object;
/// `boolector_parse_smt2`
type Parse = unsafe extern "C" fn(
    Object,
    *mut libc::FILE,
    *const c_char,
    *mut libc::FILE,
    *mut *mut c_char,
    *mut i32,
) -> i32;

functions! { "boolector_" optional {
    set_abort: fn(Option<unsafe extern "C" fn(*const c_char)>);
    const_array: fn(Object, Object, Object) -> Object;
} {
    new: fn() -> Object;
    delete: fn(Object);
    release_all: fn(Object);
    clone: fn(Object) -> Object;
    match_node: fn(Object, Object) -> Object;
    set_opt: fn(Object, u32, u32);
    first_opt: fn(Object) -> u32;
    next_opt: fn(Object, u32) -> u32;
    has_opt: fn(Object, u32) -> bool;
    get_opt_lng: fn(Object, u32) -> *const c_char;
    bool_sort: fn(Object) -> Object;
    bitvec_sort: fn(Object, u32) -> Object;
    array_sort: fn(Object, Object, Object) -> Object;
    fun_sort: fn(Object, *mut Object, u32, Object) -> Object;
    var: fn(Object, Object, *const c_char) -> Object;
    array: fn(Object, Object, *const c_char) -> Object;
    uf: fn(Object, Object, *const c_char) -> Object;
    apply: fn(Object, *mut Object, u32, Object) -> Object;
    constd: fn(Object, Object, *const c_char) -> Object;
    unsigned_int: fn(Object, u32, Object) -> Object;
    and: fn(Object, Object, Object) -> Object;
    assert: fn(Object, Object);
    assume: fn(Object, Object);
    failed: fn(Object, Object) -> bool;
    push: fn(Object, u32);
    pop: fn(Object, u32);
    sat: fn(Object) -> i32;
    bv_assignment: fn(Object, Object) -> *const c_char;
    free_bv_assignment: fn(Object, *const c_char);
    dump_smt2: fn(Object, *mut libc::FILE);
} }

/// A loaded Boolector.
pub(super) struct Boolector {
    functions: Functions,
    parse: Parse,
    bits: Bits,
    templates: FxHashMap<Op, Template>,
    abilities: Abilities,
    // The functions above live as long as this.
    _library: Symbols,
}

/// Options that change how Boolector works, not what is right, in any combination.
const OPTIONS: &[(&str, Values)] = &[
    ("seed", Values::Range(0, 1000)),
    ("rewrite-level", Values::Range(0, 3)),
    ("skeleton-preproc", Values::Switch),
    ("ackermannize", Values::Switch),
    ("beta-reduce", Values::Range(0, 2)),
    ("eliminate-slices", Values::Switch),
    ("fun-store-lambdas", Values::Switch),
    ("fun-just-heuristic", Values::Range(1, 2)),
    ("var-subst", Values::Switch),
    ("merge-lambdas", Values::Switch),
    ("extract-lambdas", Values::Switch),
    ("normalize", Values::Switch),
    ("normalize-add", Values::Switch),
    ("fun-preprop", Values::Switch),
    ("fun-eager-lemmas", Values::Range(0, 2)),
    ("fun-just", Values::Switch),
    ("fun-lazy-synthesize", Values::Switch),
    ("simp-norm-adds", Values::Switch),
    ("nondestr-subst", Values::Switch),
    ("rw-zero-lower-slice", Values::Switch),
];

/// What Boolector does that not every library does.
const ACTIONS: &[(Action, Option<&str>)] = &[(Action::CheckClone, None), (Action::CheckDump, None)];

impl Boolector {
    pub(super) fn load(guest: &Guest) -> Result<Boolector, HostError> {
        let library = Symbols::load(&guest.library)?;
        let functions = Functions::find(&library)?;
        // SAFETY: the types are those of the header.
        let (parse, bits) =
            unsafe { (library.function("boolector_parse_smt2")?, library.function("boolector_const")?) };
        if let Some(set_abort) = functions.set_abort {
            // SAFETY: the callback takes what the header says.
            unsafe { set_abort(Some(complain)) };
        }
        let found = operators::TABLE.iter().filter_map(|&(op, name, text)| {
            Some((op, Template::find(&library, &format!("boolector_{name}"), text)?))
        });
        let templates: FxHashMap<Op, Template> = found.collect();
        let mut ops: Vec<Op> =
            operators::TABLE.iter().map(|row| row.0).filter(|op| templates.contains_key(op)).collect();
        ops.extend(functions.const_array.map(|_| Op::Array(ArrayOp::Const)));
        let abilities = Abilities {
            actions: super::present(ACTIONS, &library),
            ops,
            sorts: vec![SortFamily::Bool, SortFamily::BitVec, SortFamily::Array, SortFamily::Function],
            floats: &[],
            options: OptionRow::all(OPTIONS),
            linear: false,
            solvers: 1,
            tells_misuse: false,
        };
        Ok(Boolector { functions, parse, bits, templates, abilities, _library: library })
    }
}

/// Boolector ends the process when it is used otherwise than its documentation says: that is its contract, not a crash.
unsafe extern "C" fn complain(message: *const c_char) {
    // SAFETY: the text is valid until this ends. _exit has no conditions.
    unsafe {
        eprintln!("{}", rust_text(message));
        libc::_exit(super::CONTRACT)
    }
}

impl Library for Boolector {
    fn abilities(&self) -> &Abilities {
        &self.abilities
    }

    fn open(&self) -> Box<dyn World + '_> {
        Box::new(Instance::new(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_well_formed() {
        let mut seen = std::collections::HashSet::new();
        for (op, name, text) in operators::TABLE {
            assert!(seen.insert(op), "{name}");
            assert!(super::super::template::is_well_formed(text), "{name} {text}");
        }
    }
}
