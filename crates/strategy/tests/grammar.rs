//! Generated scripts: read back, typed and placed in their logic by the parser, which knows nothing of the generator.

use proptest::prelude::*;
use smtlib::theory::Op;
use smtlib::{Features, Head, Logic, STANDARD_LOGICS, Script, TermId};
use strategy::grammar::{Generator, Grammar, GrammarError, Inquiry, Known, TESTS};
use strategy::{Test, Truth, recheck};

fn generator(logic: &str) -> Generator {
    Generator::new(Grammar::new(logic).unwrap())
}

/// Reads a script, which must be well-typed and within its logic.
fn read(text: &[u8], logic: &str) -> Script {
    let shown = || String::from_utf8_lossy(text);
    let script = Script::parse(text).unwrap_or_else(|error| panic!("{error}\n{}", shown()));
    assert!(script.type_errors.is_empty(), "{:?}\n{}", script.type_errors[0], shown());
    assert_eq!(script.opaque, 0, "{}", shown());
    let (used, allowed) = (Features::of(&script), Logic::parse(logic).unwrap().features());
    assert!(used.is_subset(allowed), "{logic} lacks {:?}\n{}", used.without(allowed), shown());
    script
}

fn logics() -> impl Iterator<Item = &'static str> {
    STANDARD_LOGICS.iter().copied().chain(["ALL", "HORN", "QF_UFDTLIA", "QF_ABVFPLRA", "UFSLIA"])
}

#[test]
fn scripts_of_every_logic_are_well_typed_and_stay_in_it() {
    for logic in logics() {
        let mut generator = generator(logic);
        generator.grammar_mut().bounds.group = 8;
        let mut text = Vec::new();
        for number in 0..200 {
            text.clear();
            generator.script(1, number, &mut text);
            read(&text, logic);
        }
    }
}

#[test]
fn arrays_of_bit_vector_logics_are_of_bit_vectors() {
    for logic in ["QF_ABV", "QF_AUFBV", "AUFBV", "ABV"] {
        let mut generator = generator(logic);
        generator.grammar_mut().bounds.group = 2;
        let mut arrays = 0;
        for number in 0..300 {
            let mut text = Vec::new();
            generator.script(5, number, &mut text);
            let text = String::from_utf8(text).unwrap();
            for sorts in text.split("(Array ").skip(1) {
                let vectors =
                    sorts.split("(_ BitVec ").skip(1).take(2).map(|it| it.split_once(')').unwrap().1);
                let vectors: Vec<&str> = vectors.collect();
                assert!(vectors[0] == " " && vectors[1].starts_with(')'), "{text}");
                arrays += 1;
            }
        }
        assert!(arrays > 100, "{logic}: {arrays}");
    }
}

#[test]
fn every_standard_operator_is_generated() {
    let mut missing: Vec<Op> = smtlib::theory::Table::get()
        .rows()
        .iter()
        .filter(|row| row.names[0].0 == smtlib::theory::Naming::Standard && !row.signature.is_special())
        .map(|row| row.op)
        .collect();
    for logic in ["ALL", "QF_UFNIRA", "QF_BVFP", "QF_BV", "QF_SLIA", "QF_BVFPLRA", "QF_UFBVLIA", "QF_AUFLIA"]
    {
        let mut generator = generator(logic);
        generator.grammar_mut().bounds.group = 4;
        for number in 0..800 {
            let mut text = Vec::new();
            generator.script(2, number, &mut text);
            let script = read(&text, logic);
            for at in 0..script.arena.term_count() {
                if let Head::Op(op, ..) = script.arena.term(TermId::from_index(at)).head {
                    missing.retain(|&other| other != op);
                }
            }
        }
    }
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn the_constructs_of_the_language_are_all_there() {
    let mut words = vec![
        "(let ",
        "(match ",
        "(forall ",
        "(exists ",
        "(define-fun ",
        "(define-fun-rec ",
        "(declare-datatypes ",
        "(par ",
        "(declare-sort ",
        "(push 1)",
        "(pop 1)",
        "(check-sat-assuming ",
        "(as P0c0 ",
        "(_ is ",
        "(declare-const ",
        "(declare-fun ",
    ];
    let mut generator = generator("UFDTLIA");
    for number in 0..2000 {
        let mut text = Vec::new();
        generator.script(3, number, &mut text);
        let text = String::from_utf8(text).unwrap();
        words.retain(|word| !text.contains(word));
    }
    assert!(words.is_empty(), "{words:?}");
}

#[test]
fn a_script_depends_on_its_numbers_alone() {
    let script = |generator: &mut Generator, number| {
        let mut text = Vec::new();
        generator.script(7, number, &mut text);
        text
    };
    let mut one = generator("QF_UFBV");
    let all: Vec<_> = (0..600).map(|number| script(&mut one, number)).collect();
    let mut other = generator("QF_UFBV");
    for number in [599, 3, 256, 255] {
        assert_eq!(script(&mut other, number), all[number as usize]);
    }
    let mut distinct = all.clone();
    distinct.sort();
    distinct.dedup();
    assert!(distinct.len() > 590, "{}", distinct.len());
}

#[test]
fn operators_and_theories_can_be_restricted() {
    let mut grammar = Grammar::new("QF_BV").unwrap();
    grammar.keep_named(&["bvmul".to_owned(), "bvult".to_owned()]).unwrap();
    let mut generator = Generator::new(grammar);
    let mut text = Vec::new();
    (0..300).for_each(|number| generator.script(1, number, &mut text));
    let text = String::from_utf8(text).unwrap();
    assert!(text.contains("(bvmul ") && text.contains("(bvult ") && !text.contains("(bvadd "));

    let mut grammar = Grammar::new("ALL").unwrap();
    grammar.keep_theories(&["strings".to_owned()]).unwrap();
    let mut generator = Generator::new(grammar);
    let mut text = Vec::new();
    (0..300).for_each(|number| generator.script(1, number, &mut text));
    let text = String::from_utf8(text).unwrap();
    assert!(
        text.contains("(str.")
            && !text.contains("BitVec")
            && !text.contains("Real")
            && !text.contains("forall")
    );
}

#[test]
fn what_cannot_be_generated_is_refused_by_name() {
    let refused = |logic: &str| Grammar::new(logic).unwrap_err().to_string();
    assert!(refused("QF_XYZ").contains("QF_XYZ"));
    let mut grammar = Grammar::new("QF_BV").unwrap();
    assert_eq!(grammar.keep_named(&["bvad".to_owned()]), Err(GrammarError::Operator("bvad".to_owned())));
    assert!(grammar.keep_named(&["bvredor".to_owned()]).is_err());
    assert!(grammar.keep_theories(&["bits".to_owned()]).unwrap_err().to_string().contains("bv"));
}

#[test]
fn no_bytes_mean_the_smallest_script() {
    let mut text = Vec::new();
    generator("QF_LIA").decode(&[], &mut text);
    assert!(text.len() < 80, "{}", String::from_utf8_lossy(&text));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_mean_a_valid_script(bytes in prop::collection::vec(any::<u8>(), 0..600), at in 0usize..200) {
        let all: Vec<_> = logics().collect();
        let logic = all[at % all.len()];
        let mut text = Vec::new();
        generator(logic).decode(&bytes, &mut text);
        read(&text, logic);
    }

    #[test]
    fn any_bytes_mean_a_test_whose_truth_holds(bytes in prop::collection::vec(any::<u8>(), 0..600), at in 0usize..200) {
        let all: Vec<_> = logics().collect();
        let logic = all[at % all.len()];
        let mut known = Known::new(generator(logic));
        let mut test = Test::default();
        known.decode(&bytes, &mut test);
        read(&test.text, logic);
        prop_assert!(!test.checks.is_empty());
        prop_assert!(recheck(&test.text, &test.checks).is_ok());
        let layout = known.layout(&bytes, None);
        prop_assert!(layout.bytes.len() <= bytes.len() && layout.cuts.is_sorted());
        prop_assert!(layout.parts.iter().all(|part| part.range.end <= layout.bytes.len()));

        // The record alone makes it again, whatever was made in between.
        let choices = test.provenance.choices().unwrap();
        prop_assert_eq!(&choices, &bytes[..layout.bytes.len()]);
        let mut again = Test::default();
        known.decode(&[1, 2, 3, 4, 5, 6], &mut again);
        known.decode(&choices, &mut again);
        prop_assert_eq!(again.text, test.text);
        prop_assert_eq!(again.checks, test.checks);
        prop_assert_eq!(again.provenance, test.provenance);
    }
}

#[test]
fn bytes_mean_tests_of_every_kind() {
    let mut known = Known::new(generator("QF_LIA"));
    let (mut open, mut sat, mut unsat, mut scopes) = (0, 0, 0, 0);
    for kind in 0..=255 {
        let bytes: Vec<u8> = (0..200u32).map(|at| (at * 37 + u32::from(kind) * 11) as u8).collect();
        let mut test = Test::default();
        known.decode(&[&[kind, 0, 0], &bytes[..]].concat(), &mut test);
        open += usize::from(test.checks.iter().all(|check| check.truth == Truth::Unknown));
        sat += usize::from(test.checks.iter().any(|check| matches!(check.truth, Truth::Sat(_))));
        unsat += usize::from(test.checks.iter().any(|check| matches!(check.truth, Truth::Unsat(_))));
        scopes += usize::from(test.checks.len() > 1);
    }
    assert!([open, sat, unsat, scopes].iter().all(|&count| count > 20), "{open} {sat} {unsat} {scopes}");
}

#[test]
fn known_answers_hold_on_the_printed_bytes() {
    for logic in logics().filter(|logic| *logic != "HORN") {
        let mut generator = generator(logic);
        generator.grammar_mut().bounds.group = 2;
        let mut known = Known::new(generator);
        let (mut test, mut sat, mut unsat) = (Test::default(), 0, 0);
        for number in 0..12 {
            let Some(visit) = known.visit(5, number) else { continue };
            for instance in 0..TESTS {
                visit.test(instance, &mut test);
                read(&test.text, logic);
                let shown = String::from_utf8_lossy(&test.text);
                recheck(&test.text, &test.checks).unwrap_or_else(|doubt| panic!("{doubt}\n{shown}"));
                for check in &test.checks {
                    match check.truth {
                        Truth::Sat(_) => sat += 1,
                        Truth::Unsat(_) => unsat += 1,
                        // The script as it comes.
                        Truth::Unknown if instance + 1 == TESTS => {}
                        ref other => panic!("{other:?}"),
                    }
                }
            }
        }
        assert!(sat >= 12 && unsat >= 10, "{logic}: {sat} sat, {unsat} unsat");
    }
}

#[test]
fn what_is_asked_comes_last_and_is_allowed() {
    let mut seen = Vec::new();
    for logic in logics() {
        let mut generator = generator(logic);
        let plain = |generator: &mut Generator, number| {
            let mut text = Vec::new();
            generator.script(3, number, &mut text);
            text
        };
        assert!(!String::from_utf8_lossy(&plain(&mut generator, 0)).contains("(get-"));
        generator.grammar_mut().inquiries = Inquiry::all().collect();
        for number in 0..40 {
            let text = plain(&mut generator, number);
            read(&text, logic);
            let text = String::from_utf8_lossy(&text);
            let asked = text.lines().last().unwrap_or_default().split([' ', ')']).next().unwrap_or_default();
            if asked.starts_with("(get-") {
                assert!(text.starts_with("(set-option :produce-"), "{text}");
                seen.push(asked.to_owned());
            }
        }
    }
    seen.sort();
    seen.dedup();
    let all = [
        "(get-assignment",
        "(get-model",
        "(get-objectives",
        "(get-proof",
        "(get-unsat-assumptions",
        "(get-unsat-core",
        "(get-value",
    ];
    assert_eq!(seen, all);
}
