//! Terms to steps.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use rustc_hash::FxHashMap;
use smtlib::theory::{ArrayOp, CoreOp, Op};
use smtlib::{Arena, Binder, FunId, FunKind, Head, QualId, SortCtor, SortId, TermId, VarId};

use super::definition::Definitions;
use super::step::{Child, Input, Kind, Place, Plan, Quantifier, Step};
use super::{literal, words};
use crate::unknown::Unknown;
use crate::value::{Closure, Code, Data, Value};

struct Compiler<'a> {
    arena: &'a Arena,
    definitions: &'a Definitions,
    /// Closed terms whose values are known: they are not looked into.
    known: Option<&'a FxHashMap<TermId, Value>>,
    plan: Plan,
}

impl Plan {
    /// Compiles terms. Variables that nothing in them binds become inputs.
    pub(super) fn compile(arena: &Arena, definitions: &Definitions, roots: &[TermId]) -> Plan {
        Plan::compile_body(arena, definitions, roots, false)
    }

    /// The same, of the body of a function that may be recursive.
    pub(super) fn compile_body(
        arena: &Arena,
        definitions: &Definitions,
        roots: &[TermId],
        lazy: bool,
    ) -> Plan {
        Plan::empty(lazy).with_roots(arena, definitions, None, roots)
    }

    /// The same, of a closed term, with the values of some of its parts.
    pub(super) fn compile_knowing(
        arena: &Arena,
        definitions: &Definitions,
        root: TermId,
        known: &FxHashMap<TermId, Value>,
    ) -> Plan {
        Plan::empty(false).with_roots(arena, definitions, Some(known), &[root])
    }

    fn empty(lazy: bool) -> Plan {
        Plan {
            steps: Vec::new(),
            args: Vec::new(),
            children: Vec::new(),
            constants: Vec::new(),
            inputs: FxHashMap::default(),
            roots: Vec::new(),
            slots: FxHashMap::default(),
            lazy,
            indirect: Vec::new(),
            named: Vec::new(),
            indirect_symbols: OnceCell::new(),
            affected: RefCell::default(),
        }
    }

    fn with_roots(
        self,
        arena: &Arena,
        definitions: &Definitions,
        known: Option<&FxHashMap<TermId, Value>>,
        roots: &[TermId],
    ) -> Plan {
        let mut compiler = Compiler { arena, definitions, known, plan: self };
        for &root in roots {
            let slot = compiler.term(root);
            compiler.plan.roots.push(slot);
        }
        compiler.plan
    }
}

impl Compiler<'_> {
    /// Compiles a term and all it needs, with a stack of our own.
    fn term(&mut self, root: TermId) -> u32 {
        let root = self.definitions.strip(self.arena, root);
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.plan.slots.contains_key(&term) {
                stack.pop();
                continue;
            }
            if let Some(value) = self.known.and_then(|known| known.get(&term)) {
                let slot = self.constant(value.clone(), self.arena.sort_of(term));
                self.plan.slots.insert(term, slot);
                stack.pop();
                continue;
            }
            let before = stack.len();
            for &arg in self.operands(term) {
                let arg = self.definitions.strip(self.arena, arg);
                if !self.plan.slots.contains_key(&arg) {
                    stack.push(arg);
                }
            }
            if stack.len() == before {
                let slot = self.step(term);
                self.plan.slots.insert(term, slot);
                stack.pop();
            }
        }
        self.plan.slots[&root]
    }

    /// The argument terms that are evaluated in the same frame.
    fn operands(&self, term: TermId) -> &[TermId] {
        let node = self.arena.term(term);
        match node.head {
            Head::Binder(..) => &[],
            Head::Match(_) => &node.args[..1],
            _ => node.args,
        }
    }

    fn place(&self, sort: SortId) -> Place {
        if sort == SortId::BOOL {
            return Place::Truth;
        }
        match self.arena.sorts.ctor(sort) {
            SortCtor::BitVec(width @ 1..=64) => Place::Word(width),
            _ => Place::Value,
        }
    }

    fn push(&mut self, kind: Kind, args: &[u32], sort: SortId) -> u32 {
        let first_arg = self.plan.args.len() as u32;
        self.plan.args.extend_from_slice(args);
        let place = self.place(sort);
        self.plan.steps.push(Step { kind, first_arg, arg_count: args.len() as u32, place, sort });
        (self.plan.steps.len() - 1) as u32
    }

    fn constant(&mut self, value: Value, sort: SortId) -> u32 {
        let slot = self.push(Kind::Constant, &[], sort);
        self.plan.constants.push((slot, value));
        slot
    }

    fn unknown(&mut self, reason: Unknown, sort: SortId) -> u32 {
        self.push(Kind::Unknown(Box::new(reason)), &[], sort)
    }

    fn input(&mut self, input: Input, sort: SortId) -> u32 {
        if let Some(&slot) = self.plan.inputs.get(&input) {
            return slot;
        }
        let slot = self.push(Kind::Input(input), &[], sort);
        self.plan.inputs.insert(input, slot);
        slot
    }

    fn step(&mut self, term: TermId) -> u32 {
        let arena = self.arena;
        let node = arena.term(term);
        let args: Vec<u32> =
            self.operands(term).iter().map(|&a| self.plan.slots[&self.definitions.strip(arena, a)]).collect();
        match node.head {
            Head::Literal(kind, text) => {
                match literal::value(arena, kind, text, node.sort, self.definitions.escapes) {
                    Some(value) => self.constant(value, node.sort),
                    None => self.unknown(Unknown::Opaque(arena.name(text).to_owned()), node.sort),
                }
            }
            Head::Var(var) => self.input(Input::Var(var), node.sort),
            Head::Fun(fun, _) => self.fun(term, fun, &args, node.sort),
            Head::Op(op, _, qual) => self.op(op, qual, &args, node.sort),
            Head::Call => {
                let slot = self.push(Kind::CallValue, &args, node.sort);
                self.plan.indirect.push((slot, term));
                slot
            }
            Head::Binder(binder, vars) => {
                let vars = arena.var_list(vars);
                match binder {
                    Binder::Forall => self.quantifier(Quantifier::Forall, term, vars, node.args[0]),
                    Binder::Exists => self.quantifier(Quantifier::Exists, term, vars, node.args[0]),
                    Binder::Lambda => {
                        let (child, slots) = self.child(&[node.args[0]], vars);
                        let slot = self.push(Kind::Lambda(term, child), &slots, node.sort);
                        self.plan.indirect.push((slot, term));
                        slot
                    }
                    _ => self.unknown(Unknown::Quantifier, node.sort),
                }
            }
            Head::Match(cases) => {
                let first_child = self.plan.children.len() as u32;
                let mut slots = args;
                for (case, &body) in arena.cases(cases).iter().zip(&node.args[1..]) {
                    let (_, captured) = self.child(&[body], case.vars());
                    slots.extend(captured);
                }
                let slot = self.push(Kind::Match(cases, first_child), &slots, node.sort);
                self.plan.indirect.push((slot, term));
                slot
            }
            Head::Unknown(name, _) => self.unknown(Unknown::Opaque(arena.name(name).to_owned()), node.sort),
            Head::Verbatim(text) => match crate::model_text::algebraic(arena.name(text)) {
                Some(value) => self.constant(value, node.sort),
                None => self.unknown(Unknown::Opaque(arena.name(text).to_owned()), node.sort),
            },
            Head::Let(_) | Head::Annotated(_) => unreachable!("looked through by `strip`"),
        }
    }

    fn quantifier(&mut self, quantifier: Quantifier, term: TermId, vars: &[VarId], body: TermId) -> u32 {
        let (child, slots) = self.child(&[body], vars);
        let slot = self.push(Kind::Quantifier(quantifier, child), &slots, SortId::BOOL);
        self.plan.indirect.push((slot, term));
        slot
    }

    /// A body with variables of its own; also the slots of what it reads from here, to be its step's arguments.
    fn child(&mut self, body: &[TermId], bound: &[VarId]) -> (u32, Vec<u32>) {
        let plan = Plan::compile_body(self.arena, self.definitions, body, self.plan.lazy);
        let mut outer: Vec<VarId> = plan
            .inputs
            .keys()
            .filter_map(|input| match input {
                Input::Var(var) if !bound.contains(var) => Some(*var),
                _ => None,
            })
            .collect();
        outer.sort();
        let captured: Box<[(VarId, u32)]> = outer
            .into_iter()
            .map(|var| {
                (var, self.input(Input::Var(var), self.arena.sorts.canonical(self.arena.var(var).sort)))
            })
            .collect();
        let slots = captured.iter().map(|&(_, slot)| slot).collect();
        self.plan.children.push(Child { plan: Rc::new(plan), bound: bound.into(), captured });
        ((self.plan.children.len() - 1) as u32, slots)
    }

    fn fun(&mut self, term: TermId, fun: FunId, args: &[u32], sort: SortId) -> u32 {
        let decl = self.arena.fun(fun);
        match &decl.kind {
            FunKind::Declared if decl.params.is_empty() => self.input(Input::Fun(fun), sort),
            FunKind::Constructor(..) if decl.params.is_empty() => {
                let data = Data { constructor: fun, fields: Box::default() };
                self.constant(Value::Data(data.into()), sort)
            }
            _ if args.is_empty() && !decl.params.is_empty() => {
                let closure =
                    Closure { code: Code::Fun(fun), captured: Box::default(), given: Box::default() };
                let slot = self.constant(Value::Function(closure.into()), sort);
                self.plan.indirect.push((slot, term));
                slot
            }
            kind => {
                let slot = self.push(Kind::Call(fun), args, sort);
                if let FunKind::Defined { body: Some(body), .. } = kind {
                    self.plan.indirect.push((slot, *body));
                }
                slot
            }
        }
    }

    fn op(&mut self, op: Op, qual: QualId, args: &[u32], sort: SortId) -> u32 {
        let kind = self.word_step(op, qual, args, sort).unwrap_or(Kind::Apply(op, qual));
        let slot = self.push(kind, args, sort);
        if matches!(op, Op::Array(ArrayOp::Map | ArrayOp::AsArray)) {
            let arena = self.arena;
            let names = &arena.qual(qual).indices;
            let functions = arena.funs().filter(|(_, f)| names.iter().any(|index| index.text == f.name));
            self.plan.named.extend(functions.map(|(fun, _)| (slot, fun)));
        }
        slot
    }

    /// The step for an operator on words, where there is one.
    fn word_step(&self, op: Op, qual: QualId, args: &[u32], sort: SortId) -> Option<Kind> {
        let places: Vec<Place> = args.iter().map(|&a| self.plan.steps[a as usize].place).collect();
        let all_words = places.iter().all(|&p| p != Place::Value);
        match op {
            Op::Core(core) => match core {
                CoreOp::Ite => {
                    let fits = self.place(sort) != Place::Value && all_words;
                    // Branches of values may need a coercion, which `Apply` does; it also is strict in both.
                    (fits || self.plan.lazy || sort != SortId::REAL).then_some(Kind::Ite)
                }
                _ if !all_words => None,
                CoreOp::Not => Some(Kind::Not),
                CoreOp::And => Some(Kind::And),
                CoreOp::Or => Some(Kind::Or),
                CoreOp::Xor => Some(Kind::Xor),
                CoreOp::Implies => Some(Kind::Implies),
                CoreOp::Eq => Some(Kind::EqWords),
                CoreOp::Distinct => Some(Kind::DistinctWords),
                CoreOp::True | CoreOp::False => None,
            },
            Op::BitVec(bv) if all_words && self.place(sort) != Place::Value => {
                let widths: Vec<u32> = places
                    .iter()
                    .map(|p| match p {
                        Place::Word(width) => *width,
                        _ => 1,
                    })
                    .collect();
                let indices: Option<Vec<u32>> = self
                    .arena
                    .qual(qual)
                    .indices
                    .iter()
                    .map(|i| self.arena.numeral(i).and_then(|n| u32::try_from(n).ok()))
                    .collect();
                words::step(bv, &widths, &indices?)
            }
            _ => None,
        }
    }
}
