//! Datatypes of cvc5.

use smtlib::{Arena, DatatypeId, FunId, FunKind, SortId};
use solver::host::symbols::c_text;

use super::Object;
use super::world::Manager;
use crate::adapter::{Done, Refused};
use crate::book::Book;

impl Manager<'_> {
    /// The sort of a datatype, whose fields are of it or of sorts that were there before.
    pub(super) fn datatype(&self, arena: &Arena, id: DatatypeId, sort: SortId) -> Done<Object> {
        if let Some(&known) = self.datatypes.borrow().get(&sort) {
            return Ok(known);
        }
        let (f, m) = (&self.cvc5.functions, self.manager);
        let datatype = arena.datatype(id);
        let name_of = |fun: FunId| c_text(arena.name(arena.fun(fun).name).as_bytes());
        let name = c_text(arena.name(arena.sorts.decl(datatype.sort).name).as_bytes());
        // SAFETY: everything is of this manager, and the texts outlive the calls.
        let made = unsafe {
            let declared = self.made((f.mk_dt_decl)(m, name.as_ptr(), false))?;
            for constructor in &datatype.constructors {
                let made = self.made((f.mk_dt_cons_decl)(m, name_of(constructor.fun).as_ptr()))?;
                for (&selector, &field) in
                    constructor.selectors.iter().zip(&arena.fun(constructor.fun).params)
                {
                    let (name, field) = (name_of(selector), arena.sorts.canonical(field));
                    if field == sort {
                        (f.dt_cons_decl_add_selector_self)(made, name.as_ptr());
                    } else {
                        (f.dt_cons_decl_add_selector)(made, name.as_ptr(), self.sort_object(arena, field)?);
                    }
                }
                (f.dt_decl_add_constructor)(declared, made);
            }
            self.made((f.mk_dt_sort)(m, declared))?
        };
        self.datatypes.borrow_mut().insert(sort, made);
        Ok(made)
    }

    /// A function that belongs to a datatype, and the kind of terms that apply it.
    pub(super) fn part_object(&self, at: u32, sort: u32, book: &Book) -> Done<(Object, i32)> {
        let (f, kinds) = (&self.cvc5.functions, &self.cvc5.kinds_of);
        let missing = || Refused::because("it has no such part");
        let fun = book.fun(at).ok_or_else(missing)?;
        // SAFETY: the sort is a datatype of this manager, and has constructors and fields of these numbers.
        unsafe {
            let datatype = self.made((f.sort_get_datatype)(self.sorts.get(sort)?))?;
            let constructor = |place: u32| self.made((f.dt_get_constructor)(datatype, place as usize));
            let (made, kind) = match book.script.arena.fun(fun).kind {
                FunKind::Constructor(_, place) => {
                    ((f.dt_cons_get_term)(constructor(place)?), kinds.construct)
                }
                FunKind::Tester(_, place) => ((f.dt_cons_get_tester_term)(constructor(place)?), kinds.test),
                FunKind::Selector(_, place, field) => {
                    let selector =
                        self.made((f.dt_cons_get_selector)(constructor(place)?, field as usize))?;
                    ((f.dt_sel_get_term)(selector), kinds.select)
                }
                _ => return Err(missing()),
            };
            Ok((self.made(made)?, kind))
        }
    }
}
