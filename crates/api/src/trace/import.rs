//! Scripts as traces, so that seeds are called as rounds are.

use eval::default_value;
use eval::model_text::value_text;
use rustc_hash::FxHashMap;
use smtlib::{
    Arena, Command, FunId, FunKind, Head, Lets, Script, SortId, TermId, Walk, sort_text, term_text,
};

use super::call::{Action, Arg, Call, Handle, Kind, Operator};
use super::{Line, Trace, Unsayable};

/// A script as calls of one solver. What has no call is an error: quantifiers, definitions, datatypes.
pub fn from_script(script: &Script, target: &str) -> Result<Trace, Unsayable> {
    let mut import =
        Import { arena: &script.arena, lines: Vec::new(), made: FxHashMap::default(), counts: [0; 4] };
    let solver = import.line(Action::New, Vec::new());
    let solver = || Arg::Handle(Handle { kind: Kind::Solver, number: solver.unwrap_or(0) });
    for command in &script.commands {
        match command {
            Command::DeclareConst(fun) | Command::DeclareFun(fun) => import.declare(*fun)?,
            Command::Assert(term) => {
                let term = import.term(*term)?;
                import.line(Action::Assert, vec![solver(), term]);
            }
            Command::Push(levels) => {
                import.line(Action::Push, vec![solver(), Arg::Number(levels.unwrap_or(1))]);
            }
            Command::Pop(levels) => {
                import.line(Action::Pop, vec![solver(), Arg::Number(levels.unwrap_or(1))]);
            }
            Command::CheckSat => {
                import.line(Action::CheckSat, vec![solver()]);
            }
            Command::CheckSatAssuming(terms) => {
                let terms = terms.iter().map(|&term| import.term(term)).collect::<Result<Vec<_>, _>>()?;
                import.line(Action::CheckSat, std::iter::once(solver()).chain(terms).collect());
            }
            Command::ResetAssertions => {
                import.line(Action::ResetAssertions, vec![solver()]);
            }
            Command::GetValue(terms) => {
                for &term in terms {
                    let term = import.term(term)?;
                    import.line(Action::GetValue, vec![solver(), term]);
                }
            }
            Command::GetModel => {
                import.line(Action::CheckModel, vec![solver()]);
            }
            Command::GetUnsatAssumptions => {
                import.line(Action::CheckCore, vec![solver()]);
            }
            Command::SetLogic(_) | Command::SetInfo(..) | Command::SetOption(..) | Command::Exit => {}
            other => return Err(Unsayable::Wrong(format!("{other:?} has no call"))),
        }
    }
    let trace = Trace { target: target.to_owned(), lines: import.lines };
    // What is written must be a trace: the book knows best what fits.
    Trace::read(&trace.to_string()).map_err(|error| Unsayable::Wrong(error.what))
}

/// What was made for what.
#[derive(PartialEq, Eq, Hash)]
enum Made {
    Sort(SortId),
    Fun(FunId),
    Term(TermId),
}

struct Import<'a> {
    arena: &'a Arena,
    lines: Vec<Line>,
    made: FxHashMap<Made, Handle>,
    counts: [u32; 4],
}

impl Import<'_> {
    /// Adds a call; gives the number of what it makes.
    fn line(&mut self, action: Action, args: Vec<Arg>) -> Option<u32> {
        let result = action.row().gives.map(|kind| {
            let count = &mut self.counts[kind as usize];
            *count += 1;
            *count - 1
        });
        self.lines.push(Line { seed: 0, call: Call { action, args, result }, said: None });
        result
    }

    /// What was made for this, by this call if it was not yet.
    fn made(&mut self, what: Made, action: Action, args: Vec<Arg>) -> Arg {
        let number = self.line(action, args).unwrap_or(0);
        let handle = Handle { kind: action.row().gives.unwrap_or(Kind::Term), number };
        self.made.insert(what, handle);
        Arg::Handle(handle)
    }

    fn sort(&mut self, sort: SortId) -> Arg {
        let sort = self.arena.sorts.canonical(sort);
        match self.made.get(&Made::Sort(sort)) {
            Some(&handle) => Arg::Handle(handle),
            None => {
                let text = sort_text(self.arena, sort);
                self.made(Made::Sort(sort), Action::Sort, vec![Arg::Text(text.into())])
            }
        }
    }

    /// Declares a symbol, with the plainest value in the witness.
    fn declare(&mut self, fun: FunId) -> Result<(), Unsayable> {
        let (arena, decl) = (self.arena, self.arena.fun(fun));
        let value =
            default_value(arena, decl.result).and_then(|value| value_text(arena, decl.result, &value));
        let value = value
            .ok_or_else(|| Unsayable::Wrong(format!("{} has no call", sort_text(arena, decl.result))))?;
        let mut args =
            vec![Arg::Text(arena.name(decl.name).into()), self.sort(decl.result), Arg::Text(value.into())];
        args.extend(decl.params.iter().map(|&param| self.sort(param)).collect::<Vec<_>>());
        let action = if decl.params.is_empty() { Action::Constant } else { Action::Function };
        self.made(Made::Fun(fun), action, args);
        Ok(())
    }

    /// Makes a term and what it is made of.
    fn term(&mut self, root: TermId) -> Result<Arg, Unsayable> {
        let mut walk = Walk::new();
        let parts = walk.post_order(self.arena, [root], Lets::Through).to_vec();
        for part in parts {
            if !self.made.contains_key(&Made::Term(part)) {
                self.node(part)?;
            }
        }
        let handle = self.made.get(&Made::Term(root)).copied();
        handle.map(Arg::Handle).ok_or_else(|| Unsayable::Wrong("a term has no call".to_owned()))
    }

    fn node(&mut self, term: TermId) -> Result<(), Unsayable> {
        let arena = self.arena;
        let parts = arena.term(term);
        let missing = || Unsayable::Wrong(format!("{} has no call", term_text(arena, term)));
        let known = |import: &Self, part: TermId| import.made.get(&Made::Term(part)).copied();
        let args: Option<Vec<Arg>> =
            parts.args.iter().map(|&arg| known(self, arg).map(Arg::Handle)).collect();
        match parts.head {
            Head::Literal(..) => {
                let args = vec![self.sort(parts.sort), Arg::Text(term_text(arena, term).into())];
                self.made(Made::Term(term), Action::Value, args);
            }
            Head::Op(op, _, qual) => {
                let number = |index| arena.numeral(index).and_then(|number| u32::try_from(number).ok());
                let indices: Option<Vec<u32>> = arena.qual(qual).indices.iter().map(number).collect();
                let sort = match arena.qual(qual).ascription.map(|sort| self.sort(sort)) {
                    Some(Arg::Handle(handle)) => Some(handle.number),
                    _ => None,
                };
                let operator = Arg::Operator(Operator { op, indices: indices.ok_or_else(missing)?, sort });
                let args = std::iter::once(operator).chain(args.ok_or_else(missing)?).collect();
                self.made(Made::Term(term), Action::Term, args);
            }
            Head::Fun(fun, _) if matches!(arena.fun(fun).kind, FunKind::Declared) => {
                let function = self.made.get(&Made::Fun(fun)).copied().ok_or_else(missing)?;
                if parts.args.is_empty() {
                    self.made.insert(Made::Term(term), function);
                } else {
                    let args =
                        std::iter::once(Arg::Handle(function)).chain(args.ok_or_else(missing)?).collect();
                    self.made(Made::Term(term), Action::Apply, args);
                }
            }
            // A let is what it is about; its variables are what they stand for.
            Head::Let(_) => {
                let body = parts.args.last().and_then(|&body| known(self, body)).ok_or_else(missing)?;
                self.made.insert(Made::Term(term), body);
            }
            Head::Var(var) => {
                let definition = arena.definition(var).and_then(|it| known(self, it)).ok_or_else(missing)?;
                self.made.insert(Made::Term(term), definition);
            }
            _ => return Err(missing()),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_is_a_trace_of_the_same_calls() {
        let script = Script::parse(
            b"(declare-const x (_ BitVec 8))(declare-fun f ((_ BitVec 8)) Bool)\
              (assert (let ((y (bvadd x #x01))) (and (f y) (= ((_ extract 3 0) y) #b0001))))\
              (push 1)(check-sat)(get-model)(check-sat-assuming ((f x)))",
        );
        let trace = from_script(&script.unwrap(), "z3").unwrap();
        let text = trace.to_string();
        assert!(text.contains("term (_ extract 3 0) t2 -> t") && text.contains("apply f0 t2 -> t"), "{text}");
        assert!(text.contains("push i0 1\n0 check-sat i0\n0 check-model i0\n0 apply f0 t0 -> t"), "{text}");
    }

    #[test]
    fn what_has_no_call_is_refused_by_name() {
        let script = Script::parse(b"(assert (forall ((x Int)) (> x 0)))(check-sat)").unwrap();
        let error = from_script(&script, "z3").unwrap_err().to_string();
        assert!(error.ends_with("has no call"), "{error}");
    }
}
