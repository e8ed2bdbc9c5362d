//! What tells the trace of one bug from that of another.

use std::collections::BTreeSet;

use smtlib::theory::Theory;

use super::{Action, Arg, Call, Kind, Trace};

/// Calls that a check needs, whatever is wrong with it.
const EVERYWHERE: &[Action] = &[Action::New, Action::Assert, Action::Delete];

impl Trace {
    /// The calls that solvers were given beside plain assertions, in their order, without repetitions. Where one check is
    /// all that is left, its operators follow: then it is a matter of the formula.
    pub fn essence(&self) -> Vec<String> {
        let mut words: Vec<String> = Vec::new();
        for call in self.lines.iter().map(|line| &line.call).filter(|call| tells(call)) {
            let word = word(call);
            if words.last() != Some(&word) {
                words.push(word);
            }
        }
        let checks = words.iter().filter(|word| !is_oracle(word)).count();
        if checks <= 1 {
            words.extend(self.operators());
        }
        words
    }

    /// The operators of its terms, without those of propositional logic, which are everywhere.
    fn operators(&self) -> BTreeSet<String> {
        let args = self.lines.iter().flat_map(|line| &line.call.args);
        let operators = args.filter_map(|arg| match arg {
            Arg::Operator(operator) if operator.op.row().theory() != Theory::Core => Some(operator.op),
            _ => None,
        });
        operators.map(|op| op.name().to_owned()).collect()
    }
}

/// Whether a call is more than a part of a formula.
fn tells(call: &Call) -> bool {
    let makes = call.action.row().gives;
    let part = makes.is_some_and(|kind| kind != Kind::Solver) && call.action != Action::Simplify;
    !part && !EVERYWHERE.contains(&call.action)
}

fn word(call: &Call) -> String {
    let word = call.action.row().word;
    let assumes = call.action == Action::CheckSat && call.args.len() > 1;
    if assumes { format!("{word}-assuming") } else { word.to_owned() }
}

/// Whether this is how a bug was seen, and not how it came about.
fn is_oracle(word: &str) -> bool {
    word.starts_with("check-") && !word.starts_with("check-sat")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn essence(calls: &str) -> String {
        let head = "smtquake-trace 1 yices\n1 new -> i0\n2 sort (_ BitVec 4) -> s0\n3 constant x s0 #x0 -> t0\n\
            4 term bvadd t0 t0 -> t1\n5 term = t0 t1 -> t2\n6 assert i0 t2\n";
        Trace::read(&format!("{head}{calls}")).unwrap().essence().join(" ")
    }

    #[test]
    fn one_check_is_told_by_its_operators() {
        assert_eq!(essence("7 check-sat i0\n8 check-model i0\n"), "check-sat check-model bvadd");
    }

    #[test]
    fn several_checks_are_told_by_their_order() {
        let twice = "7 check-sat i0 t2\n8 check-sat i0\n9 check-sat i0\n9 check-model i0\n";
        assert_eq!(essence(twice), "check-sat-assuming check-sat check-model");
    }

    #[test]
    fn a_simplification_is_more_than_a_term() {
        assert_eq!(essence("7 simplify i0 t2 -> t3\n8 delete i0\n"), "simplify bvadd");
    }
}
