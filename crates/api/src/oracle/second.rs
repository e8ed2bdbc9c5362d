//! Second opinions: of the witness, of a new solver, of a clone, of what was dumped.

use std::time::Duration;

use ::oracle::{Class, Finding};

use super::model::{Verdict, judged};
use crate::adapter::{Done, Read, Refused};
use crate::book::Answer;
use crate::run::{Outcome, Session};
use crate::trace::Said;

fn answered(answer: Answer, found: Option<Finding>) -> Outcome {
    Outcome { said: Some(Said::Answer(answer.name().to_owned())), found }
}

fn finding(class: Class, evidence: String) -> Option<Finding> {
    Some(Finding { class, check: None, evidence, place: None })
}

impl Session<'_> {
    pub(crate) fn check_sat(&mut self, solver: u32, assumptions: &[u32], way: u32) -> Done<Outcome> {
        let answer = self.world.check(solver, assumptions, way)?;
        Ok(self.judged_by_witness(solver, answer))
    }

    pub(crate) fn check_interrupted(&mut self, solver: u32, after: u32) -> Done<Outcome> {
        let answer = self.world.check_interrupted(solver, Duration::from_micros(after.into()))?;
        Ok(self.judged_by_witness(solver, answer))
    }

    fn judged_by_witness(&mut self, solver: u32, answer: Answer) -> Outcome {
        let Some(instance) = self.book.instance_mut(solver) else { return answered(answer, None) };
        instance.answered(answer);
        let (judged, premises) = (instance.answer(), instance.premises());
        let found = match judged {
            Some(Answer::Unsat) if self.witnessed(&premises) => finding(
                Class::Refutation,
                format!("i{solver} says unsat, but the witness satisfies all {} premises", premises.len()),
            ),
            _ => None,
        };
        answered(answer, found)
    }

    pub(crate) fn check_core(&mut self, solver: u32) -> Done<Outcome> {
        let instance = self.book.instance(solver).filter(|it| it.answer() == Some(Answer::Unsat));
        let instance = instance.ok_or_else(|| Refused::because("there is no core: nothing was unsat"))?;
        let (assumed, mut premises) =
            (instance.assumed().to_vec(), instance.assertions().collect::<Vec<u32>>());
        let core = self.world.core(solver, &assumed)?;
        let text: Vec<String> =
            core.iter().map(|it| it.map_or("?".to_owned(), |t| format!("t{t}"))).collect();
        let said = Some(Said::Answer(format!("({})", text.join(" "))));
        if core.contains(&None) {
            let evidence = format!("the core of i{solver} has something that was not assumed");
            return Ok(Outcome { said, found: finding(Class::Core, evidence) });
        }
        premises.extend(core.into_iter().flatten());
        let (mut world, answer) = match self.fresh(solver, &premises) {
            Ok(fresh) => fresh,
            // A second opinion that is not to be had says nothing.
            Err(_) => return Ok(Outcome { said, found: None }),
        };
        let found = match answer {
            Answer::Sat => match judged(&mut *world, &mut self.book, 0, &premises) {
                Verdict::Satisfies => finding(
                    Class::Core,
                    format!("the core of i{solver} is satisfiable together with what is asserted"),
                ),
                // Then it is the second answer that is wrong, or nobody knows.
                Verdict::Violates(_) | Verdict::Unknown => None,
            },
            _ => None,
        };
        Ok(Outcome { said, found })
    }

    pub(crate) fn check_fresh(&mut self, solver: u32) -> Done<Outcome> {
        let (answer, premises) = self.last(solver)?;
        let (mut world, second) = self.fresh(solver, &premises)?;
        if second == Answer::Unsat && answer != Answer::Unsat && self.witnessed(&premises) {
            let evidence = "a new solver says unsat, but the witness satisfies all premises".to_owned();
            return Ok(answered(second, finding(Class::Refutation, evidence)));
        }
        let found = match (answer, second) {
            (Answer::Sat, Answer::Unsat) => {
                let verdict = judged(&mut *self.world, &mut self.book, solver, &premises);
                contradiction("a new solver", second, answer, verdict)
            }
            (Answer::Unsat, Answer::Sat) => {
                let verdict = judged(&mut *world, &mut self.book, 0, &premises);
                contradiction("a new solver", second, answer, verdict)
            }
            (_, Answer::Sat) => match judged(&mut *world, &mut self.book, 0, &premises) {
                Verdict::Violates(evidence) => finding(Class::Model, format!("in a new solver, {evidence}")),
                Verdict::Satisfies | Verdict::Unknown => None,
            },
            _ => None,
        };
        Ok(answered(second, found))
    }

    pub(crate) fn check_clone(&mut self, solver: u32) -> Done<Outcome> {
        let (answer, premises) = self.last(solver)?;
        let assumed = self.book.instance(solver).map(|it| it.assumed().to_vec()).unwrap_or_default();
        let second = self.world.check_twin(solver, &assumed)?;
        Ok(self.compared("a clone", solver, answer, second, &premises))
    }

    pub(crate) fn check_dump(&mut self, solver: u32, way: u32) -> Done<Outcome> {
        let (answer, premises) = self.last(solver)?;
        let assumes = self.book.instance(solver).is_some_and(|it| !it.assumed().is_empty());
        if assumes {
            return Err(Refused::because("assumptions are no part of a dump"));
        }
        let script = self.world.dump(solver, way)?;
        self.read_back("what was dumped and read back", solver, answer, &script, &premises)
    }

    /// Gives a script of what a solver was told to a new one of the same library.
    pub(super) fn read_back(
        &mut self,
        who: &str,
        solver: u32,
        first: Answer,
        script: &str,
        premises: &[u32],
    ) -> Done<Outcome> {
        match self.opened_as(solver)?.check_script(script)? {
            Read::Answer(second) => Ok(self.compared(who, solver, first, second, premises)),
            Read::Unread(why) => {
                let found = finding(Class::Parser, format!("{who} is not read: {why}"));
                Ok(Outcome { said: None, found })
            }
        }
    }

    /// The last answer and what it is about.
    pub(super) fn last(&self, solver: u32) -> Done<(Answer, Vec<u32>)> {
        let instance =
            self.book.instance(solver).ok_or_else(|| Refused::because("there is no such solver"))?;
        let answer = instance.answer().ok_or_else(|| Refused::because("nothing was answered"))?;
        Ok((answer, instance.premises()))
    }

    /// Judges a second answer whose model cannot be had.
    pub(super) fn compared(
        &mut self,
        who: &str,
        solver: u32,
        first: Answer,
        second: Answer,
        premises: &[u32],
    ) -> Outcome {
        let found = match (first, second) {
            (_, Answer::Unsat) if self.witnessed(premises) => finding(
                Class::Refutation,
                format!("{who} says unsat, but the witness satisfies all premises"),
            ),
            (Answer::Sat, Answer::Unsat) => {
                let verdict = judged(&mut *self.world, &mut self.book, solver, premises);
                contradiction(who, second, first, verdict)
            }
            (Answer::Unsat, Answer::Sat) => match self.fresh(solver, premises) {
                Ok((mut world, Answer::Sat)) => {
                    let verdict = judged(&mut *world, &mut self.book, 0, premises);
                    contradiction(who, second, first, verdict)
                }
                _ => contradiction(who, second, first, Verdict::Unknown),
            },
            _ => None,
        };
        answered(second, found)
    }
}

/// Two answers of one library that cannot both be right. `verdict` is about the model of the one that says sat.
fn contradiction(who: &str, second: Answer, first: Answer, verdict: Verdict) -> Option<Finding> {
    let (class, why) = match verdict {
        Verdict::Satisfies => (Class::Refutation, "a model satisfies all premises".to_owned()),
        Verdict::Violates(evidence) => (Class::Solution, evidence),
        Verdict::Unknown => (Class::Solution, "no model shows who is right".to_owned()),
    };
    finding(class, format!("{who} says {}, the solver said {}; {why}", second.name(), first.name()))
}
