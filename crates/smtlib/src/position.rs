//! Places of terms: a path of argument numbers from a root down to one occurrence.

use smallvec::SmallVec;

use crate::arena::Arena;
use crate::decl::VarId;
use crate::rewrite::bound_in;
use crate::sort::SortId;
use crate::term::TermId;
use crate::walk::{Lets, Walk};

/// One occurrence of a sub-term below a root: which argument to take at each step. Empty for the root itself.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Position(SmallVec<[u32; 8]>);

impl Position {
    /// The root itself.
    pub fn root() -> Position {
        Position::default()
    }

    /// The argument numbers from the root down.
    pub fn steps(&self) -> &[u32] {
        &self.0
    }

    /// The position of argument `i` of the term here.
    pub fn below(&self, i: u32) -> Position {
        let mut steps = self.0.clone();
        steps.push(i);
        Position(steps)
    }

    /// The term at this position.
    pub fn term(&self, arena: &Arena, root: TermId) -> Option<TermId> {
        self.0.iter().try_fold(root, |term, &i| arena.term(term).args.get(i as usize).copied())
    }

    /// The variables that are bound here by what stands between the root and this position, the innermost last.
    pub fn bound(&self, arena: &Arena, root: TermId) -> Vec<VarId> {
        let mut vars = Vec::new();
        let mut term = root;
        for &i in &self.0 {
            let parts = arena.term(term);
            vars.extend_from_slice(bound_in(arena, parts.head, i as usize));
            match parts.args.get(i as usize) {
                Some(&next) => term = next,
                None => break,
            }
        }
        vars
    }

    /// A position of `wanted` below `root`; each distinct term on the way is looked at once.
    pub fn find(arena: &Arena, root: TermId, wanted: TermId) -> Option<Position> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut stack = vec![(root, 0u32)];
        while let Some((term, next)) = stack.last_mut() {
            if *term == wanted {
                stack.pop();
                return Some(Position(stack.iter().map(|(_, next)| next - 1).collect()));
            }
            match arena.term(*term).args.get(*next as usize) {
                Some(&below) => {
                    *next += 1;
                    // A term is never below one that is older than it.
                    if below >= wanted && seen.insert(below) {
                        stack.push((below, 0));
                    }
                }
                None => {
                    stack.pop();
                }
            }
        }
        None
    }

    /// A position of one of the distinct sub-terms that `fits`; `pick` chooses among so many. A choice that is
    /// uniform over distinct terms is not swamped by the copies that a `let` would make.
    pub fn choose(
        arena: &Arena,
        root: TermId,
        walk: &mut Walk,
        fits: impl Fn(TermId) -> bool,
        pick: impl FnOnce(usize) -> usize,
    ) -> Option<Position> {
        let order = walk.post_order(arena, [root], Lets::Kept);
        let count = order.iter().filter(|&&t| fits(t)).count();
        if count == 0 {
            return None;
        }
        let wanted = *order.iter().filter(|&&t| fits(t)).nth(pick(count))?;
        Position::find(arena, root, wanted)
    }
}

impl From<&[u32]> for Position {
    fn from(steps: &[u32]) -> Position {
        Position(steps.into())
    }
}

/// All positions below a root, the root's own first, from left to right.
///
/// A term of `n` nodes can have `2^n` positions: use [`Iterator::take`].
#[derive(Clone, Debug)]
pub struct Positions<'a> {
    arena: &'a Arena,
    sort: Option<SortId>,
    /// The terms from the root down to the present one.
    spine: Vec<TermId>,
    path: Vec<u32>,
    started: bool,
}

impl<'a> Positions<'a> {
    /// The positions of all terms below a root.
    pub fn new(arena: &'a Arena, root: TermId) -> Positions<'a> {
        Positions { arena, sort: None, spine: vec![root], path: Vec::new(), started: false }
    }

    /// Only those of terms of this sort.
    pub fn of_sort(mut self, sort: SortId) -> Positions<'a> {
        self.sort = Some(self.arena.sorts.canonical(sort));
        self
    }

    /// Goes to the next position and gives the term there, without making a [`Position`].
    pub fn advance(&mut self) -> Option<TermId> {
        loop {
            let term = self.step()?;
            if self.sort.is_none_or(|sort| self.arena.sort_of(term) == sort) {
                return Some(term);
            }
        }
    }

    /// The path to the present term.
    pub fn path(&self) -> &[u32] {
        &self.path
    }

    fn step(&mut self) -> Option<TermId> {
        if !self.started {
            self.started = true;
            return self.spine.last().copied();
        }
        let mut next = 0;
        loop {
            let &term = self.spine.last()?;
            if let Some(&below) = self.arena.term(term).args.get(next as usize) {
                self.path.push(next);
                self.spine.push(below);
                return Some(below);
            }
            self.spine.pop();
            next = self.path.pop()? + 1;
        }
    }
}

impl Iterator for Positions<'_> {
    type Item = (Position, TermId);

    fn next(&mut self) -> Option<(Position, TermId)> {
        let term = self.advance()?;
        Some((Position(self.path.as_slice().into()), term))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::print::term_text;
    use crate::script::Script;

    fn first(text: &str) -> (Script, TermId) {
        let script = Script::parse(text.as_bytes()).unwrap();
        let root = script.assertions().next().unwrap();
        (script, root)
    }

    #[test]
    fn positions_tell_occurrences_of_one_term_apart() {
        let (script, root) = first("(declare-const x Int) (assert (= (+ x 1) (- x)))");
        let texts: Vec<(Vec<u32>, String)> = Positions::new(&script.arena, root)
            .map(|(p, t)| (p.steps().to_vec(), term_text(&script.arena, t)))
            .collect();
        let expected = [
            (vec![], "(= (+ x 1) (- x))"),
            (vec![0], "(+ x 1)"),
            (vec![0, 0], "x"),
            (vec![0, 1], "1"),
            (vec![1], "(- x)"),
            (vec![1, 0], "x"),
        ];
        assert_eq!(texts, expected.map(|(p, t)| (p, t.to_owned())));
        for (position, term) in Positions::new(&script.arena, root) {
            assert_eq!(position.term(&script.arena, root), Some(term));
        }
        assert_eq!(Positions::new(&script.arena, root).of_sort(SortId::BOOL).count(), 1);
        assert_eq!(Position::from(&[0, 2][..]).term(&script.arena, root), None);
    }

    #[test]
    fn the_variables_at_a_position_are_those_of_the_binders_crossed() {
        let (script, root) =
            first("(assert (forall ((x Int)) (let ((y (+ x 1))) (exists ((z Int)) (= y z)))))");
        let names = |steps: &[u32]| -> Vec<String> {
            let bound = Position::from(steps).bound(&script.arena, root);
            bound.iter().map(|&v| script.arena.name(script.arena.var(v).name).to_owned()).collect()
        };
        assert_eq!(names(&[0, 0]), ["x"]);
        assert_eq!(names(&[0, 1]), ["x", "y"]);
        assert_eq!(names(&[0, 1, 0, 1]), ["x", "y", "z"]);
    }

    #[test]
    fn a_chosen_term_is_found_among_exponentially_many_positions() {
        let mut text = String::from("(declare-const p Bool) (assert (let ((a0 p)) ");
        for i in 1..=40 {
            text += &format!("(let ((a{i} (and a{j} a{j}))) ", j = i - 1);
        }
        text += "a40";
        text += &")".repeat(42);
        let (script, root) = first(&text);
        let mut walk = Walk::new();
        let position = Position::choose(&script.arena, root, &mut walk, |_| true, |n| n / 2).unwrap();
        assert!(position.term(&script.arena, root).is_some());
    }

    #[test]
    fn a_deep_term_has_lazy_positions() {
        let depth = 1_000_000;
        let text = format!("(declare-const p Bool) (assert {}p{})", "(not ".repeat(depth), ")".repeat(depth));
        let (script, root) = first(&text);
        let mut positions = Positions::new(&script.arena, root);
        let mut last = root;
        while let Some(term) = positions.advance() {
            last = term;
        }
        assert_eq!(term_text(&script.arena, last), "p");
        let position = Position::find(&script.arena, root, last).unwrap();
        assert_eq!(position.steps().len(), depth);
    }
}
