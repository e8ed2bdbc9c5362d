//! The questions in their order: each builds on what is known by then.

use std::collections::BTreeSet;

use smtlib::theory::{CoreOp, Op, Table};

use super::ask::{Asker, Silent};
use super::question::{Question, Words};
use super::{Construct, Knowledge};

/// Logics that hold everything, or as much as a solver has.
const LOGICS: &[&str] = &["(set-logic ALL)", "(set-logic QF_AUFBV)", "(set-logic QF_BV)"];
const HIGHER_ORDER_LOGIC: &str = "(set-logic HO_ALL)";

/// Sorts that others are made of.
const ELEMENTS: &[Construct] = &[Construct::BitVec, Construct::Int, Construct::Real];
/// Those that use what others declare.
const LATE: &[Construct] = &[Construct::Comprehension, Construct::Match];
/// Those that a solver refuses only when it is to solve them.
const ALONE: &[Construct] = &[Construct::HalfFloat, Construct::OtherFloat];
const HIGHER_ORDER: &[Construct] = &[Construct::FunctionSort, Construct::Lambda];

/// A list that the questions about datatypes use, in the new and in the old style.
const LIST: &str =
    "(declare-datatypes ((D 0)) (((d_nil) (d_cons (d_head {E}) (d_tail D)))))(declare-fun k_list () D)";
const OLD_LIST: &str =
    "(declare-datatypes () ((D d_nil (d_cons (d_head {E}) (d_tail D)))))(declare-fun k_list () D)";

/// Asks a solver everything. `once` starts it without the arguments for more than one check: cvc5 has no heaps with them.
pub(super) fn interview(asker: &mut Asker<'_>, once: &mut Asker<'_>) -> Result<Knowledge, Silent> {
    let logic = logic(asker, LOGICS)?;
    let mut known = BTreeSet::new();
    let mut words = Words::USUAL;
    constructs(asker, logic, ELEMENTS, words, &mut known)?;
    let first = |sorts: &[Construct]| sorts.iter().copied().find(|sort| known.contains(sort));
    // `Bool` is known to all.
    words.element = first(ELEMENTS).filter(|sort| *sort != Construct::Real).unwrap_or(Construct::DefineFun);
    words.number = first(&ELEMENTS[1..]).unwrap_or(Construct::Int);
    let asked_apart = [ELEMENTS, LATE, HIGHER_ORDER, ALONE].concat();
    let others: Vec<Construct> =
        Construct::ALL.iter().copied().filter(|construct| !asked_apart.contains(construct)).collect();
    constructs(asker, logic, &others, words, &mut known)?;
    for &construct in ALONE {
        if says_sat(asker, logic, construct.script())? {
            known.insert(construct);
        }
    }
    words.regex = membership(asker, logic, &known)?;
    let prelude = prelude(logic, words, &known);
    constructs(asker, &prelude, LATE, words, &mut known)?;
    let (higher_order, others): (Vec<Question>, Vec<Question>) =
        questions(words).partition(|question| question.higher_order);
    let (heaps, first_order): (Vec<Question>, Vec<Question>) =
        others.into_iter().partition(|question| question.needs.contains(&Construct::Heap));
    let mut names = vec![0; Table::get().rows().len()];
    ask_all(asker, &prelude, &first_order, &known, words, &mut names)?;
    let with_heap = format!("{logic}\n{}", words.fill(Construct::Heap.script()));
    ask_all(once, &with_heap, &heaps, &known, words, &mut names)?;
    let logic = self::logic(asker, &[HIGHER_ORDER_LOGIC, logic])?;
    constructs(asker, logic, HIGHER_ORDER, words, &mut known)?;
    let prelude = self::prelude(logic, words, &known);
    ask_all(asker, &prelude, &higher_order, &known, words, &mut names)?;
    // Who does not know this does not understand the questions.
    if names[Op::from(CoreOp::Not).index()] == 0 {
        return Err(Silent);
    }
    let legacy = known.contains(&Construct::String) && reads_legacy_escapes(asker, logic)?;
    Ok(Knowledge::new(names, known, legacy))
}

/// A question about each name of each operator.
pub(super) fn questions(words: Words) -> impl Iterator<Item = Question> {
    Table::get().rows().iter().flat_map(move |row| {
        (0..row.names.len()).map(move |spelling| Question::about(row.op, spelling as u8, words))
    })
}

fn logic(asker: &mut Asker<'_>, candidates: &[&'static str]) -> Result<&'static str, Silent> {
    for logic in candidates {
        // As a question, not as the prelude: an error must be seen.
        if asker.ask("", &[logic])? == [true] {
            return Ok(logic);
        }
    }
    Ok("")
}

fn constructs(
    asker: &mut Asker<'_>,
    prelude: &str,
    asked: &[Construct],
    words: Words,
    known: &mut BTreeSet<Construct>,
) -> Result<(), Silent> {
    let scripts: Vec<String> = asked.iter().map(|construct| words.fill(construct.script())).collect();
    let scripts: Vec<&str> = scripts.iter().map(String::as_str).collect();
    let answers = asker.ask(prelude, &scripts)?;
    known.extend(asked.iter().zip(answers).filter(|(_, accepted)| *accepted).map(|(construct, _)| construct));
    Ok(())
}

/// Its names for membership in a regular language and for the language of one string.
fn membership(
    asker: &mut Asker<'_>,
    logic: &str,
    known: &BTreeSet<Construct>,
) -> Result<(&'static str, &'static str), Silent> {
    if known.contains(&Construct::String) {
        let asked: Vec<(Words, String)> = (0..).map_while(Question::about_membership).collect();
        let scripts: Vec<&str> = asked.iter().map(|(_, script)| script.as_str()).collect();
        let answers = asker.ask(logic, &scripts)?;
        if let Some(((words, _), _)) = asked.iter().zip(answers).find(|(_, accepted)| *accepted) {
            return Ok(words.regex);
        }
    }
    Ok(Words::USUAL.regex)
}

/// The constants that questions use, of the sorts that are known.
fn prelude(logic: &str, words: Words, known: &BTreeSet<Construct>) -> String {
    let declares = |construct: &&Construct| construct.script().starts_with("(declare-fun k_");
    let mut text = logic.to_owned();
    let mut line = |script: &str| {
        text.push('\n');
        text.push_str(&words.fill(script));
    };
    known.iter().filter(declares).for_each(|construct| line(construct.script()));
    if known.contains(&Construct::Array) {
        line("(declare-fun k_flags () (Array {E} Bool))");
    }
    if known.contains(&Construct::Datatypes) {
        line(LIST);
    } else if known.contains(&Construct::OldDatatypes) {
        line(OLD_LIST);
    }
    text
}

fn ask_all(
    asker: &mut Asker<'_>,
    prelude: &str,
    questions: &[Question],
    known: &BTreeSet<Construct>,
    words: Words,
    names: &mut [u8],
) -> Result<(), Silent> {
    // `Bool` as the sort of elements is no construct of its own.
    let has = |construct: &Construct| known.contains(construct) || *construct == words.element;
    let asked: Vec<&Question> = questions.iter().filter(|question| question.needs.iter().all(has)).collect();
    let scripts: Vec<&str> = asked.iter().map(|question| question.script.as_str()).collect();
    let answers = asker.ask(prelude, &scripts)?;
    for (question, accepted) in asked.into_iter().zip(answers) {
        names[question.op.index()] |= u8::from(accepted) << question.spelling;
    }
    Ok(())
}

/// Whether `\x41` is one character: SMT-LIB 2.6, theory UnicodeStrings, says that it is four.
fn reads_legacy_escapes(asker: &mut Asker<'_>, logic: &str) -> Result<bool, Silent> {
    says_sat(asker, logic, "(assert (= (str.len \"\\x41\") 1))(check-sat)")
}

/// Whether it finds a script of its own satisfiable.
fn says_sat(asker: &mut Asker<'_>, logic: &str, script: &str) -> Result<bool, Silent> {
    let output = asker.run(&format!("{logic}\n{script}\n"))?;
    Ok(output.split(|&byte| byte == b'\n').any(|line| line.trim_ascii() == b"sat"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use smtlib::{Head, Script, TermId};

    /// Every row has, for each of its names, a question that is well sorted and uses that very name of that operator.
    #[test]
    fn each_name_of_each_operator_is_asked_about() {
        let all: BTreeSet<Construct> = Construct::ALL.iter().copied().collect();
        let mut complaints = Vec::new();
        for element in [Construct::BitVec, Construct::Int] {
            let words = Words { element, ..Words::USUAL };
            let prelude = prelude("", words, &all);
            for question in questions(words) {
                let script = Script::parse(format!("{prelude}{}", question.script).as_bytes()).unwrap();
                let uses = |term: usize| {
                    matches!(script.arena.term(TermId::from_index(term)).head,
                        Head::Op(op, spelling, _) if op == question.op && spelling == question.spelling)
                };
                if !script.type_errors.is_empty() || !(0..script.arena.term_count()).any(uses) {
                    complaints
                        .push(format!("{:?} {} {:?}", question.op, question.script, script.type_errors));
                }
            }
        }
        assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    }

    #[test]
    fn questions_that_share_a_process_declare_different_names() {
        let mut declared = BTreeSet::new();
        let scripts = questions(Words::USUAL).map(|question| question.script);
        for script in scripts.chain(Construct::ALL.iter().map(|construct| construct.script().to_owned())) {
            for piece in script.split("(declare-fun ").skip(1) {
                let name = piece.split(' ').next().unwrap_or_default().to_owned();
                assert!(declared.insert(name.clone()), "{name} in {script}");
            }
        }
    }

    #[test]
    fn scripts_of_constructs_are_read() {
        for construct in Construct::ALL {
            let text =
                Words::USUAL.fill(&format!("{LIST}(declare-fun k_set () (Set {{E}})){}", construct.script()));
            let text =
                if *construct == Construct::Set { Words::USUAL.fill(construct.script()) } else { text };
            let script = Script::parse(text.as_bytes()).unwrap();
            assert_eq!(script.type_errors, [], "{construct:?}");
        }
    }
}
