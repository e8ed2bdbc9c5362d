//! Terms: hash-consed nodes of a head, argument terms and a sort.

use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use crate::decl::{FunId, VarId};
use crate::sort::SortId;
use crate::symbol::Symbol;
use crate::theory::Op;

/// A term of one arena. Equal terms have equal ids, and an argument's id is less than its parent's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TermId(u32);

impl TermId {
    /// The dense number of this term in its arena.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The term with this number; the caller has it from [`TermId::index`].
    #[inline]
    pub fn from_index(index: usize) -> TermId {
        TermId(index as u32)
    }
}

/// The notation of a literal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LiteralKind {
    /// `42`; solvers also read `-42`.
    Numeral,
    /// `4.2`; solvers also read `4.` and `-4.2`.
    Decimal,
    /// `#x2A`
    Hex,
    /// `#b101010`
    Binary,
    /// `(_ bv42 8)`; the text is `bv42`, the width is in the sort.
    BvNumeral,
    /// `"text"`; the text is what stands between the quotes.
    String,
    /// `#f3m5`
    Field,
    /// `(as ff3 F)`; the text is `ff3`, the qualifier holds the sort as written.
    FieldNumeral(QualId),
}

/// What binds variables, besides `let` and `match`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Binder {
    Forall,
    Exists,
    Lambda,
    /// cvc5's `witness`, HOL's `eps` and `choice`: some value for which the body holds.
    Witness,
    Eps,
    Choice,
    /// `(set.comprehension ((x S)) condition element)`
    Comprehension,
}

/// An interned list of variables.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct VarListId(pub(crate) u32);

/// Interned indices and `as` sort of an identifier; [`QualId::NONE`] for a plain one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct QualId(pub(crate) u32);

impl QualId {
    /// No index and no `as`.
    pub const NONE: QualId = QualId(0);
}

/// Interned patterns of a `match`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CasesId(pub(crate) u32);

/// Interned attributes of an annotated term.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AttributesId(pub(crate) u32);

/// What stands at the head of a term.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Head {
    /// A literal, by its notation and text.
    Literal(LiteralKind, Symbol),
    /// An operator of the table, which of its names is written, and its indices.
    Op(Op, u8, QualId),
    /// A function of the script.
    Fun(FunId, QualId),
    /// A bound variable.
    Var(VarId),
    /// `(f x …)` where `f`, the first argument, is a term of a function or array sort.
    Call,
    /// The arguments are the definitions and then the body.
    Let(VarListId),
    /// The argument is the body.
    Binder(Binder, VarListId),
    /// The arguments are the matched term and then the case's bodies.
    Match(CasesId),
    /// The first argument is the annotated term; the others are the terms of its patterns.
    Annotated(AttributesId),
    /// An identifier that nobody declared and the table does not know.
    Unknown(Symbol, QualId),
    /// Text that we cannot read as a term.
    Verbatim(Symbol),
}

/// An index of an identifier: `7` and `0` in `(_ extract 7 0)`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Index {
    /// How it is written.
    pub kind: IndexKind,
    /// Its text.
    pub text: Symbol,
}

/// How an index is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum IndexKind {
    Numeral,
    Symbol,
    Hex,
    /// Any other s-expression, as text.
    Verbatim,
}

/// Indices and ascribed sort of an identifier.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Qual {
    /// The indices after `_`.
    pub indices: Box<[Index]>,
    /// The sort after `as`, as written.
    pub ascription: Option<SortId>,
}

/// One pattern of a `match`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Case {
    /// A constructor with its variables.
    Constructor(FunId, Box<[VarId]>),
    /// A constructor without fields between parentheses all the same, as cvc5 allows.
    Parenthesised(FunId),
    /// A variable, which matches everything.
    Var(VarId),
}

impl Case {
    /// The constructor that the pattern asks for; a variable asks for none.
    pub fn constructor(&self) -> Option<FunId> {
        match self {
            Case::Constructor(fun, _) | Case::Parenthesised(fun) => Some(*fun),
            Case::Var(_) => None,
        }
    }

    /// The variables the pattern binds.
    pub fn vars(&self) -> &[VarId] {
        match self {
            Case::Constructor(_, vars) => vars,
            Case::Parenthesised(_) => &[],
            Case::Var(var) => std::slice::from_ref(var),
        }
    }
}

/// An attribute of an annotated term.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Attribute {
    /// The keyword, with its colon.
    pub keyword: Symbol,
    /// Its value.
    pub value: AttributeValue,
}

/// The value of an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AttributeValue {
    /// None.
    None,
    /// A symbol: the name of `:named`.
    Symbol(Symbol),
    /// A list of terms: this many of the annotated node's arguments.
    Terms(u32),
    /// One term without parentheses around it, as in `:no-pattern t`.
    Term,
    /// Anything else, as text.
    Verbatim(Symbol),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Node {
    head: Head,
    first_arg: u32,
    arg_count: u32,
    sort: SortId,
}

/// A term taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term<'a> {
    /// What it is.
    pub head: Head,
    /// Its argument terms.
    pub args: &'a [TermId],
    /// Its sort.
    pub sort: SortId,
}

/// All terms of an arena.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    nodes: Vec<Node>,
    args: Vec<TermId>,
    table: HashTable<u32>,
}

#[inline]
fn hash(head: Head, args: &[TermId], sort: SortId) -> u64 {
    let mut hasher = FxHasher::default();
    head.hash(&mut hasher);
    for arg in args {
        hasher.write_u32(arg.0);
    }
    hasher.write_u32(sort.index() as u32);
    hasher.finish()
}

impl Terms {
    pub(crate) fn reserve(&mut self, terms: usize) {
        self.nodes.reserve(terms);
        self.args.reserve(terms * 2);
        let (nodes, args) = (&self.nodes, &self.args);
        self.table.reserve(terms, |&i| hash_node(nodes, args, i));
    }

    /// The term with this head, these arguments and this sort; nothing is checked.
    pub fn intern(&mut self, head: Head, args: &[TermId], sort: SortId) -> TermId {
        let hash = hash(head, args, sort);
        let found = self.table.find(hash, |&i| {
            let node = &self.nodes[i as usize];
            node.head == head && node.sort == sort && self.args_of(node) == args
        });
        if let Some(&index) = found {
            return TermId(index);
        }
        let index = u32::try_from(self.nodes.len()).expect("fewer than 2^32 terms");
        let first_arg = u32::try_from(self.args.len()).expect("fewer than 2^32 arguments");
        self.args.extend_from_slice(args);
        self.nodes.push(Node { head, first_arg, arg_count: args.len() as u32, sort });
        let (nodes, all) = (&self.nodes, &self.args);
        self.table.insert_unique(hash, index, |&i| hash_node(nodes, all, i));
        TermId(index)
    }

    #[inline]
    fn args_of(&self, node: &Node) -> &[TermId] {
        &self.args[node.first_arg as usize..(node.first_arg + node.arg_count) as usize]
    }

    /// The term taken apart.
    #[inline]
    pub fn get(&self, id: TermId) -> Term<'_> {
        let node = &self.nodes[id.index()];
        Term { head: node.head, args: self.args_of(node), sort: node.sort }
    }

    /// How many terms there are.
    #[inline]
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn truncate(&mut self, len: usize) {
        while self.nodes.len() > len {
            let index = (self.nodes.len() - 1) as u32;
            let hash = hash_node(&self.nodes, &self.args, index);
            if let Ok(entry) = self.table.find_entry(hash, |&i| i == index) {
                entry.remove();
            }
            self.args.truncate(self.nodes[index as usize].first_arg as usize);
            self.nodes.pop();
        }
    }
}

fn hash_node(nodes: &[Node], args: &[TermId], index: u32) -> u64 {
    let node = &nodes[index as usize];
    let args = &args[node.first_arg as usize..(node.first_arg + node.arg_count) as usize];
    hash(node.head, args, node.sort)
}

impl PartialEq for Terms {
    fn eq(&self, other: &Self) -> bool {
        self.nodes == other.nodes && self.args == other.args
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::CoreOp;

    fn op(op: CoreOp) -> Head {
        Head::Op(op.into(), 0, QualId::NONE)
    }

    #[test]
    fn equal_terms_are_one_term() {
        let mut terms = Terms::default();
        let t = terms.intern(op(CoreOp::True), &[], SortId::BOOL);
        let a = terms.intern(op(CoreOp::Not), &[t], SortId::BOOL);
        let b = terms.intern(op(CoreOp::Not), &[t], SortId::BOOL);
        assert_eq!(a, b);
        assert_eq!(terms.get(a).args, &[t]);
        assert_eq!(terms.len(), 2);
    }

    #[test]
    fn rollback_frees_terms_and_keeps_the_rest() {
        let mut terms = Terms::default();
        let t = terms.intern(op(CoreOp::True), &[], SortId::BOOL);
        let mark = terms.len();
        let mut last = t;
        for _ in 0..1000 {
            last = terms.intern(op(CoreOp::Not), &[last], SortId::BOOL);
        }
        terms.truncate(mark);
        assert_eq!(terms.len(), 1);
        let again = terms.intern(op(CoreOp::Not), &[t], SortId::BOOL);
        assert_eq!(again.index(), 1);
        assert_eq!(terms.intern(op(CoreOp::True), &[], SortId::BOOL), t);
    }

    #[test]
    fn a_head_stays_small() {
        assert!(size_of::<Head>() <= 12, "{}", size_of::<Head>());
    }
}
