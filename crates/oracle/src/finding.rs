//! What an oracle states.

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};
use smtlib::theory::{Op, Theory};
use smtlib::{Head, Lets, Script, Walk};

use crate::class::Class;
use crate::crash::is_bare_signal;

/// A bug candidate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What kind of bug.
    pub class: Class,
    /// The check it is about, by number.
    pub check: Option<usize>,
    /// What was seen and what is right, in a sentence or two.
    pub evidence: String,
    /// Where it broke: a source place, an assertion, a signal.
    pub place: Option<String>,
}

/// What stands behind the family in signatures of what only a process shows that was reset.
pub const AFTER_RESET: &str = " after reset";

/// What findings of one bug have in common.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Signature(pub String);

impl Signature {
    /// Whether a finding with the other signature is taken for the same bug: the same signature, or a silent signal and
    /// all the operators of this one. Without operators it says nothing about others. A silent signal after a reset comes from
    /// what the reset has left behind: where that shows, and with which operators, is chance.
    pub fn covers(&self, other: &Signature) -> bool {
        if self == other {
            return true;
        }
        match (self.silent_crash(), other.silent_crash()) {
            (Some((place, mine)), Some((other_place, theirs))) => {
                let all = place.contains(AFTER_RESET) || !mine.is_empty() && mine.is_subset(&theirs);
                place == other_place && all
            }
            _ => false,
        }
    }

    /// Everything up to the signal, and the operators behind it, if a signal is all that is known of the place.
    fn silent_crash(&self) -> Option<(&str, BTreeSet<&str>)> {
        let start = self.0.find(": ")? + 2;
        let end = self.0[start..].find(' ').map_or(self.0.len(), |length| start + length);
        let operators = self.0[end..].split_whitespace().collect();
        is_bare_signal(&self.0[start..end]).then_some((&self.0[..end], operators))
    }

    /// Of a finding on a solver of `family` with these options: for a crash, where it broke; for a wrong answer, and
    /// for a signal that says nothing, the operators of the smallest script that shows it.
    pub fn of(finding: &Finding, family: &str, options: &str, smallest: Option<&Script>) -> Signature {
        Signature::by(finding, family, options, || smallest.map(operators_of).unwrap_or_default())
    }

    /// The same by other words than operators.
    pub fn by<W>(finding: &Finding, family: &str, options: &str, words: impl FnOnce() -> W) -> Signature
    where
        W: IntoIterator<Item = String>,
    {
        let essence = match &finding.place {
            Some(place) if is_bare_signal(place) => {
                // Those of every theory say nothing.
                let telling =
                    words().into_iter().filter(|name| !["=", "distinct", "ite"].contains(&name.as_str()));
                [place.clone()].into_iter().chain(telling).collect::<Vec<_>>().join(" ")
            }
            Some(place) => place.clone(),
            None => words().into_iter().collect::<Vec<_>>().join(" "),
        };
        let options = if options.is_empty() { String::new() } else { format!(" [{options}]") };
        Signature(format!("{} {family}{options}: {essence}", finding.class))
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// The operators of a script's assertions, without those of propositional logic, which are everywhere.
pub fn operators_of(script: &Script) -> BTreeSet<String> {
    let mut walk = Walk::new();
    let mut names = BTreeSet::new();
    for &term in walk.post_order(&script.arena, script.assertions(), Lets::Through) {
        match script.arena.term(term).head {
            Head::Op(op, ..) if !is_propositional(script, op, term) => {
                names.insert(op.name().to_owned());
            }
            Head::Binder(binder, _) => {
                names.insert(format!("{binder:?}").to_lowercase());
            }
            Head::Match(_) => {
                names.insert("match".to_owned());
            }
            _ => {}
        }
    }
    names
}

fn is_propositional(script: &Script, op: Op, term: smtlib::TermId) -> bool {
    let args = script.arena.term(term).args;
    op.row().theory() == Theory::Core
        && args.iter().all(|&arg| script.arena.sort_of(arg) == smtlib::SortId::BOOL)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_answers_are_told_apart_by_operators_and_crashes_by_place() {
        let script =
            Script::parse(b"(declare-const x Int)(assert (not (and (= (div x 2) 3) (> x 1))))").unwrap();
        let wrong =
            Finding { class: Class::Refutation, check: Some(0), evidence: String::new(), place: None };
        let signature = Signature::of(&wrong, "z3", "", Some(&script));
        assert_eq!(signature.0, "refutation z3: = > div");
        let crash = Finding { class: Class::Crash, place: Some("a.cpp:7".to_owned()), ..wrong };
        let signature = Signature::of(&crash, "z3", "smt.x=1", Some(&script));
        assert_eq!(signature.0, "crash z3 [smt.x=1]: a.cpp:7");
        let silent = Finding { place: Some("SIGSEGV".to_owned()), ..crash };
        assert_eq!(Signature::of(&silent, "z3", "", Some(&script)).0, "crash z3: SIGSEGV > div");
        assert_eq!(Signature::of(&silent, "z3", "", None).0, "crash z3: SIGSEGV");
    }

    #[test]
    fn a_silent_signal_with_more_operators_is_the_same_bug() {
        let covers = |one: &str, other: &str| Signature(one.to_owned()).covers(&Signature(other.to_owned()));
        assert!(covers("crash z3: SIGSEGV match", "crash z3: SIGSEGV + forall match"));
        assert!(!covers("crash z3: SIGSEGV + match", "crash z3: SIGSEGV match"));
        assert!(!covers("crash z3: SIGSEGV", "crash z3: SIGSEGV match"));
        assert!(!covers("crash z3: SIGSEGV match", "crash cvc5: SIGSEGV match"));
        assert!(!covers("crash z3: SIGSEGV match", "crash z3: SIGABRT match"));
        assert!(covers("crash z3 after reset: SIGSEGV match", "crash z3 after reset: SIGSEGV forall is"));
        assert!(!covers("crash z3 after reset: SIGSEGV match", "crash z3 after reset [a=1]: SIGSEGV match"));
        assert!(!covers("crash z3 after reset: SIGSEGV match", "crash z3: SIGSEGV match"));
        assert!(!covers("crash z3 after reset: a.cpp:7", "crash z3 after reset: a.cpp:8"));
        assert!(covers("refutation z3: div", "refutation z3: div"));
        assert!(!covers("refutation z3: div", "refutation z3: div mod"));
    }
}
