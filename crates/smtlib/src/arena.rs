//! Everything a script is made of, in one place that can be rolled back.

use crate::decl::{Binding, Datatype, DatatypeId, Fun, FunId, FunKind, Var, VarId};
use crate::interned::Interned;
use crate::sort::{SortId, Sorts};
use crate::symbol::{Symbol, Symbols};
use crate::term::{
    Attribute, AttributesId, Case, CasesId, Head, Qual, QualId, Term, TermId, Terms, VarListId,
};

/// The names, sorts, terms and declarations of a script.
#[derive(Clone, Debug)]
pub struct Arena {
    /// The names.
    pub symbols: Symbols,
    /// The sorts.
    pub sorts: Sorts,
    pub(crate) terms: Terms,
    vars: Interned<Var>,
    quals: Interned<Qual>,
    var_lists: Interned<Box<[VarId]>>,
    cases: Interned<Box<[Case]>>,
    attributes: Interned<Box<[Attribute]>>,
    funs: Vec<Fun>,
    datatypes: Vec<Datatype>,
    /// How often the arena was rolled back: what was remembered by id before is then void.
    rollbacks: u64,
}

impl Default for Arena {
    fn default() -> Self {
        let mut quals = Interned::default();
        assert_eq!(QualId(quals.intern(Qual::default())), QualId::NONE);
        Arena {
            symbols: Symbols::default(),
            sorts: Sorts::default(),
            terms: Terms::default(),
            vars: Interned::default(),
            quals,
            var_lists: Interned::default(),
            cases: Interned::default(),
            attributes: Interned::default(),
            funs: Vec::new(),
            datatypes: Vec::new(),
            rollbacks: 0,
        }
    }
}

/// How much an arena held at some moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checkpoint {
    symbols: usize,
    sorts: (usize, usize),
    terms: usize,
    vars: usize,
    quals: usize,
    var_lists: usize,
    cases: usize,
    attributes: usize,
    funs: usize,
    datatypes: usize,
}

impl Arena {
    /// Marks the present content, to return to with [`Arena::rollback`].
    pub fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            symbols: self.symbols.len(),
            sorts: self.sorts.marks(),
            terms: self.terms.len(),
            vars: self.vars.len(),
            quals: self.quals.len(),
            var_lists: self.var_lists.len(),
            cases: self.cases.len(),
            attributes: self.attributes.len(),
            funs: self.funs.len(),
            datatypes: self.datatypes.len(),
        }
    }

    /// Forgets all that was added since the checkpoint; ids made since then are invalid.
    pub fn rollback(&mut self, to: Checkpoint) {
        self.symbols.truncate(to.symbols);
        self.sorts.truncate(to.sorts);
        self.terms.truncate(to.terms);
        self.vars.truncate(to.vars);
        self.quals.truncate(to.quals);
        self.var_lists.truncate(to.var_lists);
        self.cases.truncate(to.cases);
        self.attributes.truncate(to.attributes);
        self.funs.truncate(to.funs);
        self.datatypes.truncate(to.datatypes);
        self.rollbacks += 1;
    }

    /// How often the arena was rolled back. A table indexed by ids is valid as long as this stays.
    #[inline]
    pub fn rollbacks(&self) -> u64 {
        self.rollbacks
    }

    /// The term taken apart.
    #[inline]
    pub fn term(&self, id: TermId) -> Term<'_> {
        self.terms.get(id)
    }

    /// The canonical sort of a term.
    #[inline]
    pub fn sort_of(&self, id: TermId) -> SortId {
        self.terms.get(id).sort
    }

    /// How many terms there are: every id's index is below this.
    #[inline]
    pub fn term_count(&self) -> usize {
        self.terms.len()
    }

    /// The term with this head, arguments and sort, unchecked; [`Arena::apply`](crate::typing) checks.
    pub fn intern(&mut self, head: Head, args: &[TermId], sort: SortId) -> TermId {
        self.terms.intern(head, args, sort)
    }

    /// The term of a bound variable.
    pub fn var_term(&mut self, var: VarId) -> TermId {
        let sort = self.sorts.canonical(self.var(var).sort);
        self.terms.intern(Head::Var(var), &[], sort)
    }

    /// A constant or function of the script as a term without arguments.
    pub fn fun_term(&mut self, fun: FunId) -> TermId {
        let declared = &self.funs[fun.index()];
        let sort = if declared.params.is_empty() {
            self.sorts.canonical(declared.result)
        } else {
            let mut parts = declared.params.clone();
            parts.push(declared.result);
            let sort = self.sorts.make(crate::sort::SortCtor::Fun, &parts);
            self.sorts.canonical(sort)
        };
        self.terms.intern(Head::Fun(fun, QualId::NONE), &[], sort)
    }

    /// A bound variable, hash-consed.
    pub fn make_var(&mut self, var: Var) -> VarId {
        VarId(self.vars.intern(var))
    }

    /// A bound variable taken apart.
    #[inline]
    pub fn var(&self, id: VarId) -> &Var {
        self.vars.get(id.0)
    }

    /// All variables.
    pub fn vars(&self) -> impl Iterator<Item = &Var> {
        (0..self.vars.len()).map(|i| self.vars.get(i as u32))
    }

    /// How many bound variables there are: every id's index is below this.
    #[inline]
    pub fn var_count(&self) -> usize {
        self.vars.len()
    }

    /// The term a let variable stands for.
    #[inline]
    pub fn definition(&self, id: VarId) -> Option<TermId> {
        match self.var(id).binding {
            Binding::Let(term) => Some(term),
            Binding::Scope(_) => None,
        }
    }

    /// Adds a function; the name is not made visible to anyone.
    pub fn declare(&mut self, fun: Fun) -> FunId {
        self.funs.push(fun);
        FunId((self.funs.len() - 1) as u32)
    }

    /// A function of the script.
    #[inline]
    pub fn fun(&self, id: FunId) -> &Fun {
        &self.funs[id.index()]
    }

    /// Gives a defined function another body; any other function stays as it is.
    pub fn set_body(&mut self, id: FunId, new: TermId) {
        if let FunKind::Defined { body, .. } = &mut self.fun_mut(id).kind {
            *body = Some(new);
        }
    }

    /// A function of the script, to be completed.
    pub(crate) fn fun_mut(&mut self, id: FunId) -> &mut Fun {
        &mut self.funs[id.index()]
    }

    /// All functions with their ids.
    pub fn funs(&self) -> impl Iterator<Item = (FunId, &Fun)> {
        self.funs.iter().enumerate().map(|(i, fun)| (FunId(i as u32), fun))
    }

    /// How many functions there are.
    pub fn fun_count(&self) -> usize {
        self.funs.len()
    }

    /// Adds a datatype.
    pub fn add_datatype(&mut self, datatype: Datatype) -> DatatypeId {
        self.datatypes.push(datatype);
        DatatypeId((self.datatypes.len() - 1) as u32)
    }

    /// A datatype of the script.
    pub fn datatype(&self, id: DatatypeId) -> &Datatype {
        &self.datatypes[id.0 as usize]
    }

    pub(crate) fn datatype_mut(&mut self, id: DatatypeId) -> &mut Datatype {
        &mut self.datatypes[id.0 as usize]
    }

    /// Interns a list of variables.
    pub fn make_var_list(&mut self, vars: &[VarId]) -> VarListId {
        VarListId(self.var_lists.intern(vars.into()))
    }

    /// The variables of a list.
    #[inline]
    pub fn var_list(&self, id: VarListId) -> &[VarId] {
        self.var_lists.get(id.0)
    }

    /// Interns indices and ascription of an identifier.
    pub fn make_qual(&mut self, qual: Qual) -> QualId {
        QualId(self.quals.intern(qual))
    }

    /// Indices and ascription of an identifier.
    #[inline]
    pub fn qual(&self, id: QualId) -> &Qual {
        self.quals.get(id.0)
    }

    /// Interns the patterns of a match.
    pub fn make_cases(&mut self, cases: Vec<Case>) -> CasesId {
        CasesId(self.cases.intern(cases.into_boxed_slice()))
    }

    /// The patterns of a match.
    pub fn cases(&self, id: CasesId) -> &[Case] {
        self.cases.get(id.0)
    }

    /// Interns the attributes of an annotated term.
    pub fn make_attributes(&mut self, attributes: Vec<Attribute>) -> AttributesId {
        AttributesId(self.attributes.intern(attributes.into_boxed_slice()))
    }

    /// The attributes of an annotated term.
    pub fn attributes(&self, id: AttributesId) -> &[Attribute] {
        self.attributes.get(id.0)
    }

    /// The name behind a symbol, without bars.
    #[inline]
    pub fn name(&self, symbol: Symbol) -> &str {
        self.symbols.name(symbol)
    }
}

impl PartialEq for Arena {
    /// Equal content in equal order: what two parses of the same tokens give.
    fn eq(&self, other: &Self) -> bool {
        self.symbols == other.symbols
            && self.sorts == other.sorts
            && self.terms == other.terms
            && self.vars.values() == other.vars.values()
            && self.quals.values() == other.quals.values()
            && self.var_lists.values() == other.var_lists.values()
            && self.cases.values() == other.cases.values()
            && self.attributes.values() == other.attributes.values()
            && self.funs == other.funs
            && self.datatypes == other.datatypes
    }
}
