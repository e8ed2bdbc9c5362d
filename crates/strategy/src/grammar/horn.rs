//! Constrained Horn clauses: a program and its property, as verifiers say them.
//!
//! ```text
//! (assert (forall ((q0 Int) (q1 Int)) (=> (and (f0 q0) (< q0 q1)) (f0 (+ q1 1)))))
//! ```
//!
//! Predicates stand in bodies as they are, and one of them, or `false`, is the head. All other symbols are variables that their
//! clause binds. A fact comes first and a query last: without either nothing has to hold, or nothing can be wrong.

use smtlib::Features;

use super::bounds::draw_size;
use super::choices::Choices;
use super::inquiry::Inquiry;
use super::script::Maker;
use super::sorts::Sort;
use super::symbols::Role;
use super::term::Binding;
use super::tree::variable;

/// The logic of clauses.
pub(super) const LOGIC: &str = "HORN";

/// What clauses are made of, besides predicates. A script has some of these theories. Nobody solves clauses with products, and
/// selectors of datatypes count as functions that nobody has defined.
pub(super) const FEATURES: Features = Features::OTHER
    .union(Features::QUANTIFIERS)
    .union(Features::FUNCTIONS)
    .union(Features::BIT_VECTORS)
    .union(Features::INTS)
    .union(Features::REALS)
    .union(Features::LINEAR)
    .union(Features::ARRAYS);

/// A solution is a model; there are no constants to ask for, and no names or assumptions.
pub(super) fn inquiries(allowed: &[Inquiry]) -> &'static [Inquiry] {
    if allowed.contains(&Inquiry::Model) { &[Inquiry::Model] } else { &[] }
}

/// Predicates of a script, at most, and the arguments of one.
const PREDICATES: usize = 4;
const ARGUMENTS: usize = 3;
/// Arguments that are variables, in percent, in a body and in a head: programs compute in constraints.
const PLAIN_IN_BODY: u32 = 80;
const PLAIN_IN_HEAD: u32 = 50;
/// Clauses with a constraint, in percent.
const CONSTRAINED: u32 = 85;

/// What a clause says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A predicate holds.
    Fact,
    /// A predicate holds where others do.
    Rule,
    /// Some do not hold together.
    Query,
}

/// What clauses between the first and the last say, all alike.
const KINDS: &[Kind] = &[Kind::Rule, Kind::Rule, Kind::Rule, Kind::Fact, Kind::Query];
/// Predicates in bodies, all alike.
const BODIES: &[usize] = &[1, 1, 1, 2];

impl Maker<'_> {
    /// Declares predicates, and asserts so many clauses over them besides a fact and a query.
    pub(super) fn clauses(&mut self, count: u32, choices: &mut dyn Choices) {
        let sorts = &self.group.arguments;
        let predicates = (0..choices.between(1, PREDICATES)).map(|_| {
            let params = (0..choices.between(1, ARGUMENTS)).map(|_| sorts[choices.below(sorts.len())]);
            let params = params.collect();
            self.declare(Role::Function, params, Sort::BOOL)
        });
        let predicates: Vec<u32> = predicates.collect();
        let mut text = Vec::new();
        self.clause(Kind::Fact, &predicates, choices, &mut text);
        for _ in 0..count {
            let kind = KINDS[choices.below(KINDS.len())];
            self.clause(kind, &predicates, choices, &mut text);
        }
        self.clause(Kind::Query, &predicates, choices, &mut text);
    }

    fn clause(&mut self, kind: Kind, predicates: &[u32], choices: &mut dyn Choices, text: &mut Vec<u8>) {
        choices.mark();
        self.scratch.pending.clear();
        text.clear();
        text.extend_from_slice(b"(=> (and");
        let mut parts = if kind == Kind::Fact { 0 } else { BODIES[choices.below(BODIES.len())] };
        for _ in 0..parts {
            let predicate = predicates[choices.below(predicates.len())];
            self.apply(predicate, PLAIN_IN_BODY, choices, text);
        }
        if choices.chance(CONSTRAINED) {
            let fuel = draw_size(&self.bounds.fuel, choices) / 2;
            self.piece(Sort::BOOL, fuel, choices, text);
            parts += 1;
        }
        // A conjunction of fewer than two is not of the standard.
        for _ in parts..2 {
            text.extend_from_slice(b" true");
        }
        text.push(b')');
        match kind {
            Kind::Query => text.extend_from_slice(b" false)"),
            Kind::Fact | Kind::Rule => {
                let predicate = predicates[choices.below(predicates.len())];
                self.apply(predicate, PLAIN_IN_HEAD, choices, text);
                text.push(b')');
            }
        }
        let scratch = &mut *self.scratch;
        let (body, variables) = (&mut scratch.body, &scratch.pending);
        body.extend_from_slice(b"(assert ");
        if !variables.is_empty() {
            body.extend_from_slice(b"(forall (");
            for bound in variables {
                variable(&self.group.universe.sorts, bound.name, bound.sort, body);
            }
            body.extend_from_slice(b") ");
        }
        body.extend_from_slice(text);
        body.extend_from_slice(if variables.is_empty() { b")\n" } else { b"))\n" });
        scratch.pending.clear();
    }

    /// ` (f0 q0 (+ q1 1))`
    fn apply(&mut self, predicate: u32, plain: u32, choices: &mut dyn Choices, out: &mut Vec<u8>) {
        let symbol = self.scratch.symbols.get(predicate);
        let (name, params) = (symbol.name, symbol.params.clone());
        out.extend_from_slice(b" (");
        name.write(out);
        for sort in params {
            let fuel = if choices.chance(plain) { 0 } else { choices.between(2, 5) as u32 };
            self.piece(sort, fuel, choices, out);
        }
        out.push(b')');
    }

    /// A term of a clause, with a space before it.
    fn piece(&mut self, sort: Sort, fuel: u32, choices: &mut dyn Choices, out: &mut Vec<u8>) {
        self.term_in(Binding::Clause, sort, fuel, choices);
        out.push(b' ');
        self.scratch.tree.write(&self.group.universe, &self.group.productions, out);
    }
}
