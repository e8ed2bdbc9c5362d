//! Sorts: hash-consed, kept as written, each with its canonical form.
//!
//! `Float32`, `(_ FloatingPoint 8 24)` and a user's abbreviation of it are three sorts with one canonical sort; the
//! sorts of terms are always canonical, those in declarations are as the script has them.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::decl::DatatypeId;
use crate::interned::Interned;
use crate::symbol::Symbol;

/// A sort of one arena.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SortId(u32);

impl SortId {
    /// `Bool`
    pub const BOOL: SortId = SortId(0);
    /// `Int`
    pub const INT: SortId = SortId(1);
    /// `Real`
    pub const REAL: SortId = SortId(2);
    /// `RoundingMode`
    pub const ROUNDING_MODE: SortId = SortId(3);
    /// `String`
    pub const STRING: SortId = SortId(4);
    /// `RegLan`
    pub const REGLAN: SortId = SortId(5);
    /// `Char`: the elements of strings, a sort of its own in Z3.
    pub const CHAR: SortId = SortId(6);
    /// The sort of terms that we cannot type.
    pub const OPAQUE: SortId = SortId(7);

    /// The dense number of this sort in its arena.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A sort that the script declares or defines.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SortDeclId(pub(crate) u32);

/// What builds a sort from its argument sorts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum SortCtor {
    Bool,
    Int,
    Real,
    RoundingMode,
    String,
    RegLan,
    Char,
    Opaque,
    BitVec(u32),
    /// Exponent and significand width, the hidden bit counted.
    Float(u32, u32),
    /// A finite field; the symbol is its order as a numeral.
    Field(Symbol),
    /// The last argument is the element sort; more than one index is Z3's extension.
    Array,
    Seq,
    Set,
    Bag,
    Tuple,
    /// A function sort; the last argument is the result.
    Fun,
    /// A declared sort or a datatype.
    User(SortDeclId),
    /// A sort parameter, by its name.
    Param(Symbol),
    /// A use of `define-sort`.
    Alias(SortDeclId),
    /// An abbreviation that the language has built in, with what it stands for: `Float32`, `Unicode`,
    /// `(RegEx String)`, `(Relation …)`, and a datatype without its parameters in its own old-style declaration.
    Written(Symbol, SortId),
    /// A sort without arguments that stands between parentheses all the same, as Z3 allows.
    Parenthesised,
    /// Text that we cannot read as a sort.
    Verbatim(Symbol),
}

/// A sort taken apart.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SortNode {
    /// Its constructor.
    pub ctor: SortCtor,
    /// The sorts it is built from.
    pub args: SmallVec<[SortId; 2]>,
}

/// A declared or defined sort symbol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SortDecl {
    /// Its name.
    pub name: Symbol,
    /// How many sorts it takes.
    pub arity: u32,
    /// What it stands for.
    pub kind: SortDeclKind,
}

/// What a sort symbol stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SortDeclKind {
    /// An uninterpreted sort.
    Declared,
    /// An abbreviation.
    Defined {
        /// The names of its parameters.
        params: Vec<Symbol>,
        /// The sort over them.
        body: SortId,
    },
    /// A datatype.
    Datatype(DatatypeId),
}

/// Sorts nested deeper than this are refused by the parser: no solver takes them, and operations on sorts may
/// then recur.
pub const MAX_SORT_DEPTH: u32 = 500;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Facts {
    canonical: SortId,
    depth: u32,
    has_param: bool,
    has_opaque: bool,
}

/// All sorts of an arena.
#[derive(Clone, Debug)]
pub struct Sorts {
    nodes: Interned<SortNode>,
    facts: Vec<Facts>,
    decls: Vec<SortDecl>,
}

impl Default for Sorts {
    fn default() -> Self {
        use SortCtor::*;
        let mut sorts = Sorts { nodes: Interned::default(), facts: Vec::new(), decls: Vec::new() };
        for (ctor, id) in [
            (Bool, SortId::BOOL),
            (Int, SortId::INT),
            (Real, SortId::REAL),
            (RoundingMode, SortId::ROUNDING_MODE),
            (String, SortId::STRING),
            (RegLan, SortId::REGLAN),
            (Char, SortId::CHAR),
            (Opaque, SortId::OPAQUE),
        ] {
            assert_eq!(sorts.make(ctor, &[]), id);
        }
        sorts
    }
}

impl Sorts {
    /// The sort `ctor` applied to `args`.
    pub fn make(&mut self, ctor: SortCtor, args: &[SortId]) -> SortId {
        let canonical = match ctor {
            SortCtor::Alias(decl) => Some(self.expand(decl, args)),
            SortCtor::Verbatim(_) => Some(SortId::OPAQUE),
            SortCtor::Parenthesised => args.first().map(|&a| self.canonical(a)),
            SortCtor::Seq if args.first().map(|&a| self.canonical(a)) == Some(SortId::CHAR) => {
                Some(SortId::STRING)
            }
            _ if args.iter().all(|&a| self.is_canonical(a)) => None,
            _ => {
                let args: SmallVec<[SortId; 4]> = args.iter().map(|&a| self.canonical(a)).collect();
                Some(self.make(ctor, &args))
            }
        };
        self.insert(ctor, args, canonical)
    }

    /// An abbreviation of `canonical` that prints as `name` and `args`.
    pub fn written(&mut self, name: Symbol, args: &[SortId], canonical: SortId) -> SortId {
        let canonical = self.canonical(canonical);
        self.insert(SortCtor::Written(name, canonical), args, Some(canonical))
    }

    fn insert(&mut self, ctor: SortCtor, args: &[SortId], canonical: Option<SortId>) -> SortId {
        let id = SortId(self.nodes.intern(SortNode { ctor, args: args.into() }));
        if id.index() == self.facts.len() {
            let parts = || args.iter().chain(canonical.as_ref());
            let of = |fact: fn(&Facts) -> bool| parts().any(|a| fact(&self.facts[a.index()]));
            self.facts.push(Facts {
                canonical: canonical.unwrap_or(id),
                depth: 1 + args.iter().map(|a| self.facts[a.index()].depth).max().unwrap_or(0),
                has_param: matches!(ctor, SortCtor::Param(_)) || of(|f| f.has_param),
                has_opaque: matches!(ctor, SortCtor::Opaque | SortCtor::Verbatim(_)) || of(|f| f.has_opaque),
            });
        }
        id
    }

    fn expand(&mut self, decl: SortDeclId, args: &[SortId]) -> SortId {
        let SortDeclKind::Defined { params, body } = self.decl(decl).kind.clone() else {
            return SortId::OPAQUE;
        };
        let args: SmallVec<[SortId; 4]> = args.iter().map(|&a| self.canonical(a)).collect();
        let sort = self.substitute(body, &params, &args);
        self.canonical(sort)
    }

    /// `sort` with each parameter replaced by its argument; parameters that are not listed stay.
    pub fn substitute(&mut self, sort: SortId, params: &[Symbol], args: &[SortId]) -> SortId {
        self.substitute_in(sort, params, args, &mut FxHashMap::default())
    }

    /// Sorts are not deep, but they can share parts: what was done once is remembered.
    fn substitute_in(
        &mut self,
        sort: SortId,
        params: &[Symbol],
        args: &[SortId],
        done: &mut FxHashMap<SortId, SortId>,
    ) -> SortId {
        if !self.facts[sort.index()].has_param {
            return sort;
        }
        if let Some(&known) = done.get(&sort) {
            return known;
        }
        let node = self.nodes.get(sort.0).clone();
        if let SortCtor::Param(name) = node.ctor {
            let found = params.iter().position(|&p| p == name).and_then(|i| args.get(i));
            return found.copied().unwrap_or(sort);
        }
        let mut new: SmallVec<[SortId; 4]> = SmallVec::new();
        for &arg in &node.args {
            new.push(self.substitute_in(arg, params, args, done));
        }
        let result = match node.ctor {
            SortCtor::Written(name, _) => {
                let canonical = self.substitute_in(self.canonical(sort), params, args, done);
                self.written(name, &new, canonical)
            }
            ctor => self.make(ctor, &new),
        };
        done.insert(sort, result);
        result
    }

    /// The sort taken apart.
    #[inline]
    pub fn node(&self, sort: SortId) -> &SortNode {
        self.nodes.get(sort.0)
    }

    /// The constructor of a sort.
    #[inline]
    pub fn ctor(&self, sort: SortId) -> SortCtor {
        self.nodes.get(sort.0).ctor
    }

    /// The argument sorts of a sort.
    #[inline]
    pub fn args(&self, sort: SortId) -> &[SortId] {
        &self.nodes.get(sort.0).args
    }

    /// The sort with all abbreviations expanded.
    #[inline]
    pub fn canonical(&self, sort: SortId) -> SortId {
        self.facts[sort.index()].canonical
    }

    #[inline]
    fn is_canonical(&self, sort: SortId) -> bool {
        self.canonical(sort) == sort
    }

    /// Whether a sort parameter occurs in the sort.
    #[inline]
    pub fn has_param(&self, sort: SortId) -> bool {
        self.facts[sort.index()].has_param
    }

    /// Whether a part of the sort is unknown to us.
    #[inline]
    pub fn has_opaque(&self, sort: SortId) -> bool {
        self.facts[sort.index()].has_opaque
    }

    pub(crate) fn depth(&self, sort: SortId) -> u32 {
        self.facts[sort.index()].depth
    }

    /// Adds a sort symbol; the name is not made visible to anyone.
    pub fn declare(&mut self, decl: SortDecl) -> SortDeclId {
        self.decls.push(decl);
        SortDeclId((self.decls.len() - 1) as u32)
    }

    /// A declared sort symbol.
    #[inline]
    pub fn decl(&self, id: SortDeclId) -> &SortDecl {
        &self.decls[id.0 as usize]
    }

    pub(crate) fn decl_mut(&mut self, id: SortDeclId) -> &mut SortDecl {
        &mut self.decls[id.0 as usize]
    }

    /// `(_ BitVec width)`
    pub fn bit_vec(&mut self, width: u32) -> SortId {
        self.make(SortCtor::BitVec(width), &[])
    }

    /// `(_ FloatingPoint eb sb)`
    pub fn float(&mut self, eb: u32, sb: u32) -> SortId {
        self.make(SortCtor::Float(eb, sb), &[])
    }

    /// The width of a bit-vector sort.
    pub fn width(&self, sort: SortId) -> Option<u32> {
        match self.ctor(sort) {
            SortCtor::BitVec(width) => Some(width),
            _ => None,
        }
    }

    /// How many sorts there are.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn marks(&self) -> (usize, usize) {
        (self.nodes.len(), self.decls.len())
    }

    pub(crate) fn truncate(&mut self, (nodes, decls): (usize, usize)) {
        self.nodes.truncate(nodes);
        self.facts.truncate(nodes);
        self.decls.truncate(decls);
    }
}

impl PartialEq for Sorts {
    fn eq(&self, other: &Self) -> bool {
        self.nodes.values() == other.nodes.values() && self.facts == other.facts && self.decls == other.decls
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbol::{Symbols, word};

    #[test]
    fn abbreviations_share_their_canonical_sort() {
        let mut sorts = Sorts::default();
        let single = sorts.float(8, 24);
        let written = sorts.written(word::FLOAT32, &[], single);
        assert_ne!(written, single);
        assert_eq!(sorts.canonical(written), single);
        let array = sorts.make(SortCtor::Array, &[SortId::INT, written]);
        let plain = sorts.make(SortCtor::Array, &[SortId::INT, single]);
        assert_eq!(sorts.canonical(array), plain);
    }

    #[test]
    fn a_sequence_of_characters_is_a_string() {
        let mut sorts = Sorts::default();
        let seq = sorts.make(SortCtor::Seq, &[SortId::CHAR]);
        assert_eq!(sorts.canonical(seq), SortId::STRING);
    }

    #[test]
    fn definitions_expand_with_their_arguments() {
        let mut symbols = Symbols::default();
        let (name, param) = (symbols.intern("Map"), symbols.intern("X"));
        let mut sorts = Sorts::default();
        let x = sorts.make(SortCtor::Param(param), &[]);
        let body = sorts.make(SortCtor::Array, &[SortId::INT, x]);
        let kind = SortDeclKind::Defined { params: vec![param], body };
        let decl = sorts.declare(SortDecl { name, arity: 1, kind });
        let used = sorts.make(SortCtor::Alias(decl), &[SortId::BOOL]);
        let expected = sorts.make(SortCtor::Array, &[SortId::INT, SortId::BOOL]);
        assert_eq!(sorts.canonical(used), expected);
        assert!(!sorts.has_param(expected));
    }
}
