//! Traces as SMT-LIB scripts, line by line: every term gets a definition under its handle's name.

use std::fmt::Write;

use smtlib::{FunKind, sort_text, term_text};
use thiserror::Error;

use super::call::{Action, Arg, Call, Handle, Kind};
use super::{Said, Trace};
use crate::book::Book;

/// Why a trace is no script.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unsayable {
    /// A script talks to one solver.
    #[error("a script talks to one solver, but i{0} and i{1} are asked")]
    Solvers(u32, u32),
    /// The trace itself is wrong.
    #[error("{0}")]
    Wrong(String),
}

/// The trace as a script. Assumptions become assertions on a level of their own; options and what only a library has are
/// comments, and so are calls that were refused.
pub fn to_script(trace: &Trace) -> Result<String, Unsayable> {
    let mut asked = trace
        .lines
        .iter()
        .filter(|line| line.call.action == Action::CheckSat)
        .filter_map(|l| l.call.solver());
    let solver = asked.next();
    if let (Some(first), Some(other)) = (solver, asked.find(|&it| Some(it) != solver)) {
        return Err(Unsayable::Solvers(first, other));
    }
    let (mut book, mut out) = (Book::new(), String::from("(set-logic ALL)\n"));
    for line in &trace.lines {
        if matches!(line.said, Some(Said::Refused(_))) {
            let _ = writeln!(out, "; {line}");
            continue;
        }
        let mut call = line.call.clone();
        book.enter(&mut call).map_err(Unsayable::Wrong)?;
        let text = match call.solver() {
            Some(other) if Some(other) != solver && solver.is_some() && call.makes().is_none() => None,
            _ => command(&book, &call),
        };
        let _ = match text {
            Some(text) => writeln!(out, "{text}"),
            None => writeln!(out, "; {line}"),
        };
    }
    Ok(out)
}

fn command(book: &Book, call: &Call) -> Option<String> {
    let arena = &book.script.arena;
    let texts = call.texts();
    let terms: Vec<String> = call.numbers(Kind::Term).into_iter().map(|number| name(book, number)).collect();
    let number = || call.args.iter().find_map(|arg| if let Arg::Number(n) = arg { Some(*n) } else { None });
    Some(match call.action {
        Action::Constant => {
            format!("(declare-const {} {})", texts.first()?, sort_text(arena, book.sort_of(call.result?)?))
        }
        Action::Function => {
            let fun = arena.fun(book.fun(call.result?)?);
            let params: Vec<String> = fun.params.iter().map(|&sort| sort_text(arena, sort)).collect();
            format!(
                "(declare-fun {} ({}) {})",
                texts.first()?,
                params.join(" "),
                sort_text(arena, fun.result)
            )
        }
        Action::Datatype => (*texts.first()?).to_owned(),
        Action::Value => defined(book, call, texts.last()?)?,
        Action::Term => {
            let head = match call.args.first()? {
                Arg::Operator(operator) => match operator.sort {
                    Some(sort) => {
                        format!("(as {} {})", operator.op.name(), sort_text(arena, book.sort(sort)?))
                    }
                    None => operator.to_string(),
                },
                _ => return None,
            };
            defined(book, call, &applied(&head, &terms))?
        }
        Action::Apply => {
            let fun = arena.fun(book.fun(*call.numbers(Kind::Fun).first()?)?);
            let head = match fun.kind {
                // `is-c` is what only some solvers declare.
                FunKind::Tester(id, place) => {
                    let constructor = arena.datatype(id).constructors.get(place as usize)?.fun;
                    format!("(_ is {})", arena.name(arena.fun(constructor).name))
                }
                _ => arena.name(fun.name).to_owned(),
            };
            defined(book, call, &applied(&head, &terms))?
        }
        Action::Define => {
            let fun = book.fun(call.result?)?;
            let FunKind::Defined { vars, body: Some(body) } = &arena.fun(fun).kind else { return None };
            let param = |&var: &smtlib::VarId| {
                let var = arena.var(var);
                format!("({} {})", arena.name(var.name), sort_text(arena, var.sort))
            };
            let params: Vec<String> = vars.iter().map(param).collect();
            let result = sort_text(arena, arena.fun(fun).result);
            format!(
                "(define-fun {} ({}) {result} {})",
                texts.first()?,
                params.join(" "),
                term_text(arena, *body)
            )
        }
        Action::Simplify => defined(book, call, terms.first()?)?,
        Action::Substitute | Action::Quantify => {
            defined(book, call, &term_text(arena, book.term(call.result?)?))?
        }
        Action::Assert => format!("(assert {})", terms.first()?),
        Action::Push => format!("(push {})", number()?),
        Action::Pop => format!("(pop {})", number()?),
        Action::Interrupt => "(check-sat)".to_owned(),
        Action::CheckSat if terms.is_empty() => "(check-sat)".to_owned(),
        Action::CheckSat => {
            let assumed: Vec<String> = terms.iter().map(|term| format!("(assert {term})")).collect();
            format!("(push 1)\n{}\n(check-sat)\n(pop 1)", assumed.join("\n"))
        }
        Action::GetValue => format!("(get-value ({}))", terms.first()?),
        Action::CheckModel => "(get-model)".to_owned(),
        Action::ResetAssertions => "(reset-assertions)".to_owned(),
        _ => return None,
    })
}

/// What a term is called in the script.
fn name(book: &Book, number: u32) -> String {
    let handle = Handle { kind: Kind::Term, number };
    match book.symbols().iter().find(|symbol| symbol.handle == handle) {
        Some(symbol) => book.script.arena.name(book.script.arena.fun(symbol.fun).name).to_owned(),
        None => handle.to_string(),
    }
}

fn applied(head: &str, terms: &[String]) -> String {
    if terms.is_empty() { head.to_owned() } else { format!("({head} {})", terms.join(" ")) }
}

fn defined(book: &Book, call: &Call, body: &str) -> Option<String> {
    let number = call.result?;
    Some(format!("(define-fun t{number} () {} {body})", sort_text(&book.script.arena, book.sort_of(number)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trace_is_a_script_of_the_same_meaning() {
        let trace = Trace::read(
            "smtquake-trace 1 z3\n1 new -> i0\n2 sort (_ BitVec 8) -> s0\n3 constant x s0 #x0f -> t0\n\
             4 term bvadd t0 t0 -> t1\n5 term = t1 t0 -> t2\n6 assert i0 t2\n7 check-sat i0 t2 = sat\n8 delete i0\n",
        );
        let script = to_script(&trace.unwrap()).unwrap();
        let expected = "(set-logic ALL)\n; 1 new -> i0\n; 2 sort (_ BitVec 8) -> s0\n(declare-const x (_ BitVec 8))\n\
            (define-fun t1 () (_ BitVec 8) (bvadd x x))\n(define-fun t2 () Bool (= t1 x))\n(assert t2)\n\
            (push 1)\n(assert t2)\n(check-sat)\n(pop 1)\n; 8 delete i0\n";
        assert_eq!(script, expected);
        assert!(smtlib::Script::parse(script.as_bytes()).unwrap().type_errors.is_empty());
    }
}
