//! Small scripts that once went wrong.

use std::fmt::Write;

use smtlib::{Printer, Script, sort_text};

fn parse(source: &str) -> Script {
    Script::parse(source.as_bytes()).unwrap_or_else(|error| panic!("{source}: {error}"))
}

fn messages(source: &str) -> Vec<String> {
    parse(source).type_errors.into_iter().map(|error| error.message).collect()
}

/// Asserts that a script prints back as it is written.
fn prints_back(source: &str) {
    assert_eq!(Printer::new().script_text(&parse(source)), format!("{source}\n"));
}

/// Old notation: inside its own declaration a parametric datatype stands without its parameters. The abbreviation's
/// parameters must be found when the selector is applied.
#[test]
fn selectors_of_old_parametric_datatypes_are_instantiated() {
    let source = "(declare-datatypes (T) ((Lst nil (cons (hd T) (tl Lst)))))
        (declare-const l (Lst Int))
        (assert (= l (tl l)))";
    assert_eq!(messages(source), Vec::<String>::new());
}

/// A constant and a function may share a name; without arguments the constant is meant.
#[test]
fn a_name_without_arguments_means_the_constant() {
    let source = "(declare-const x Int) (declare-fun x (Int) Int) (assert (= (x 1) x))";
    assert_eq!(messages(source), Vec::<String>::new());
}

#[test]
fn an_unknown_table_is_no_error() {
    let declared = "(declare-const rows (Table Int Bool))";
    assert_eq!(
        messages(&format!("{declared} (simplify (table.product rows (mystery 1)))")),
        Vec::<String>::new()
    );
    assert_eq!(messages("(simplify ((_ table.project 0) (mystery 1)))"), Vec::<String>::new());
}

/// cvc5's own regressions write `((zero) y)`.
#[test]
fn a_constructor_without_fields_between_parentheses_prints_back() {
    let datatype = "(declare-datatype N ((zero) (succ (p N))))\n(declare-const n N)\n";
    prints_back(&format!("{datatype}(assert (match n (((zero) true) ((succ m) false))))"));
}

/// The text of an unknown sort holds its parentheses already.
#[test]
fn an_unknown_sort_between_parentheses_prints_back() {
    prints_back("(declare-const x (Missing))");
}

/// Z3's own regressions write `(define-fun f () (Float32) …)`.
#[test]
fn a_sort_between_parentheses_prints_back() {
    prints_back("(declare-const x (Int))");
    prints_back("(declare-const x (Array (Int) (Float32)))");
}

#[test]
fn a_datatype_whose_arity_differs_from_its_parameters_is_a_type_error() {
    let source = "(declare-datatypes ((Pair 0)) ((par (X Y) ((pair (first X) (second Y))))))";
    assert_eq!(messages(source).len(), 1);
    prints_back(source);
    assert_eq!(messages("(declare-datatypes ((Color 2)) (((red) (blue))))").len(), 1);
}

/// Found by mutation: the standard asks for at least one parameter and one datatype.
#[test]
fn empty_lists_of_parameters_and_datatypes_are_refused() {
    for source in ["(declare-datatype T (par () ((c))))", "(declare-datatypes (T) ())"] {
        assert!(Script::parse(source.as_bytes()).is_err(), "{source}");
    }
}

/// A well-formed pattern with an unknown constructor is a matter of names, not of syntax: the script is still read.
#[test]
fn a_pattern_of_an_unknown_constructor_is_a_type_error() {
    let source = "(declare-datatype N ((zero) (succ (p N))))
        (declare-const n N)
        (assert (match n (((pred m) true) (other false))))";
    assert_eq!(messages(source).len(), 1);
}

/// Each of these commands asks for four billion levels.
#[test]
fn many_levels_cost_no_memory() {
    let source = "(push 4294967295)".repeat(10_000);
    assert_eq!(parse(&source).commands.len(), 10_000);
}

/// A definition of forty lines whose sort, written out, would have 2^40 parts.
#[test]
fn doubling_sorts_are_linear() {
    let mut source = String::from("(define-sort S0 (X) (Array X X))\n");
    for level in 1..40 {
        let _ = writeln!(source, "(define-sort S{level} (X) (Array (S{0} X) (S{0} X)))", level - 1);
    }
    source.push_str("(declare-const a (S39 Int))\n(assert a)\n(assert (and a true))\n");
    let script = parse(&source);
    assert_eq!(script.type_errors.len(), 2);
    assert!(script.type_errors.iter().all(|error| error.message.len() < 10_000));
}

/// As above without parameters: only the text of the error is large.
#[test]
fn an_error_message_does_not_write_a_huge_sort_out() {
    let mut source = String::from("(define-sort S0 () (Array Int Int))\n");
    for level in 1..40 {
        let _ = writeln!(source, "(define-sort S{level} () (Array S{0} S{0}))", level - 1);
    }
    source.push_str("(declare-const a S39)\n(assert a)\n");
    assert!(messages(&source)[0].len() < 10_000);
}

/// The number of surrounding variables of the same name must not be counted one by one.
#[test]
fn a_million_quantifiers_of_one_name_pass() {
    const DEEP: usize = 1_000_000;
    let source = format!("(assert {}true{})", "(forall ((x Int)) ".repeat(DEEP), ")".repeat(DEEP));
    assert_eq!(parse(&source).arena.term_count(), DEEP + 1);
}

/// Looking for the next pattern must not begin at the first attribute each time.
#[test]
fn a_hundred_thousand_patterns_of_one_term_print() {
    let source = format!("(assert (! true{}))", " :pattern (true)".repeat(300_000));
    prints_back(&source);
}

/// Resolving `(_ is c)` must not look at every function of the script.
#[test]
fn testers_among_many_functions_are_linear() {
    let mut source = String::from("(declare-datatype N ((zero) (succ (p N))))\n");
    for i in 0..100_000 {
        let _ = writeln!(source, "(declare-const n{i} N)\n(assert ((_ is zero) n{i}))");
    }
    assert_eq!(parse(&source).type_errors, []);
}

/// Declaring a name again must not look at all its earlier declarations.
#[test]
fn a_name_declared_many_times_is_linear() {
    let source = "(declare-const x Int)".repeat(200_000);
    assert_eq!(parse(&source).type_errors.len(), 199_999);
}

#[test]
fn the_sorts_of_two_spellings_are_one() {
    let script = parse("(declare-const f Float32) (simplify f)");
    let root = script.root_terms().next().expect("one term");
    assert_eq!(sort_text(&script.arena, script.arena.sort_of(root)), "(_ FloatingPoint 8 24)");
}
