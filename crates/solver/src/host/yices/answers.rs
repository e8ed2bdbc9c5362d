//! Answers about the last check.

use smtlib::{TermId, term_text};

use super::functions::{Vector, YTerm};
use super::session::Failure::{self, Mild};
use super::session::{Done, SAT, Session, UNKNOWN, UNSAT};
use super::values::Values;
use crate::host::printer::print;

impl<'a> Session<'a> {
    fn model(&self) -> Result<Values<'a>, Failure> {
        let no_model = || Mild("there is no model: the last check did not say sat or unknown".to_owned());
        let Some((context, _)) = self.solver.filter(|_| matches!(self.status(), Some(SAT | UNKNOWN))) else {
            return Err(no_model());
        };
        let f = &self.yices.functions;
        // SAFETY: the context lives. The 1 asks for the values of eliminated variables too.
        let model = unsafe { (f.get_model)(context, 1) };
        if model.is_null() {
            Err(Mild(f.last_error()))
        } else {
            Ok(Values { f, arena: &self.script.arena, model })
        }
    }

    pub(super) fn get_model(&self) -> Done {
        let model = self.model()?;
        let mut text = "(\n".to_owned();
        for &fun in &self.declared {
            if let Some(constant) = self.builder.constant(fun) {
                text += &format!("  {}\n", model.definition(fun, constant).map_err(Mild)?);
            }
        }
        print(format!("{text})\n").as_bytes());
        Ok(())
    }

    pub(super) fn get_value(&mut self, terms: &[TermId]) -> Done {
        let built = terms.iter().map(|&term| self.term(term)).collect::<Result<Vec<YTerm>, Failure>>()?;
        let (model, arena) = (self.model()?, &self.script.arena);
        let mut pairs = Vec::new();
        for (&term, built) in terms.iter().zip(built) {
            let value = model.of_term(built, arena.sort_of(term)).map_err(Mild)?;
            pairs.push(format!("({} {value})", term_text(arena, term)));
        }
        print(format!("({})\n", pairs.join("\n ")).as_bytes());
        Ok(())
    }

    pub(super) fn get_unsat_assumptions(&self) -> Done {
        let Some((context, _)) = self.solver.filter(|_| self.status() == Some(UNSAT)) else {
            return Err(Mild("the last check did not say unsat".to_owned()));
        };
        let (f, mut vector) = (&self.yices.functions, Vector::empty());
        // SAFETY: the context lives, and what the vector has is copied before it goes.
        let core = unsafe {
            (f.init_term_vector)(&mut vector);
            let got = f.checked((f.get_unsat_core)(context, &mut vector));
            let core = vector.to_vec();
            (f.delete_term_vector)(&mut vector);
            got.map(|_| core).map_err(Mild)?
        };
        let named = self.assumed.iter().filter(|(_, built)| core.contains(built));
        let texts: Vec<String> = named.map(|&(term, _)| term_text(&self.script.arena, term)).collect();
        print(format!("({})\n", texts.join(" ")).as_bytes());
        Ok(())
    }

    pub(super) fn get_info(&self, keyword: &str) -> Done {
        match (keyword, self.status()) {
            (":name", _) => print(b"(:name \"Yices\")\n"),
            (":reason-unknown", Some(UNKNOWN)) => print(b"(:reason-unknown incomplete)\n"),
            (":reason-unknown", _) => return Err(Mild("the last check did not say unknown".to_owned())),
            _ => print(b"unsupported\n"),
        }
        Ok(())
    }
}
