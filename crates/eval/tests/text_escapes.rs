//! String literals of scripts from before SMT-LIB 2.6.

use eval::text::Escapes;
use eval::{Evaluator, Value};
use smtlib::{Script, TermId};

fn value(source: &str) -> Value {
    let script = Script::parse(source.as_bytes()).expect(source);
    assert_eq!(script.type_errors, [], "{source}");
    let roots: Vec<TermId> = script.assertions().collect();
    let escapes = Escapes::of_script(&script);
    Evaluator::reading(&script.arena, &roots, escapes).value(0).expect(source)
}

#[test]
fn a_script_with_old_names_has_the_escapes_of_its_time() {
    let old = r#"(assert (and (= (str.len "\x41") 1) (= (str.to.int "\x37") 7)))"#;
    assert_eq!(value(old), Value::Bool(true));
    let within = r#"(define-fun seven () Int (str.to.int "\067")) (assert (= seven 7))"#;
    assert_eq!(value(within), Value::Bool(true));
}

#[test]
fn a_script_with_new_names_or_neither_has_those_of_the_standard() {
    for new in [
        r#"(assert (and (= (str.len "\x41") 4) (= (str.to_int "\u{37}") 7)))"#,
        r#"(assert (= (str.len "\x41") 4))"#,
        r#"(assert (and (= (str.len "\x41") 4) (str.in_re "\u{41}" (str.to_re "A")) (= (str.to.int "7") 7)))"#,
    ] {
        assert_eq!(value(new), Value::Bool(true), "{new}");
    }
}
