//! Constants that become variables: of a quantifier, or of a function's definition.

use rustc_hash::FxHashMap;
use smtlib::{Binder, Fun, FunKind, Head, SortId, TermId, VarId};

use super::{Book, place};
use crate::trace::{Call, Kind};

impl Book {
    /// A quantifier over constants of a formula.
    pub(super) fn quantified(&mut self, call: &Call) -> Result<TermId, String> {
        let binder = match call.texts()[..] {
            ["forall"] => Binder::Forall,
            ["exists"] => Binder::Exists,
            _ => return Err("it is `forall` or `exists`".to_owned()),
        };
        let (body, vars) = self.abstracted(call)?;
        if self.script.arena.sort_of(body) != SortId::BOOL {
            return Err("only formulas are quantified".to_owned());
        }
        let arena = &mut self.script.arena;
        let vars = arena.make_var_list(&vars);
        Ok(arena.intern(Head::Binder(binder, vars), &[body], SortId::BOOL))
    }

    /// A function whose parameters were constants of its body.
    pub(super) fn define(&mut self, call: &Call, number: u32) -> Result<(), String> {
        let name = call.texts().first().copied().unwrap_or_default();
        let (body, vars) = self.abstracted(call)?;
        let arena = &mut self.script.arena;
        let params = vars.iter().map(|&var| arena.var(var).sort).collect();
        let (name, result) = (arena.symbols.intern(name), arena.sort_of(body));
        let kind = FunKind::Defined { vars, body: Some(body) };
        let fun = arena.declare(Fun { name, params, result, sort_params: Vec::new(), kind });
        place(&mut self.funs, number, fun);
        Ok(())
    }

    /// The first term of a call with variables for the constants that the others are.
    fn abstracted(&mut self, call: &Call) -> Result<(TermId, Vec<VarId>), String> {
        let numbers = call.numbers(Kind::Term);
        let Some((&body, constants)) = numbers.split_first() else {
            return Err("it takes a term".to_owned());
        };
        let body = self.term(body).ok_or("it takes a term")?;
        let (mut map, mut vars) = (FxHashMap::default(), Vec::new());
        for &constant in constants {
            let is_constant =
                self.symbols.iter().any(|it| it.handle.kind == Kind::Term && it.handle.number == constant);
            let term = self.term(constant).filter(|term| is_constant && !map.contains_key(term));
            let term = term.ok_or_else(|| format!("t{constant} is no constant, or stands there twice"))?;
            let arena = &mut self.script.arena;
            let sort = arena.sort_of(term);
            let var = self.rewriter.fresh_scoped(arena, "v", sort);
            map.insert(term, arena.var_term(var));
            vars.push(var);
        }
        if vars.is_empty() {
            return Err("it takes at least one constant".to_owned());
        }
        let body = self.rewriter.replace_all(&mut self.script.arena, body, &map);
        Ok((body.ok_or("the result has no sort")?, vars))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::Trace;
    use smtlib::term_text;

    fn book(lines: &str) -> (Book, Vec<Result<(), String>>) {
        let head = "smtquake-trace 1 z3\n1 sort (_ BitVec 2) -> s0\n1 constant x s0 #b00 -> t0\n1 constant y s0 #b01 -> t1\n\
            1 term bvult t0 t1 -> t2\n";
        let trace = Trace::read(&format!("{head}{lines}"));
        let mut book = Book::new();
        let results = match trace {
            Ok(trace) => trace.lines.into_iter().map(|mut line| book.enter(&mut line.call)).collect(),
            Err(error) => vec![Err(error.to_string())],
        };
        (book, results)
    }

    #[test]
    fn bound_constants_are_variables() {
        let (book, results) =
            book("1 quantify forall t2 t0 -> t3\n1 define f t2 t1 t0 -> f0\n1 apply f0 t0 t0 -> t4\n");
        assert!(results.iter().all(Result::is_ok), "{results:?}");
        let text = term_text(&book.script.arena, book.term(3).unwrap());
        assert!(text.starts_with("(forall ((v") && text.ends_with(" y))"), "{text}");
        let mut evaluator = crate::oracle::witness_of(&book, &[book.term(3).unwrap(), book.term(4).unwrap()]);
        // Not everything is less than 1; 0 is not less than 0.
        assert_eq!(evaluator.value(0).unwrap().as_bool(), Some(false));
        assert_eq!(evaluator.value(1).unwrap().as_bool(), Some(false));
    }

    #[test]
    fn only_constants_are_bound_and_each_once() {
        for line in [
            "quantify forall t2 t2 -> t3",
            "quantify forall t2 t0 t0 -> t3",
            "quantify all t2 t0 -> t3",
            "quantify exists t2 -> t3",
        ] {
            let (_, results) = book(&format!("1 {line}\n"));
            assert!(results.last().unwrap().is_err(), "{line}");
        }
    }
}
