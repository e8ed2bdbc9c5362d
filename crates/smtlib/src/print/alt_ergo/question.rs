//! From the checks of a script to goals.

use super::{Unsayable, Writer};
use crate::command::Command;
use crate::term::{Binder, Head, TermId};

impl Writer<'_> {
    /// Writes a goal per check. Where there is one check and no level is left, what is quantified universally stands in
    /// axioms, which is where Alt-Ergo expects it.
    pub(super) fn questions(&mut self) -> Result<(), Unsayable> {
        let checks = self.asserted_at_checks();
        if let [only] = checks.as_slice() {
            let (axioms, claims): (Vec<TermId>, Vec<TermId>) =
                only.iter().partition(|&&term| self.is_axiom(term));
            for term in axioms {
                let name = self.names.fresh("a");
                self.out.push_str(&format!("axiom {name} : "));
                self.term(term)?;
                self.out.push('\n');
            }
            return self.goal("g", &claims);
        }
        for (i, asserted) in checks.iter().enumerate() {
            let name = self.names.fresh(&format!("check_{}", i + 1));
            self.goal(&name, asserted)?;
        }
        Ok(())
    }

    fn goal(&mut self, name: &str, asserted: &[TermId]) -> Result<(), Unsayable> {
        self.out.push_str(&format!("goal {name} : not ("));
        for (i, &term) in asserted.iter().enumerate() {
            self.out.push_str(if i == 0 { "" } else { "\n  and " });
            self.term(term)?;
        }
        self.out.push_str(if asserted.is_empty() { "true)\n" } else { ")\n" });
        Ok(())
    }

    fn is_axiom(&self, term: TermId) -> bool {
        let arena = &self.script.arena;
        match arena.term(term).head {
            Head::Binder(Binder::Forall, _) => true,
            Head::Annotated(_) => {
                matches!(arena.term(arena.term(term).args[0]).head, Head::Binder(Binder::Forall, _))
            }
            _ => false,
        }
    }

    /// What is asserted and assumed at each check.
    fn asserted_at_checks(&self) -> Vec<Vec<TermId>> {
        let (mut asserted, mut marks, mut checks) = (Vec::new(), Vec::new(), Vec::new());
        for command in &self.script.commands {
            match command {
                Command::Assert(term) => asserted.push(*term),
                // No script can use so many levels, but one can ask for them.
                Command::Push(count) => {
                    let count = count.unwrap_or(1).min(1 << 16) as usize;
                    marks.extend(std::iter::repeat_n(asserted.len(), count));
                }
                Command::Pop(count) => {
                    for _ in 0..count.unwrap_or(1).min(1 << 16) {
                        asserted.truncate(marks.pop().unwrap_or(0));
                    }
                }
                Command::Reset | Command::ResetAssertions => {
                    asserted.clear();
                    marks.clear();
                }
                Command::CheckSat | Command::CheckSatUsing(_) => checks.push(asserted.clone()),
                Command::CheckSatAssuming(assumed) => {
                    checks.push(asserted.iter().chain(assumed).copied().collect());
                }
                Command::Exit => break,
                _ => {}
            }
        }
        checks
    }
}
