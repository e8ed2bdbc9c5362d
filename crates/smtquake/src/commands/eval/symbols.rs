//! The free symbols of assertions.

use std::collections::BTreeSet;

use smtlib::{Arena, FunId, FunKind, TermId, Walk, functions_of};

/// So many symbols are named in a message.
const NAMED: usize = 5;

/// The declared symbols on which the terms depend, through definitions too, in the order of their declaration.
pub fn free(arena: &Arena, terms: impl Iterator<Item = TermId>) -> Vec<FunId> {
    let mut seen = BTreeSet::new();
    let mut walk = Walk::new();
    let mut pending: Vec<TermId> = terms.collect();
    while let Some(term) = pending.pop() {
        for fun in functions_of(arena, &mut walk, term) {
            if seen.insert(fun) {
                match arena.fun(fun).kind {
                    FunKind::Defined { body, .. } => pending.extend(body),
                    FunKind::Named(named) => pending.push(named),
                    _ => {}
                }
            }
        }
    }
    seen.into_iter().filter(|&fun| matches!(arena.fun(fun).kind, FunKind::Declared)).collect()
}

/// The first of the symbols by name, and how many there are besides.
pub fn names(arena: &Arena, symbols: &[FunId]) -> String {
    let first = symbols.iter().take(NAMED).map(|&fun| arena.name(arena.fun(fun).name));
    let mut text = first.collect::<Vec<_>>().join(", ");
    if symbols.len() > NAMED {
        text += &format!(" and {} more", symbols.len() - NAMED);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use smtlib::Script;

    #[test]
    fn symbols_are_found_through_definitions_lets_and_names() {
        let script = Script::parse(
            b"(declare-const z Int) (declare-const unused Int) (declare-fun f (Int) Bool)
              (declare-const a Bool) (declare-datatype D ((c (s Int))))
              (define-fun-rec g ((n Int)) Int (ite (= n 0) z (g (- n 1))))
              (define-fun h ((n Int)) Int (g n))
              (assert (let ((b (! a :named n))) (and b (f (h (s (c 1)))))))",
        )
        .unwrap();
        let found = free(&script.arena, script.assertions());
        assert_eq!(names(&script.arena, &found), "z, f, a");
    }

    #[test]
    fn many_symbols_are_counted() {
        let source: String = (0..7).map(|i| format!("(declare-const x{i} Bool)(assert x{i})")).collect();
        let script = Script::parse(source.as_bytes()).unwrap();
        let found = free(&script.arena, script.assertions());
        assert_eq!(names(&script.arena, &found), "x0, x1, x2, x3, x4 and 2 more");
    }
}
