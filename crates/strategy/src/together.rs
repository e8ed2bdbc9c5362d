//! Several tests in one script, each in a scope of its own: most of what a small test costs a solver is to begin.

use smtlib::{Command, Script, Span};

use crate::test::Test;

/// Joins tests of one check each to one test with as many checks. What they tell the solver about itself (options, logic) is
/// told once; false when they contradict each other there, or when one of them has something that no scope can hold.
pub fn join(tests: &[Test], joined: &mut Test) -> bool {
    joined.clear();
    let Some(first) = tests.first() else { return false };
    joined.provenance = first.provenance.clone();
    let (mut options, mut logics): (Vec<&[u8]>, Vec<&[u8]>) = (Vec::new(), Vec::new());
    let mut body = Vec::new();
    for test in tests {
        if test.checks.len() != 1 || test.by_script || test.is_broken() {
            return false;
        }
        let Ok(script) = Script::parse(&test.text) else { return false };
        body.extend_from_slice(b"(push 1)\n");
        for (command, span) in script.commands.iter().zip(&script.command_spans) {
            let text = slice(&test.text, *span);
            match command {
                Command::SetOption(..) => options.push(text),
                Command::SetLogic(_) => logics.push(text),
                Command::SetInfo(..) | Command::Exit => {}
                Command::Push(_) | Command::Pop(_) | Command::Reset | Command::ResetAssertions => {
                    return false;
                }
                _ => {
                    body.extend_from_slice(text);
                    body.push(b'\n');
                }
            }
        }
        body.extend_from_slice(b"(pop 1)\n");
        joined.checks.extend(test.checks.iter().cloned());
    }
    options.sort_unstable();
    options.dedup();
    logics.dedup();
    let name = |option: &[u8]| option.split(|byte| byte.is_ascii_whitespace()).nth(1).map(<[u8]>::to_vec);
    if logics.len() > 1 || options.windows(2).any(|pair| name(pair[0]) == name(pair[1])) {
        return false;
    }
    for line in options.iter().chain(&logics) {
        joined.text.extend_from_slice(line);
        joined.text.push(b'\n');
    }
    joined.text.extend_from_slice(&body);
    true
}

fn slice(text: &[u8], span: Span) -> &[u8] {
    text.get(span.start as usize..span.end as usize).unwrap_or_default().trim_ascii_end()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test::{Check, Truth};

    fn test(text: &str) -> Test {
        let checks = vec![Check { truth: Truth::Unknown, model: text.contains("get-model") }];
        Test { text: text.as_bytes().to_vec(), checks, ..Test::default() }
    }

    #[test]
    fn every_test_has_a_scope_and_the_logic_is_set_once() {
        let one = test("(set-logic QF_LIA)\n(declare-const x Int)\n(assert (> x 1))\n(check-sat)\n(exit)\n");
        let other = test(
            "(set-option :produce-models true)\n(set-info :status sat)\n(set-logic QF_LIA)\n(declare-const x Int)\n(assert (< x 1))\n(check-sat)\n(get-model)\n",
        );
        let mut joined = Test::default();
        assert!(join(&[one.clone(), other], &mut joined));
        assert_eq!(
            String::from_utf8_lossy(&joined.text),
            "(set-option :produce-models true)\n(set-logic QF_LIA)\n\
             (push 1)\n(declare-const x Int)\n(assert (> x 1))\n(check-sat)\n(pop 1)\n\
             (push 1)\n(declare-const x Int)\n(assert (< x 1))\n(check-sat)\n(get-model)\n(pop 1)\n"
        );
        assert_eq!(joined.checks.iter().map(|check| check.model).collect::<Vec<_>>(), [false, true]);
        let script = Script::parse(&joined.text).unwrap();
        assert!(script.type_errors.is_empty(), "{:?}", script.type_errors);

        let silent = test("(set-option :produce-models false)\n(set-logic QF_LIA)\n(check-sat)\n");
        let asking = test("(set-option :produce-models true)\n(set-logic QF_LIA)\n(check-sat)\n");
        assert!(!join(&[silent, asking], &mut joined));
        let real = test("(set-logic QF_LRA)\n(check-sat)\n");
        assert!(!join(&[one.clone(), real], &mut joined));
        let scoped = test("(set-logic QF_LIA)\n(push 1)\n(check-sat)\n");
        assert!(!join(&[one, scoped], &mut joined));
    }
}
