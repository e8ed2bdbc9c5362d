//! Where terms stand in a script.

use rustc_hash::FxHashMap;
use smtlib::{Command, FunId, FunKind, Position, Positions, Rewriter, Script, SortId, TermId, sort_text};

use super::Replacement;

/// More places than this are not walked in one go: shared terms could make them astronomically many.
const PLACES_AT_MOST: usize = 200_000;

/// One occurrence of a term.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    root: Root,
    position: Position,
    /// The term there.
    pub(crate) term: TermId,
}

/// Where a term stands directly.
#[derive(Clone, Copy, Debug)]
enum Root {
    /// A command, and which of its terms.
    Command(usize, usize),
    /// The body of a definition.
    Body(FunId),
}

/// All places of a script, from the outside in.
pub(crate) fn places(script: &Script) -> Vec<Place> {
    let mut all = Vec::new();
    for (i, command) in script.commands.iter().enumerate() {
        for (k, &term) in command.terms().iter().enumerate() {
            below(script, Root::Command(i, k), term, &mut all);
        }
        for &fun in command.defined() {
            if let FunKind::Defined { body: Some(body), .. } = script.arena.fun(fun).kind {
                below(script, Root::Body(fun), body, &mut all);
            }
        }
    }
    all
}

fn below(script: &Script, root: Root, term: TermId, all: &mut Vec<Place>) {
    let mut positions = Positions::new(&script.arena, term);
    while let Some(term) = positions.advance() {
        if all.len() == PLACES_AT_MOST {
            return;
        }
        all.push(Place { root, position: positions.path().into(), term });
    }
}

/// Puts something else in a place; false when it does not fit.
pub(crate) fn replace(script: &mut Script, place: &Place, by: &Replacement) -> bool {
    match *by {
        Replacement::Term(term) => put(script, place, term),
        Replacement::Fresh(sort) => match fresh(script, sort) {
            Some((declaration, constant)) => {
                let home = place.root.home(script);
                put(script, place, constant) && {
                    script.commands.insert(home, declaration);
                    true
                }
            }
            None => false,
        },
    }
}

fn put(script: &mut Script, place: &Place, new: TermId) -> bool {
    let Some(old) = place.root.term(script) else { return false };
    let Some(root) = Rewriter::new().replace_at(&mut script.arena, old, &place.position, new) else {
        return false;
    };
    match place.root {
        Root::Command(i, k) => script.commands[i].terms_mut()[k] = root,
        Root::Body(fun) => script.arena.set_body(fun, root),
    }
    true
}

impl Root {
    fn term(self, script: &Script) -> Option<TermId> {
        match self {
            Root::Command(i, k) => script.commands.get(i)?.terms().get(k).copied(),
            Root::Body(fun) => match script.arena.fun(fun).kind {
                FunKind::Defined { body, .. } => body,
                _ => None,
            },
        }
    }

    /// The command that the term belongs to.
    fn home(self, script: &Script) -> usize {
        match self {
            Root::Command(i, _) => i,
            Root::Body(fun) => {
                script.commands.iter().position(|it| it.defined().contains(&fun)).unwrap_or_default()
            }
        }
    }
}

/// A new constant and its declaration, which is not among the commands yet.
fn fresh(script: &mut Script, sort: SortId) -> Option<(Command, TermId)> {
    let number = script.arena.fun_count();
    let text = format!("(declare-const new!{number} {})", sort_text(&script.arena, sort));
    let at = script.extend(text.as_bytes()).ok()?.start;
    let declaration = script.commands.remove(at);
    let Command::DeclareConst(fun) = declaration else { return None };
    Some((declaration, script.arena.fun_term(fun)))
}

/// A script with one term in the place of another everywhere.
pub(super) fn everywhere(mut script: Script, old: TermId, new: TermId) -> Option<Script> {
    let map = FxHashMap::from_iter([(old, new)]);
    let mut rewriter = Rewriter::new();
    let mut fits = true;
    script.map_terms(|arena, term| {
        rewriter.replace_all(arena, term, &map).unwrap_or_else(|| {
            fits = false;
            term
        })
    });
    fits.then_some(script)
}
