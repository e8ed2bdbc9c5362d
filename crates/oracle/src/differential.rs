//! Several targets on one test: `sat` from one and `unsat` from another cannot both be right.

use solver::answer::Reply;

use crate::class::Class;
use crate::finding::Finding;

/// The disagreements among the answers of several targets to the same checks: per check at most one finding, about
/// the targets of the smaller side (all but the first when the sides are equal). Answers after an error must have
/// been left out before.
pub fn disagreements<'a>(answers: &[(&'a str, Vec<Reply>)]) -> Vec<(&'a str, Finding)> {
    let checks = answers.iter().map(|(_, replies)| replies.len()).max().unwrap_or(0);
    let mut findings = Vec::new();
    for check in 0..checks {
        let who = |reply: Reply| -> Vec<&'a str> {
            let says = |(_, replies): &&(&str, Vec<Reply>)| replies.get(check) == Some(&reply);
            answers.iter().filter(says).map(|(name, _)| *name).collect()
        };
        let (sat, unsat) = (who(Reply::Sat), who(Reply::Unsat));
        if sat.is_empty() || unsat.is_empty() {
            continue;
        }
        let (class, accused, others, said) = if unsat.len() <= sat.len() {
            (Class::Refutation, &unsat, &sat, ("unsat", "sat"))
        } else {
            (Class::Solution, &sat, &unsat, ("sat", "unsat"))
        };
        let evidence = format!(
            "check {}: {} says {}, {} says {}",
            check + 1,
            accused.join(" and "),
            said.0,
            others.join(" and "),
            said.1
        );
        for &name in accused {
            let evidence = evidence.clone();
            findings.push((name, Finding { class, check: Some(check), evidence, place: None }));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smaller_side_is_accused() {
        use Reply::{Sat, Unknown, Unsat};
        let answers = [("a", vec![Sat, Sat]), ("b", vec![Sat, Unknown]), ("c", vec![Unsat, Sat])];
        let found = disagreements(&answers);
        assert_eq!(found.len(), 1);
        let (name, finding) = &found[0];
        assert_eq!((*name, finding.class, finding.check), ("c", Class::Refutation, Some(0)));
        assert!(finding.evidence.contains("c says unsat, a and b says sat"));
    }
}
