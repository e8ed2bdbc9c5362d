//! Sorts with their parameters bound, looked at without making new sorts.

use std::rc::Rc;

use smtlib::{Arena, FunId, SortCtor, SortId, Symbol, sort_text};

/// A sort in which parameters stand for other sorts: the sort of a field of `(List Int)`.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    sort: SortId,
    bindings: Rc<[(Symbol, Instance)]>,
}

impl Instance {
    pub(crate) fn new(arena: &Arena, sort: SortId) -> Instance {
        Instance { sort: arena.sorts.canonical(sort), bindings: Rc::new([]) }
    }

    /// The sort itself where it needs no bindings.
    pub(crate) fn plain(&self, arena: &Arena) -> Option<SortId> {
        (!arena.sorts.has_param(self.sort)).then_some(self.sort)
    }

    pub(crate) fn ctor(&self, arena: &Arena) -> SortCtor {
        arena.sorts.ctor(self.sort)
    }

    /// The sorts this one is made of.
    pub(crate) fn args(&self, arena: &Arena) -> Vec<Instance> {
        arena.sorts.args(self.sort).iter().map(|&sort| self.inside(arena, sort)).collect()
    }

    /// A sort in which the same parameters are bound.
    fn inside(&self, arena: &Arena, sort: SortId) -> Instance {
        let sort = arena.sorts.canonical(sort);
        match arena.sorts.ctor(sort) {
            SortCtor::Param(name) => match self.bindings.iter().find(|(param, _)| *param == name) {
                Some((_, instance)) => instance.clone(),
                None => Instance { sort, bindings: Rc::new([]) },
            },
            _ => Instance { sort, bindings: self.bindings.clone() },
        }
    }

    /// The sorts of the arguments that a constructor of this datatype takes.
    pub(crate) fn fields(&self, arena: &Arena, constructor: FunId) -> Vec<Instance> {
        let fun = arena.fun(constructor);
        let bindings: Rc<[(Symbol, Instance)]> =
            fun.sort_params.iter().copied().zip(self.args(arena)).collect();
        let within = Instance { sort: self.sort, bindings };
        fun.params.iter().map(|&param| within.inside(arena, param)).collect()
    }

    /// The sort in SMT-LIB.
    pub(crate) fn text(&self, arena: &Arena) -> String {
        if let Some(sort) = self.plain(arena) {
            return sort_text(arena, sort);
        }
        let name = match self.ctor(arena) {
            SortCtor::User(decl) => symbol_text(arena, arena.sorts.decl(decl).name),
            SortCtor::Array => "Array".into(),
            SortCtor::Seq => "Seq".into(),
            SortCtor::Set => "Set".into(),
            SortCtor::Bag => "Bag".into(),
            SortCtor::Tuple => "Tuple".into(),
            SortCtor::Fun => "->".into(),
            _ => return sort_text(arena, self.sort),
        };
        let args: Vec<String> = self.args(arena).iter().map(|arg| arg.text(arena)).collect();
        format!("({name} {})", args.join(" "))
    }
}

/// A symbol, between bars where it needs them.
pub(crate) fn symbol_text(arena: &Arena, symbol: Symbol) -> String {
    let name = arena.name(symbol);
    if arena.symbols.needs_bars(symbol) { format!("|{name}|") } else { name.to_owned() }
}
