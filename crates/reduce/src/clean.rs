//! Declarations that nothing uses, taken away with every step, because each would cost a step of its own.

use rustc_hash::FxHashSet;
use smtlib::{Arena, Command, FunId, Lexer, Printer, Script, SortDeclId, TokenKind};

/// Removes the declarations and definitions whose names occur nowhere else. Names are compared as text: one that is bound
/// elsewhere too keeps its declaration, at worst for nothing.
pub(crate) fn clean(script: &mut Script) {
    let mut names: Vec<FxHashSet<Vec<u8>>> = Vec::new();
    let printer = Printer::new();
    for command in &script.commands {
        let mut text = Vec::new();
        printer.command(&script.arena, command, &mut text);
        names.push(symbols(&text));
    }
    let mut kept: Vec<bool> = script.commands.iter().map(|command| !command.is_declaration()).collect();
    let mut used: FxHashSet<&[u8]> = FxHashSet::default();
    let mut fresh: Vec<usize> = (0..kept.len()).filter(|&i| kept[i]).collect();
    while !fresh.is_empty() {
        used.extend(fresh.drain(..).flat_map(|i| names[i].iter().map(Vec::as_slice)));
        for (i, command) in script.commands.iter().enumerate() {
            if !kept[i] && declared(&script.arena, command).iter().any(|name| used.contains(name.as_bytes()))
            {
                kept[i] = true;
                fresh.push(i);
            }
        }
    }
    let mut kept = kept.into_iter();
    script.commands.retain(|_| kept.next().unwrap_or(true));
}

/// The names that a command declares.
fn declared<'a>(arena: &'a Arena, command: &Command) -> Vec<&'a str> {
    let of_fun = |fun: FunId| arena.name(arena.fun(fun).name);
    let of_sort = |sort: SortDeclId| arena.name(arena.sorts.decl(sort).name);
    match command {
        Command::DeclareSort(sort, _) | Command::DefineSort(sort) => vec![of_sort(*sort)],
        Command::DeclareSortParameter(name) => vec![arena.name(*name)],
        Command::DeclareFun(fun) | Command::DeclareConst(fun) => vec![of_fun(*fun)],
        Command::DeclareDatatypes(_, datatypes) => {
            let datatypes = datatypes.iter().map(|&id| arena.datatype(id));
            datatypes
                .flat_map(|datatype| {
                    let constructors = datatype.constructors.iter();
                    let funs = constructors.flat_map(|it| it.selectors.iter().chain([&it.fun, &it.tester]));
                    funs.map(|&fun| of_fun(fun)).chain([of_sort(datatype.sort)])
                })
                .collect()
        }
        _ => command.defined().iter().map(|&fun| of_fun(fun)).collect(),
    }
}

/// The symbols of a text, without bars.
fn symbols(text: &[u8]) -> FxHashSet<Vec<u8>> {
    let mut found = FxHashSet::default();
    let mut lexer = Lexer::new(text);
    while let Ok(token) = lexer.next_token() {
        let name = token.span.of(text);
        match token.kind {
            TokenKind::End => break,
            TokenKind::Symbol => found.insert(name.to_vec()),
            TokenKind::Quoted => found.insert(name[1..name.len() - 1].to_vec()),
            _ => false,
        };
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nothing_uses_goes_and_what_is_used_through_others_stays() {
        let text = "(declare-sort U 0)(declare-datatype D ((c (s Int))))(declare-datatype E ((e)))\
                    (declare-const |a b| Int)(declare-const x Int)(define-fun f () Int |a b|)\
                    (define-fun g () D (c x))(assert (> f 0))(check-sat)";
        let mut script = Script::parse(text.as_bytes()).unwrap();
        clean(&mut script);
        assert_eq!(
            Printer::new().script_text(&script),
            "(declare-const |a b| Int)\n(define-fun f () Int |a b|)\n(assert (> f 0))\n(check-sat)\n"
        );
    }
}
