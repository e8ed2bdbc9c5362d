//! What a solver was told, told again as a script of our own: in words and shapes that no dump has.

use smtlib::{FunKind, Head, Lets, Measures, Rewriter, SortCtor, TermId, Walk, sort_text, term_text};
use strategy::Dice;

use super::smt1;
use crate::adapter::{Done, Refused};
use crate::book::Book;
use crate::run::{Outcome, Session};
use crate::trace::Kind;

/// How long a term may be when it is written out: without sharing, a few calls make terms of any length.
const LONGEST: u64 = 3000;

impl Session<'_> {
    pub(crate) fn check_retold(&mut self, solver: u32, way: u32) -> Done<Outcome> {
        let (answer, premises) = self.last(solver)?;
        let mut dice = Dice::new(&[u64::from(way)]);
        let terms: Option<Vec<TermId>> = premises.iter().map(|&number| self.book.term(number)).collect();
        let terms = terms.unwrap_or_default();
        let bodies = self.book.funs().filter_map(|(_, fun)| match self.book.script.arena.fun(fun).kind {
            FunKind::Defined { body, .. } => body,
            _ => None,
        });
        let all: Vec<TermId> = terms.iter().copied().chain(bodies).collect();
        let mut walk = Walk::new();
        let parts = walk.post_order(&self.book.script.arena, all, Lets::Through);
        let plain = |part: &TermId| match self.book.script.arena.term(*part).head {
            Head::Op(op, ..) => smt1::is_plain(op),
            _ => true,
        };
        if !parts.iter().all(plain) {
            return Err(Refused::because("it has operators that not every reader knows"));
        }
        let old = self.library.abilities().reads_smt1 && dice.chance(30);
        let needed = self.library.abilities().needed;
        let settings = self.book.instance(solver).map(|it| it.settings()).unwrap_or_default();
        // One that is set to something else may not take levels and assumptions.
        let plain = settings.iter().all(|(name, _)| !needed.contains(&name.as_str()));
        let script = match old {
            true => smt1::benchmark(&self.book, &terms, LONGEST),
            false => Some(script(&mut self.book, &terms, plain, &mut dice)),
        };
        let script = script.ok_or_else(|| Refused::because("the language lacks something"))?;
        self.read_back("the same as a script", solver, answer, &script, &premises)
    }
}

/// An SMT-LIB script that asserts these.
fn script(book: &mut Book, terms: &[TermId], plain: bool, dice: &mut Dice) -> String {
    let (mut rewriter, mut measures) = (Rewriter::new(), Measures::new(Lets::Through));
    let shares = dice.chance(50);
    let mut told = Vec::new();
    for &term in terms {
        let arena = &mut book.script.arena;
        let long = measures.tree_size(arena, term) > LONGEST;
        let term = if shares || long { rewriter.introduce_lets(arena, term) } else { term };
        told.push(term_text(arena, term));
    }
    let quantified = told.iter().any(|text| text.contains("(forall ") || text.contains("(exists "));
    let mut out = String::new();
    let logic = if quantified { "BV" } else { "QF_AUFBV" };
    let mut say = |text: String| {
        out += &text;
        out.push('\n');
    };
    if dice.chance(50) {
        say("(set-info :status unknown)\n(set-info :source |told again|) ; by us".to_owned());
    }
    if dice.chance(80) {
        say(format!("(set-logic {logic})"));
    }
    if dice.chance(30) {
        say("(set-option :produce-models true)".to_owned());
    }
    declarations(book, dice).into_iter().for_each(&mut say);
    let levels = plain && !quantified && dice.chance(40);
    if levels {
        say("(push 1)\n(assert false)\n(pop 1)\n(push 2)".to_owned());
    }
    let (names, last) = (dice.chance(30), dice.chance(30) && plain && !quantified);
    let count = told.len();
    for (n, text) in told.into_iter().enumerate() {
        match () {
            // The last one as an assumption, which has to be a symbol or its negation.
            () if last && n + 1 == count => {
                say(format!(
                    "(declare-fun assumed () Bool)\n(assert (= assumed {text}))\n(check-sat-assuming (assumed))"
                ));
                return finished(out, dice, None);
            }
            () if names => say(format!("(assert (! {text} :named told{n}))")),
            () => say(format!("(assert {text})")),
        }
    }
    let value = book.symbols().iter().find(|symbol| symbol.handle.kind == Kind::Term);
    let value = value.map(|symbol| book.script.arena.name(book.script.arena.fun(symbol.fun).name).to_owned());
    say("(check-sat)".to_owned());
    finished(out, dice, value.filter(|_| !quantified))
}

/// Questions after the check, which are no part of its answer.
fn finished(mut out: String, dice: &mut Dice, symbol: Option<String>) -> String {
    if let Some(symbol) = symbol.filter(|_| out.contains("produce-models")) {
        if dice.chance(50) {
            out += &format!("(get-value ({symbol}))\n");
        }
        if dice.chance(50) {
            out += "(get-model)\n";
        }
    }
    if dice.chance(30) {
        out += "(echo \"told\")\n(exit)\n";
    }
    out
}

/// Everything declared or defined, in its order.
pub(super) fn declarations(book: &Book, dice: &mut Dice) -> Vec<String> {
    let arena = &book.script.arena;
    let mut lines = Vec::new();
    let sorts = |sorts: &[smtlib::SortId]| {
        let texts: Vec<String> = sorts.iter().map(|&sort| sort_text(arena, sort)).collect();
        texts.join(" ")
    };
    for symbol in book.symbols() {
        let fun = arena.fun(symbol.fun);
        let (name, result) = (arena.name(fun.name), sort_text(arena, fun.result));
        lines.push(match fun.params.is_empty() && dice.chance(50) {
            true => format!("(declare-const {name} {result})"),
            false => format!("(declare-fun {name} ({}) {result})", sorts(&fun.params)),
        });
    }
    for (_, fun) in book.funs() {
        let fun = arena.fun(fun);
        if let FunKind::Defined { vars, body: Some(body) } = &fun.kind {
            let params: Vec<String> = vars
                .iter()
                .map(|&var| {
                    format!("({} {})", arena.name(arena.var(var).name), sort_text(arena, arena.var(var).sort))
                })
                .collect();
            let (name, result) = (arena.name(fun.name), sort_text(arena, fun.result));
            lines.push(format!(
                "(define-fun {name} ({}) {result} {})",
                params.join(" "),
                term_text(arena, *body)
            ));
        }
    }
    lines
}

/// Whether a sort is a truth value or a bit-vector.
pub(super) fn is_flat(ctor: SortCtor) -> bool {
    matches!(ctor, SortCtor::Bool | SortCtor::BitVec(_))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::Trace;
    use smtlib::Script;

    #[test]
    fn what_is_told_again_is_a_script_with_the_same_assertions() {
        let trace = "smtquake-trace 1 z3\n1 sort (_ BitVec 2) -> s0\n1 constant x s0 #b00 -> t0\n1 term bvult t0 t0 -> t1\n\
            1 term not t1 -> t2\n1 define f t1 t0 -> f0\n1 apply f0 t0 -> t3\n";
        let mut book = Book::new();
        for mut line in Trace::read(trace).unwrap().lines {
            book.enter(&mut line.call).unwrap();
        }
        let terms: Vec<TermId> = [2, 3].into_iter().filter_map(|n| book.term(n)).collect();
        for seed in 0..40 {
            let text = script(&mut book, &terms, true, &mut Dice::new(&[seed]));
            let read = Script::parse(text.as_bytes()).unwrap();
            assert!(read.type_errors.is_empty(), "{text}");
            assert!(text.contains("(check-sat") && text.contains("bvult"), "{text}");
        }
    }
}
