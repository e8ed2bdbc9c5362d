//! Matching a pattern against a term.

use smallvec::SmallVec;
use smtlib::theory::{CoreOp, DatatypeOp, Dim, Op, Pattern};
use smtlib::{
    Arena, Binder, Constructor, Datatype, FunId, FunKind, Head, LiteralKind, SortCtor, SortDeclKind, SortId,
    TermId, VarListId,
};

use super::literal::{bits, is_literal, number};
use super::pattern::{Node, OpNode};
use super::variable::{DATA, Kind, Variable};

/// A rule has at most so many variables.
pub(super) const MAX_VARIABLES: usize = 10;

/// What a variable stands for in one place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    Nothing,
    Term(TermId),
    /// Arguments of a term: the term, the first and the number of them.
    Slice(TermId, u32, u32),
    /// A part of [`Bindings::pool`].
    Pool(u32, u32),
    /// A constructor or selector.
    Fun(FunId),
    Head(Head),
    Binder(VarListId),
}

/// What the variables and letters of a rule stand for in one place.
#[derive(Clone, Debug)]
pub(super) struct Bindings {
    pub(super) values: [Bound; MAX_VARIABLES],
    pub(super) sorts: [Option<SortId>; 4],
    pub(super) num: Option<SortId>,
    pub(super) dims: [Option<i64>; 26],
    /// Elements of lists that are not the arguments of one term.
    pub(super) pool: SmallVec<[TermId; 8]>,
}

impl Default for Bindings {
    fn default() -> Self {
        Bindings {
            values: [Bound::Nothing; MAX_VARIABLES],
            sorts: [None; 4],
            num: None,
            dims: [None; 26],
            pool: SmallVec::new(),
        }
    }
}

/// One attempt to match.
pub(super) struct Matcher<'a> {
    pub(super) arena: &'a Arena,
    pub(super) variables: &'a [Variable],
    pub(super) found: Bindings,
    /// Where the fixed part begins when lists stand on both sides of it, at the top of the pattern.
    pub(super) offset: usize,
    /// Whether the two arguments of a symmetric operator at the top are matched the other way around.
    pub(super) swapped: bool,
}

/// The datatype of a sort; parametric ones and infinite values are no concern of the rules.
pub(super) fn datatype(arena: &Arena, sort: SortId) -> Option<&Datatype> {
    match arena.sorts.ctor(sort) {
        SortCtor::User(decl) if arena.sorts.args(sort).is_empty() => match arena.sorts.decl(decl).kind {
            SortDeclKind::Datatype(id) => Some(arena.datatype(id)).filter(|datatype| !datatype.co),
            _ => None,
        },
        _ => None,
    }
}

/// The constructor with that function.
pub(super) fn constructor(arena: &Arena, fun: FunId) -> Option<&Constructor> {
    match arena.fun(fun).kind {
        FunKind::Constructor(datatype, place) => arena.datatype(datatype).constructors.get(place as usize),
        _ => None,
    }
}

impl Matcher<'_> {
    /// Matches the whole pattern.
    pub(super) fn top(&mut self, node: &Node, term: TermId) -> bool {
        match node {
            Node::Op(op) if self.swapped => {
                let args = self.arena.term(term).args;
                let [a, b] = *args else { return false };
                self.head(op, term)
                    && self.node(&op.args[0], b)
                    && self.node(&op.args[1], a)
                    && self.indices(op, term)
            }
            _ => self.node(node, term),
        }
    }

    fn node(&mut self, node: &Node, term: TermId) -> bool {
        let parts = self.arena.term(term);
        match node {
            Node::Var(v) => self.var(*v, term),
            Node::Op(op) => self.head(op, term) && self.args(&op.args, term) && self.indices(op, term),
            Node::Bits(value, width) => {
                let SortCtor::BitVec(actual) = self.arena.sorts.ctor(parts.sort) else { return false };
                self.dim(width, i64::from(actual)) && bits(self.arena, term) == Some(u128::from(*value))
            }
            Node::Numeral(text) | Node::Decimal(text) => number(self.arena, term) == Some(text),
            Node::Text(text) => {
                matches!(parts.head, Head::Literal(LiteralKind::String, symbol) if self.arena.name(symbol) == text)
            }
            Node::Construct(v, args) => match parts.head {
                Head::Fun(fun, _) if self.is_data(parts.sort) => {
                    matches!(self.arena.fun(fun).kind, FunKind::Constructor(..))
                        && self.constructor(*v, fun)
                        && self.args(args, term)
                }
                _ => false,
            },
            Node::Select(v, inner) => {
                let Head::Fun(fun, _) = parts.head else { return false };
                let (FunKind::Selector(..), &[arg]) = (&self.arena.fun(fun).kind, parts.args) else {
                    return false;
                };
                self.is_data(self.arena.sort_of(arg)) && self.selector(*v, fun) && self.node(inner, arg)
            }
            Node::Is(v, inner) => {
                let &[arg] = parts.args else { return false };
                match self.tested(parts.head, arg) {
                    Some(fun) => self.constructor(*v, fun) && self.node(inner, arg),
                    None => false,
                }
            }
            Node::Apply(v, inner) => {
                let &[arg] = parts.args else { return false };
                matches!(parts.head, Head::Op(..) | Head::Fun(..))
                    && self.set(*v, Bound::Head(parts.head))
                    && self.node(inner, arg)
            }
            Node::Quantifier(binder, v, body) => match parts.head {
                Head::Binder(found @ (Binder::Forall | Binder::Exists), vars) => {
                    found == *binder && self.set(*v, Bound::Binder(vars)) && self.node(body, parts.args[0])
                }
                _ => false,
            },
            Node::Body(v) => parts.sort == SortId::BOOL && self.set(*v, Bound::Term(term)),
            // Any formula is an instance of something; which one is chosen when it is built.
            Node::Instance(v, _) => {
                parts.sort == SortId::BOOL && !parts.args.is_empty() && self.set(*v, Bound::Term(term))
            }
            Node::Each(_) | Node::Field { .. } | Node::Fresh(..) | Node::Local(_) => false,
        }
    }

    fn head(&mut self, node: &OpNode, term: TermId) -> bool {
        let parts = self.arena.term(term);
        let Head::Op(op, ..) = parts.head else { return false };
        if !node.candidates.iter().any(|&(candidate, _)| candidate == op) {
            return false;
        }
        node.ascription.as_ref().is_none_or(|ascription| self.sort(ascription, parts.sort))
    }

    /// Indices are computed from widths, which the arguments have told by then.
    fn indices(&mut self, node: &OpNode, term: TermId) -> bool {
        if node.indices.is_empty() {
            return true;
        }
        let Head::Op(_, _, qual) = self.arena.term(term).head else { return false };
        let indices = &self.arena.qual(qual).indices;
        indices.len() == node.indices.len()
            && node
                .indices
                .iter()
                .zip(indices.iter())
                .all(|(dim, index)| self.arena.numeral(index).is_some_and(|value| self.dim(dim, value)))
    }

    fn args(&mut self, nodes: &[Node], term: TermId) -> bool {
        let args = self.arena.term(term).args;
        let lists = nodes.iter().filter(|node| matches!(node, Node::Each(_))).count();
        let fixed = nodes.len() - lists;
        if args.len() < fixed || (lists == 0 && args.len() != fixed) {
            return false;
        }
        let mut at = 0;
        let mut first = true;
        for node in nodes {
            match node {
                Node::Each(inner) => {
                    let rest = args.len() - fixed;
                    let count = match (lists, first) {
                        (1, _) => rest,
                        (_, true) => self.offset.min(rest),
                        (_, false) => rest - self.offset.min(rest),
                    };
                    first = false;
                    if !self.each(inner, term, at, count) {
                        return false;
                    }
                    at += count;
                }
                _ => {
                    if !self.node(node, args[at]) {
                        return false;
                    }
                    at += 1;
                }
            }
        }
        true
    }

    fn each(&mut self, inner: &Node, term: TermId, at: usize, count: usize) -> bool {
        let arena = self.arena;
        let args = &arena.term(term).args[at..at + count];
        if let Node::Var(v) = inner {
            if let Kind::List(pattern) = &self.variables[*v].kind
                && !args.iter().all(|&arg| self.sort(pattern, arena.sort_of(arg)))
            {
                return false;
            }
            return self.set(*v, Bound::Slice(term, at as u32, count as u32));
        }
        // Each list variable is one term at a time, and all of them together afterwards.
        let lists: SmallVec<[usize; 2]> = inner
            .variables()
            .into_iter()
            .filter(|&v| matches!(self.variables[v].kind, Kind::List(_)))
            .collect();
        let mut elements: SmallVec<[SmallVec<[TermId; 4]>; 2]> =
            lists.iter().map(|_| SmallVec::new()).collect();
        for &arg in args {
            if !self.node(inner, arg) {
                return false;
            }
            for (list, elements) in lists.iter().zip(&mut elements) {
                let Bound::Term(element) = self.found.values[*list] else { return false };
                elements.push(element);
                self.found.values[*list] = Bound::Nothing;
            }
        }
        for (list, elements) in lists.iter().zip(&elements) {
            let start = self.found.pool.len() as u32;
            self.found.pool.extend_from_slice(elements);
            self.found.values[*list] = Bound::Pool(start, elements.len() as u32);
        }
        true
    }

    fn var(&mut self, v: usize, term: TermId) -> bool {
        match self.found.values[v] {
            Bound::Nothing => {}
            bound => return bound == Bound::Term(term),
        }
        let variables = self.variables;
        let fits = match &variables[v].kind {
            Kind::Term(pattern) | Kind::List(pattern) => self.sort(pattern, self.arena.sort_of(term)),
            Kind::Literal(pattern, literals) => {
                is_literal(self.arena, term, *literals) && self.sort(pattern, self.arena.sort_of(term))
            }
            _ => false,
        };
        self.found.values[v] = Bound::Term(term);
        fits
    }

    fn set(&mut self, v: usize, bound: Bound) -> bool {
        if self.found.values[v] == Bound::Nothing {
            self.found.values[v] = bound;
        }
        self.same(self.found.values[v], bound)
    }

    fn same(&self, a: Bound, b: Bound) -> bool {
        let arena = self.arena;
        let slice = |bound| match bound {
            Bound::Slice(term, at, count) => Some(&arena.term(term).args[at as usize..(at + count) as usize]),
            _ => None,
        };
        a == b || (slice(a).is_some() && slice(a) == slice(b))
    }

    /// Binds a constructor; two variables never stand for the same.
    fn constructor(&mut self, v: usize, fun: FunId) -> bool {
        let taken = self.variables.iter().enumerate().any(|(other, variable)| {
            other != v && variable.kind == Kind::Ctor && self.found.values[other] == Bound::Fun(fun)
        });
        !taken && self.set(v, Bound::Fun(fun))
    }

    fn selector(&mut self, v: usize, fun: FunId) -> bool {
        let (FunKind::Selector(datatype, place, _), Kind::Sel(of)) =
            (&self.arena.fun(fun).kind, &self.variables[v].kind)
        else {
            return false;
        };
        let constructor = self.arena.datatype(*datatype).constructors[*place as usize].fun;
        self.constructor(*of, constructor) && self.set(v, Bound::Fun(fun))
    }

    /// The constructor that a tester asks for.
    fn tested(&mut self, head: Head, arg: TermId) -> Option<FunId> {
        let arena = self.arena;
        let sort = arena.sort_of(arg);
        if !self.is_data(sort) {
            return None;
        }
        let constructors = &datatype(arena, sort)?.constructors;
        match head {
            Head::Op(Op::Datatype(DatatypeOp::Is), _, qual) => {
                let name = arena.qual(qual).indices.first()?.text;
                constructors.iter().map(|c| c.fun).find(|&fun| arena.fun(fun).name == name)
            }
            Head::Fun(fun, _) => constructors.iter().find(|c| c.tester == fun).map(|c| c.fun),
            _ => None,
        }
    }

    fn is_data(&mut self, sort: SortId) -> bool {
        self.sort(&Pattern::Var(DATA), sort)
    }

    /// Matches a sort against one with holes.
    fn sort(&mut self, pattern: &Pattern, sort: SortId) -> bool {
        let sorts = &self.arena.sorts;
        match pattern {
            Pattern::Bool => sort == SortId::BOOL,
            Pattern::Int => sort == SortId::INT,
            Pattern::Real => sort == SortId::REAL,
            Pattern::RoundingMode => sort == SortId::ROUNDING_MODE,
            Pattern::String => sort == SortId::STRING,
            Pattern::RegLan => sort == SortId::REGLAN,
            Pattern::Num => {
                matches!(sort, SortId::INT | SortId::REAL) && *self.found.num.get_or_insert(sort) == sort
            }
            Pattern::Var(letter) => {
                let known = &mut self.found.sorts[*letter as usize];
                *known.get_or_insert(sort) == sort
                    && !sorts.has_opaque(sort)
                    // Not all solvers have languages as values.
                    && sort != SortId::REGLAN
                    && (*letter != DATA || datatype(self.arena, sort).is_some())
            }
            Pattern::BitVec(width) => match sorts.ctor(sort) {
                SortCtor::BitVec(actual) => self.dim(width, i64::from(actual)),
                _ => false,
            },
            Pattern::Float(eb, sb) => match sorts.ctor(sort) {
                SortCtor::Float(e, s) => self.dim(eb, i64::from(e)) && self.dim(sb, i64::from(s)),
                _ => false,
            },
            Pattern::Array(index, element) => match (sorts.ctor(sort), sorts.args(sort)) {
                (SortCtor::Array, &[i, e]) => self.sort(index, i) && self.sort(element, e),
                _ => false,
            },
            _ => false,
        }
    }

    fn dim(&mut self, dim: &Dim, actual: i64) -> bool {
        match dim.variable() {
            Some(letter) => *self.found.dims[letter as usize].get_or_insert(actual) == actual,
            None => dim.value(&self.found.dims) == Some(actual),
        }
    }
}

/// Whether the operator means the same with its two arguments exchanged, and the pattern does not.
pub(super) fn is_symmetric(node: &OpNode) -> bool {
    let symmetric = |&(op, _): &(Op, u8)| {
        matches!(op, Op::Core(CoreOp::Eq | CoreOp::Distinct | CoreOp::And | CoreOp::Or))
    };
    node.candidates.iter().all(symmetric)
        && matches!(&node.args[..], [a, b]
            if !matches!((a, b), (Node::Var(_), Node::Var(_)) | (Node::Each(_), _) | (_, Node::Each(_))))
}
