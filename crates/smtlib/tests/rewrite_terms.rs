//! Substitution, replacement and lets, on small terms with known results.

use rustc_hash::FxHashMap;
use smtlib::{
    FunKind, Head, Lets, LiteralKind, Position, Positions, Printer, Rewriter, Script, SortId, TermId, VarId,
    Walk, alpha_eq, is_printable, term_text,
};

fn parse(text: &str) -> Script {
    let script = Script::parse(text.as_bytes()).unwrap();
    assert!(script.type_errors.is_empty(), "{:?}", script.type_errors);
    script
}

fn first(text: &str) -> (Script, TermId) {
    let script = parse(text);
    let root = script.assertions().next().unwrap();
    (script, root)
}

/// The body and the parameters of the first definition.
fn definition(text: &str) -> (Script, TermId, Vec<VarId>) {
    let script = parse(text);
    let (_, fun) = script.arena.funs().find(|(_, f)| matches!(f.kind, FunKind::Defined { .. })).unwrap();
    let FunKind::Defined { vars, body: Some(body) } = fun.kind.clone() else { panic!("not a definition") };
    (script, body, vars)
}

/// A chain of lets, each variable defined by the one before it twice.
fn doubling(levels: usize) -> String {
    let mut text = String::from("(declare-const p Bool)(declare-const q Bool)(assert (let ((a0 (or p q))) ");
    for i in 1..=levels {
        text += &format!("(let ((a{i} (and a{j} (not a{j})))) ", j = i - 1);
    }
    text + &format!("a{levels}") + &")".repeat(levels + 2)
}

fn deep(depth: usize) -> String {
    format!(
        "(declare-const p Bool)(declare-const q Bool)(assert {}p{})",
        "(not ".repeat(depth),
        ")".repeat(depth)
    )
}

#[test]
fn substitution_renames_a_binder_that_would_capture() {
    for (body, expected) in [
        ("(forall ((x Int)) (< x y))", "(forall ((x!0 Int)) (< x!0 (+ x 1)))"),
        ("(forall ((z Int)) (< z y))", "(forall ((z Int)) (< z (+ x 1)))"),
        ("(forall ((y Int)) (< x y))", "(forall ((y Int)) (< x y))"),
        // Not the same variable, but the same name.
        ("(forall ((x Real)) (< x (to_real y)))", "(forall ((x!0 Real)) (< x!0 (to_real (+ x 1))))"),
        ("(let ((x (< y 0))) (and x (< y 1)))", "(let ((x!0 (< (+ x 1) 0))) (and x!0 (< (+ x 1) 1)))"),
        ("(let ((a y)) (forall ((x Int)) (< x a)))", "(let ((a (+ x 1))) (forall ((x Int)) (< x a)))"),
        (
            "(let ((a y)) (forall ((x Int)) (< x y a)))",
            "(let ((a (+ x 1))) (forall ((x!0 Int)) (< x!0 (+ x 1) a)))",
        ),
    ] {
        let text = format!("(define-fun f ((x Int) (y Int) (u Int)) Bool {body})");
        let (mut script, body, vars) = definition(&text);
        let x = script.arena.var_term(vars[0]);
        let one = script.arena.symbols.intern("1");
        let one = script.arena.intern(Head::Literal(LiteralKind::Numeral, one), &[], SortId::INT);
        let value = script.arena.apply(smtlib::theory::ArithOp::Add, &[], &[x, one]).unwrap();
        let mut rewriter = Rewriter::new();
        let result = rewriter.substitute(&mut script.arena, body, &[(vars[1], value)]).unwrap();
        let result_text = term_text(&script.arena, result);
        // Names count up in the whole arena.
        let plain = result_text.replace("!1", "!0").replace("!2", "!0");
        assert_eq!(plain, expected);
        assert!(is_printable(&script.arena, result, &vars), "{result_text}");
    }
}

#[test]
fn inlining_a_let_keeps_an_outer_variable_apart_from_an_inner_of_its_name() {
    let (mut script, root) =
        first("(assert (forall ((x Int)) (let ((a (+ x 1))) (exists ((x Int)) (= a x)))))");
    let result = Rewriter::new().inline_lets(&mut script.arena, root);
    assert_eq!(term_text(&script.arena, result), "(forall ((x Int)) (exists ((x!0 Int)) (= (+ x 1) x!0)))");
    assert!(alpha_eq((&script.arena, root), (&script.arena, result)));
}

#[test]
fn a_variable_that_would_hide_a_function_is_renamed() {
    let (mut script, root) = first("(declare-const c Int)(assert (let ((a c)) (forall ((c Int)) (= a c))))");
    let result = Rewriter::new().inline_lets(&mut script.arena, root);
    assert_eq!(term_text(&script.arena, result), "(forall ((c!0 Int)) (= c c!0))");
    assert!(is_printable(&script.arena, result, &[]));
}

#[test]
fn replacing_in_a_definition_renames_the_uses_of_its_variable() {
    let (mut script, root) = first(
        "(declare-const p Bool)(declare-const q Bool)(assert (let ((a (not p))) (let ((b (or a q))) (and a b))))",
    );
    let q = script.arena.funs().nth(1).unwrap().0;
    let q = script.arena.fun_term(q);
    let mut rewriter = Rewriter::new();
    let result = rewriter.replace_at(&mut script.arena, root, &Position::from(&[0, 0][..]), q).unwrap();
    assert_eq!(term_text(&script.arena, result), "(let ((a (not q))) (let ((b (or a q))) (and a b)))");
    assert!(is_printable(&script.arena, result, &[]));
}

#[test]
fn a_replacement_of_another_sort_is_typed_again_or_refused() {
    let (mut script, root) = first("(declare-const x Int)(declare-const r Real)(assert (< (+ x 1) 2))");
    let mut rewriter = Rewriter::new();
    let r = script.arena.funs().nth(1).unwrap().0;
    let r = script.arena.fun_term(r);
    let position = Position::from(&[0, 0][..]);
    let result = rewriter.replace_at(&mut script.arena, root, &position, r).unwrap();
    assert_eq!(term_text(&script.arena, result), "(< (+ r 1) 2)");
    assert_eq!(script.arena.sort_of(script.arena.term(result).args[0]), SortId::REAL);
    assert_eq!(rewriter.replace_at(&mut script.arena, root, &position, root), None);
    assert_eq!(rewriter.replace_at(&mut script.arena, root, &Position::from(&[5][..]), r), None);
}

#[test]
fn a_let_variable_put_outside_of_its_let_is_expanded() {
    let (mut script, root) = first(
        "(declare-const p Bool)(assert (and (or p p) (let ((a (not p))) (let ((b (and a a))) (or b a)))))",
    );
    let body = Position::from(&[1, 1, 1][..]).term(&script.arena, root).unwrap();
    assert_eq!(term_text(&script.arena, body), "(or b a)");
    let mut rewriter = Rewriter::new();
    let result = rewriter.replace_at(&mut script.arena, root, &Position::from(&[0][..]), body).unwrap();
    let text = "(and (or (and (not p) (not p)) (not p)) (let ((a (not p))) (let ((b (and a a))) (or b a))))";
    assert_eq!(term_text(&script.arena, result), text);
    let inside =
        rewriter.replace_at(&mut script.arena, root, &Position::from(&[1, 1, 1, 1][..]), body).unwrap();
    assert_eq!(
        term_text(&script.arena, inside),
        "(and (or p p) (let ((a (not p))) (let ((b (and a a))) (or b (or b a)))))"
    );
    let closed = rewriter.close_lets(&mut script.arena, body);
    assert_eq!(term_text(&script.arena, closed), "(or (and (not p) (not p)) (not p))");
}

#[test]
fn a_binder_inside_one_of_the_same_variable_does_not_confuse_lets_between_them() {
    let (mut script, root) = first(
        "(declare-fun f (Int) Bool)(declare-fun g (Int) Bool)\
         (assert (and (forall ((x Int)) (g x)) (forall ((x Int)) (let ((a (f x))) (or a (f 0))))))",
    );
    let at = |steps: &[u32], s: &Script, root| Position::from(steps).term(&s.arena, root).unwrap();
    let mut rewriter = Rewriter::new();
    // The first quantifier goes below the second, whose variable is the same one.
    let inner = at(&[0], &script, root);
    let nested =
        rewriter.replace_at(&mut script.arena, root, &Position::from(&[1, 0, 1, 1][..]), inner).unwrap();
    // And then a use of the let variable below both.
    let a = at(&[1, 0, 1, 0], &script, nested);
    let result =
        rewriter.replace_at(&mut script.arena, nested, &Position::from(&[1, 0, 1, 1, 0][..]), a).unwrap();
    let text = term_text(&script.arena, result);
    assert!(is_printable(&script.arena, result, &[]), "{text}");
    let again = format!("(declare-fun f (Int) Bool)(declare-fun g (Int) Bool)(assert {text})");
    let (again, other) = first(&again);
    assert!(alpha_eq((&script.arena, result), (&again.arena, other)), "{text}");
    let inlined = rewriter.inline_lets(&mut script.arena, result);
    assert!(term_text(&script.arena, inlined).contains("(or (f x) (forall ((x!0 Int)) (f x)))"));
}

#[test]
fn replacing_all_changes_definitions_and_uses_at_once() {
    let (mut script, root) = first(
        "(declare-const p Bool)(declare-const q Bool)(assert (let ((a (not p))) (and a (not p) (let ((b a)) b))))",
    );
    let (p, q) = {
        let ids: Vec<_> = script.arena.funs().map(|(id, _)| id).collect();
        (script.arena.fun_term(ids[0]), script.arena.fun_term(ids[1]))
    };
    let map: FxHashMap<TermId, TermId> = [(p, q), (q, p)].into_iter().collect();
    let mut rewriter = Rewriter::new();
    let result = rewriter.replace_all(&mut script.arena, root, &map).unwrap();
    assert_eq!(term_text(&script.arena, result), "(let ((a (not q))) (and a (not q) (let ((b a)) b)))");
    assert_eq!(rewriter.replace_all(&mut script.arena, result, &map), Some(root));
}

#[test]
fn definitions_are_inlined_without_capture() {
    let (mut script, root) = first(
        "(declare-const c Int)\
         (define-fun one () Int 1)\
         (define-fun g ((x Int)) Bool (exists ((y Int)) (= (+ x one c) y)))\
         (define-fun h ((y Int)) Bool (g (* 2 y)))\
         (define-fun-rec r ((n Int)) Int (ite (= n 0) 0 (r (- n 1))))\
         (assert (forall ((y Int) (c Int)) (and (h y) (= (r y) c))))",
    );
    let result = Rewriter::new().inline_definitions(&mut script.arena, root).unwrap();
    let text = term_text(&script.arena, result);
    assert!(is_printable(&script.arena, result, &[]), "{text}");
    assert_eq!(
        text,
        "(forall ((y Int) (c!0 Int)) (and (exists ((y!0 Int)) (= (+ (* 2 y) 1 c) y!0)) (= (r y) c!0)))"
    );
}

#[test]
fn constants_are_replaced_by_open_terms_without_capture() {
    let (mut script, body, vars) =
        definition("(declare-const c Int)(define-fun f ((x Int)) Bool (forall ((x Int)) (< x c)))");
    let c = script.arena.funs().next().unwrap().0;
    let x = script.arena.var_term(vars[0]);
    let map = [(c, smtlib::Definition { vars: vec![], body: x })].into_iter().collect();
    let result = Rewriter::new().substitute_functions(&mut script.arena, body, &map).unwrap();
    let text = term_text(&script.arena, result);
    assert!(is_printable(&script.arena, result, &vars), "{text}");
    assert!(text.ends_with(" x))") && !text.contains("((x Int))"), "{text}");
}

#[test]
fn stripping_annotations_replaces_names_by_what_they_name() {
    let source = "(declare-const p Bool)(assert (! (not p) :named n))\
        (assert (forall ((x Int)) (! (or n (> x 0)) :pattern ((> x 0)) :qid q)))(check-sat-assuming (n))";
    let mut script = parse(source);
    script.strip_annotations();
    let text = Printer::new().script_text(&script);
    assert!(text.contains("(assert (forall ((x Int)) (or (not p) (> x 0))))"), "{text}");
    assert!(text.contains("(check-sat-assuming ((not p)))"), "{text}");
}

#[test]
fn lets_are_introduced_at_the_innermost_scope_that_binds_all_variables() {
    let (mut script, root) = first(
        "(declare-const c Int)(declare-fun f (Int) Int)(assert (and (= (f (+ c 1)) 0) (forall ((x Int))\
           (! (and (< (f x) (f (+ c 1))) (> (f x) 3) (exists ((y Int)) (= (f x) (+ x y) (* 2 (+ x y)))))\
              :pattern ((f x))))))",
    );
    let result = Rewriter::new().introduce_lets(&mut script.arena, root);
    assert_eq!(
        term_text(&script.arena, result),
        "(let ((let!0 (f (+ c 1)))) (and (= let!0 0) (forall ((x Int)) (! (let ((let!1 (f x))) \
         (and (< let!1 let!0) (> let!1 3) (exists ((y Int)) (let ((let!2 (+ x y))) (= let!1 let!2 (* 2 let!2)))))) \
         :pattern ((f x))))))"
    );
    assert!(alpha_eq((&script.arena, root), (&script.arena, result)));
    assert!(is_printable(&script.arena, result, &[]));
}

#[test]
fn doubling_lets_stay_linear_in_every_operation() {
    let (mut script, root) = first(&doubling(40));
    let mut rewriter = Rewriter::new();
    let before = script.arena.term_count();
    let inlined = rewriter.inline_lets(&mut script.arena, root);
    assert!(Walk::new().post_order(&script.arena, [inlined], Lets::Kept).len() < 100);
    assert!(alpha_eq((&script.arena, root), (&script.arena, inlined)));
    let named = rewriter.introduce_lets(&mut script.arena, inlined);
    assert!(term_text(&script.arena, named).len() < 3000);
    assert!(alpha_eq((&script.arena, named), (&script.arena, inlined)));
    assert!(is_printable(&script.arena, named, &[]));
    let (p, q) = {
        let ids: Vec<_> = script.arena.funs().map(|(id, _)| id).collect();
        (script.arena.fun_term(ids[0]), script.arena.fun_term(ids[1]))
    };
    let swapped = rewriter.replace_all(&mut script.arena, root, &[(p, q)].into_iter().collect()).unwrap();
    assert!(!alpha_eq((&script.arena, root), (&script.arena, swapped)));
    let first_definition = Position::from(&[0, 0][..]);
    let at_one = rewriter.replace_at(&mut script.arena, root, &first_definition, q).unwrap();
    assert_eq!(at_one, swapped);
    assert!(script.arena.term_count() - before < 2000);
}

#[test]
fn a_million_nested_terms_do_not_overflow_the_stack() {
    let depth = 1_000_000;
    let (mut script, root) = first(&deep(depth));
    let mut rewriter = Rewriter::new();
    let (p, q) = {
        let ids: Vec<_> = script.arena.funs().map(|(id, _)| id).collect();
        (script.arena.fun_term(ids[0]), script.arena.fun_term(ids[1]))
    };
    assert_eq!(rewriter.inline_lets(&mut script.arena, root), root);
    assert_eq!(rewriter.introduce_lets(&mut script.arena, root), root);
    assert_eq!(rewriter.strip_annotations(&mut script.arena, root), root);
    assert!(is_printable(&script.arena, root, &[]));
    let swapped = rewriter.replace_all(&mut script.arena, root, &[(p, q)].into_iter().collect()).unwrap();
    let bottom = Position::find(&script.arena, root, p).unwrap();
    assert_eq!(rewriter.replace_at(&mut script.arena, root, &bottom, q), Some(swapped));
    assert!(!alpha_eq((&script.arena, root), (&script.arena, swapped)));
    assert_eq!(Positions::new(&script.arena, swapped).of_sort(SortId::BOOL).take(3).count(), 3);
}

#[test]
fn many_nested_lets_that_the_innermost_term_uses_all_stay_cheap() {
    let levels = 20_000;
    let mut text = String::from("(declare-const p Bool)(assert ");
    for i in 0..levels {
        let above = if i == 0 { "p".to_owned() } else { format!("a{}", i - 1) };
        text += &format!("(let ((a{i} (not {above}))) ");
    }
    text += "(and";
    for i in 0..levels {
        text += &format!(" a{i}");
    }
    text += ")";
    text += &")".repeat(levels + 1);
    let (mut script, root) = first(&text);
    let mut rewriter = Rewriter::new();
    assert!(is_printable(&script.arena, root, &[]));
    let inlined = rewriter.inline_lets(&mut script.arena, root);
    let named = rewriter.introduce_lets(&mut script.arena, inlined);
    assert!(term_text(&script.arena, named).len() < 3 * text.len());
    assert!(alpha_eq((&script.arena, root), (&script.arena, named)));
}

#[test]
fn a_rewriter_survives_a_rollback() {
    let (mut script, root) =
        first("(assert (forall ((x Int)) (let ((a (+ x 1))) (exists ((x Int)) (= a x)))))");
    let mut rewriter = Rewriter::new();
    let mark = script.arena.checkpoint();
    let once = rewriter.inline_lets(&mut script.arena, root);
    let text = term_text(&script.arena, once);
    for told in [false, true] {
        script.arena.rollback(mark);
        if told {
            rewriter.rolled_back(&script.arena);
        }
        let again = rewriter.inline_lets(&mut script.arena, root);
        assert_eq!(term_text(&script.arena, again), text);
    }
}

#[test]
fn alpha_equality_minds_which_variable_is_meant() {
    let equal = |a: &str, b: &str| {
        let (x, s) = first(&format!("(declare-fun f (Int Int) Bool)(assert {a})"));
        let (y, t) = first(&format!("(declare-fun f (Int Int) Bool)(assert {b})"));
        alpha_eq((&x.arena, s), (&y.arena, t))
    };
    assert!(equal("(forall ((x Int) (y Int)) (f x y))", "(forall ((u Int) (v Int)) (f u v))"));
    assert!(!equal("(forall ((x Int) (y Int)) (f x y))", "(forall ((u Int) (v Int)) (f v u))"));
    assert!(!equal(
        "(forall ((x Int)) (exists ((y Int)) (f x y)))",
        "(forall ((x Int)) (exists ((x Int)) (f x x)))"
    ));
    assert!(equal(
        "(forall ((x Int)) (let ((a (+ x 1))) (f a a)))",
        "(forall ((y Int)) (f (+ y 1) (+ y 1)))"
    ));
    assert!(!equal("(forall ((x Int)) (f x x))", "(exists ((x Int)) (f x x))"));
    assert!(!equal("(f 1 2)", "(f 1 1)"));
    let twice = "(and (forall ((x Int)) (f x 0)) (forall ((x Int)) (f 0 x)))";
    assert!(equal(twice, "(and (forall ((y Int)) (f y 0)) (forall ((x Int)) (f 0 x)))"));
    assert!(!equal(twice, "(and (forall ((y Int)) (f y 0)) (forall ((x Int)) (f x 0)))"));
}

#[test]
fn text_that_resolves_to_another_variable_is_not_printable() {
    let (mut script, root) =
        first("(assert (forall ((x Int)) (let ((a (+ x 1))) (exists ((x Int)) (= a x)))))");
    assert!(is_printable(&script.arena, root, &[]));
    // Put the definition in the place of its variable, by hand.
    let exists = Position::from(&[0, 1][..]).term(&script.arena, root).unwrap();
    let parts = script.arena.term(exists);
    let (head, sort, body) = (parts.head, parts.sort, parts.args[0]);
    let sum = Position::from(&[0, 0][..]).term(&script.arena, root).unwrap();
    let inner = script.arena.term(body).args[1];
    let equation = script.arena.apply(smtlib::theory::CoreOp::Eq, &[], &[sum, inner]).unwrap();
    let bad = script.arena.intern(head, &[equation], sort);
    assert_eq!(term_text(&script.arena, bad), "(exists ((x Int)) (= (+ x 1) x))");
    let outer = Rewriter::new().free.scoped(&script.arena, bad);
    assert_eq!(outer.len(), 1);
    assert!(!is_printable(&script.arena, bad, &outer));
    assert!(!is_printable(&script.arena, body, &outer), "a free let variable is not bound by anything");
}

#[test]
fn a_let_inside_one_of_the_same_variable_does_not_confuse_the_uses_between_them() {
    // The inner `a` is the outer one, by name and definition, and `b` belongs to the outer one.
    let (mut script, root) = first(
        "(declare-const p Bool)(declare-const q Bool)\
         (assert (let ((a (not p))) (let ((b (or a q))) (let ((a (not p))) (and a b)))))",
    );
    let q = script.arena.funs().nth(1).unwrap().0;
    let q = script.arena.fun_term(q);
    let mut rewriter = Rewriter::new();
    for (steps, expected) in [
        (&[0, 0][..], "(let ((a (not q))) (let ((b (or a q))) (let ((a!0 (not p))) (and a!0 b))))"),
        (&[1, 1, 0, 0][..], "(let ((a (not p))) (let ((b (or a q))) (let ((a (not q))) (and a b))))"),
    ] {
        let result = rewriter.replace_at(&mut script.arena, root, &Position::from(steps), q).unwrap();
        assert_eq!(term_text(&script.arena, result), expected);
        assert!(is_printable(&script.arena, result, &[]));
    }
}
