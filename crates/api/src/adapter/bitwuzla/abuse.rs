//! Calls that Bitwuzla must complain about: it looks at everything that it is given.

use std::ptr;
use std::time::Duration;

use super::solvers::Solver;
use super::world::Manager;
use super::{Functions, Object, TABLE, checked};
use crate::adapter::apart::{Apart, apart};
use crate::adapter::{Done, Refused};

/// A function of a solver and a term, how many of the two it takes, and whether it knows terms of other managers.
type Row = (&'static str, usize, bool);

const OF_SOLVERS: &[Row] = &[
    ("assert", 2, true),
    ("get_value", 2, true),
    ("check_sat", 1, true),
    ("push", 1, true),
    ("pop", 1, true),
    ("delete", 1, true),
    ("simplify_term", 2, false),
    ("term_get_sort", 2, false),
    ("term_to_string", 2, false),
];

/// Calls one of them, where it may break.
///
/// # Safety
///
/// None: it is for a process that does nothing after it.
unsafe fn call(f: &Functions, name: &str, solver: Object, term: Object) {
    // SAFETY: the caller's promise, which is none.
    unsafe {
        match name {
            "assert" => (f.assert)(solver, term),
            "get_value" => drop((f.get_value)(solver, term)),
            "check_sat" => drop((f.check_sat)(solver)),
            "push" => (f.push)(solver, 1),
            "pop" => (f.pop)(solver, 1),
            "delete" => (f.delete)(solver),
            "simplify_term" => drop(f.simplify_term.map(|simplify| simplify(solver, term))),
            "term_get_sort" => drop((f.term_get_sort)(term)),
            _ => drop((f.term_to_string)(term)),
        }
    }
}

/// Kinds that do not look for terms of other managers.
const UNGUARDED: &[&str] = &["EQUAL", "DISTINCT", "ITE", "ARRAY_SELECT", "ARRAY_STORE"];

/// The exit code of a child that heard no complaint.
const SILENT: i32 = 1;

impl Manager<'_> {
    /// Passes nothing, or a term of another manager, in one place of a kind or of a function.
    pub(super) fn abused(&mut self, way: u32) -> Done<Option<String>> {
        let missing = || Refused::because("there is nothing to be misused");
        let terms: Vec<Object> = self.terms.iter().map(|(_, term)| term).collect();
        let &term = terms.get(way as usize / 7 % terms.len().max(1)).ok_or_else(missing)?;
        let (choice, foreign) =
            (way as usize % (TABLE.len() + OF_SOLVERS.len()), (way / 4096).is_multiple_of(2));
        let stranger = Manager::new(self.bitwuzla);
        // SAFETY: the manager lives until this ends.
        let strange = stranger.made(unsafe { (self.bitwuzla.functions.mk_true)(stranger.manager) })?;
        let passed = |guarded: bool| if foreign && guarded { strange } else { ptr::null_mut() };
        let (name, wrong, ended) = match choice.checked_sub(TABLE.len()) {
            None => {
                let (op, name, _) = TABLE[choice];
                let &(kind, _) = self.bitwuzla.kinds.get(&op).ok_or_else(missing)?;
                let signature = &op.row().signature;
                let (mut args, indices) =
                    (vec![term; signature.args.len().max(1)], vec![1; signature.indices.len()]);
                let (place, wrong) = ((way / 512) as usize % args.len(), passed(!UNGUARDED.contains(&name)));
                args[place] = wrong;
                (name, wrong, self.apart(|| self.of_kind(kind, &indices, &args, way).map(drop)))
            }
            Some(at) => {
                let (name, places, guarded) = OF_SOLVERS[at];
                let own = Solver::new(self.bitwuzla, self.manager)?;
                let (mut solver, mut term, mut wrong) = (own.object()?, term, passed(guarded));
                match (way / 512) as usize % places {
                    0 if !name.starts_with("term_") => (solver, wrong) = (ptr::null_mut(), ptr::null_mut()),
                    _ => term = wrong,
                }
                let call = || {
                    // SAFETY: this is the process in which it may break.
                    unsafe { call(&self.bitwuzla.functions, name, solver, term) };
                    checked()
                };
                (name, wrong, self.apart(call))
            }
        };
        let what = if wrong.is_null() { "nothing" } else { "a term of another manager" };
        Ok(match ended {
            Apart::Code(SILENT) => Some(format!("{name} takes {what} without a complaint")),
            _ if ended.died() => Some(format!("{name} dies of {what} instead of complaining")),
            _ => None,
        })
    }

    /// Makes a call in a process of its own, whose code says whether there was a complaint.
    fn apart(&self, call: impl FnOnce() -> Done) -> Apart {
        apart(Duration::from_secs(1), || if call().is_err() { 0 } else { SILENT })
    }
}
