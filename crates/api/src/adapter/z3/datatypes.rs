//! Datatypes of Z3.

use std::ffi::c_uint;
use std::ptr;

use smtlib::{Arena, DatatypeId, FunKind, SortId};

use super::Context;
use super::functions::Object;
use crate::adapter::{Done, Refused};
use crate::book::Book;

fn missing() -> Refused {
    Refused::because("it has no datatypes")
}

impl Context<'_> {
    /// The sort of a datatype, whose fields are of it or of sorts that were there before.
    pub(super) fn datatype(&mut self, arena: &Arena, id: DatatypeId, sort: SortId) -> Done<Object> {
        let c = self.context;
        let f = &self.z3.functions;
        let (make, make_constructor, give_back) = (
            f.mk_datatype.ok_or_else(missing)?,
            f.mk_constructor.ok_or_else(missing)?,
            f.del_constructor.ok_or_else(missing)?,
        );
        let datatype = arena.datatype(id);
        let name_of = |fun| arena.name(arena.fun(fun).name);
        let mut constructors = Vec::new();
        for constructor in &datatype.constructors {
            let names: Vec<Object> =
                constructor.selectors.iter().map(|&it| self.symbol(name_of(it))).collect();
            let mut sorts = Vec::new();
            for &field in &arena.fun(constructor.fun).params {
                let field = arena.sorts.canonical(field);
                // Nothing stands for the datatype itself, by its number in the next list.
                sorts.push(if field == sort { ptr::null_mut() } else { self.sort_object(arena, field)? });
            }
            let mut references = vec![0; sorts.len()];
            let (name, tester) =
                (self.symbol(name_of(constructor.fun)), self.symbol(name_of(constructor.tester)));
            let count = names.len() as c_uint;
            // SAFETY: symbols and sorts are of this context; the three lists have so many elements and outlive the call.
            constructors.push(unsafe {
                make_constructor(
                    c,
                    name,
                    tester,
                    count,
                    names.as_ptr(),
                    sorts.as_ptr(),
                    references.as_mut_ptr(),
                )
            });
            self.checked()?;
        }
        let name = self.symbol(arena.name(arena.sorts.decl(datatype.sort).name));
        // SAFETY: the constructors are of this context, and given back once.
        let made = unsafe {
            let made = make(c, name, constructors.len() as c_uint, constructors.as_mut_ptr());
            constructors.iter().for_each(|&it| give_back(c, it));
            made
        };
        Ok(made)
    }

    /// A function that belongs to a datatype.
    pub(super) fn part_object(&self, at: u32, sort: u32, book: &Book) -> Done<Object> {
        let (f, c, sort) = (&self.z3.functions, self.context, self.sorts.get(sort)?);
        let fun = book.fun(at).ok_or_else(missing)?;
        // SAFETY: the sort is a datatype of this context, and has constructors and fields of these numbers.
        let made = unsafe {
            match book.script.arena.fun(fun).kind {
                FunKind::Constructor(_, place) => {
                    f.get_datatype_sort_constructor.ok_or_else(missing)?(c, sort, place)
                }
                FunKind::Tester(_, place) => {
                    f.get_datatype_sort_recognizer.ok_or_else(missing)?(c, sort, place)
                }
                FunKind::Selector(_, place, field) => {
                    f.get_datatype_sort_constructor_accessor.ok_or_else(missing)?(c, sort, place, field)
                }
                _ => return Err(missing()),
            }
        };
        self.kept(made)
    }
}
