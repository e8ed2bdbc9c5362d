//! The places of an assertion: every occurrence of a term, with its parity.

use rustc_hash::{FxHashMap, FxHashSet};
use smtlib::{Arena, Head, Position, SortId, TermId, VarId};

use super::parity::{Parity, of_argument};

/// An occurrence of a term in an assertion.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) term: TermId,
    pub(super) parity: Parity,
    /// The place of the term above, and which of its arguments this is.
    above: u32,
    argument: u32,
}

/// All places of one assertion, those above before those below.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    all: Vec<Place>,
}

/// What is still to be looked at.
enum Task {
    Term(Place),
    /// The definition of a variable, whose parity is known when all uses were seen.
    Definition(Place, VarId),
}

/// Memory for finding places.
#[derive(Default)]
pub(super) struct Finder {
    tasks: Vec<Task>,
    uses: FxHashMap<VarId, Parity>,
    /// Terms within what is left alone, which were seen.
    alone: FxHashSet<TermId>,
    stack: Vec<TermId>,
}

/// A text of this many terms is only looked at in part.
const MOST: usize = 1 << 16;

impl Finder {
    /// Finds the places of an assertion.
    pub(super) fn find(&mut self, arena: &Arena, root: TermId, out: &mut Places) {
        out.all.clear();
        self.uses.clear();
        self.alone.clear();
        self.tasks.clear();
        let (parity, above) = (Parity::Positive, u32::MAX);
        self.tasks.push(Task::Term(Place { term: root, parity, above, argument: 0 }));
        while let Some(task) = self.tasks.pop() {
            if out.all.len() >= MOST {
                return;
            }
            let place = match task {
                Task::Term(place) => place,
                Task::Definition(place, var) => {
                    let is_formula = arena.sort_of(place.term) == SortId::BOOL;
                    let used = self.uses.get(&var).copied().filter(|_| is_formula);
                    Place { parity: used.unwrap_or(Parity::Ambiguous), ..place }
                }
            };
            let here = out.all.len() as u32;
            out.all.push(place);
            self.below(arena, place, here);
        }
    }

    /// What the uses of a let variable in the last assertion have in common.
    pub(super) fn parity_of_uses(&self, var: VarId) -> Option<Parity> {
        self.uses.get(&var).copied()
    }

    fn below(&mut self, arena: &Arena, place: Place, here: u32) {
        let parts = arena.term(place.term);
        if let Head::Var(var) = parts.head
            && arena.definition(var).is_some()
        {
            self.note(var, place.parity);
        }
        let vars: &[VarId] = match parts.head {
            Head::Let(vars) => arena.var_list(vars),
            _ => &[],
        };
        // The last is looked at first: the body of a `let` before its definitions.
        for (i, &term) in parts.args.iter().enumerate() {
            let below = Place { term, parity: Parity::Ambiguous, above: here, argument: i as u32 };
            match vars.get(i) {
                Some(&var) => self.tasks.push(Task::Definition(below, var)),
                None => match of_argument(arena, place.term, place.parity, i) {
                    Some(parity) => self.tasks.push(Task::Term(Place { parity, ..below })),
                    None => self.leave_alone(arena, term),
                },
            }
        }
    }

    fn note(&mut self, var: VarId, parity: Parity) {
        self.uses.entry(var).and_modify(|known| *known = known.join(parity)).or_insert(parity);
    }

    /// What is left alone has no places, but what it says of a variable counts: its definition must not change either.
    fn leave_alone(&mut self, arena: &Arena, term: TermId) {
        self.stack.push(term);
        while let Some(term) = self.stack.pop() {
            if self.alone.insert(term) {
                let parts = arena.term(term);
                if let Head::Var(var) = parts.head {
                    self.note(var, Parity::Ambiguous);
                }
                self.stack.extend_from_slice(parts.args);
            }
        }
    }
}

impl Places {
    /// All of them.
    pub(super) fn all(&self) -> &[Place] {
        &self.all
    }

    /// The way from the root to a place.
    pub(super) fn position(&self, place: usize) -> Position {
        let mut steps = Vec::new();
        let mut at = self.all[place];
        while at.above != u32::MAX {
            steps.push(at.argument);
            at = self.all[at.above as usize];
        }
        steps.reverse();
        Position::from(&steps[..])
    }
}

#[cfg(test)]
mod tests {
    use smtlib::{Script, term_text};

    use super::*;

    /// The parities of an assertion's formulas, by their texts.
    fn parities(formula: &str) -> Vec<(String, Parity)> {
        let text = format!(
            "(declare-const p Bool)(declare-const q Bool)(declare-const r Bool)(declare-const x Int)\
             (declare-datatype D ((a) (b)))(declare-const d D)(assert {formula})"
        );
        let script = Script::parse(text.as_bytes()).unwrap();
        assert!(script.type_errors.is_empty(), "{:?}", script.type_errors);
        let root = script.assertions().next().unwrap();
        let mut places = Places::default();
        Finder::default().find(&script.arena, root, &mut places);
        for (i, place) in places.all().iter().enumerate() {
            assert_eq!(places.position(i).term(&script.arena, root), Some(place.term));
        }
        let formulas = places.all().iter().filter(|place| script.arena.sort_of(place.term) == SortId::BOOL);
        formulas.map(|place| (term_text(&script.arena, place.term), place.parity)).collect()
    }

    fn of(formula: &str, part: &str) -> Vec<Parity> {
        let mut found: Vec<Parity> = parities(formula)
            .into_iter()
            .filter(|(text, _)| text == part)
            .map(|(_, parity)| parity)
            .collect();
        found.sort_by_key(|parity| *parity as u8);
        found
    }

    #[test]
    fn connectives_carry_parity() {
        use Parity::{Negative, Positive};
        for (formula, parity) in [
            ("(not (and p q))", Negative),
            ("(or q (not (not p)))", Positive),
            ("(=> p q)", Negative),
            ("(=> q r p)", Positive),
            ("(=> q p r)", Negative),
            ("(not (=> p q))", Positive),
            ("(forall ((y Int)) (exists ((z Int)) (not (and p (= y z)))))", Negative),
            ("(ite q p r)", Positive),
            ("(not (ite q r p))", Negative),
            ("(match d ((a p) (b q)))", Positive),
            ("(! (not p) :named n)", Negative),
        ] {
            assert_eq!(of(formula, "p"), [parity], "{formula}");
        }
        assert_eq!(of("(and p (not p))", "p"), [Positive, Negative]);
    }

    #[test]
    fn what_has_no_parity_is_ambiguous_and_a_condition_is_left_alone() {
        for formula in
            ["(xor p q)", "(= p q)", "(not (distinct q p))", "(> (ite p x 1) 0)", "(= (and q p) r)"]
        {
            assert_eq!(of(formula, "p"), [Parity::Ambiguous], "{formula}");
        }
        assert_eq!(of("(ite (and p q) r q)", "p"), []);
    }

    #[test]
    fn a_definition_has_the_parity_of_its_uses() {
        use Parity::{Ambiguous, Negative, Positive};
        assert_eq!(of("(let ((y (or p q))) (and y (=> r y)))", "(or p q)"), [Positive]);
        assert_eq!(of("(let ((y (or p q))) (not (and y r)))", "p"), [Negative]);
        assert_eq!(of("(let ((y (or p q))) (and y (not y)))", "p"), [Ambiguous]);
        // By the way of another definition, and of one that hides it.
        assert_eq!(of("(let ((y (or p q))) (let ((z (not y))) (=> z r)))", "p"), [Positive]);
        assert_eq!(of("(let ((y (or p q))) (let ((y (not y))) (and y r)))", "p"), [Negative]);
        assert_eq!(of("(let ((y (or p q))) r)", "p"), [Ambiguous]);
        // A condition is left alone, and so is what its variables stand for.
        assert_eq!(of("(let ((y (or p q))) (and y (ite y r q)))", "p"), [Ambiguous]);
        assert_eq!(of("(let ((y (or p q))) (and y (ite (let ((z (not y))) z) r q)))", "p"), [Ambiguous]);
        assert_eq!(of("(let ((y p)) (let ((z (not y))) (and y (ite z r q))))", "p"), [Ambiguous]);
    }
}
