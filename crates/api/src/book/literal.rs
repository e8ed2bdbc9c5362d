//! Values as they are written.

use eval::{Machine, Missing, Model, Value};
use smtlib::{Command, SortId, TermId, sort_text};

use super::Book;

impl Book {
    /// A value as text, as a term and as what it is.
    pub fn read_value(&mut self, sort: SortId, text: &str) -> Result<(TermId, Value), String> {
        let wrong = |book: &Book| format!("`{text}` is no value of {}", sort_text(&book.script.arena, sort));
        let before = (self.script.opaque, self.script.type_errors.len());
        let source = format!("(get-value ({text}))");
        let Ok(range) = self.script.extend(source.as_bytes()) else { return Err(wrong(self)) };
        let term = match self.script.commands.get(range.start) {
            Some(Command::GetValue(terms)) if terms.len() == 1 && range.len() == 1 => terms[0],
            _ => return Err(wrong(self)),
        };
        let arena = &self.script.arena;
        let understood = before == (self.script.opaque, self.script.type_errors.len());
        if !understood || arena.sort_of(term) != sort {
            return Err(wrong(self));
        }
        // Its symbols have no value here: only what is closed has one.
        let mut machine = Machine::new(arena, Model::new()).with_missing(Missing::Unknown);
        let value = machine.evaluate(term).map_err(|_| wrong(self))?;
        Ok((term, value))
    }
}
