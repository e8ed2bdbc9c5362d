//! Real releases, asked what they know. Fetched through the catalogue; without a network, those that are not here are
//! skipped and named.

mod support;

use std::time::Duration;

use smtlib::theory::{ArithOp, BvOp, FloatOp, Op, RegexOp, SeqOp, SetOp, StringOp, Table};
use smtlib::{Printer, Script};
use solver::answer::expected;
use solver::backend::{BackendKind, Found, Request};
use solver::catalogue::Catalogue;
use solver::knowledge::{Construct, Knowledge};
use solver::process::Limits;

fn asked(text: &str) -> Option<(Found, Knowledge)> {
    let found = support::found(text)?;
    let catalogue = Catalogue::open_default().unwrap();
    let knowledge = Knowledge::of(&found, &catalogue, Duration::from_secs(20)).unwrap();
    assert!(knowledge.was_asked(), "{text} takes part in the questions");
    let names: usize = Table::get().rows().iter().map(|row| row.names.len()).sum();
    let known = |row: &smtlib::theory::Row| {
        (0..row.names.len()).filter(|&spelling| knowledge.knows_name(row.op, spelling as u8)).count()
    };
    let known: usize = Table::get().rows().iter().map(known).sum();
    eprintln!("{text}: {known} of {names} names");
    // Asked once: the second time it is remembered.
    assert_eq!(Knowledge::of(&found, &catalogue, Duration::ZERO).unwrap(), knowledge, "{text}");
    Some((found, knowledge))
}

fn known(knowledge: &Knowledge, ops: &[Op]) -> Vec<bool> {
    ops.iter().map(|&op| knowledge.knows(op)).collect()
}

/// The answers to a script that is printed in the release's dialect.
fn answers(found: &Found, knowledge: &Knowledge, source: &str) -> String {
    let script = Script::parse(source.as_bytes()).unwrap();
    assert_eq!(knowledge.can_express(&script), Ok(()), "{source}");
    let text = Printer::new().dialect(knowledge.dialect().clone()).script_text(&script);
    let mut backend = found.open(BackendKind::Spawn { incremental: false }).unwrap();
    let limits = Limits::default();
    let expected = expected(&script);
    let run = backend.run(&Request { input: text.as_bytes(), expected: &expected, limits: &limits });
    String::from_utf8_lossy(&run.stdout).trim().to_owned()
}

const STRINGS: &str = "(set-logic QF_S)
    (assert (str.in_re \"\\u{41}\\x\" (re.++ (str.to_re \"A\") re.allchar (str.to_re \"x\"))))
    (assert (= (str.to_int (str.from_int 7)) 7))
    (assert (= (str.len \"\\u{41}\\x\") 3))
    (check-sat)";

#[test]
fn z3_4_8_7_has_only_the_old_names_of_strings() {
    let Some((found, knowledge)) = asked("z3@4.8.7") else { return };
    for (op, spelling) in
        [(Op::from(RegexOp::InRe), 0), (RegexOp::ToRe.into(), 0), (StringOp::ToInt.into(), 0)]
    {
        assert!(knowledge.knows(op) && !knowledge.knows_name(op, spelling), "{}", op.name());
    }
    assert!(knowledge.has_legacy_strings());
    // Its `"\\x00"` has one letter, the standard's has four, also where it is only in a model.
    let printed = b"sat\n((define-fun b () String \"\\x00\"))";
    assert!(!knowledge.reads_strings_by_the_standard(b"(declare-const b String)(check-sat)", printed));
    assert!(knowledge.reads_strings_by_the_standard(b"(declare-const i Int)(check-sat)", b"sat\n"));
    assert!(!knowledge.knows(StringOp::IsDigit.into()) && !knowledge.knows(SetOp::Choose.into()));
    assert!(!knowledge.knows(BvOp::Nego.into()));
    // As it is written, it is an error to this release; in its dialect, it is answered.
    assert_eq!(answers(&found, &knowledge, STRINGS), "sat");
    let missing = knowledge.can_express(&Script::parse(b"(assert (str.is_digit \"1\"))").unwrap());
    assert_eq!(missing.unwrap_err().to_string(), "`str.is_digit`");
}

#[test]
fn z3_4_8_12_has_the_standards_names() {
    let Some((found, knowledge)) = asked("z3@4.8.12") else { return };
    let names = [Op::from(RegexOp::InRe), StringOp::ToInt.into(), StringOp::IsDigit.into()];
    assert!(names.iter().all(|&op| knowledge.knows_name(op, 0)));
    assert!(!knowledge.has_legacy_strings());
    assert!(knowledge.reads_as_written(&Script::parse(STRINGS.as_bytes()).unwrap()));
    assert_eq!(answers(&found, &knowledge, STRINGS), "sat");
}

#[test]
fn the_newest_z3_knows_what_the_standard_has() {
    let Some((_, knowledge)) = asked("z3") else { return };
    for row in Table::get().rows() {
        let standard = row.names.iter().any(|(naming, _)| *naming == smtlib::theory::Naming::Standard);
        // No Z3 has this one.
        let expected = standard && row.op != ArithOp::Divisible.into();
        assert!(!expected || knowledge.knows(row.op), "{}", row.name());
    }
    assert!(knowledge.knows(SeqOp::Map.into()) && !knowledge.knows(SetOp::Choose.into()));
    assert!(!knowledge.has(Construct::Bag) && knowledge.has(Construct::AssertSoft));
}

#[test]
fn yices_has_no_strings_and_no_floats() {
    let Some((_, knowledge)) = asked("yices") else { return };
    let has = [Op::from(ArithOp::Add), ArithOp::IntDiv.into(), BvOp::Udiv.into()];
    assert_eq!(known(&knowledge, &has), [true; 3]);
    let lacks = [Op::from(StringOp::Len), FloatOp::Add.into(), SeqOp::Len.into()];
    assert_eq!(known(&knowledge, &lacks), [false; 3]);
    assert!(knowledge.has(Construct::Int) && !knowledge.has(Construct::Float));
    assert!(!knowledge.has(Construct::AssertSoft));
}

#[test]
fn bitwuzla_has_no_numbers_but_bits() {
    let Some((_, knowledge)) = asked("bitwuzla") else { return };
    let has = [Op::from(BvOp::Nego), FloatOp::Fma.into(), FloatOp::FromReal.into()];
    assert_eq!(known(&knowledge, &has), [true; 3]);
    assert_eq!(known(&knowledge, &[ArithOp::Add.into(), StringOp::Len.into()]), [false; 2]);
    assert!(!knowledge.has(Construct::Int) && knowledge.has(Construct::Forall));
}
