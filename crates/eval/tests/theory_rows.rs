//! Every row of the signature table has a meaning: examples in `theory_examples/`, one file for each theory, whose
//! assertions are all true, and a short list of the operators that have no exact value.

use std::collections::BTreeSet;
use std::path::Path;

use eval::{Evaluator, Unknown, Value};
use smtlib::theory::{ExtensionOp, Op, SetOp, Table, TranscendentalOp};
use smtlib::{Head, Script, TermId, term_text};

fn parse(source: &[u8], name: &str) -> Script {
    let script = Script::parse(source).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(script.type_errors, [], "{name}");
    script
}

fn examples() -> Vec<(String, Script)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/theory_examples");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("the examples").map(|file| file.unwrap().path()).collect();
    files.sort();
    let script = |path: &Path| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let script = parse(&std::fs::read(path).unwrap(), &name);
        (name, script)
    };
    files.iter().map(|path| script(path)).collect()
}

/// The operators of all terms of a script.
fn operators(script: &Script) -> impl Iterator<Item = Op> {
    (0..script.arena.term_count()).filter_map(|i| match script.arena.term(TermId::from_index(i)).head {
        Head::Op(op, ..) => Some(op),
        _ => None,
    })
}

#[test]
fn all_examples_are_true() {
    let mut wrong = Vec::new();
    for (name, script) in examples() {
        let roots: Vec<TermId> = script.assertions().collect();
        assert!(!roots.is_empty(), "{name}");
        let mut evaluator = Evaluator::new(&script.arena, &roots);
        for (i, &root) in roots.iter().enumerate() {
            let value = evaluator.value(i);
            if value != Ok(Value::Bool(true)) {
                wrong.push(format!("{name}: {} is {value:?}", term_text(&script.arena, root)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Operators without an exact value, why, and a term that shows it.
fn inexact() -> Vec<(Op, &'static str, &'static str)> {
    let irrational = "never algebraic at a rational point";
    let open = "some order, which the script does not determine";
    let sizes = "a statement about the sizes of the model's sorts";
    let heap = "separation logic: our models have no heap";
    vec![
        (TranscendentalOp::Pi.into(), irrational, "(> real.pi 3.0)"),
        (TranscendentalOp::Euler.into(), irrational, "(> euler 2.0)"),
        (TranscendentalOp::Csc.into(), irrational, "(= (csc 1.0) 0.0)"),
        (TranscendentalOp::Cot.into(), irrational, "(= (cot 1.0) 0.0)"),
        (TranscendentalOp::Arccsc.into(), irrational, "(= (arccsc 1.0) 0.0)"),
        (TranscendentalOp::Arccot.into(), irrational, "(= (arccot 1.0) 0.0)"),
        (
            SetOp::Universe.into(),
            "cvc5 leaves open which set it is",
            "(set.member 1 (as set.universe (Set Int)))",
        ),
        (
            SetOp::Complement.into(),
            "relative to the universe",
            "(set.member 1 (set.complement (set.singleton 1)))",
        ),
        (ExtensionOp::PartialOrder.into(), open, "((_ partial-order 0) 1 2)"),
        (ExtensionOp::LinearOrder.into(), open, "((_ linear-order 0) 1 2)"),
        (ExtensionOp::TreeOrder.into(), open, "((_ tree-order 0) 1 2)"),
        (ExtensionOp::PiecewiseOrder.into(), open, "((_ piecewise-linear-order 0) 1 2)"),
        (
            ExtensionOp::TransitiveClosure.into(),
            "a closure over a whole sort, mostly infinite",
            "((_ transitive-closure r) 1 2)",
        ),
        (ExtensionOp::FmfCard.into(), sizes, "(_ fmf.card U 1)"),
        (ExtensionOp::FmfCardOf.into(), sizes, "(fmf.card u 1)"),
        (ExtensionOp::CombinedCard.into(), sizes, "(_ fmf.combined_card 1)"),
        (ExtensionOp::SepNil.into(), heap, "(= (as sep.nil Int) 0)"),
        (ExtensionOp::SepEmp.into(), heap, "sep.emp"),
        (ExtensionOp::SepEmpOf.into(), heap, "(_ emp Int Int)"),
        (ExtensionOp::PointsTo.into(), heap, "(pto 1 2)"),
        (ExtensionOp::Star.into(), heap, "(sep true true)"),
        (ExtensionOp::Wand.into(), heap, "(wand true true)"),
    ]
}

#[test]
fn operators_without_an_exact_value_say_so() {
    for (op, _, term) in inexact() {
        let source =
            format!("(declare-sort U 0)(declare-const u U)(declare-fun r (Int Int) Bool)(assert {term})");
        let script = parse(source.as_bytes(), term);
        assert!(operators(&script).any(|found| found == op), "{term}");
        let roots: Vec<TermId> = script.assertions().collect();
        assert_eq!(Evaluator::new(&script.arena, &roots).value(0), Err(Unknown::Inexact(op)), "{term}");
    }
}

#[test]
fn every_row_has_an_example_or_is_listed_as_inexact() {
    let scripts = examples();
    let evaluated: BTreeSet<Op> = scripts.iter().flat_map(|(_, script)| operators(script)).collect();
    let listed: BTreeSet<Op> = inexact().into_iter().map(|(op, ..)| op).collect();
    let missing: Vec<&str> = Table::get()
        .rows()
        .iter()
        .filter(|row| !evaluated.contains(&row.op) && !listed.contains(&row.op))
        .map(|row| row.name())
        .collect();
    assert_eq!(missing, [""; 0]);
    let both: Vec<&str> = listed.intersection(&evaluated).map(|op| op.name()).collect();
    assert_eq!(both, [""; 0], "listed as inexact, yet evaluated");
}
