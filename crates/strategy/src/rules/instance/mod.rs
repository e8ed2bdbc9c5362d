//! Rules written down at particular sorts, widths and lengths: what solvers and the evaluator are asked.

mod choice;
mod write;

use smtlib::{Script, TermId};

use super::row::Rule;
use super::variable::variables;
use write::Writer;
pub(super) use write::small_values;

/// A rule at particular sorts, widths and lengths.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    /// What was chosen.
    pub label: String,
    /// Commands that declare all that occurs.
    pub declarations: String,
    /// What must be true for there to be something to prove: the stronger side, and the condition.
    pub premise: String,
    /// What is true in every model if the rule is right.
    pub claim: String,
    /// The claim with the new quantifiers of the rule over few values: where it is true, and quantifies so that some value
    /// is enough, the claim is true.
    pub bounded: String,
    /// The left side, with literals for the variables that stand for some.
    pub lhs: String,
    /// The right side, likewise.
    pub rhs: String,
    /// The term that the left pattern must not match; empty where it matches any.
    pub not: String,
}

/// The terms of an instance.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Parts {
    pub script: Script,
    pub premise: TermId,
    pub claim: TermId,
    pub bounded: TermId,
    pub lhs: TermId,
    pub rhs: TermId,
    pub not: Option<TermId>,
}

/// The most instances of a rule.
const MOST: usize = 6;

impl Rule {
    /// The rule at several sorts, widths and lengths; only those that are well typed.
    pub fn instances(&self) -> Vec<Instance> {
        let Ok(variables) = variables(self.vars) else { return Vec::new() };
        let all: Vec<Instance> = choice::choices(self, &variables)
            .into_iter()
            .filter_map(|choice| Writer { variables: &variables, choice }.instance(self))
            .filter(|instance| instance.parts().is_some())
            .collect();
        // Evenly among all of them: neighbours differ in one thing.
        let step = all.len().div_ceil(MOST).max(1);
        all.into_iter().step_by(step).collect()
    }
}

impl Instance {
    /// The script that a solver must find unsatisfiable.
    pub fn refutation(&self) -> String {
        format!("(set-logic ALL)\n{}(assert (not {}))\n(check-sat)\n", self.declarations, self.claim)
    }

    /// Its terms, if they are well typed.
    pub fn parts(&self) -> Option<Parts> {
        let mut text = self.declarations.clone();
        let terms = [&self.premise, &self.claim, &self.bounded, &self.lhs, &self.rhs, &self.not];
        for term in terms.into_iter().filter(|term| !term.is_empty()) {
            // An assertion of a term of any sort.
            text.push_str(&format!("(assert (= {term} {term}))\n"));
        }
        let script = Script::parse(text.as_bytes()).ok()?;
        if !script.type_errors.is_empty() || script.opaque > 0 {
            return None;
        }
        let mut terms = script.assertions().map(|equation| script.arena.term(equation).args[0]);
        let (premise, claim, bounded) = (terms.next()?, terms.next()?, terms.next()?);
        let (lhs, rhs, not) = (terms.next()?, terms.next()?, terms.next());
        drop(terms);
        Some(Parts { script, premise, claim, bounded, lhs, rhs, not })
    }
}
