//! Several targets on one test of which nothing is known: `sat` from one and `unsat` from another cannot both be right.
//!
//! Who is wrong is decided by evidence first ([`weigh`](crate::weigh)); only where there is none, by [`believed`].

use solver::answer::Reply;

/// A check to which some say `sat` and others `unsat`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The check, by number.
    pub check: usize,
    /// Who says `sat`, by number.
    pub sat: Vec<usize>,
    /// Who says `unsat`.
    pub unsat: Vec<usize>,
}

/// The conflicts among answers to the same checks, by who gave them. Answers after an error must have been left out
/// before.
pub fn conflicts(answers: &[Vec<Reply>]) -> Vec<Conflict> {
    let checks = answers.iter().map(Vec::len).max().unwrap_or(0);
    let conflict = |check: usize| {
        let who = |reply: Reply| -> Vec<usize> {
            (0..answers.len()).filter(|&i| answers[i].get(check) == Some(&reply)).collect()
        };
        let (sat, unsat) = (who(Reply::Sat), who(Reply::Unsat));
        (!sat.is_empty() && !unsat.is_empty()).then_some(Conflict { check, sat, unsat })
    };
    (0..checks).filter_map(conflict).collect()
}

/// Somebody who gives an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Voice<'a> {
    /// The solver, whatever its release and options: releases of one solver share their mistakes.
    pub family: &'a str,
    /// Whether the user said to believe it.
    pub trusted: bool,
}

/// The answer to believe: that of those whom the user trusts, else that of more families than the other. Nothing where
/// that does not decide.
pub fn believed(sat: &[Voice<'_>], unsat: &[Voice<'_>]) -> Option<Reply> {
    let trusted = |side: &[Voice<'_>]| side.iter().any(|voice| voice.trusted);
    match (trusted(sat), trusted(unsat)) {
        (true, false) => return Some(Reply::Sat),
        (false, true) => return Some(Reply::Unsat),
        (true, true) => return None,
        (false, false) => {}
    }
    match families(sat).cmp(&families(unsat)) {
        std::cmp::Ordering::Greater => Some(Reply::Sat),
        std::cmp::Ordering::Less => Some(Reply::Unsat),
        std::cmp::Ordering::Equal => None,
    }
}

fn families(side: &[Voice<'_>]) -> usize {
    let mut names: Vec<&str> = side.iter().map(|voice| voice.family).collect();
    names.sort_unstable();
    names.dedup();
    names.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn voices<'a>(names: &[&'a str]) -> Vec<Voice<'a>> {
        let voice = |name: &&'a str| match name.strip_prefix('!') {
            Some(family) => Voice { family, trusted: true },
            None => Voice { family: name, trusted: false },
        };
        names.iter().map(voice).collect()
    }

    #[test]
    fn only_sat_against_unsat_at_the_same_check_is_a_conflict() {
        use Reply::{Sat, Unknown, Unsat};
        let answers = [vec![Sat, Sat, Unsat], vec![Sat, Unknown], vec![Unsat, Sat, Unknown], vec![]];
        assert_eq!(conflicts(&answers), [Conflict { check: 0, sat: vec![0, 1], unsat: vec![2] }]);
    }

    #[test]
    fn families_vote_and_trust_decides() {
        let believed = |sat: &[&str], unsat: &[&str]| believed(&voices(sat), &voices(unsat));
        assert_eq!(believed(&["z3", "cvc5"], &["yices"]), Some(Reply::Sat));
        assert_eq!(believed(&["z3"], &["yices", "cvc5"]), Some(Reply::Unsat));
        assert_eq!(believed(&["z3", "z3"], &["cvc5"]), None, "releases of one solver are one voice");
        assert_eq!(believed(&["z3", "cvc5"], &["z3"]), Some(Reply::Sat));
        assert_eq!(believed(&["z3", "cvc5"], &["!yices"]), Some(Reply::Unsat));
        assert_eq!(believed(&["!z3"], &["!yices"]), None);
    }
}
