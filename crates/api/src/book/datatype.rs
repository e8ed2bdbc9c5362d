//! Datatypes and their parts.

use smtlib::{Arena, Command, Datatype, DatatypeId, FunId, SortCtor, SortDeclKind, SortId, sort_text};

use super::Book;

impl Book {
    /// The sort that a declaration of one datatype makes.
    pub(super) fn read_datatype(&mut self, text: &str) -> Result<SortId, String> {
        let wrong = || format!("`{text}` declares no new datatype");
        let before = (self.script.opaque, self.script.type_errors.len());
        let range = self.script.extend(text.as_bytes()).map_err(|_| wrong())?;
        let declared = match (&self.script.commands.get(range.start), range.len()) {
            (Some(Command::DeclareDatatypes(_, datatypes)), 1) if datatypes.len() == 1 => datatypes[0],
            _ => return Err(wrong()),
        };
        let understood = before == (self.script.opaque, self.script.type_errors.len());
        let Datatype { sort, ref params, co, .. } = *self.script.arena.datatype(declared);
        let sorts = &self.script.arena.sorts;
        let name = sorts.decl(sort).name;
        let taken =
            self.sorts.iter().flatten().any(
                |&known| matches!(sorts.ctor(known), SortCtor::User(decl) if sorts.decl(decl).name == name),
            );
        if !understood || !params.is_empty() || co || taken {
            return Err(wrong());
        }
        Ok(self.script.arena.sorts.make(SortCtor::User(sort), &[]))
    }

    /// The function of this name that belongs to a datatype.
    pub(super) fn part(&self, sort: SortId, name: &str) -> Result<FunId, String> {
        let arena = &self.script.arena;
        let found = parts(arena, sort).into_iter().find(|&fun| arena.name(arena.fun(fun).name) == name);
        found.ok_or_else(|| format!("{} has no part `{name}`", sort_text(arena, sort)))
    }
}

/// The datatype that a sort is.
pub(crate) fn datatype_of(arena: &Arena, sort: SortId) -> Option<DatatypeId> {
    let SortCtor::User(decl) = arena.sorts.ctor(sort) else { return None };
    match arena.sorts.decl(decl).kind {
        SortDeclKind::Datatype(id) => Some(id),
        _ => None,
    }
}

/// The functions that belong to a datatype.
pub(crate) fn parts(arena: &Arena, sort: SortId) -> Vec<FunId> {
    let constructors =
        datatype_of(arena, sort).map(|id| &arena.datatype(id).constructors[..]).unwrap_or_default();
    constructors
        .iter()
        .flat_map(|it| [it.fun, it.tester].into_iter().chain(it.selectors.iter().copied()))
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::trace::Trace;

    #[test]
    fn a_datatype_has_its_parts_and_no_others() {
        let head = "smtquake-trace 1 z3\n1 datatype (declare-datatype T ((leaf) (node (left T) (mark Bool)))) -> s0\n\
            1 constant x s0 (node leaf true) -> t0\n";
        let read = |lines: &str| Trace::read(&format!("{head}{lines}")).map_err(|error| error.to_string());
        let good = "1 part s0 node -> f0\n1 part s0 is-node -> f1\n1 part s0 mark -> f2\n1 apply f2 t0 -> t1\n\
            1 apply f0 t0 t1 -> t2\n1 apply f1 t2 -> t3\n1 sort (Array T Bool) -> s1\n";
        assert!(read(good).is_ok(), "{:?}", read(good));
        assert_eq!(read("1 part s0 right -> f0\n").unwrap_err(), "line 4: T has no part `right`");
        for line in
            ["(declare-datatype T ((a)))", "(declare-const y Bool)", "(declare-datatype U ((a (b V))))"]
        {
            let error = read(&format!("1 datatype {line} -> s1\n")).unwrap_err();
            assert!(error.contains("declares no new datatype"), "{error}");
        }
    }
}
