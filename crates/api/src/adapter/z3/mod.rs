//! Z3, by its C interface. A world is a context.

mod datatypes;
mod functions;
mod operators;
mod options;
mod solvers;
mod terms;

use std::ffi::c_int;

use rustc_hash::FxHashMap;
use smtlib::SortId;
use smtlib::theory::{ArrayOp, Op};
use solver::host::symbols::{Symbols, rust_text};
use solver::host::{Guest, HostError};

use super::template::Template;
use super::{Abilities, Done, Library, Mode, Refused, Shelf, SortFamily, World};
use crate::trace::Action;
use functions::{Functions, Object};
pub(super) use operators::TABLE;

/// A loaded Z3.
pub(super) struct Z3 {
    functions: Functions,
    templates: FxHashMap<Op, Template>,
    abilities: Abilities,
    // The functions above live as long as this.
    _library: Symbols,
}

/// Steps that a check may take: unlike time, the same everywhere. About half a second.
const RESOURCES: u32 = 200_000;

/// Quantifiers in some rounds: they make answers hard to check.
const MODES: &[Mode] = &[Mode::plain(6), Mode::plain(1).quantified()];

/// What Z3 does that not every library does, and the function without which it does not.
const ACTIONS: &[(Action, Option<&str>)] = &[
    (Action::CheckClone, Some("Z3_solver_translate")),
    (Action::CheckDump, Some("Z3_solver_from_string")),
    (Action::SetLogic, Some("Z3_mk_solver_for_logic")),
    (Action::Quantify, Some("Z3_mk_forall_const")),
    (Action::Define, Some("Z3_mk_select_n")),
    (Action::Datatype, Some("Z3_mk_datatype")),
    (Action::Part, Some("Z3_get_datatype_sort_constructor_accessor")),
    (Action::Interrupt, Some("Z3_solver_interrupt")),
    (Action::Inspect, Some("Z3_get_sort")),
    (Action::Print, Some("Z3_solver_get_num_scopes")),
    (Action::Simplify, None),
    (Action::Substitute, Some("Z3_substitute")),
    (Action::ResetAssertions, None),
    (Action::Misuse, None),
];

impl Z3 {
    pub(super) fn load(guest: &Guest) -> Result<Z3, HostError> {
        let library = Symbols::load(&guest.library)?;
        let functions = Functions::find(&library)?;
        let rows = operators::TABLE.iter().chain(operators::SPECIAL_FLOATS);
        let found = rows.filter_map(|&(op, name, text)| {
            Some((op, Template::find(&library, &format!("Z3_mk_{name}"), text)?))
        });
        let templates: FxHashMap<Op, Template> = found.collect();
        let mut sorts = {
            use SortFamily::{Array, BitVec, Bool, Datatype, Float, Function, Int, Real};
            vec![Bool, BitVec, Int, Real, Float, Array, Datatype, Function]
        };
        // Older releases have other characters than the standard, and than our evaluation.
        if functions.mk_u32string.is_some() {
            sorts.extend([SortFamily::String, SortFamily::RegLan]);
        }
        let mut abilities = Abilities {
            actions: super::present(ACTIONS, &library),
            ops: operators::TABLE.iter().map(|row| row.0).filter(|op| templates.contains_key(op)).collect(),
            sorts,
            floats: super::SMALL_FLOATS,
            options: options::rows(&functions),
            linear: false,
            solvers: 3,
            tells_misuse: true,
            modes: MODES,
            needed: &[],
            reads_smt1: false,
            frees_all: false,
        };
        abilities.ops.push(Op::Array(ArrayOp::Const));
        Ok(Z3 { functions, templates, abilities, _library: library })
    }
}

impl Library for Z3 {
    fn abilities(&self) -> &Abilities {
        &self.abilities
    }

    fn open(&self) -> Box<dyn World + '_> {
        Box::new(self.context())
    }
}

impl Z3 {
    fn context(&self) -> Context<'_> {
        let f = &self.functions;
        // SAFETY: the configuration lives until the context is made.
        let context = unsafe {
            let config = (f.mk_config)();
            let context = (f.mk_context_rc)(config);
            (f.del_config)(config);
            (f.set_error_handler)(context, Some(ignore));
            // Z3_PRINT_SMTLIB2_COMPLIANT
            (f.set_ast_print_mode)(context, 2);
            context
        };
        Context {
            z3: self,
            context,
            sorts: Shelf::new(),
            sorts_of: FxHashMap::default(),
            terms: Shelf::new(),
            funs: Shelf::new(),
            lambdas: Vec::new(),
            solvers: Shelf::new(),
            simple: Vec::new(),
        }
    }
}

/// Errors are asked for after each call; without a handler they would end the process.
unsafe extern "C" fn ignore(_: Object, _: c_int) {}

/// A context and what was made in it.
struct Context<'a> {
    z3: &'a Z3,
    context: Object,
    sorts: Shelf<Object>,
    /// Sorts that no handle stands for are made when they are needed.
    sorts_of: FxHashMap<SortId, Object>,
    terms: Shelf<Object>,
    funs: Shelf<Object>,
    /// Functions that are arrays: what Z3 makes of lambdas.
    lambdas: Vec<u32>,
    solvers: Shelf<Object>,
    /// Those that are not made of tactics.
    simple: Vec<u32>,
}

impl Context<'_> {
    /// What the last call has left to say.
    fn checked(&self) -> Done {
        let f = &self.z3.functions;
        // SAFETY: the context lives, and the text is copied at once.
        unsafe {
            match (f.get_error_code)(self.context) {
                0 => Ok(()),
                code => Err(Refused(rust_text((f.get_error_msg)(self.context, code)))),
            }
        }
    }

    /// Keeps an AST until the context goes.
    fn kept(&self, made: Object) -> Done<Object> {
        self.checked()?;
        if made.is_null() {
            return Err(Refused::because("it made nothing"));
        }
        // SAFETY: the AST is a new one of this context.
        unsafe { (self.z3.functions.inc_ref)(self.context, made) };
        Ok(made)
    }
}

impl Drop for Context<'_> {
    fn drop(&mut self) {
        let f = &self.z3.functions;
        // SAFETY: everything lives, and nothing is used after.
        unsafe {
            for (_, solver) in self.solvers.iter() {
                (f.solver_dec_ref)(self.context, solver);
            }
            (f.del_context)(self.context);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_well_formed() {
        let mut seen = std::collections::HashSet::new();
        for (op, name, text) in operators::TABLE.iter().chain(operators::SPECIAL_FLOATS) {
            assert!(seen.insert(op), "{name}");
            assert!(super::super::template::is_well_formed(text), "{name} {text}");
        }
    }
}
