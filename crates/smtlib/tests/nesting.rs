//! Deep, wide and shared terms: nothing here may use the call stack or grow faster than its input.
//!
//! Each script is read and printed on a thread with little stack. A million levels also bound the work: anything
//! quadratic in them would not come back.

use std::fmt::Write;

use smtlib::{Printer, Script, SyntaxError};

const DEEP: usize = 1_000_000;
const SMALL_STACK: usize = 256 * 1024;

/// Runs `work` where recursion on a term would overflow at once.
fn on_a_small_stack<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let thread = std::thread::Builder::new().stack_size(SMALL_STACK).spawn(work).expect("a thread");
    thread.join().expect("no panic")
}

/// What a script costs: the terms it makes and the bytes it prints to.
#[derive(Debug)]
struct Cost {
    terms: usize,
    printed: usize,
}

fn cost(source: String) -> Cost {
    on_a_small_stack(move || {
        let script = Script::parse(source.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(script.type_errors, [], "a well-typed script");
        let printed = Printer::new().script_text(&script);
        let again = Script::parse(printed.as_bytes()).unwrap_or_else(|error| panic!("printed: {error}"));
        assert!(again.same_content(&script));
        Cost { terms: script.arena.term_count(), printed: printed.len() }
    })
}

fn refusal(source: String) -> SyntaxError {
    on_a_small_stack(move || Script::parse(source.as_bytes()).expect_err("a syntax error"))
}

/// `open` and `close` around `middle`, `levels` times each; `#` in them is the level's number.
fn nested(open: &str, middle: &str, close: &str, levels: usize) -> String {
    let mut text =
        String::from("(declare-const p Bool) (declare-const i Int) (declare-fun f (Int Bool) Int) (assert ");
    let numbered = |text: &mut String, part: &str, level: usize| match part.split_once('#') {
        Some(_) => text.push_str(&part.replace('#', &level.to_string())),
        None => text.push_str(part),
    };
    for level in 0..levels {
        numbered(&mut text, open, level);
    }
    text.push_str(middle);
    for level in (0..levels).rev() {
        numbered(&mut text, close, level);
    }
    text.push(')');
    text
}

/// Four times the levels cost no more than four times as much.
fn is_linear(open: &str, middle: &str, close: &str) {
    let at = |levels| cost(nested(open, middle, close, levels));
    let (small, large) = (at(10_000), at(40_000));
    assert!(large.terms <= 4 * small.terms + 16, "{open}: {small:?} {large:?}");
    // Numbered names grow by a digit.
    assert!(large.printed <= 5 * small.printed, "{open}: {small:?} {large:?}");
}

/// A million levels are read and printed.
fn passes(open: &str, middle: &str, close: &str) {
    let source = nested(open, middle, close, DEEP);
    on_a_small_stack(move || {
        let script = Script::parse(source.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(script.type_errors, [], "a well-typed script");
        // Only the spaces between the declarations become lines.
        assert_eq!(Printer::new().script_text(&script).len(), source.len() + 1);
    });
}

#[test]
fn nested_applications_pass() {
    passes("(not ", "p", ")");
    is_linear("(and p ", "p", " p)");
    is_linear("(< i (f i ", "p", "))");
}

#[test]
fn nested_ites_pass_in_every_position() {
    passes("(ite p ", "p", " p)");
    is_linear("(ite ", "p", " p (not p))");
    is_linear("(ite p p ", "p", ")");
}

#[test]
fn nested_lets_pass_in_body_and_definition() {
    passes("(let ((x# p)) ", "x0", ")");
    is_linear("(let ((x (not p))) ", "x", ")");
    is_linear("(let ((x ", "p", ")) x)");
}

#[test]
fn a_let_that_names_its_surrounding_let_is_linear() {
    is_linear("(let ((p (and p p))) ", "p", ")");
}

#[test]
fn nested_quantifiers_pass() {
    passes("(forall ((x# Int)) ", "p", ")");
    is_linear("(exists ((x# Int)) (and p ", "(> x0 0)", "))");
}

#[test]
fn nested_annotations_pass() {
    passes("(! ", "p", " :named n#)");
    is_linear("(! ", "p", " :weight 1)");
    is_linear("(! p :pattern (", "p", "))");
    is_linear("(! p :no-pattern ", "p", ")");
}

#[test]
fn nested_unknown_operators_pass() {
    passes("(mystery ", "p", ")");
}

#[test]
fn nested_matches_pass() {
    is_linear("(match i ((x# ", "p", ")))");
    is_linear("(match ", "p", " ((x x)))");
}

#[test]
fn a_million_parentheses_are_refused_or_kept_without_recursion() {
    assert!(refusal("(".repeat(DEEP)).message.contains("the name of a command"));
    assert!(!refusal(format!("(assert {}", "(".repeat(DEEP))).message.is_empty());
    assert!(!refusal(format!("(assert {}p{})", "(".repeat(DEEP), ")".repeat(DEEP))).message.is_empty());
    assert!(!refusal(format!("(declare-const x {}", "(".repeat(DEEP))).message.is_empty());
    assert!(!refusal(format!("(declare-const x {}", "(Array ".repeat(DEEP))).message.is_empty());
    assert!(!refusal(format!("(check-sat){}", ")".repeat(DEEP))).message.is_empty());
    let inner = format!("{}{}", "(".repeat(DEEP), ")".repeat(DEEP));
    for source in [
        format!("(unheard-of {inner})\n"),
        format!("(set-info :deep {inner})\n"),
        format!("(check-sat-using {inner})\n"),
        format!("(declare-const x (_ Odd {inner}))\n"),
        format!("(assert (! true :odd {inner}))\n"),
        format!("(assert (= 1.0 (root-obj {inner} 1)))\n"),
    ] {
        on_a_small_stack(move || {
            let script = Script::parse(source.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
            assert!(Printer::new().script_text(&script) == source);
        });
    }
}

#[test]
fn function_terms_in_function_terms_are_bounded_not_fatal() {
    let curried = |levels: usize| {
        format!("(declare-const g Int) (assert {}g{})", "(".repeat(levels), " 1)".repeat(levels))
    };
    on_a_small_stack(move || {
        let script = Script::parse(curried(1_000).as_bytes()).unwrap();
        assert!(!script.type_errors.is_empty());
    });
    assert!(!refusal(curried(DEEP)).message.is_empty());
}

#[test]
fn a_doubling_chain_of_lets_is_linear() {
    let chain = |levels: usize| {
        let mut text = String::from("(declare-const b (_ BitVec 8)) (assert (let ((v0 (bvadd b b))) ");
        for level in 1..levels {
            let _ = write!(text, "(let ((v{level} (bvadd v{} v{}))) ", level - 1, level - 1);
        }
        let _ = write!(text, "(= b v{}){}", levels - 1, ")".repeat(levels + 1));
        cost(text)
    };
    let (ten, forty) = (chain(10), chain(40));
    assert!(forty.terms <= 4 * ten.terms, "{ten:?} {forty:?}");
    assert!(forty.printed <= 5 * ten.printed, "{ten:?} {forty:?}");
}

#[test]
fn a_hundred_thousand_lets_side_by_side_pass() {
    let wide = |count: usize| {
        let mut text = String::from("(declare-fun g (Int) Bool) (assert (let (");
        for i in 0..count {
            let _ = write!(text, "(x{i} (g {i}))");
        }
        text.push_str(") (and");
        for i in 0..count {
            let _ = write!(text, " x{i}");
        }
        text.push_str(")))");
        cost(text)
    };
    let (small, large) = (wide(25_000), wide(100_000));
    assert!(large.terms <= 4 * small.terms + 16, "{small:?} {large:?}");
}

#[test]
fn many_of_everything_pass() {
    const COUNT: usize = 20_000;
    let mut text = String::new();
    for i in 0..COUNT {
        let _ = writeln!(
            text,
            "(declare-const c{i} Int)\n(push 1)\n(assert (! (> c{i} {i}) :named n{i}))\n(pop 1)"
        );
    }
    text.push_str("(assert (and");
    for i in 0..COUNT {
        let _ = write!(text, " (< c{i} 0)");
    }
    text.push_str("))(assert (forall (");
    for i in 0..COUNT {
        let _ = write!(text, "(y{i} Int)");
    }
    text.push_str(") (> y0 y1)))");
    assert!(cost(text).terms <= 8 * COUNT);
}

#[test]
fn long_tokens_pass() {
    const LONG: usize = 4 << 20;
    let letters = "a".repeat(LONG);
    cost(format!("(declare-const s String) (assert (= s \"{letters}\"))"));
    cost(format!("(declare-const |{letters}\n{letters}| Bool) (assert |{letters}\n{letters}|)"));
    cost(format!("(assert (= {} 1))", "9".repeat(LONG)));
    cost(format!("(assert (= #x{} #x{}))", "f".repeat(LONG), "0".repeat(LONG)));
    cost(format!("; {letters}\n(check-sat)"));
    cost(format!("(echo \"{}\")", "\"\"".repeat(LONG)));
}
