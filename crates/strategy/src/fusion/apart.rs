//! Keeping the names of two seeds apart.

use rustc_hash::FxHashSet;
use smtlib::{Command, Lexer, Script, TokenKind};

use crate::seed::Seed;

/// All names that a seed introduces.
pub(super) fn names_of(seed: &Seed) -> FxHashSet<String> {
    let script: &Script = &seed.script;
    let arena = &script.arena;
    let mut names: FxHashSet<String> = arena.funs().map(|(_, fun)| arena.name(fun.name).to_owned()).collect();
    let sorts = script.commands.iter().flat_map(|command| match command {
        Command::DeclareSort(sort, _) | Command::DefineSort(sort) => vec![arena.sorts.decl(*sort).name],
        Command::DeclareDatatypes(_, datatypes) => {
            datatypes.iter().map(|&id| arena.sorts.decl(arena.datatype(id).sort).name).collect()
        }
        _ => Vec::new(),
    });
    names.extend(sorts.map(|name| arena.name(name).to_owned()));
    names
}

/// An ending that makes no name of the one seed a name of the other.
pub(super) fn ending(one: &FxHashSet<String>, other: &FxHashSet<String>) -> String {
    let fits = |ending: &String| other.iter().all(|name| !one.contains(&format!("{name}{ending}")));
    (2..).map(|number| format!("!{number}")).find(fits).unwrap_or_default()
}

/// The text with an ending added to these names, wherever they stand. Bound variables of such a name change as well, which
/// keeps their meaning.
pub(super) fn renamed(text: &[u8], names: &FxHashSet<String>, ending: &str) -> Option<Vec<u8>> {
    let mut lexer = Lexer::new(text);
    let (mut out, mut done) = (Vec::with_capacity(text.len() * 2), 0);
    loop {
        let token = lexer.next_token().ok()?;
        let (start, end) = (token.span.start as usize, token.span.end as usize);
        let (name, inside) = match token.kind {
            TokenKind::End => break,
            TokenKind::Symbol => (lexer.text(token), end),
            TokenKind::Quoted => {
                (text.get(start + 1..end - 1).and_then(|it| std::str::from_utf8(it).ok())?, end - 1)
            }
            _ => continue,
        };
        if names.contains(name) {
            out.extend_from_slice(&text[done..inside]);
            out.extend_from_slice(ending.as_bytes());
            done = inside;
        }
    }
    out.extend_from_slice(&text[done..]);
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_kept_apart_wherever_they_stand() {
        let text = "(declare-sort S 0)(declare-fun |f g| (S) Int)(declare-const x S)(define-fun y () Int (|f g| x))\
            (declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))(declare-const l L)\
            (assert (exists ((x Int)) (and (> x y) ((_ is cons) l) (= \"x\" \"x\"))))";
        let seed = Seed::parse("s", text.as_bytes()).unwrap();
        let names = names_of(&seed);
        let again = renamed(text.as_bytes(), &names, "!2").unwrap();
        let shown = String::from_utf8(again.clone()).unwrap();
        for part in [
            "|f g!2|",
            "(exists ((x!2 Int)) (and (> x!2 y!2) ((_ is cons!2) l!2) (= \"x\" \"x\")))",
            "(tail!2 L!2)",
        ] {
            assert!(shown.contains(part), "{shown}");
        }
        let both = [text.as_bytes(), &again].concat();
        assert!(Script::parse(&both).unwrap().type_errors.is_empty());
        assert_eq!(ending(&names, &names), "!2");
        let taken: FxHashSet<String> = ["x", "x!2"].map(str::to_owned).into_iter().collect();
        assert_eq!(ending(&taken, &taken), "!3");
    }
}
