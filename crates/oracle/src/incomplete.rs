//! Where `unknown` is a defect: in logics that the solvers decide, and where it was decided before.

use crate::class::Class;
use crate::finding::Finding;

/// Whether a logic is decidable and decided by the solvers that claim it, so that `unknown` without a reason of
/// time or memory is worth a report.
pub fn is_decidable(logic: &str) -> bool {
    DECIDABLE.contains(&logic)
}

const DECIDABLE: &[&str] = &[
    "QF_ABV",
    "QF_ABVFP",
    "QF_ALIA",
    "QF_AUFBV",
    "QF_AUFLIA",
    "QF_AX",
    "QF_BV",
    "QF_BVFP",
    "QF_DT",
    "QF_FP",
    "QF_IDL",
    "QF_LIA",
    "QF_LIRA",
    "QF_LRA",
    "QF_RDL",
    "QF_UF",
    "QF_UFBV",
    "QF_UFBVFP",
    "QF_UFDT",
    "QF_UFFP",
    "QF_UFIDL",
    "QF_UFLIA",
    "QF_UFLRA",
];

/// Who decides what a target does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss<'a> {
    /// An older release of it (type 1 of the weakening/strengthening paper, section 5).
    Release(&'a str),
    /// The target itself, on the script one step before, by this rule (type 2).
    Step(&'a str),
}

impl Loss<'_> {
    /// The candidate: the target says `unknown` at the only check, where `answer` is right.
    pub fn finding(self, answer: &str) -> Finding {
        let (evidence, place) = match self {
            Loss::Release(older) => (format!("{older} says {answer}"), None),
            Loss::Step(rule) => {
                (format!("{answer} one step before, by rule {rule}"), Some(format!("after {rule}")))
            }
        };
        let evidence = format!("check 1: unknown, but {evidence}");
        Finding { class: Class::Incomplete, check: Some(0), evidence, place }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Signature;

    #[test]
    fn losses_by_one_rule_are_one_bug() {
        let finding = Loss::Step("add-disjunct").finding("sat");
        assert_eq!(finding.evidence, "check 1: unknown, but sat one step before, by rule add-disjunct");
        let signature = Signature::of(&finding, "z3", "", None);
        assert_eq!(signature.0, "incomplete z3: after add-disjunct");
        assert!(Loss::Release("z3@4.8.10").finding("unsat").evidence.ends_with("z3@4.8.10 says unsat"));
    }
}
