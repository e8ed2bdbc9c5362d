//! States and actions.

use crate::trace::Action;

/// Where a round is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum State {
    /// Nothing is there.
    Begin,
    /// A solver is there, and may be told how to work.
    SetUp,
    /// Sorts are made.
    Sorts,
    /// Constants, functions and values are made: the initial expressions.
    Initial,
    /// Terms are made and asserted.
    Main,
    /// The last answer was sat.
    Sat,
    /// The last answer was unsat.
    Unsat,
    /// Solvers are deleted, in any order.
    End,
}

/// A row of the model.
#[derive(Clone, Copy, Debug)]
pub struct Transition {
    /// In this state
    pub from: State,
    /// this may be called,
    pub action: Action,
    /// this often in comparison to the state's other actions,
    pub weight: u32,
    /// which leads here. After `check-sat` the answer decides.
    pub to: State,
}

const fn row(from: State, action: Action, weight: u32, to: State) -> Transition {
    Transition { from, action, weight, to }
}

use State::{Begin, End, Initial, Main, Sat, SetUp, Sorts, Unsat};

/// The model. States that have a plan of their own ([`super::Round`]) leave when it is done.
pub const MODEL: &[Transition] = &[
    row(Begin, Action::New, 1, SetUp),
    row(SetUp, Action::SetLogic, 1, SetUp),
    row(SetUp, Action::SetOption, 4, SetUp),
    row(Sorts, Action::Sort, 1, Sorts),
    row(Sorts, Action::Datatype, 1, Sorts),
    row(Initial, Action::Constant, 6, Initial),
    row(Initial, Action::Value, 3, Initial),
    row(Initial, Action::Function, 2, Initial),
    row(Initial, Action::Part, 6, Initial),
    row(Main, Action::Term, 600, Main),
    row(Main, Action::Apply, 40, Main),
    row(Main, Action::Constant, 10, Main),
    row(Main, Action::Value, 30, Main),
    row(Main, Action::Function, 3, Main),
    row(Main, Action::Part, 10, Main),
    row(Main, Action::Assert, 100, Main),
    row(Main, Action::Push, 25, Main),
    row(Main, Action::Pop, 20, Main),
    row(Main, Action::CheckSat, 60, Main),
    row(Main, Action::Interrupt, 3, Main),
    row(Main, Action::Simplify, 12, Main),
    row(Main, Action::Substitute, 10, Main),
    row(Main, Action::Quantify, 40, Main),
    row(Main, Action::Define, 12, Main),
    row(Main, Action::Inspect, 15, Main),
    row(Main, Action::Release, 8, Main),
    row(Main, Action::Clone, 2, Main),
    row(Main, Action::Print, 6, Main),
    row(Main, Action::CheckBroken, 3, Main),
    row(Main, Action::Abuse, 8, Main),
    row(Main, Action::ResetAssertions, 3, Main),
    row(Main, Action::Misuse, 8, Main),
    row(Main, Action::New, 4, Main),
    row(Main, Action::Delete, 2, Main),
    row(Sat, Action::GetValue, 40, Sat),
    row(Sat, Action::CheckModel, 40, Main),
    row(Sat, Action::CheckFresh, 12, Main),
    row(Sat, Action::CheckClone, 8, Main),
    row(Sat, Action::CheckDump, 8, Main),
    row(Sat, Action::CheckScript, 10, Main),
    row(Sat, Action::Print, 12, Sat),
    row(Sat, Action::Inspect, 8, Sat),
    row(Sat, Action::CheckSat, 10, Main),
    row(Sat, Action::Push, 10, Main),
    row(Unsat, Action::CheckCore, 40, Main),
    row(Unsat, Action::CheckFresh, 12, Main),
    row(Unsat, Action::CheckClone, 8, Main),
    row(Unsat, Action::CheckDump, 8, Main),
    row(Unsat, Action::CheckScript, 10, Main),
    row(Unsat, Action::Print, 6, Unsat),
    row(Unsat, Action::Pop, 40, Main),
    row(Unsat, Action::ResetAssertions, 10, Main),
    row(Unsat, Action::CheckSat, 12, Main),
    row(End, Action::Delete, 1, End),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::CALLS;

    #[test]
    fn every_call_can_happen() {
        for call in CALLS {
            assert!(MODEL.iter().any(|row| row.action == call.action && row.weight > 0), "{}", call.word);
        }
    }
}
