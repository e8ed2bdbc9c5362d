//! What the names in calls stand for: declared symbols, and operators of the table.

use smtlib::theory::Op;
use smtlib::{Fun, FunKind, Index, IndexKind, Qual, QualId, SortId, TermId, sort_text};

use super::{Book, Symbol, found, place};
use crate::trace::{Action, Arg, Call, Handle, Kind, Operator};

impl Book {
    pub(super) fn declare(&mut self, call: &Call, number: u32) -> Result<(), String> {
        let [name, witness] = call.texts()[..] else {
            return Err("a name and a value are needed".to_owned());
        };
        let sorts: Vec<SortId> = call.numbers(Kind::Sort).into_iter().filter_map(|s| self.sort(s)).collect();
        let (&result, params) = sorts.split_first().ok_or("a sort is missing")?;
        let value = self.read_value(result, witness)?.1;
        let arena = &mut self.script.arena;
        let name = arena.symbols.intern(name);
        let fun = arena.declare(Fun {
            name,
            params: params.to_vec(),
            result,
            sort_params: Vec::new(),
            kind: FunKind::Declared,
        });
        let kind = if call.action == Action::Constant { Kind::Term } else { Kind::Fun };
        match kind {
            Kind::Term => {
                let term = arena.fun_term(fun);
                place(&mut self.terms, number, term);
            }
            _ => place(&mut self.funs, number, fun),
        }
        self.symbols.push(Symbol { handle: Handle { kind, number }, fun, witness: value });
        Ok(())
    }

    /// The operator of this name that takes these arguments, and what it makes of them.
    pub(super) fn resolve(&mut self, call: &mut Call, args: &[TermId]) -> Result<(Op, TermId), String> {
        let Some(Arg::Operator(operator)) = call.args.first_mut() else {
            return Err("it takes an operator".to_owned());
        };
        let qual = match operator.sort {
            Some(sort) => {
                let ascription = found(&self.sorts, sort).copied();
                self.script.arena.make_qual(Qual { indices: Box::default(), ascription })
            }
            None => self.qual(operator),
        };
        let Some(Arg::Operator(operator)) = call.args.first_mut() else {
            return Err("it takes an operator".to_owned());
        };
        let same_name = crate::trace::named(operator.op.name());
        let mut order = std::iter::once(&operator.op).chain(same_name);
        let made = order.find_map(|&op| Some((op, self.script.arena.apply_op(op, 0, qual, args)?)));
        let Some((op, term)) = made else {
            let sorts = args.iter().map(|&arg| sort_text(&self.script.arena, self.script.arena.sort_of(arg)));
            let sorts: Vec<String> = sorts.collect();
            return Err(format!(
                "`{}` does not take arguments of the sorts {}",
                operator.op.name(),
                sorts.join(", ")
            ));
        };
        operator.op = op;
        Ok((op, term))
    }

    fn qual(&mut self, operator: &Operator) -> QualId {
        if operator.indices.is_empty() {
            return QualId::NONE;
        }
        let arena = &mut self.script.arena;
        let index = |i: &u32| Index { kind: IndexKind::Numeral, text: arena.symbols.intern(&i.to_string()) };
        let indices = operator.indices.iter().map(index).collect();
        self.script.arena.make_qual(Qual { indices, ascription: None })
    }
}
