//! What a solver was told.

use crate::trace::Action;

/// What a solver says of its assertions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Answer {
    Sat,
    Unsat,
    Unknown,
}

impl Answer {
    /// As solvers write it.
    pub fn name(self) -> &'static str {
        match self {
            Answer::Sat => "sat",
            Answer::Unsat => "unsat",
            Answer::Unknown => "unknown",
        }
    }
}

/// A living solver.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The assertions of each level, the outermost first.
    levels: Vec<Vec<u32>>,
    /// What the last check assumed.
    assumed: Vec<u32>,
    /// What it said, if nothing was changed since.
    answer: Option<Answer>,
    checks: u32,
    /// What was set.
    settings: Vec<(String, String)>,
    /// Whether a call has failed that leaves it in no state to be judged.
    spoiled: bool,
}

impl Instance {
    pub(super) fn new() -> Instance {
        Instance {
            levels: vec![Vec::new()],
            assumed: Vec::new(),
            answer: None,
            checks: 0,
            settings: Vec::new(),
            spoiled: false,
        }
    }

    /// How many levels can be closed.
    pub fn depth(&self) -> usize {
        self.levels.len() - 1
    }

    /// How often it was asked.
    pub fn checks(&self) -> u32 {
        self.checks
    }

    /// The assertions that hold now.
    pub fn assertions(&self) -> impl Iterator<Item = u32> + '_ {
        self.levels.iter().flatten().copied()
    }

    /// What the last check assumed.
    pub fn assumed(&self) -> &[u32] {
        &self.assumed
    }

    /// Everything that the last check was about.
    pub fn premises(&self) -> Vec<u32> {
        self.assertions().chain(self.assumed.iter().copied()).collect()
    }

    /// The last answer, if it is still about what is asserted.
    pub fn answer(&self) -> Option<Answer> {
        self.answer
    }

    /// Notes the answer to a check. An answer after an error accuses nobody, and is none.
    pub fn answered(&mut self, answer: Answer) {
        self.answer = Some(answer).filter(|_| !self.spoiled);
    }

    /// What was set, in order.
    pub fn settings(&self) -> &[(String, String)] {
        &self.settings
    }

    pub(super) fn set(&mut self, name: &str, value: &str) {
        self.settings.push((name.to_owned(), value.to_owned()));
    }

    /// Notes that such a call has failed.
    pub fn spoil(&mut self) {
        self.spoiled = true;
        self.answer = None;
    }

    /// Does what a call tells it, or says why it cannot.
    pub(super) fn take(&mut self, action: Action, terms: &[u32], count: u32) -> Result<(), String> {
        let changes = matches!(
            action,
            Action::Assert
                | Action::Push
                | Action::Pop
                | Action::CheckSat
                | Action::Interrupt
                | Action::ResetAssertions
        );
        if changes {
            self.answer = None;
        }
        match action {
            Action::Assert => self.levels.last_mut().into_iter().for_each(|level| level.extend(terms)),
            Action::Push => self.levels.extend((0..count).map(|_| Vec::new())),
            Action::Pop if count as usize > self.depth() => {
                return Err(format!("{count} levels cannot be closed: {} are open", self.depth()));
            }
            Action::Pop => self.levels.truncate(self.levels.len() - count as usize),
            Action::CheckSat | Action::Interrupt => {
                self.assumed = terms.to_vec();
                self.checks += 1;
            }
            Action::ResetAssertions => self.levels = vec![Vec::new()],
            _ => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_answered_after_an_error() {
        let mut instance = Instance::new();
        instance.spoil();
        instance.answered(Answer::Unsat);
        assert_eq!(instance.answer(), None);
    }

    #[test]
    fn levels_come_and_go_with_their_assertions() {
        let mut instance = Instance::new();
        instance.take(Action::Assert, &[1], 0).unwrap();
        instance.take(Action::Push, &[], 2).unwrap();
        instance.take(Action::Assert, &[2], 0).unwrap();
        instance.take(Action::CheckSat, &[3], 0).unwrap();
        instance.answered(Answer::Unsat);
        assert_eq!(instance.premises(), [1, 2, 3]);
        assert!(instance.take(Action::Pop, &[], 3).is_err());
        instance.take(Action::Pop, &[], 1).unwrap();
        assert_eq!((instance.answer(), instance.depth()), (None, 1));
        assert_eq!(instance.assertions().collect::<Vec<_>>(), [1]);
    }
}
