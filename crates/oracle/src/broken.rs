//! Broken input: it may be refused, and it may be taken, but not for ever.

use solver::process::Limit;

use crate::class::Class;
use crate::examine::Exam;
use crate::finding::Finding;

/// Words of commands that may rightly take all the time there is.
const SLOW: &[&str] =
    &["check-sat", "get-", "simplify", "eval", "minimize", "maximize", "apply", "query", "display"];

/// A finding, if the script is one of those that nothing is known of, asks for nothing, and used up a limit.
pub(crate) fn endless(exam: &Exam<'_>, limit: Limit) -> Option<Finding> {
    let what = match limit {
        Limit::Wall | Limit::Cpu => "time",
        Limit::Memory => "memory",
        _ => return None,
    };
    let asks = |word: &&str| exam.text.windows(word.len()).any(|window| window == word.as_bytes());
    if !exam.checks.is_empty() || SLOW.iter().any(asks) {
        return None;
    }
    let evidence = format!("it reads a script without any question, and uses up all its {what}");
    Some(Finding { class: Class::Parser, check: None, evidence, place: Some(what.to_owned()) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_asks_nothing_has_to_end() {
        let found = |text: &[u8], limit| {
            let exam = Exam { text, checks: &[], expected: &[], logic: "", models: false };
            endless(&exam, limit).map(|finding| finding.class)
        };
        assert_eq!(found(b"(assert (((", Limit::Wall), Some(Class::Parser));
        assert_eq!(found(b"(assert (((", Limit::Memory), Some(Class::Parser));
        assert_eq!(found(b"(assert true)(check-sat)", Limit::Wall), None);
    }
}
