//! The features that a script uses.

use rustc_hash::FxHashMap;

use super::arithmetic::Arithmetic;
use super::{Features, Logic};
use crate::arena::Arena;
use crate::command::Command;
use crate::decl::{FunId, FunKind};
use crate::script::Script;
use crate::sort::{SortCtor, SortDeclKind, SortId};
use crate::term::{Binder, Head, LiteralKind, TermId};
use crate::theory::{ExtensionOp, Op, RelationOp, TranscendentalOp};
use crate::walk::{Lets, Walk};

struct Finder<'a> {
    arena: &'a Arena,
    sorts: FxHashMap<SortId, Features>,
    arithmetic: Arithmetic,
    found: Features,
}

impl Features {
    /// What a script uses: in its terms, and in what it declares, because solvers refuse a declaration that the
    /// logic does not allow.
    ///
    /// A number without variables is of no sort of its own: `1` is a real in `(< x 1)` when `x` is one.
    pub fn of(script: &Script) -> Features {
        let mut finder = Finder {
            arena: &script.arena,
            sorts: FxHashMap::default(),
            arithmetic: Arithmetic::default(),
            found: Features::NONE,
        };
        script.commands.iter().for_each(|command| finder.command(command));
        let mut walk = Walk::new();
        for &term in walk.post_order(&script.arena, script.root_terms(), Lets::Through) {
            finder.term(term);
        }
        for root in script.root_terms() {
            let of_root = finder.arithmetic.of_root(&script.arena, root);
            finder.found |= of_root;
        }
        if finder.arithmetic.numerals && !finder.found.has_any(Features::INTS | Features::REALS) {
            finder.found |= Features::INTS;
        }
        finder.found
    }
}

impl Script {
    /// The least logic that allows all that the script uses.
    pub fn least_logic(&self) -> Logic {
        Features::of(self).least_logic()
    }
}

impl Finder<'_> {
    fn command(&mut self, command: &Command) {
        match command {
            Command::DeclareFun(fun) | Command::DeclareConst(fun) => self.declared(*fun),
            Command::DefineFun(fun) | Command::DefineConst(fun) => self.signature(*fun),
            Command::DefineFunRec(_) | Command::DefineFunsRec(_) => {
                self.found |= Features::FUNCTIONS | Features::QUANTIFIERS;
                command.defined().iter().for_each(|&fun| self.signature(fun));
            }
            Command::DeclareDatatypes(_, datatypes) => {
                self.found |= Features::DATATYPES;
                for constructor in datatypes.iter().flat_map(|&id| &self.arena.datatype(id).constructors) {
                    constructor.selectors.iter().for_each(|&s| self.sort(self.arena.fun(s).result));
                }
            }
            Command::Other(text) => {
                let text = self.arena.name(*text);
                self.found |= match text {
                    _ if text.starts_with("declare-heap") => Features::SEPARATION,
                    // A question needs nothing of a logic.
                    _ if text.starts_with("get-") => Features::NONE,
                    _ => Features::OTHER,
                };
            }
            _ => {}
        }
    }

    fn declared(&mut self, fun: FunId) {
        if !self.arena.fun(fun).params.is_empty() {
            self.found |= Features::FUNCTIONS;
        }
        self.signature(fun);
    }

    fn signature(&mut self, fun: FunId) {
        let fun = self.arena.fun(fun);
        fun.params.iter().for_each(|&param| self.sort(param));
        self.sort(fun.result);
    }

    fn sort(&mut self, sort: SortId) {
        let features = self.sort_features(self.arena.sorts.canonical(sort));
        self.found |= features;
    }

    /// Sorts are never deep, so this recurs.
    fn sort_features(&mut self, sort: SortId) -> Features {
        if let Some(&known) = self.sorts.get(&sort) {
            return known;
        }
        let mut features = match self.arena.sorts.ctor(sort) {
            SortCtor::Int => Features::INTS,
            SortCtor::Real => Features::REALS,
            SortCtor::RoundingMode | SortCtor::Float(..) => Features::FLOATS,
            SortCtor::String | SortCtor::RegLan | SortCtor::Char => Features::STRINGS,
            SortCtor::Opaque | SortCtor::Verbatim(_) => Features::OTHER,
            SortCtor::BitVec(_) => Features::BIT_VECTORS,
            SortCtor::Field(_) => Features::FIELDS,
            SortCtor::Array => Features::ARRAYS,
            SortCtor::Seq => Features::SEQUENCES,
            SortCtor::Set => Features::SETS,
            SortCtor::Bag => Features::BAGS,
            SortCtor::Tuple => Features::DATATYPES,
            SortCtor::Fun => Features::HIGHER_ORDER,
            SortCtor::User(decl) => match self.arena.sorts.decl(decl).kind {
                SortDeclKind::Datatype(_) => Features::DATATYPES,
                _ => Features::SORTS,
            },
            // Truth values and parameters; abbreviations are not canonical.
            _ => Features::NONE,
        };
        for i in 0..self.arena.sorts.args(sort).len() {
            features |= self.sort_features(self.arena.sorts.args(sort)[i]);
        }
        self.sorts.insert(sort, features);
        features
    }

    fn term(&mut self, id: TermId) {
        let term = self.arena.term(id);
        self.found |= self.arithmetic.features(self.arena, id);
        match term.head {
            Head::Literal(kind, _) => self.literal(kind),
            Head::Op(op, ..) => self.operator(op, id),
            Head::Fun(fun, _) => self.function(fun, term.args.len()),
            Head::Var(_) | Head::Annotated(_) => {}
            Head::Let(_) => {}
            Head::Call => self.found |= Features::HIGHER_ORDER,
            Head::Binder(binder, vars) => {
                self.found |= match binder {
                    Binder::Lambda => Features::HIGHER_ORDER,
                    Binder::Comprehension => Features::QUANTIFIERS | Features::SETS,
                    _ => Features::QUANTIFIERS,
                };
                self.arena.var_list(vars).iter().for_each(|&var| self.sort(self.arena.var(var).sort));
            }
            Head::Match(_) => self.found |= Features::DATATYPES,
            Head::Unknown(..) => self.found |= Features::OTHER,
            Head::Verbatim(_) => self.found |= Features::REALS | Features::LINEAR | Features::NONLINEAR,
        }
        // Bits that are written where a floating-point number is made are part of its notation.
        let is_notation = matches!(term.head, Head::Op(Op::Float(_), ..));
        if !is_notation && term.args.iter().any(|&arg| self.is_bit_literal(arg)) {
            self.found |= Features::BIT_VECTORS;
        }
    }

    fn is_bit_literal(&self, term: TermId) -> bool {
        let kinds = [LiteralKind::Hex, LiteralKind::Binary, LiteralKind::BvNumeral];
        matches!(self.arena.term(term).head, Head::Literal(kind, _) if kinds.contains(&kind))
    }

    fn literal(&mut self, kind: LiteralKind) {
        self.found |= match kind {
            LiteralKind::String => Features::STRINGS,
            LiteralKind::Field | LiteralKind::FieldNumeral(_) => Features::FIELDS,
            _ => Features::NONE,
        };
    }

    fn function(&mut self, fun: FunId, args: usize) {
        let decl = self.arena.fun(fun);
        if args != decl.params.len() {
            self.found |= Features::HIGHER_ORDER;
        }
        match decl.kind {
            FunKind::Declared => self.declared(fun),
            FunKind::Defined { .. } | FunKind::Named(_) => {}
            FunKind::Constructor(..) | FunKind::Selector(..) | FunKind::Tester(..) => {
                self.found |= Features::DATATYPES;
            }
        }
    }

    fn operator(&mut self, op: Op, id: TermId) {
        let polynomial = Features::REALS | Features::LINEAR | Features::NONLINEAR;
        self.found |= match op {
            Op::Core(_) | Op::Arith(_) => return,
            Op::BitVec(_) => Features::BIT_VECTORS,
            Op::Float(_) => Features::FLOATS,
            Op::Array(_) => Features::ARRAYS,
            Op::String(_) | Op::Regex(_) => Features::STRINGS,
            Op::Seq(_) => Features::SEQUENCES,
            Op::Set(_) => Features::SETS,
            Op::Relation(RelationOp::Tuple | RelationOp::Unit | RelationOp::Select | RelationOp::Update) => {
                Features::DATATYPES
            }
            Op::Relation(_) => Features::SETS | Features::DATATYPES,
            Op::Bag(_) => Features::BAGS,
            Op::Datatype(_) => Features::DATATYPES,
            Op::Field(_) => Features::FIELDS,
            Op::Transcendental(TranscendentalOp::Sqrt) => polynomial,
            Op::Transcendental(_) => polynomial | Features::TRANSCENDENTAL,
            Op::Extension(ExtensionOp::Apply) => Features::HIGHER_ORDER,
            Op::Extension(ExtensionOp::FmfCard | ExtensionOp::FmfCardOf | ExtensionOp::CombinedCard) => {
                Features::CARDINALITY
            }
            Op::Extension(
                ExtensionOp::SepNil
                | ExtensionOp::SepEmp
                | ExtensionOp::SepEmpOf
                | ExtensionOp::PointsTo
                | ExtensionOp::Star
                | ExtensionOp::Wand,
            ) => Features::SEPARATION,
            Op::Extension(_) => Features::OTHER,
        };
        // Conversions to bits and to reals are the theory of floating-point numbers' own.
        if !matches!(op, Op::Float(_)) {
            self.sort(self.arena.sort_of(id));
        }
    }
}
