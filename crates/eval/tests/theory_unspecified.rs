//! What the standard leaves open is a function of its arguments: chosen once, the same each time, recorded in the
//! model, and obeyed where a model fixes it.

use eval::bitvec::BitVec;
use eval::float::{Float, Format};
use eval::number::{Int, Real};
use eval::{Choice, Evaluator, Missing, Model, Unknown, Value};
use smtlib::{FunId, Script};

const PRELUDE: &str = "
    (declare-datatypes ((D 0)) (((a (f Int)) (b (g Int)))))
    (define-fun pz () Float16 (_ +zero 5 11))
    (define-fun nz () Float16 (_ -zero 5 11))
    (define-fun nan () Float16 (_ NaN 5 11))
    (define-fun big () Float16 ((_ to_fp 5 11) RNE 1000.0))
    (define-fun none () (Set Int) (as set.empty (Set Int)))
    (define-fun s () (Set Int) (set.insert 1 (set.singleton 2)))";

fn script(assertion: &str) -> Script {
    let script = Script::parse(format!("{PRELUDE}(assert {assertion})").as_bytes()).expect(assertion);
    assert_eq!(script.type_errors, [], "{assertion}");
    script
}

fn selector(script: &Script, name: &str) -> FunId {
    script.arena.funs().find(|(_, fun)| script.arena.name(fun.name) == name).expect(name).0
}

fn evaluator(script: &Script) -> Evaluator<'_> {
    Evaluator::new(&script.arena, &script.assertions().collect::<Vec<_>>())
}

fn int(value: i64) -> Value {
    Value::Int(Int::from(value))
}

fn real(value: i64) -> Value {
    Value::Real(Real::from(value))
}

/// A term whose value is open for its arguments.
const OPEN: &[&str] = &[
    "(/ 1.0 0.0)",
    "(/ 8.0 0.0 2.0)",
    "(div 1 0)",
    "(mod 1 0)",
    "(div 1.5 0.5)",
    "(mod 1.5 0.5)",
    "(rem 1 0)",
    "(/0 1.0 0.0)",
    "(div0 1 0)",
    "(mod0 1 0)",
    "(rem0 1 0)",
    "(^ 0 0)",
    "(^ 2 (- 1))",
    "(^ 0.0 0.0)",
    "(^ 0.0 (- 1.0))",
    "(^ (- 8.0) (/ 1.0 3.0))",
    "((_ fp.to_ubv 8) RNE nan)",
    "((_ fp.to_ubv 8) RNE big)",
    "((_ fp.to_ubv 8) RTN ((_ to_fp 5 11) RNE (- 0.5)))",
    "((_ fp.to_sbv 8) RNE big)",
    "(fp.to_real nan)",
    "(fp.to_real (_ -oo 5 11))",
    "(fp.min pz nz)",
    "(fp.max nz pz)",
    "(fp.to_ieee_bv nan)",
    "(g (a 1))",
    "(seq.nth (seq.unit 1) 1)",
    "(seq.nth (seq.unit 1) (- 1))",
    "(seq.nth \"abc\" 3)",
    "(set.choose none)",
    "(set.choose s)",
    "(bag.choose (as bag.empty (Bag Int)))",
    "(array-ext ((as const (Array Int Int)) 0) ((as const (Array Int Int)) 1))",
];

#[test]
fn an_open_result_is_chosen_once_and_recorded() {
    for term in OPEN {
        let script = script(&format!("(= {term} {term})"));
        let mut evaluator = evaluator(&script);
        assert_eq!(evaluator.value(0), Ok(Value::Bool(true)), "{term}");
        assert_eq!(evaluator.chosen(), 1, "{term}");
        assert_eq!(evaluator.model().choices().count(), 1, "{term}");
    }
}

#[test]
fn an_open_result_is_unknown_where_nothing_may_be_chosen() {
    for term in OPEN {
        let script = script(&format!("(= {term} {term} {term})"));
        let mut evaluator = evaluator(&script).with_missing(Missing::Unknown);
        assert!(
            matches!(evaluator.value(0), Err(Unknown::Unspecified(_))),
            "{term}: {:?}",
            evaluator.value(0)
        );
    }
}

#[test]
fn a_model_fixes_an_open_result_for_its_arguments_only() {
    let half = Format::HALF;
    let (pz, nz) = (Value::from(Float::zero(half, false)), Value::from(Float::zero(half, true)));
    let rne = Value::RoundingMode(eval::float::RoundingMode::Rne);
    let nan = Value::from(Float::nan(half));
    let byte = |bits: u64| Value::BitVec(BitVec::from_u64(8, bits));
    let set = Value::Set(std::sync::Arc::new([int(1), int(2)].into()));
    let wrong = script("true");
    let g = selector(&wrong, "g");
    let a1 = Value::Data(std::sync::Arc::new(eval::Data {
        constructor: selector(&wrong, "a"),
        fields: [int(1)].into(),
    }));
    let one = Value::Seq([int(1)].into());
    for (choice, args, result, assertion) in [
        (Choice::DivByZero, vec![real(1)], real(7), "(and (= (/ 1.0 0.0) 7.0) (= (/ 2.0 0.0) 0.0))"),
        (Choice::DivByZero, vec![real(4)], real(6), "(= (/ 8.0 2.0 0.0 3.0) 2.0)"),
        (Choice::DivByZero, vec![real(1)], int(7), "(= (/0 1.0 0.0) 7.0)"),
        (
            Choice::IntDivByZero,
            vec![int(1)],
            int(7),
            "(and (= (div 1 0) 7) (= (div0 1 0) 7) (= (div 2 0) 0))",
        ),
        (Choice::ModByZero, vec![int(1)], int(7), "(and (= (mod 1 0) 7) (= (mod 2 0) 0))"),
        (Choice::RemByZero, vec![int(1)], int(7), "(= (rem 1 0) 7)"),
        (Choice::Power, vec![int(0), int(0)], int(7), "(= (^ 0 0) 7)"),
        (
            Choice::FloatToUbv(8),
            vec![rne.clone(), nan.clone()],
            byte(7),
            "(= ((_ fp.to_ubv 8) RNE nan) #x07)",
        ),
        (
            Choice::FloatToUbv(8),
            vec![rne.clone(), nan.clone()],
            byte(7),
            "(= ((_ fp.to_ubv 8) RTZ nan) #x00)",
        ),
        (Choice::FloatToSbv(8), vec![rne, nan.clone()], byte(7), "(= ((_ fp.to_sbv 8) RNE nan) #x07)"),
        (Choice::FloatToReal, vec![nan.clone()], real(7), "(= (fp.to_real nan) 7.0)"),
        (Choice::FloatMin, vec![pz.clone(), nz.clone()], nz.clone(), "(= (fp.min pz nz) nz)"),
        (Choice::FloatMax, vec![pz.clone(), nz.clone()], pz.clone(), "(= (fp.max pz nz) pz)"),
        (Choice::FloatMax, vec![pz.clone(), nz], pz.clone(), "(= (fp.max nz pz) pz)"),
        (
            Choice::NanBits,
            vec![nan],
            Value::BitVec(BitVec::from_u64(16, 0x7e01)),
            "(= (fp.to_ieee_bv nan) #x7e01)",
        ),
        (Choice::Selector(g), vec![a1], int(7), "(= (g (a 1)) 7)"),
        (Choice::SeqNth, vec![one, int(5)], int(7), "(= (seq.nth (seq.unit 1) 5) 7)"),
        (Choice::SetChoose, vec![set], int(2), "(= (set.choose s) 2)"),
    ] {
        let script = script(assertion);
        let mut model = Model::new();
        model.fix(choice, args.into(), result);
        let mut evaluator = evaluator(&script);
        evaluator.set_model(model);
        assert_eq!(evaluator.value(0), Ok(Value::Bool(true)), "{assertion}");
    }
}

#[test]
fn a_choice_is_plausible_where_the_standard_narrows_it() {
    for assertion in [
        "(fp.isZero (fp.min pz nz))",
        "(fp.isZero (fp.max pz nz))",
        "(fp.isNaN ((_ to_fp 5 11) (fp.to_ieee_bv nan)))",
        "(set.member (set.choose s) s)",
        "(= (^ 0 0) 1)",
    ] {
        assert_eq!(evaluator(&script(assertion)).value(0), Ok(Value::Bool(true)), "{assertion}");
    }
}

#[test]
fn what_no_document_settles_is_unknown() {
    for assertion in [
        "(= (/0 1.0 2.0) 0.0)",
        "(= (sqrt (- 1.0)) 0.0)",
        "(= (sin 1.0) 0.0)",
        "(= (^ 2.0 (sqrt 2.0)) 0.0)",
        "(= ((_ to_fp 5 11) 0.1) pz)",
        "(= (default (store ((as const (Array Bool Int)) 0) true 1)) 0)",
        "(= (char.from_bv #b111111111111111111) (_ Char 1))",
        "(= (set.fold (lambda ((x Int) (y Int)) x) 0 s) 1)",
        "(= (bag.partition (lambda ((x Int) (y Int)) (< x y)) (bag 1 1)) (as bag.empty (Bag (Bag Int))))",
        "(set.is_empty (rel.join_image (set.singleton (tuple 1 2)) 0))",
        "(str.in_re \"a\" (re.loop (str.to_re \"a\") (- 1) 2))",
    ] {
        let script = script(assertion);
        let value = evaluator(&script).value(0);
        assert!(matches!(value, Err(Unknown::Inexact(_))), "{assertion}: {value:?}");
    }
}

#[test]
fn results_beyond_the_limits_are_unknown() {
    for assertion in [
        "(= (^ 3 100000000000000000000) 0)",
        "(= (^ 3.0 100000000.0) 0.0)",
        "(= (int.pow2 100000000000000000000) 0)",
        "(fp.isNaN ((_ to_fp 61 8) RNE 1.0))",
        "(fp.isNaN (_ NaN 8 4000000000))",
        "(= ((_ to_fp 5 11) RNE 1.0 1000000000000) pz)",
        "(= (fp.to_real (fp #b0 #b111111111111111111111111111111111111111110 #b1)) 0.0)",
        "(= (bag.fold (lambda ((x Int) (y Int)) y) 0 (bag 1 1000000000000)) 0)",
        "(= (^ 2.0 (/ 1.0 1000.0)) 0.0)",
    ] {
        let script = script(assertion);
        let value = evaluator(&script).value(0);
        assert!(matches!(value, Err(Unknown::Limit(_))), "{assertion}: {value:?}");
    }
}

#[test]
fn the_negated_exclusive_or_of_one_argument_has_no_meaning() {
    // The standard asks for two; Z3 takes one, and negates it.
    for bits in ["#b01", "(concat #x0123456789abcdef #b01)"] {
        let script = script(&format!("(= (bvxnor {bits}) {bits})"));
        assert!(matches!(evaluator(&script).value(0), Err(Unknown::Opaque(_))), "{bits}");
    }
}
