//! Boolector, by its C interface. A world is an instance, and its only solver.

mod abuse;
mod extras;
mod inquiry;
mod instance;
mod nodes;
mod operators;
mod options;
mod shadow;
mod traced;
mod world;

use std::ffi::{c_char, c_void};
use std::sync::Mutex;

use rustc_hash::FxHashMap;
use smtlib::theory::{ArrayOp, Op};
use solver::host::symbols::{Symbols, rust_text};
use solver::host::{Guest, HostError};

use super::functions::functions;
use super::template::Template;
use super::{Abilities, Library, SortFamily, World};
use crate::trace::Action;
use extras::Extras;
use instance::Instance;
pub(super) use operators::TABLE;
use shadow::Shadowed;

/// `Btor *`, `BoolectorNode *`, `BoolectorSort`: all of them are pointers.
type Object = *mut c_void;
/// `boolector_const`, whose name is a word of Rust's.
type Bits = unsafe extern "C" fn(Object, *const c_char) -> Object;
/// `boolector_parse`
type ParseAny = unsafe extern "C" fn(
    Object,
    *mut libc::FILE,
    *const c_char,
    *mut libc::FILE,
    *mut *mut c_char,
    *mut i32,
    *mut bool,
) -> i32;
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
    get_opt_min: fn(Object, u32) -> u32;
    get_opt_max: fn(Object, u32) -> u32;
    get_opt_dflt: fn(Object, u32) -> u32;
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
    assume: fn(Object, Object);
    failed: fn(Object, Object) -> bool;
    sat: fn(Object) -> i32;
    bv_assignment: fn(Object, Object) -> *const c_char;
    free_bv_assignment: fn(Object, *const c_char);
    dump_smt2: fn(Object, *mut libc::FILE);
} }

/// A loaded Boolector.
pub(super) struct Boolector {
    functions: Functions,
    extras: Extras,
    parse: Parse,
    parse_smt1: Option<Parse>,
    parse_any: Option<ParseAny>,
    bits: Bits,
    /// All options, by name.
    options: FxHashMap<String, u32>,
    templates: FxHashMap<Op, Template>,
    abilities: Abilities,
    // The functions above live as long as this.
    _library: Symbols,
}

/// What Boolector does that not every library does.
const ACTIONS: &[(Action, Option<&str>)] = &[
    (Action::CheckClone, None),
    (Action::CheckDump, None),
    (Action::CheckScript, None),
    (Action::CheckBroken, None),
    (Action::Clone, None),
    (Action::Quantify, Some("boolector_forall")),
    (Action::Define, Some("boolector_fun")),
    (Action::Inspect, Some("boolector_get_sort")),
    (Action::Release, None),
    (Action::Print, None),
    (Action::Abuse, Some("boolector_set_abort")),
    (Action::Simplify, Some("boolector_simplify")),
];

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
        let rows = options::listed(&functions)
            .ok_or_else(|| HostError::Load("Boolector does not tell its options".to_owned()))?;
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
            options: rows.iter().filter_map(options::Listed::row).collect(),
            linear: false,
            solvers: 1,
            tells_misuse: false,
            modes: options::MODES,
            needed: &["incremental"],
            reads_smt1: true,
            frees_all: true,
        };
        // SAFETY: as above.
        let (parse_any, parse_smt1) =
            unsafe { (library.optional("boolector_parse"), library.optional("boolector_parse_smt1")) };
        let options = rows.into_iter().map(|row| (row.name, row.number)).collect();
        let extras = Extras::find(&library);
        Ok(Boolector {
            functions,
            extras,
            parse,
            parse_smt1,
            parse_any,
            bits,
            options,
            templates,
            abilities,
            _library: library,
        })
    }
}

/// The exit code of a process that heard another complaint than it was to hear.
const OTHER: i32 = 79;

/// The words that a complaint must have, if it is to be another than any.
static WORDS: Mutex<&str> = Mutex::new("");

/// From now on, complaints without these words end the process with the code [`OTHER`].
fn expect_complaint(words: &'static str) {
    if let Ok(mut expected) = WORDS.lock() {
        *expected = words;
    }
}

/// Boolector ends the process when it is used otherwise than its documentation says: that is its contract, not a crash.
unsafe extern "C" fn complain(message: *const c_char) {
    // SAFETY: the text is valid until this ends. _exit has no conditions.
    unsafe {
        let message = rust_text(message);
        eprintln!("{message}");
        let expected = WORDS.lock().is_ok_and(|words| message.contains(*words));
        libc::_exit(if expected { super::CONTRACT } else { OTHER })
    }
}

impl Library for Boolector {
    fn abilities(&self) -> &Abilities {
        &self.abilities
    }

    fn open(&self) -> Box<dyn World + '_> {
        Box::new(Shadowed::new(Instance::new(self)))
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
