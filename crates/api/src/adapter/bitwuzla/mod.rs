//! Bitwuzla, by its C interface: a library that the user has built. A world is a term manager.

mod abuse;
mod inquiry;
mod operators;
mod options;
mod predicates;
mod solvers;
mod terms;
mod world;

use std::cell::RefCell;
use std::ffi::{c_char, c_int, c_void};

use rustc_hash::FxHashMap;
use smtlib::theory::Op;
use solver::host::symbols::{Symbols, rust_text};
use solver::host::{Guest, HostError};

use super::functions::functions;
use super::template::Template;
use super::{Abilities, Done, Library, Refused, SortFamily, World};
use crate::trace::Action;
pub(super) use operators::{FUNCTIONS, MODES, TABLE};
use options::Listed;
use predicates::Predicates;
use world::Manager;

/// `BitwuzlaTermManager *`, `Bitwuzla *`, `BitwuzlaTerm`, `BitwuzlaSort`, …: all of them are pointers.
type Object = *mut c_void;
/// Gives numbers or objects, and how many there are.
type Listing<T> = unsafe extern "C" fn(Object, *mut usize) -> *const T;

functions! { "bitwuzla_" optional {
    simplify: fn(Object);
    simplify_term: fn(Object, Object) -> Object;
    substitute_term: fn(Object, usize, *const Object, *const Object) -> Object;
    substitute_terms: fn(usize, *mut Object, usize, *const Object, *const Object);
    get_unsat_core: fn(Object, *mut usize) -> *const Object;
    is_unsat_assumption: fn(Object, Object) -> bool;
    get_assertions: fn(Object, *mut usize) -> *const Object;
    get_statistics: fn(Object, *mut *const *const c_char, *mut *const *const c_char, *mut usize);
    get_term_mgr: fn(Object) -> Object;
    get_termination_callback_state: fn(Object) -> *mut c_void;
    print_formula: fn(Object, *const c_char, *mut libc::FILE, u8);
    print_unsat_core: fn(Object, *const c_char, *mut libc::FILE, u8);
    parser_new: fn(Object, Object, *const c_char, u8, *const c_char) -> Object;
    parser_delete: fn(Object);
    parser_parse: fn(Object, *const c_char, bool, bool, *mut *const c_char);
    mk_fp_from_rational: fn(Object, Object, Object, *const c_char, *const c_char) -> Object;
    mk_term1: fn(Object, c_int, Object) -> Object;
    mk_term2: fn(Object, c_int, Object, Object) -> Object;
    mk_term3: fn(Object, c_int, Object, Object, Object) -> Object;
    mk_term1_indexed1: fn(Object, c_int, Object, u64) -> Object;
    mk_term1_indexed2: fn(Object, c_int, Object, u64, u64) -> Object;
    mk_term2_indexed1: fn(Object, c_int, Object, Object, u64) -> Object;
    mk_term2_indexed2: fn(Object, c_int, Object, Object, u64, u64) -> Object;
    version: fn() -> *const c_char;
    copyright: fn() -> *const c_char;
    git_id: fn() -> *const c_char;
} {
    set_abort_callback: fn(unsafe extern "C" fn(*const c_char));
    kind_to_string: fn(c_int) -> *const c_char;
    rm_to_string: fn(c_int) -> *const c_char;
    options_new: fn() -> Object;
    options_delete: fn(Object);
    set_option: fn(Object, c_int, u64);
    set_option_mode: fn(Object, c_int, *const c_char);
    get_option_info: fn(Object, c_int, *mut options::Info);
    term_manager_new: fn() -> Object;
    term_manager_delete: fn(Object);
    new: fn(Object, Object) -> Object;
    delete: fn(Object);
    set_termination_callback: fn(Object, unsafe extern "C" fn(*mut c_void) -> i32, *mut c_void);
    mk_bool_sort: fn(Object) -> Object;
    mk_bv_sort: fn(Object, u64) -> Object;
    mk_fp_sort: fn(Object, u64, u64) -> Object;
    mk_rm_sort: fn(Object) -> Object;
    mk_array_sort: fn(Object, Object, Object) -> Object;
    mk_fun_sort: fn(Object, u64, *const Object, Object) -> Object;
    mk_const: fn(Object, Object, *const c_char) -> Object;
    mk_var: fn(Object, Object, *const c_char) -> Object;
    mk_true: fn(Object) -> Object;
    mk_false: fn(Object) -> Object;
    mk_bv_zero: fn(Object, Object) -> Object;
    mk_bv_one: fn(Object, Object) -> Object;
    mk_bv_ones: fn(Object, Object) -> Object;
    mk_bv_min_signed: fn(Object, Object) -> Object;
    mk_bv_max_signed: fn(Object, Object) -> Object;
    mk_bv_value: fn(Object, Object, *const c_char, u8) -> Object;
    mk_bv_value_uint64: fn(Object, Object, u64) -> Object;
    mk_bv_value_int64: fn(Object, Object, i64) -> Object;
    mk_fp_value: fn(Object, Object, Object, Object) -> Object;
    mk_rm_value: fn(Object, c_int) -> Object;
    mk_term: fn(Object, c_int, u32, *const Object) -> Object;
    mk_term_indexed: fn(Object, c_int, u32, *const Object, u32, *const u64) -> Object;
    assert: fn(Object, Object);
    push: fn(Object, u64);
    pop: fn(Object, u64);
    check_sat: fn(Object) -> c_int;
    check_sat_assuming: fn(Object, u32, *const Object) -> c_int;
    get_value: fn(Object, Object) -> Object;
    get_unsat_assumptions: fn(Object, *mut usize) -> *const Object;
    term_get_sort: fn(Object) -> Object;
    term_get_kind: fn(Object) -> c_int;
    term_get_children: fn(Object, *mut usize) -> *const Object;
    term_get_indices: fn(Object, *mut usize) -> *const u64;
    term_is_indexed: fn(Object) -> bool;
    term_get_symbol: fn(Object) -> *const c_char;
    term_to_string: fn(Object) -> *const c_char;
    term_value_get_str: fn(Object) -> *const c_char;
    term_copy: fn(Object) -> Object;
    term_release: fn(Object);
    sort_release: fn(Object);
    sort_to_string: fn(Object) -> *const c_char;
} }

/// More kinds, rounding modes and options than any release has.
const MOST: c_int = 1000;

/// Kinds of terms that are no operators of one result.
struct Kinds {
    apply: c_int,
    forall: c_int,
    exists: c_int,
    lambda: c_int,
    const_array: c_int,
}

/// A loaded Bitwuzla.
pub(super) struct Bitwuzla {
    functions: Functions,
    predicates: Predicates,
    /// Kinds by operator, and whether they take any number of terms.
    kinds: FxHashMap<Op, (c_int, bool)>,
    kinds_of: Kinds,
    /// Operators that have functions of their own.
    templates: FxHashMap<Op, Template>,
    modes: FxHashMap<Op, c_int>,
    /// All options, by name.
    options: FxHashMap<String, Listed>,
    abilities: Abilities,
    // The functions above live as long as this.
    _library: Symbols,
}

/// What Bitwuzla does that not every library does.
const ACTIONS: &[(Action, Option<&str>)] = &[
    (Action::Quantify, Some("bitwuzla_substitute_term")),
    (Action::Define, Some("bitwuzla_substitute_term")),
    (Action::Inspect, None),
    (Action::Release, None),
    (Action::Print, None),
    (Action::Interrupt, None),
    (Action::Simplify, Some("bitwuzla_simplify_term")),
    (Action::Substitute, Some("bitwuzla_substitute_term")),
    (Action::CheckDump, Some("bitwuzla_print_formula")),
    (Action::CheckScript, Some("bitwuzla_parser_parse")),
    (Action::CheckBroken, Some("bitwuzla_parser_parse")),
    (Action::Misuse, None),
    (Action::Abuse, None),
];

thread_local! {
    /// What Bitwuzla has complained about and nobody has heard yet.
    static COMPLAINT: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Called by Bitwuzla instead of ending the process. When it returns, so does the function that was not called as its
/// documentation says, with nothing.
unsafe extern "C" fn complain(message: *const c_char) {
    // SAFETY: the text is valid until this ends.
    let message = unsafe { rust_text(message) };
    COMPLAINT.with(|complaint| {
        complaint.borrow_mut().get_or_insert(message.trim().to_owned());
    });
}

/// What the last call has left to say.
fn checked() -> Done {
    match COMPLAINT.with(RefCell::take) {
        Some(message) => Err(Refused(message)),
        None => Ok(()),
    }
}

/// The numbers that have a name, by what follows `start` in it.
fn numbered(start: &str, name: impl Fn(c_int) -> *const c_char) -> FxHashMap<String, c_int> {
    let mut numbers = FxHashMap::default();
    for number in 0..MOST {
        let text = name(number);
        if checked().is_ok() {
            // SAFETY: the text is valid until the next one is asked for.
            let text = unsafe { rust_text(text) };
            numbers.entry(text.strip_prefix(start).unwrap_or(&text).to_owned()).or_insert(number);
        }
    }
    numbers
}

impl Bitwuzla {
    pub(super) fn load(guest: &Guest) -> Result<Bitwuzla, HostError> {
        let library = Symbols::load(&guest.library)?;
        let functions = Functions::find(&library)?;
        // SAFETY: the callback takes what the header says.
        unsafe { (functions.set_abort_callback)(complain) };
        // SAFETY: these take any number.
        let names = numbered("BITWUZLA_KIND_", |kind| unsafe { (functions.kind_to_string)(kind) });
        // SAFETY: as above.
        let modes = numbered("BITWUZLA_RM_", |mode| unsafe { (functions.rm_to_string)(mode) });
        let kind = |name| operators::told(name).find_map(|name| names.get(name).copied());
        let kinds: FxHashMap<Op, (c_int, bool)> =
            TABLE.iter().filter_map(|&(op, name, any)| Some((op, (kind(name)?, any)))).collect();
        let needed = |name| kind(name).ok_or_else(|| HostError::Load(format!("it has no kind {name}")));
        let kinds_of = Kinds {
            apply: needed("APPLY")?,
            forall: needed("FORALL")?,
            exists: needed("EXISTS")?,
            lambda: needed("LAMBDA")?,
            const_array: needed("CONST_ARRAY")?,
        };
        let found = FUNCTIONS.iter().filter_map(|&(op, name, text)| {
            Some((op, Template::find(&library, &format!("bitwuzla_{name}"), text)?))
        });
        let templates: FxHashMap<Op, Template> = found.collect();
        let modes: FxHashMap<Op, c_int> =
            MODES.iter().filter_map(|(op, name)| Some((*op, *modes.get(*name)?))).collect();
        let in_order = TABLE.iter().map(|row| row.0).chain(FUNCTIONS.iter().map(|row| row.0));
        let in_order = in_order.chain(MODES.iter().map(|row| row.0));
        let is_there =
            |op: &Op| kinds.contains_key(op) || templates.contains_key(op) || modes.contains_key(op);
        let listed = options::listed(&functions)
            .ok_or_else(|| HostError::Load("Bitwuzla does not tell its options".to_owned()))?;
        let abilities = Abilities {
            actions: super::present(ACTIONS, &library),
            ops: in_order.filter(is_there).collect(),
            sorts: {
                use SortFamily::{Array, BitVec, Bool, Float, Function};
                vec![Bool, BitVec, Float, Array, Function]
            },
            // Others are experimental: they need a build that says so, and are known not to work.
            floats: &["(_ FloatingPoint 5 11)", "(_ FloatingPoint 5 11)", "(_ FloatingPoint 8 24)"],
            options: listed.iter().filter_map(|(name, option)| options::row(name, option)).collect(),
            linear: false,
            solvers: 3,
            tells_misuse: true,
            modes: options::MODES,
            needed: &[],
            reads_smt1: false,
            frees_all: false,
        };
        let predicates = Predicates::find(&library);
        let options = listed.into_iter().collect();
        Ok(Bitwuzla {
            functions,
            predicates,
            kinds,
            kinds_of,
            templates,
            modes,
            options,
            abilities,
            _library: library,
        })
    }
}

impl Library for Bitwuzla {
    fn abilities(&self) -> &Abilities {
        &self.abilities
    }

    fn open(&self) -> Box<dyn World + '_> {
        Box::new(Manager::new(self))
    }
}
