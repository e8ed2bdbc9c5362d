//! Real answers of solvers, each beside the script that was asked: `models/<script>.<solver>.out`.

use std::fs;
use std::path::{Path, PathBuf};

use eval::model_text::{read_model_with, read_values_with};
use eval::text::Escapes;
use eval::{Evaluator, Missing, Unknown, Value};
use smtlib::{Script, term_text};

/// Scripts of which some answers do not fix everything, and why: cvc5 prints no value for a division by zero, and
/// nobody one for a selector of another constructor.
const UNFIXED: &[(&str, Unknown)] = &[
    ("arith.cvc5", Unknown::Unspecified("integer division by zero")),
    ("arith.cvc5", Unknown::Unspecified("division by zero")),
    ("dt.", Unknown::Unspecified("a selector of another constructor")),
    ("lambda.", Unknown::Quantifier),
];

fn golden() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "out"));
    files.sort();
    files
}

fn script_of(answer: &Path) -> Script {
    let name = answer.file_name().unwrap().to_str().unwrap().split('.').next().unwrap();
    let source = fs::read(answer.with_file_name(format!("{name}.smt2"))).unwrap();
    let script = Script::parse(&source).unwrap();
    assert!(script.type_errors.is_empty(), "{name}: {:?}", script.type_errors);
    script
}

/// Z3 took over the standard's escapes with 4.8.8.
fn escapes(answer: &Path) -> Escapes {
    if answer.to_str().unwrap().contains("z3-4.8.7") { Escapes::Legacy } else { Escapes::Standard }
}

#[test]
fn models_satisfy_the_scripts_they_answer() {
    let mut wrong = Vec::new();
    for file in golden() {
        let text = fs::read_to_string(&file).unwrap();
        let mut script = script_of(&file);
        let commands = script.commands.clone();
        let model = match read_model_with(&mut script, &text, escapes(&file)) {
            Ok(model) => model,
            Err(error) => {
                wrong.push(format!("{}: {error}", file.display()));
                continue;
            }
        };
        assert_eq!(script.commands, commands);
        assert!(script.type_errors.is_empty());
        let assertions: Vec<_> = script.assertions().collect();
        let mut evaluator = Evaluator::new(&script.arena, &assertions).with_missing(Missing::Unknown);
        evaluator.set_model(model);
        for (i, &assertion) in assertions.iter().enumerate() {
            let value = evaluator.value(i);
            let name = file.file_name().unwrap().to_str().unwrap();
            let excused =
                UNFIXED.iter().any(|(file, reason)| name.starts_with(file) && value.as_ref() == Err(reason));
            if value != Ok(Value::Bool(true)) && !excused {
                wrong.push(format!("{name}: {} is {value:?}", term_text(&script.arena, assertion)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Where the last s-expression starts, if it is not the model.
fn answer_to_get_value(text: &str) -> Option<usize> {
    text.rfind("\n(")
        .filter(|&start| !text[start..].contains("define-fun") && !text[start..].contains("(function"))
}

#[test]
fn values_agree_with_the_model_they_stand_beside() {
    let mut compared = 0;
    for file in golden() {
        let text = fs::read_to_string(&file).unwrap();
        let mut script = script_of(&file);
        let model = read_model_with(&mut script, &text, escapes(&file)).unwrap();
        let Some(start) = answer_to_get_value(&text) else { continue };
        let values = read_values_with(&mut script, &text[start..], escapes(&file)).unwrap();
        let roots: Vec<_> = values.iter().map(|(term, _)| *term).collect();
        let mut evaluator = Evaluator::new(&script.arena, &roots);
        evaluator.set_model(model);
        for (i, (term, value)) in values.iter().enumerate() {
            let found = evaluator.value(i);
            assert_eq!(
                found.as_ref(),
                Ok(value),
                "{} in {}",
                term_text(&script.arena, *term),
                file.display()
            );
            compared += 1;
        }
    }
    assert!(compared > 50, "{compared}");
}
