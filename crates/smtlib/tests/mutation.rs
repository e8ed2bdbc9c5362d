//! Mutated scripts: no input makes the parser panic, and whatever it accepts prints back to the same tokens and the
//! same content.
//!
//! The seeds are the golden files and, when it is there, the corpus beside the repository. `SMTQUAKE_FUZZ_INPUTS`
//! sets how many inputs each of the three tests makes.

#[path = "mutation/edits.rs"]
mod edits;
#[path = "mutation/seeds.rs"]
mod seeds;
#[path = "mutation/tokens.rs"]
mod tokens;

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use smtlib::{Printer, Script};

use edits::Level;
use seeds::Seeds;

/// Checks everything that must hold of any input; true when it is a script.
fn holds(source: &[u8]) -> Result<bool, String> {
    let script = match Script::parse(source) {
        Ok(script) => script,
        Err(error) => {
            let (span, length) = (error.span, source.len() as u32);
            return if span.start <= span.end && span.end <= length && !error.message.is_empty() {
                Ok(false)
            } else {
                Err(format!("{error:?} is outside the source of {length} bytes"))
            };
        }
    };
    let printed = Printer::new().script_text(&script);
    let again = Script::parse(printed.as_bytes())
        .map_err(|error| format!("the printed form is refused: {} in\n{printed}", error.message))?;
    if !again.same_content(&script) {
        return Err(format!("the printed form has another content:\n{printed}"));
    }
    if again.type_errors.len() != script.type_errors.len() {
        return Err(format!("the printed form has other type errors:\n{printed}"));
    }
    tokens::same(source, printed.as_bytes()).map(|()| true)
}

fn inputs() -> u32 {
    std::env::var("SMTQUAKE_FUZZ_INPUTS").ok().and_then(|count| count.parse().ok()).unwrap_or(20_000) / 3
}

fn survives(level: Level) {
    let seeds = Seeds::load();
    let accepted = AtomicUsize::new(0);
    // The same inputs at every run: more of them come with a larger number, not with luck.
    let config = Config { cases: inputs(), failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let plan = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), edits::plan());
    let outcome = runner.run(&plan, |(seed, other, plan)| {
        let source = edits::apply(level, seeds.pick(seed), seeds.pick(other), &plan);
        match holds(&source) {
            Ok(script) => {
                accepted.fetch_add(usize::from(script), Relaxed);
                Ok(())
            }
            Err(reason) => {
                let source = String::from_utf8_lossy(&source).into_owned();
                Err(TestCaseError::fail(format!("{reason}\n--- from the source\n{source}")))
            }
        }
    });
    println!("{level:?}: {} inputs, {} of them scripts", inputs(), accepted.load(Relaxed));
    if let Err(error) = outcome {
        panic!("{error}");
    }
}

#[test]
fn mutated_bytes_neither_panic_nor_print_back_otherwise() {
    survives(Level::Bytes);
}

#[test]
fn mutated_tokens_neither_panic_nor_print_back_otherwise() {
    survives(Level::Tokens);
}

#[test]
fn mutated_s_expressions_neither_panic_nor_print_back_otherwise() {
    survives(Level::Expressions);
}

#[test]
fn every_seed_prints_back_to_its_own_tokens() {
    let seeds = Seeds::load();
    let failures: Vec<String> = seeds
        .named()
        .filter_map(|(name, source)| {
            holds(source).err().map(|reason| format!("{name}: {}", first_line(&reason)))
        })
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().chars().take(300).collect()
}

#[test]
fn the_token_comparison_sees_a_difference() {
    assert!(tokens::same(b"(assert x) ; c", b"(assert |x|)").is_ok());
    assert!(tokens::same(b"(push 01)", b"(push 1)").is_ok());
    assert!(tokens::same(b"(assert x)", b"(assert y)").is_err());
    assert!(tokens::same(b"(assert x)", b"(assert x").is_err());
    assert!(tokens::same(b"(echo \"a\")", b"(echo \"b\")").is_err());
}
