//! What another solver has a model of, the library must not refute.
//!
//! The model becomes the witness of the trace: what is wrong is then shown by the trace alone, whoever the other solver was.

use eval::Meaning;
use eval::model_text::{read_model, value_text};
use rustc_hash::FxHashSet;
use smtlib::{Head, Lets, Rewriter, Script, TermId, Walk, term_text};
use strategy::Dice;

use super::retold::declarations;
use crate::book::Book;
use crate::trace::{Action, Arg, Kind, Line, Said, Trace};

/// A check that was answered `unsat`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refuted {
    /// Its place in the trace.
    pub(crate) line: usize,
    /// The script that asks another solver about it.
    pub(crate) script: String,
}

/// The checks of a trace that were answered `unsat`, as far as a witness can speak of them.
pub(crate) fn refuted(trace: &Trace) -> Vec<Refuted> {
    let (mut book, mut spoiled, mut found) = (Book::new(), FxHashSet::default(), Vec::new());
    let mut datatypes = String::new();
    for (at, line) in trace.lines.iter().enumerate() {
        let solver = line.call.solver();
        if matches!(line.said, Some(Said::Refused(_))) {
            if matches!(line.call.action, Action::Assert | Action::CheckSat | Action::Interrupt) {
                spoiled.extend(solver);
            }
            continue;
        }
        if book.enter(&mut line.call.clone()).is_err() {
            return found;
        }
        if line.call.action == Action::Datatype {
            datatypes.extend(line.call.texts());
            datatypes.push('\n');
        }
        let unsat =
            line.said == Some(Said::Answer("unsat".to_owned())) && line.call.action == Action::CheckSat;
        if let Some(solver) = solver.filter(|solver| unsat && !spoiled.contains(solver)) {
            let premises = book.instance(solver).map(|it| it.premises()).unwrap_or_default();
            found.extend(script(&mut book, &premises, &datatypes).map(|script| Refuted { line: at, script }));
        }
    }
    found
}

/// The premises as a script. Functions have one value everywhere in a witness, so there must be none.
fn script(book: &mut Book, premises: &[u32], datatypes: &str) -> Option<String> {
    let terms: Vec<TermId> = premises.iter().map(|&number| book.term(number)).collect::<Option<_>>()?;
    let arena = &book.script.arena;
    let mut walk = Walk::new();
    let applies = |&part: &TermId| {
        let term = arena.term(part);
        matches!(term.head, Head::Fun(fun, _) if !term.args.is_empty() && book.symbols().iter().any(|it| it.fun == fun))
    };
    if walk.post_order(arena, terms.iter().copied(), Lets::Through).iter().any(applies) {
        return None;
    }
    let mut out = format!("(set-option :produce-models true)\n(set-logic ALL)\n{datatypes}");
    for line in declarations(book, &mut Dice::new(&[0])) {
        out += &format!("{line}\n");
    }
    let mut rewriter = Rewriter::new();
    for term in terms {
        let told = rewriter.introduce_lets(&mut book.script.arena, term);
        out += &format!("(assert {})\n", term_text(&book.script.arena, told));
    }
    Some(out + "(check-sat)\n(get-model)\n")
}

/// The trace up to a refuted check, with what a model says as the values of its witness.
pub(crate) fn with_model(trace: &Trace, refuted: &Refuted, model: &str) -> Option<Trace> {
    let mut script = Script::parse(refuted.script.as_bytes()).ok()?;
    let model = read_model(&mut script, model).ok()?;
    let value = |name: &str| {
        let (fun, declared) = script.arena.funs().find(|(_, fun)| script.arena.name(fun.name) == name)?;
        match model.get(fun)? {
            Meaning::Value(value) => value_text(&script.arena, declared.result, value),
            _ => None,
        }
    };
    let mut lines: Vec<Line> = trace.lines.get(..=refuted.line)?.to_vec();
    lines.retain(|line| !matches!(line.said, Some(Said::Refused(_))));
    for line in lines.iter_mut().filter(|line| line.call.action == Action::Constant) {
        let witness = line.call.texts().first().and_then(|name| value(name));
        if let (Some(witness), Some(Arg::Text(text))) = (witness, line.call.args.last_mut()) {
            *text = witness.into();
        }
    }
    lines.iter_mut().for_each(|line| line.said = None);
    debug_assert!(lines.last().is_some_and(|line| line.call.numbers(Kind::Solver).len() == 1));
    Some(Trace { target: trace.target.clone(), lines })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "smtquake-trace 1 z3\n1 new -> i0\n2 sort (_ BitVec 4) -> s0\n3 constant x s0 #x0 -> t0\n\
        4 constant y s0 #x1 -> t1\n5 term bvult t1 t0 -> t2\n6 assert i0 t2\n";

    #[test]
    fn a_model_of_what_was_refuted_becomes_the_witness() {
        let trace = Trace::read(&format!("{HEAD}7 check-sat i0 = unsat\n8 check-sat i0 = sat\n")).unwrap();
        let found = refuted(&trace);
        assert_eq!(found.len(), 1);
        assert!(found[0].script.contains("(assert (bvult y x))"), "{}", found[0].script);
        let model = "((define-fun x () (_ BitVec 4) #x7) (define-fun y () (_ BitVec 4) #x3))";
        let witnessed = with_model(&trace, &found[0], model).unwrap().to_string();
        assert!(
            witnessed.contains("constant x s0 #x7 -> t0") && witnessed.ends_with("7 check-sat i0\n"),
            "{witnessed}"
        );
        assert!(Trace::read(&witnessed).is_ok());
    }

    #[test]
    fn nothing_is_asked_after_a_refusal_and_nothing_about_functions() {
        let refused = format!("{HEAD}7 assert i0 t2 ! no\n8 check-sat i0 = unsat\n");
        assert_eq!(refuted(&Trace::read(&refused).unwrap()), []);
        let functions = format!(
            "{HEAD}7 function f s0 #x0 s0 -> f0\n8 apply f0 t0 -> t3\n9 term = t3 t0 -> t4\n10 check-sat i0 t4 = unsat\n"
        );
        assert_eq!(refuted(&Trace::read(&functions).unwrap()), []);
    }
}
