//! Building the term that a pattern stands for.

use eval::{Machine, Model, Value};
use smallvec::SmallVec;
use smtlib::theory::{Arity, CoreOp, DatatypeOp, Op, Pattern, Theory};
use smtlib::{
    Arena, Head, Index, IndexKind, Lets, LiteralKind, Qual, QualId, Rewriter, SortCtor, SortId, TermId,
    VarId, Walk,
};

use super::matching::{Bindings, Bound, constructor, datatype};
use super::pattern::{Node, OpNode};
use super::variable::{DATA, Kind, Literals, Variable};
use crate::dice::Dice;

type Terms = SmallVec<[TermId; 8]>;

/// Terms for what a rule leaves open (W4): of that sort, and good where the result will stand.
pub type Fill<'a> = dyn FnMut(&Arena, SortId) -> Option<TermId> + 'a;

/// One attempt to build.
pub(super) struct Builder<'a, 'f> {
    pub(super) arena: &'a mut Arena,
    pub(super) rewriter: &'a mut Rewriter,
    pub(super) variables: &'a [Variable],
    pub(super) found: Bindings,
    pub(super) dice: &'a mut Dice,
    pub(super) fill: &'a mut Fill<'f>,
    /// The new variables of the surrounding quantifier.
    pub(super) locals: SmallVec<[VarId; 2]>,
    /// The place in the lists, below [`Node::Each`].
    pub(super) element: usize,
}

impl Builder<'_, '_> {
    /// Chooses what the variables stand for that the match left open.
    pub(super) fn complete(&mut self, open: &[usize]) -> Option<()> {
        for &v in open {
            let variables = self.variables;
            self.found.values[v] = match &variables[v].kind {
                Kind::Term(pattern) => {
                    let sort = self.sort(pattern)?;
                    let term = (self.fill)(self.arena, sort).filter(|&term| self.arena.sort_of(term) == sort);
                    Bound::Term(term?)
                }
                Kind::Literal(pattern, literals) => {
                    let sort = self.sort(pattern)?;
                    Bound::Term(self.literal(sort, *literals))
                }
                Kind::Ctor => self.any_constructor()?,
                Kind::Sel(of) => {
                    let Bound::Fun(fun) = self.found.values[*of] else { return None };
                    Bound::Fun(*self.dice.pick(&constructor(self.arena, fun)?.selectors)?)
                }
                Kind::Terms(of) => {
                    let Bound::Binder(vars) = self.found.values[*of] else { return None };
                    let start = self.found.pool.len();
                    for i in 0..self.arena.var_list(vars).len() {
                        let sort = self.arena.var(self.arena.var_list(vars)[i]).sort;
                        let sort = self.arena.sorts.canonical(sort);
                        let term =
                            (self.fill)(self.arena, sort).filter(|&t| self.arena.sort_of(t) == sort)?;
                        self.found.pool.push(term);
                    }
                    Bound::Pool(start as u32, (self.found.pool.len() - start) as u32)
                }
                Kind::List(_) | Kind::Fields(_) | Kind::Fun | Kind::Binder | Kind::Pred(_) => return None,
            };
        }
        Some(())
    }

    /// Chooses the numbers that the match left open: small, and of the size of those that it found.
    pub(super) fn draw_numbers(&mut self, open: &[u8]) {
        let most = self.found.dims.iter().flatten().copied().max().unwrap_or(0).clamp(4, 64) as usize;
        for &letter in open {
            self.found.dims[usize::from(letter)] = Some(self.dice.between(0, most) as i64);
        }
    }

    /// A constructor of the rule's datatype that no other variable stands for.
    fn any_constructor(&mut self) -> Option<Bound> {
        let constructors = &datatype(self.arena, self.found.sorts[DATA as usize]?)?.constructors;
        let free = constructors.iter().map(|c| Bound::Fun(c.fun));
        let free: SmallVec<[Bound; 8]> = free.filter(|bound| !self.found.values.contains(bound)).collect();
        self.dice.pick(&free).copied()
    }

    fn literal(&mut self, sort: SortId, literals: Literals) -> TermId {
        if literals == Literals::Char {
            let c = *b"09AZaz!m5".get(self.dice.below(8)).unwrap_or(&b'a');
            let text = self.arena.symbols.intern(&char::from(c).to_string());
            return self.arena.intern(Head::Literal(LiteralKind::String, text), &[], SortId::STRING);
        }
        let least = usize::from(literals == Literals::Positive);
        let most = *[1, 3, 20, 1000].get(self.dice.below(4)).unwrap_or(&1);
        let value = self.dice.between(least, most);
        self.number(&value.to_string(), sort)
    }

    fn number(&mut self, text: &str, sort: SortId) -> TermId {
        let (kind, text) = if sort == SortId::REAL {
            (LiteralKind::Decimal, self.arena.symbols.intern(&format!("{text}.0")))
        } else {
            (LiteralKind::Numeral, self.arena.symbols.intern(text))
        };
        self.arena.intern(Head::Literal(kind, text), &[], sort)
    }

    /// The term of a pattern; `None` when it has none here.
    pub(super) fn node(&mut self, node: &Node) -> Option<TermId> {
        match node {
            Node::Var(v) => self.term(*v),
            Node::Op(op) => self.op(op),
            Node::Bits(value, width) => {
                let width = u32::try_from(width.value(&self.found.dims)?).ok().filter(|&w| w > 0)?;
                if width < 32 && *value >> width != 0 {
                    return None;
                }
                let sort = self.arena.sorts.bit_vec(width);
                let text = self.arena.symbols.intern(&format!("bv{value}"));
                Some(self.arena.intern(Head::Literal(LiteralKind::BvNumeral, text), &[], sort))
            }
            Node::Numeral(text) => {
                let sort = self.found.num.unwrap_or(SortId::INT);
                Some(self.number(text, sort))
            }
            Node::Decimal(text) => Some(self.number(text, SortId::REAL)),
            Node::Text(text) => {
                let text = self.arena.symbols.intern(text);
                Some(self.arena.intern(Head::Literal(LiteralKind::String, text), &[], SortId::STRING))
            }
            Node::Construct(v, args) => {
                let args = self.args(args)?;
                let Bound::Fun(fun) = self.found.values[*v] else { return None };
                self.arena.apply_fun(fun, QualId::NONE, &args)
            }
            Node::Select(v, inner) => {
                let arg = self.node(inner)?;
                let Bound::Fun(fun) = self.found.values[*v] else { return None };
                self.arena.apply_fun(fun, QualId::NONE, &[arg])
            }
            Node::Is(v, inner) => {
                let arg = self.node(inner)?;
                let Bound::Fun(fun) = self.found.values[*v] else { return None };
                let text = self.arena.fun(fun).name;
                let indices = Box::new([Index { kind: IndexKind::Symbol, text }]);
                let qual = self.arena.make_qual(Qual { indices, ascription: None });
                self.arena.apply_op(DatatypeOp::Is.into(), 0, qual, &[arg])
            }
            Node::Field { fields, selector } => {
                let Bound::Fun(fun) = self.found.values[*selector] else { return None };
                let smtlib::FunKind::Selector(_, _, place) = self.arena.fun(fun).kind else { return None };
                self.list(*fields)?.get(place as usize).copied()
            }
            Node::Apply(v, inner) => {
                let arg = self.node(inner)?;
                match self.found.values[*v] {
                    Bound::Head(Head::Op(op, spelling, qual)) => {
                        self.arena.apply_op(op, spelling, qual, &[arg])
                    }
                    Bound::Head(Head::Fun(fun, qual)) => self.arena.apply_fun(fun, qual, &[arg]),
                    _ => None,
                }
            }
            Node::Quantifier(binder, v, body) => {
                let Bound::Binder(vars) = self.found.values[*v] else { return None };
                let body = self.node(body)?;
                Some(self.arena.intern(Head::Binder(*binder, vars), &[body], SortId::BOOL))
            }
            Node::Fresh(binder, sorts, body) => {
                self.locals.clear();
                for sort in sorts {
                    let sort = self.sort(sort)?;
                    let var = self.rewriter.fresh_scoped(self.arena, "w", sort);
                    self.locals.push(var);
                }
                let vars = self.arena.make_var_list(&self.locals);
                let body = self.node(body)?;
                Some(self.arena.intern(Head::Binder(*binder, vars), &[body], SortId::BOOL))
            }
            Node::Local(place) => {
                let var = *self.locals.get(*place)?;
                Some(self.arena.var_term(var))
            }
            Node::Body(v) => self.body(*v),
            Node::Instance(v, terms) => self.instance(*v, *terms),
            Node::Each(_) => None,
        }
    }

    fn term(&self, v: usize) -> Option<TermId> {
        match self.found.values[v] {
            Bound::Term(term) => Some(term),
            Bound::Slice(..) | Bound::Pool(..) => self.list(v)?.get(self.element).copied(),
            _ => None,
        }
    }

    fn list(&self, v: usize) -> Option<&[TermId]> {
        match self.found.values[v] {
            Bound::Slice(term, at, count) => {
                self.arena.term(term).args.get(at as usize..(at + count) as usize)
            }
            Bound::Pool(at, count) => self.found.pool.get(at as usize..(at + count) as usize),
            _ => None,
        }
    }

    fn args(&mut self, nodes: &[Node]) -> Option<Terms> {
        let mut args = Terms::new();
        for node in nodes {
            let Node::Each(inner) = node else {
                args.push(self.node(node)?);
                continue;
            };
            if let Node::Var(v) = **inner
                && !matches!(self.variables[v].kind, Kind::Term(_))
            {
                args.extend_from_slice(self.list(v)?);
                continue;
            }
            for element in 0..self.length(inner)? {
                self.element = element;
                args.push(self.element(inner)?);
            }
        }
        Some(args)
    }

    /// How many terms `inner...` stands for: as many as its lists have elements, or a constructor selectors.
    fn length(&self, inner: &Node) -> Option<usize> {
        inner.variables().into_iter().find_map(|v| match self.variables[v].kind {
            Kind::Sel(of) => match self.found.values[of] {
                Bound::Fun(fun) => Some(constructor(self.arena, fun)?.selectors.len()),
                _ => None,
            },
            _ => self.list(v).map(<[TermId]>::len),
        })
    }

    /// One element: a selector variable is each selector in turn.
    fn element(&mut self, inner: &Node) -> Option<TermId> {
        for v in inner.variables() {
            if let Kind::Sel(of) = self.variables[v].kind
                && let Bound::Fun(fun) = self.found.values[of]
            {
                self.found.values[v] =
                    Bound::Fun(*constructor(self.arena, fun)?.selectors.get(self.element)?);
            }
        }
        self.node(inner)
    }

    fn op(&mut self, node: &OpNode) -> Option<TermId> {
        let args = self.args(&node.args)?;
        let &(op, _) = node.candidates.first()?;
        if node.args.iter().any(|arg| matches!(arg, Node::Each(_))) {
            match (op, &args[..]) {
                (Op::Core(CoreOp::And), []) => return self.arena.apply(CoreOp::True, &[], &[]),
                (Op::Core(CoreOp::Or), []) => return self.arena.apply(CoreOp::False, &[], &[]),
                (_, [only]) if op.row().arity == Arity::LeftAssoc => return Some(*only),
                _ => {}
            }
        }
        let qual = match (&node.ascription, &node.indices[..]) {
            (None, []) => QualId::NONE,
            (ascription, indices) => {
                let ascription = match ascription {
                    Some(pattern) => Some(self.sort(pattern)?),
                    None => None,
                };
                let mut numbers: SmallVec<[Index; 2]> = SmallVec::new();
                for dim in indices {
                    let value = u32::try_from(dim.value(&self.found.dims)?).ok()?;
                    let text = self.arena.symbols.intern(&value.to_string());
                    numbers.push(Index { kind: IndexKind::Numeral, text });
                }
                self.arena.make_qual(Qual { indices: numbers.into_vec().into(), ascription })
            }
        };
        node.candidates.iter().find_map(|&(op, spelling)| {
            // Integers would be taken for reals; a rule that wants that says `to_real`.
            let mixed = op.theory() == Theory::Arith
                && args.iter().any(|&a| self.arena.sort_of(a) != self.arena.sort_of(args[0]));
            // Not all solvers have languages as values.
            let choice = op == CoreOp::Ite.into() && self.arena.sort_of(args[1]) == SortId::REGLAN;
            if mixed || choice { None } else { self.arena.apply_op(op, spelling, qual, &args) }
        })
    }

    /// What stands below a binder. Patterns guide that one quantifier; anywhere else they are of no use.
    fn body(&self, v: usize) -> Option<TermId> {
        let term = self.term(v)?;
        match self.arena.term(term).head {
            Head::Annotated(_) => self.arena.term(term).args.first().copied(),
            _ => Some(term),
        }
    }

    /// A body with terms in the place of its binder's variables.
    fn instance(&mut self, body: usize, terms: usize) -> Option<TermId> {
        let Kind::Pred(binder) = self.variables[body].kind else { return None };
        let (term, Bound::Binder(vars)) = (self.body(body)?, self.found.values[binder]) else { return None };
        let vars = self.arena.var_list(vars).iter().copied();
        let values: SmallVec<[(VarId, TermId); 4]> = vars.zip(self.list(terms)?.iter().copied()).collect();
        self.rewriter.substitute(self.arena, term, &values)
    }

    /// Finds a body of which a formula is an instance: some part of it becomes a variable.
    pub(super) fn generalise(&mut self, body: usize) -> Option<()> {
        let (Kind::Pred(binder), Bound::Term(term)) = (&self.variables[body].kind, self.found.values[body])
        else {
            return None;
        };
        let binder = *binder;
        let mut walk = Walk::new();
        let parts = walk.post_order(self.arena, [term], Lets::Kept);
        let bound_inside: SmallVec<[VarId; 8]> =
            parts.iter().flat_map(|&t| bound_by(self.arena, t)).collect();
        let parts: SmallVec<[TermId; 16]> =
            parts.iter().copied().filter(|&part| part != term && can_be_bound(self.arena, part)).collect();
        let part = *self.dice.pick(&parts)?;
        let free = self.rewriter.free.written(self.arena, part);
        if bound_inside.iter().any(|&var| self.rewriter.free.sets.contains(free, var)) {
            return None;
        }
        let sort = self.arena.sort_of(part);
        let var = self.rewriter.fresh_scoped(self.arena, "w", sort);
        let value = self.arena.var_term(var);
        let map = [(part, value)].into_iter().collect();
        let general = self.rewriter.replace_all(self.arena, term, &map)?;
        self.found.values[body] = Bound::Term(general);
        self.found.values[binder] = Bound::Binder(self.arena.make_var_list(&[var]));
        Some(())
    }

    /// The sort of a pattern.
    fn sort(&mut self, pattern: &Pattern) -> Option<SortId> {
        Some(match pattern {
            Pattern::Bool => SortId::BOOL,
            Pattern::Int => SortId::INT,
            Pattern::Real => SortId::REAL,
            Pattern::RoundingMode => SortId::ROUNDING_MODE,
            Pattern::String => SortId::STRING,
            Pattern::RegLan => SortId::REGLAN,
            Pattern::Num => self.found.num?,
            Pattern::Var(letter) => self.found.sorts[*letter as usize]?,
            Pattern::BitVec(width) => {
                let width = u32::try_from(width.value(&self.found.dims)?).ok().filter(|&w| w > 0)?;
                self.arena.sorts.bit_vec(width)
            }
            Pattern::Float(eb, sb) => {
                let (eb, sb) = (eb.value(&self.found.dims)?, sb.value(&self.found.dims)?);
                self.arena.sorts.float(u32::try_from(eb).ok()?, u32::try_from(sb).ok()?)
            }
            Pattern::Array(index, element) => {
                let args = [self.sort(index)?, self.sort(element)?];
                self.arena.sorts.make(SortCtor::Array, &args)
            }
            _ => return None,
        })
    }

    /// Whether a condition over literals holds.
    pub(super) fn holds(&mut self, condition: &Node) -> bool {
        match self.node(condition) {
            Some(term) => Machine::new(self.arena, Model::new()).evaluate(term) == Ok(Value::Bool(true)),
            None => false,
        }
    }
}

/// Whether a quantifier may range over the term's sort, and the term is worth it.
fn can_be_bound(arena: &Arena, term: TermId) -> bool {
    let parts = arena.term(term);
    let first_order = !matches!(
        arena.sorts.ctor(parts.sort),
        SortCtor::RegLan | SortCtor::Fun | SortCtor::Opaque | SortCtor::Char
    );
    first_order && matches!(parts.head, Head::Literal(..) | Head::Op(..) | Head::Fun(..) | Head::Var(_))
}

fn bound_by(arena: &Arena, term: TermId) -> SmallVec<[VarId; 2]> {
    match arena.term(term).head {
        Head::Binder(_, vars) | Head::Let(vars) => arena.var_list(vars).into(),
        Head::Match(cases) => {
            arena.cases(cases).iter().flat_map(|case| case.vars().iter().copied()).collect()
        }
        _ => SmallVec::new(),
    }
}
