//! Calls that make sorts and terms, on a world.

use smtlib::theory::Op;

use crate::adapter::{Done, Refused, World};
use crate::book::Book;
use crate::trace::{Action, Arg, Kind, Line, Operator};

/// Makes what a line makes, if it is a line that makes a sort, a term or a function, apart from all solvers.
pub(super) fn make(world: &mut dyn World, book: &Book, line: &Line) -> Done {
    let call = &line.call;
    let at = call.result.unwrap_or(0);
    let (sorts, terms, texts) = (call.numbers(Kind::Sort), call.numbers(Kind::Term), call.texts());
    let missing = || Refused::because("an argument is missing");
    match call.action {
        Action::Sort | Action::Datatype => world.sort(at, book),
        Action::Part => world.part(at, *sorts.first().ok_or_else(missing)?, book),
        Action::Constant => {
            let (&sort, &name) = sorts.first().zip(texts.first()).ok_or_else(missing)?;
            world.constant(at, name, sort, book)
        }
        Action::Function => {
            let ((&result, params), &name) = sorts.split_first().zip(texts.first()).ok_or_else(missing)?;
            world.function(at, name, params, result)
        }
        Action::Value => {
            let (&sort, value) = sorts.first().zip(book.value(at)).ok_or_else(missing)?;
            world.value(at, sort, value, line.seed)
        }
        Action::Term => world.term(call.result, operator(line).ok_or_else(missing)?, &terms, book, line.seed),
        Action::Misuse => world.term(None, operator(line).ok_or_else(missing)?, &terms, book, line.seed),
        Action::Apply => {
            let &function = call.numbers(Kind::Fun).first().ok_or_else(missing)?;
            world.apply(at, function, &terms)
        }
        Action::Quantify => {
            let (&body, constants) = terms.split_first().ok_or_else(missing)?;
            world.quantify(at, texts.first() == Some(&"forall"), body, constants, book)
        }
        Action::Define => {
            let (&body, constants) = terms.split_first().ok_or_else(missing)?;
            world.define(at, body, constants, book, line.seed)
        }
        Action::Substitute => {
            let &[of, from, to] = &terms[..] else { return Err(missing()) };
            world.substitute(at, of, from, to)
        }
        _ => Err(Refused::because("this makes no term")),
    }
}

/// The operator of a line.
pub(crate) fn operator(line: &Line) -> Option<&Operator> {
    line.call
        .args
        .iter()
        .find_map(|arg| if let Arg::Operator(operator) = arg { Some(operator) } else { None })
}

/// The operator of a line that makes a term by one.
pub(crate) fn op_of(line: &Line) -> Option<Op> {
    operator(line).map(|operator| operator.op).filter(|_| line.call.action == Action::Term)
}
