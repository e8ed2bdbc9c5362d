//! Definitions that list values, as chains of `ite` over equalities of the parameters, turned into tables.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use smtlib::theory::{CoreOp, Op};
use smtlib::{FreeVars, FunId, FunKind, Head, SortId, TermId, VarId};

use crate::machine::Machine;
use crate::theory::coerce;
use crate::value::{FunctionTable, Value};

/// For each parameter, the value it must have, if any.
type Row = Box<[Option<Value>]>;

/// Conditions and branches nested deeper than this are left alone; chains may be of any length.
const MAX_DEPTH: u32 = 64;

/// Tables with more rows than this, or with more rows that leave a parameter open, are left alone.
const MAX_ROWS: usize = 1 << 20;
const MAX_OPEN_ROWS: usize = 256;

/// A function taken apart.
#[derive(Clone)]
pub(super) struct Function {
    pub(super) vars: Vec<VarId>,
    pub(super) params: Vec<SortId>,
    pub(super) result: SortId,
    pub(super) body: TermId,
}

impl Function {
    pub(super) fn of(machine: &Machine, fun: FunId) -> Option<Function> {
        let decl = machine.arena.fun(fun);
        match &decl.kind {
            FunKind::Defined { vars, body: Some(body) } => Some(Function {
                vars: vars.clone(),
                params: decl.params.clone(),
                result: decl.result,
                body: *body,
            }),
            _ => None,
        }
    }
}

/// Reads tables off terms.
pub(super) struct Tables<'m, 'a> {
    pub(super) machine: &'m mut Machine<'a>,
    values: FxHashMap<TermId, Option<Value>>,
    free: FreeVars,
}

impl<'m, 'a> Tables<'m, 'a> {
    pub(super) fn new(machine: &'m mut Machine<'a>) -> Self {
        Tables { machine, values: FxHashMap::default(), free: FreeVars::new() }
    }

    /// The function as a table, where its body lists values. Entries may equal the default.
    pub(super) fn table(&mut self, function: &Function) -> Option<FunctionTable> {
        let mut rows = Vec::new();
        let anything: Row = vec![None; function.vars.len()].into();
        self.rows(function, function.body, &anything, &mut rows, 0)?;
        let (_, default) = rows.pop()?;
        let mut entries: BTreeMap<Box<[Value]>, Value> = BTreeMap::new();
        let mut open: Vec<Row> = Vec::new();
        for (row, value) in rows {
            match row.iter().cloned().collect::<Option<Box<[Value]>>>() {
                // The first row that fits decides.
                Some(key) => {
                    if !open.iter().any(|earlier| fits(earlier, &key)) {
                        entries.entry(key).or_insert(value);
                    }
                }
                None if value == default && open.len() < MAX_OPEN_ROWS => open.push(row),
                None => return None,
            }
        }
        Some(FunctionTable { entries, default })
    }

    /// The value of a closed term.
    pub(super) fn value(&mut self, term: TermId) -> Option<Value> {
        if let Some(known) = self.values.get(&term) {
            return known.clone();
        }
        let value = if self.free.scoped(self.machine.arena, term).is_empty() {
            self.machine.refill();
            self.machine.evaluate(term).ok()
        } else {
            None
        };
        self.values.insert(term, value.clone());
        value
    }

    /// Appends what `body` gives within `path`, in the order in which rows are tried; the last fits all of it.
    fn rows(
        &mut self,
        function: &Function,
        mut body: TermId,
        path: &Row,
        rows: &mut Vec<(Row, Value)>,
        depth: u32,
    ) -> Option<()> {
        loop {
            if rows.len() > MAX_ROWS || depth > MAX_DEPTH {
                return None;
            }
            let node = self.machine.arena.term(body);
            match (node.head, node.args) {
                (Head::Op(Op::Core(CoreOp::Ite), ..), &[condition, then, otherwise]) => {
                    for row in self.alternatives(function, condition, depth)? {
                        if let Some(row) = both(path, &row) {
                            self.rows(function, then, &row, rows, depth + 1)?;
                        }
                    }
                    body = otherwise;
                }
                _ => {
                    if let Some(value) = self.value(body) {
                        rows.push((path.clone(), coerce(self.machine.arena, value, function.result)));
                        return Some(());
                    }
                    // A condition as the value of a predicate: true where it holds, false elsewhere.
                    let (condition, holds) = match (node.head, node.args) {
                        (Head::Op(Op::Core(CoreOp::Not), ..), &[inner]) => (inner, false),
                        _ => (body, true),
                    };
                    if node.sort != SortId::BOOL {
                        return None;
                    }
                    for row in self.alternatives(function, condition, depth)? {
                        rows.extend(both(path, &row).map(|row| (row, Value::Bool(holds))));
                    }
                    rows.push((path.clone(), Value::Bool(!holds)));
                    return Some(());
                }
            }
        }
    }

    /// The rows at which a condition holds.
    fn alternatives(&mut self, function: &Function, condition: TermId, depth: u32) -> Option<Vec<Row>> {
        if depth > MAX_DEPTH {
            return None;
        }
        let arena = self.machine.arena;
        let node = arena.term(condition);
        let param = |term: TermId| match arena.term(term).head {
            Head::Var(var) => function.vars.iter().position(|&v| v == var),
            _ => None,
        };
        let anything = || -> Row { vec![None; function.vars.len()].into() };
        let only = |place: usize, value: Value| {
            let mut row = anything();
            row[place] = Some(value);
            vec![row]
        };
        if let Some(place) = param(condition) {
            return Some(only(place, Value::Bool(true)));
        }
        match (node.head, node.args) {
            (Head::Op(Op::Core(CoreOp::True), ..), _) => Some(vec![anything()]),
            (Head::Op(Op::Core(CoreOp::False), ..), _) => Some(Vec::new()),
            (Head::Op(Op::Core(CoreOp::Not), ..), &[inner]) => Some(only(param(inner)?, Value::Bool(false))),
            (Head::Op(Op::Core(CoreOp::Eq), ..), &[a, b]) => {
                let (place, value) = param(a).map(|i| (i, b)).or_else(|| param(b).map(|i| (i, a)))?;
                let value = self.value(value).filter(|value| !value.is_higher_order())?;
                Some(only(place, coerce(arena, value, function.params[place])))
            }
            (Head::Op(Op::Core(CoreOp::Or), ..), args) => {
                let mut all = Vec::new();
                for &arg in args {
                    all.extend(self.alternatives(function, arg, depth + 1)?);
                }
                Some(all)
            }
            (Head::Op(Op::Core(CoreOp::And), ..), args) => {
                let mut all = vec![anything()];
                for &arg in args {
                    let more = self.alternatives(function, arg, depth + 1)?;
                    if all.len().checked_mul(more.len())? > MAX_OPEN_ROWS {
                        return None;
                    }
                    all =
                        all.iter().flat_map(|row| more.iter().filter_map(|other| both(row, other))).collect();
                }
                Some(all)
            }
            _ => None,
        }
    }
}

/// Where both rows hold; `None` where they ask for different values.
fn both(a: &Row, b: &Row) -> Option<Row> {
    a.iter()
        .zip(b.iter())
        .map(|(a, b)| match (a, b) {
            (Some(a), Some(b)) if a != b => None,
            (Some(value), _) | (None, Some(value)) => Some(Some(value.clone())),
            (None, None) => Some(None),
        })
        .collect()
}

fn fits(row: &Row, key: &[Value]) -> bool {
    row.iter().zip(key).all(|(wanted, value)| wanted.as_ref().is_none_or(|wanted| wanted == value))
}
