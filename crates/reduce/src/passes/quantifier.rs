//! Quantifiers with fewer variables, or none.

use smtlib::{Binder, Head, Rewriter, Script, TermId, VarId};

use super::constant::constants;
use super::{Replacement, TermPass};

/// The body with the simplest constants in the place of all variables, or of one.
pub(super) struct Quantifiers;

impl TermPass for Quantifiers {
    fn filter(&self, script: &Script, term: TermId) -> bool {
        matches!(script.arena.term(term).head, Head::Binder(Binder::Forall | Binder::Exists, _))
    }

    fn candidates(&self, script: &mut Script, term: TermId) -> Vec<Replacement> {
        let Head::Binder(binder, list) = script.arena.term(term).head else { return Vec::new() };
        let (vars, sort) = (script.arena.var_list(list).to_vec(), script.arena.sort_of(term));
        let Some(&body) = script.arena.term(term).args.first() else { return Vec::new() };
        let values: Vec<(VarId, TermId)> =
            vars.iter().filter_map(|&var| Some((var, value(script, var)?))).collect();
        let mut rewriter = Rewriter::new();
        let mut all = Vec::new();
        if values.len() == vars.len() {
            all.extend(rewriter.substitute(&mut script.arena, body, &values));
        }
        for (var, value) in values.iter().filter(|_| vars.len() > 1) {
            let rest: Vec<VarId> = vars.iter().copied().filter(|it| it != var).collect();
            if let Some(body) = rewriter.substitute(&mut script.arena, body, &[(*var, *value)]) {
                let rest = script.arena.make_var_list(&rest);
                all.push(script.arena.intern(Head::Binder(binder, rest), &[body], sort));
            }
        }
        all.into_iter().map(Replacement::Term).collect()
    }
}

fn value(script: &mut Script, var: VarId) -> Option<TermId> {
    let sort = script.arena.sorts.canonical(script.arena.var(var).sort);
    constants(script, sort).first().copied()
}
