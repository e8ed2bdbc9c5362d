//! Phase 1, seed fragmentation: the Boolean parts of a seed's assertions, each able to stand alone.

use std::collections::BTreeSet;
use std::ops::Range;

use smtlib::{
    Arena, Dialect, FunId, FunKind, Lets, Measures, Printer, Rewriter, Script, SortId, TermId, Walk,
    functions_of,
};

use super::Bounds;
use super::opened::Opened;

/// The fragments of a seed, printed.
#[derive(Clone, Debug, Default)]
pub(super) struct Fragments {
    text: Vec<u8>,
    items: Vec<Fragment>,
    /// Declarations that they need besides those of the seed.
    pub(super) declarations: Vec<u8>,
}

#[derive(Clone, Debug)]
struct Fragment {
    at: Range<usize>,
    depth: u32,
    /// The constants that its value depends on, when it depends on nothing else.
    constants: Option<Box<[FunId]>>,
}

impl Fragments {
    /// Every Boolean part of `roots` whose depth and size are within bounds, with the terms to evaluate. Let bodies,
    /// conditions and Boolean arguments count (S1); parts of a let take the definitions they need with them, parts
    /// below a quantifier are [opened](Opened).
    pub(super) fn of(script: &mut Script, roots: &[TermId], bounds: &Bounds) -> (Fragments, Vec<TermId>) {
        let mut walk = Walk::new();
        let parts: Vec<TermId> = {
            let order = walk.post_order(&script.arena, roots.iter().copied(), Lets::Kept);
            order.iter().copied().filter(|&part| script.arena.sort_of(part) == SortId::BOOL).collect()
        };
        Fragments::these(script, &parts, bounds)
    }

    /// The same of these terms alone, not of what is below them.
    pub(super) fn these(script: &mut Script, parts: &[TermId], bounds: &Bounds) -> (Fragments, Vec<TermId>) {
        let (mut walk, mut rewriter, mut opened) = (Walk::new(), Rewriter::new(), Opened::default());
        let (mut measures, mut written) = (Measures::new(Lets::Through), Measures::new(Lets::Kept));
        let printer = Printer::new().dialect(Dialect::standard());
        let mut fragments = Fragments::default();
        let (mut terms, mut seen) = (Vec::new(), BTreeSet::new());
        for &part in parts {
            if measures.depth(&script.arena, part) > bounds.depth {
                continue;
            }
            let part = rewriter.strip_names(&mut script.arena, part);
            let part = rewriter.close_lets(&mut script.arena, part);
            let Some(part) = opened.open(script, &mut rewriter, part) else { continue };
            let arena = &script.arena;
            // A node takes two bytes at least; what is far too long is not even printed.
            if !seen.insert(part) || written.tree_size(arena, part) > bounds.instance_bytes as u64 {
                continue;
            }
            let start = fragments.text.len();
            printer.term(arena, part, &mut fragments.text);
            if fragments.text.len() - start > bounds.instance_bytes / 2 {
                fragments.text.truncate(start);
                continue;
            }
            fragments.items.push(Fragment {
                at: start..fragments.text.len(),
                depth: measures.depth(arena, part),
                constants: constants_of(arena, &mut walk, part),
            });
            terms.push(part);
        }
        fragments.declarations = opened.declarations;
        (fragments, terms)
    }

    pub(super) fn bytes(&self) -> usize {
        self.text.len() + self.items.len() * std::mem::size_of::<Fragment>()
    }

    pub(super) fn len(&self) -> usize {
        self.items.len()
    }

    pub(super) fn text(&self, fragment: usize) -> &[u8] {
        &self.text[self.items[fragment].at.clone()]
    }

    pub(super) fn depth(&self, fragment: usize) -> u32 {
        self.items[fragment].depth
    }

    pub(super) fn constants(&self, fragment: usize) -> Option<&[FunId]> {
        self.items[fragment].constants.as_deref()
    }
}

/// The declared constants that a term depends on, through definitions too; `None` when it depends on a function.
fn constants_of(arena: &Arena, walk: &mut Walk, term: TermId) -> Option<Box<[FunId]>> {
    let (mut constants, mut seen) = (BTreeSet::new(), BTreeSet::new());
    let mut open = functions_of(arena, walk, term);
    while let Some(fun) = open.pop() {
        if !seen.insert(fun) {
            continue;
        }
        match arena.fun(fun).kind {
            FunKind::Declared if arena.fun(fun).params.is_empty() => {
                constants.insert(fun);
            }
            FunKind::Defined { body: Some(body), .. } | FunKind::Named(body) => {
                open.extend(functions_of(arena, walk, body));
            }
            FunKind::Constructor(..) | FunKind::Tester(..) | FunKind::Selector(..) => {}
            _ => return None,
        }
    }
    Some(constants.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fragments(text: &str) -> Vec<String> {
        let mut script = Script::parse(text.as_bytes()).unwrap();
        let roots: Vec<TermId> = script.assertions().collect();
        let (fragments, terms) = Fragments::of(&mut script, &roots, &Bounds::default());
        assert_eq!(fragments.len(), terms.len());
        (0..fragments.len()).map(|i| String::from_utf8_lossy(fragments.text(i)).into_owned()).collect()
    }

    #[test]
    fn every_boolean_part_is_a_fragment() {
        let all = fragments("(declare-const x Int)(assert (and (> x 1) (= 0 (ite (< x 5) x 0))))");
        assert_eq!(
            all,
            ["(> x 1)", "(< x 5)", "(= 0 (ite (< x 5) x 0))", "(and (> x 1) (= 0 (ite (< x 5) x 0)))"]
        );
    }

    #[test]
    fn parts_of_a_let_take_its_definitions_along() {
        let all = fragments("(declare-const x Int)(assert (let ((y (+ x 1))) (and (> y 1) (< y 9))))");
        assert!(all.contains(&"(> (+ x 1) 1)".to_owned()), "{all:?}");
        for text in &all {
            let script = format!("(declare-const x Int)(assert {text})");
            assert!(Script::parse(script.as_bytes()).unwrap().type_errors.is_empty(), "{text}");
        }
    }

    #[test]
    fn bound_variables_become_constants_and_names_are_not_given_twice() {
        let all = fragments(
            "(declare-fun p (Int) Bool)(assert (! (forall ((x Int)) (! (p x) :pattern ((p x)))) :named n))(assert n)",
        );
        assert_eq!(all, ["(p storm!v0)", "(forall ((x Int)) (! (p x) :pattern ((p x))))"]);
    }

    #[test]
    fn deep_and_long_parts_are_left_out() {
        let deep = (0..100).fold("(> x 0)".to_owned(), |inner, _| format!("(not {inner})"));
        assert_eq!(fragments(&format!("(declare-const x Int)(assert {deep})")).len(), 63);
        let long = (0..20).fold("p".to_owned(), |inner, i| format!("(let ((a{i} {inner})) (and a{i} a{i}))"));
        assert!(fragments(&format!("(declare-const p Bool)(assert {long})")).len() >= 20);
    }
}
