//! Real solvers as libraries: right answers, and what an executable would say.
//!
//! Solvers go to `$SMTQUAKE_CACHE` (or the user's cache). Without a network and without solvers the tests say so and do
//! nothing.

mod support;

use std::path::Path;

use solver::answer::{Expected, Reply};
use solver::backend::{Backend, BackendKind, Forks, Found, Library, OpenError, Request};
use solver::catalogue::{Catalogue, solve_samples};
use solver::host::{Guest, use_program};
use solver::options::OptionKind;
use solver::process::Limits;
use solver::profile::Profiles;
use solver::run::{Marks, Outcome, Run};
use solver::target::Target;

use Expected::{CheckSat, Model, Silent, Values};

const ONCE: BackendKind = BackendKind::Library { incremental: false };

/// The solver, and a program that can host its library.
fn found(text: &str) -> Option<Found> {
    use_program(Path::new(env!("CARGO_BIN_EXE_smtquake-torture")));
    support::found(text)
}

/// The solver's library, with a fork per test and with a fork per batch.
fn both_ways(solver: &Found, incremental: bool) -> [Library; 2] {
    let guest = Guest { incremental, ..solver.resolved.guest().unwrap() };
    [Forks::PerTest, Forks::BATCH].map(|forks| Library::new(&guest, forks, Marks::default()).unwrap())
}

fn run(backend: &mut dyn Backend, script: &str, expected: &[Expected]) -> Run {
    backend.run(&Request { input: script.as_bytes(), expected, limits: &Limits::default() })
}

fn text(run: &Run) -> String {
    format!(
        "{:?} {}{}",
        run.outcome,
        String::from_utf8_lossy(&run.stdout),
        String::from_utf8_lossy(&run.stderr)
    )
}

fn solves_its_theories(name: &str) {
    let Some(solver) = found(name) else { return };
    for mut backend in both_ways(&solver, false) {
        let results = solve_samples(&solver.profile, |script| {
            let run = run(&mut backend, script, &[]);
            String::from_utf8_lossy(&run.stdout).into_owned()
        });
        assert!(!results.is_empty());
        for result in results {
            assert_eq!(result.wrong, None, "{name} {}", result.theory);
        }
    }
}

#[test]
fn cvc5_solves_its_theories() {
    solves_its_theories("cvc5@1.4.2");
}

#[test]
fn boolector_solves_its_theories() {
    solves_its_theories("boolector@3.2.4");
}

#[test]
fn yices_solves_its_theories() {
    solves_its_theories("yices@2.6.5");
}

#[test]
fn z3_solves_its_theories() {
    solves_its_theories("z3@5.4.0");
    solves_its_theories("z3@4.8.7");
}

#[test]
fn levels_models_and_values_are_those_of_an_executable() {
    let script = "(set-option :produce-models true)\n(set-logic QF_BV)\n(declare-const y (_ BitVec 8))\n\
                  (push 1)\n(assert (bvult y #x00))\n(check-sat)\n(pop 1)\n(assert (= y #x2a))\n(check-sat)\n\
                  (get-model)\n(get-value (y))\n(exit)\n(check-sat)\n";
    let expected = [
        Silent, Silent, Silent, Silent, Silent, CheckSat, Silent, Silent, CheckSat, Model, Values, Silent,
        Silent,
    ];
    for name in ["cvc5@1.4.2", "z3@5.4.0", "boolector@3.2.4", "yices@2.6.5"] {
        let Some(solver) = found(name) else { return };
        for mut backend in both_ways(&solver, true) {
            for _ in 0..3 {
                let run = run(&mut backend, script, &expected);
                assert_eq!(run.outcome, Outcome::Finished, "{name} {}", text(&run));
                let answers: Vec<Reply> = run.answers(&expected).collect();
                assert_eq!(answers, [Reply::Unsat, Reply::Sat], "{name} {}", text(&run));
                assert!(
                    run.strays.is_empty() && !run.replies.contains(&Reply::Missing),
                    "{name} {}",
                    text(&run)
                );
                let value = run.text(run.replies[10].text().unwrap());
                let value = String::from_utf8_lossy(value);
                assert!(value.contains("#x2a") || value.contains("#b00101010"), "{name} {value}");
            }
        }
    }
}

#[test]
fn an_error_stands_where_it_happened() {
    let script = "(set-logic QF_BV)\n(check-sat)\n(assert (frobnicate 1))\n(check-sat)\n";
    let expected = [Silent, CheckSat, Silent, CheckSat];
    // Yices ends with 0 whatever happens.
    for (name, goes_on, outcome) in [
        ("cvc5@1.4.2", false, Outcome::Failed(1)),
        ("z3@5.4.0", true, Outcome::Failed(1)),
        ("boolector@3.2.4", false, Outcome::Failed(1)),
        ("yices@2.6.5", false, Outcome::Finished),
    ] {
        let Some(solver) = found(name) else { return };
        for mut backend in both_ways(&solver, true) {
            for _ in 0..2 {
                let run = run(&mut backend, script, &expected);
                assert_eq!(run.replies[1], Reply::Sat, "{name} {}", text(&run));
                let message = run.replies.iter().find_map(|reply| reply.error()).unwrap();
                let message = String::from_utf8_lossy(run.text(message)).into_owned();
                assert!(message.contains("frobnicate"), "{name} {message}");
                assert_eq!(run.outcome, outcome, "{name} {}", text(&run));
                assert_eq!(run.replies[3] == Reply::Sat, goes_on, "{name} {}", text(&run));
            }
            let after = run(&mut backend, "(set-logic QF_BV)(check-sat)", &[Silent, CheckSat]);
            assert_eq!(after.replies[1], Reply::Sat, "{name} {}", text(&after));
        }
    }
}

#[test]
fn z3_says_what_its_executable_says() {
    let script = "(check-sat)\n(echo \"a\")\n\n  (assert (frobnicate 1)) (check-sat)\n(get-info :name)\n(exit)\n(check-sat)";
    for name in ["z3@5.4.0", "z3@4.8.7"] {
        let Some(z3) = found(name) else { return };
        let program =
            text(&run(&mut *z3.open(BackendKind::Spawn { incremental: true }).unwrap(), script, &[]));
        assert!(program.contains("line 4 column"), "{program}");
        for mut library in both_ways(&z3, true) {
            assert_eq!(text(&run(&mut library, script, &[])), program);
        }
    }
}

#[test]
fn options_of_one_test_are_not_those_of_the_next() {
    for (name, option) in [("z3@5.4.0", ":smt.random_seed"), ("cvc5@1.4.2", ":seed")] {
        let Some(solver) = found(name) else { return };
        let [_, mut backend] = both_ways(&solver, false);
        let ask = format!("(get-option {option})\n");
        let before = text(&run(&mut backend, &ask, &[Expected::Option]));
        let set =
            text(&run(&mut backend, &format!("(set-option {option} 7)\n{ask}"), &[Silent, Expected::Option]));
        let after = text(&run(&mut backend, &ask, &[Expected::Option]));
        assert_eq!(before, after, "{name}");
        assert_ne!(before, set, "{name}");
    }
}

#[test]
fn a_setting_reaches_the_library() {
    let produces =
        "(set-logic QF_BV)\n(declare-const x (_ BitVec 4))\n(assert (= x #x3))\n(check-sat)\n(get-model)\n";
    let expected = [Silent, Silent, Silent, CheckSat, Model];
    for name in ["cvc5@1.4.2[produce-models=true]", "boolector@3.2.4[model-gen=1]"] {
        let Some(solver) = found(name) else { return };
        let run = run(&mut *solver.open(ONCE).unwrap(), produces, &expected);
        assert!(run.replies[4].text().is_some(), "{name} {}", text(&run));
    }
    use_program(Path::new(env!("CARGO_BIN_EXE_smtquake-torture")));
    let catalogue = Catalogue::open_default().unwrap();
    let wrong: Target = "cvc5@1.4.2[produce-model=true]".parse().unwrap();
    match Found::find(&catalogue, &Profiles::built_in().unwrap(), &wrong) {
        Err(OpenError::Option { error, .. }) => {
            assert!(error.to_string().contains("produce-models"), "{error}")
        }
        other => panic!("{:?}", other.map(|found| found.name)),
    }
}

#[test]
fn libraries_tell_their_options() {
    let (Some(cvc5), Some(boolector)) = (found("cvc5@1.4.2"), found("boolector@3.2.4")) else { return };
    let catalogue = Catalogue::open_default().unwrap();
    let model = catalogue.options(&cvc5.resolved, &cvc5.profile).unwrap();
    assert_eq!(model.options.len(), 536);
    let count = |category: &str| model.options.iter().filter(|option| option.category == category).count();
    assert_eq!([count("expert"), count("regular"), count("common")], [330, 136, 69]);
    let simplification = model.get("simplification").unwrap();
    assert_eq!(simplification.default.as_deref(), Some("batch"));
    assert_eq!(simplification.kind, OptionKind::Enum { values: vec!["batch".to_owned(), "none".to_owned()] });
    let verbosity = model.get("verbosity").unwrap();
    assert!(matches!(verbosity.kind, OptionKind::Int { .. }) && verbosity.default.as_deref() == Some("0"));
    let model = catalogue.options(&boolector.resolved, &boolector.profile).unwrap();
    let rewriting = model.get("rwl").unwrap();
    assert_eq!(rewriting.kind, OptionKind::Int { min: Some(0), max: Some(3) });
    assert_eq!(rewriting.name, "rewrite-level");
}

#[test]
fn a_library_without_what_is_needed_says_so() {
    let Some(z3) = found("z3@4.5.1") else { return };
    let outcome = run(&mut *z3.open(ONCE).unwrap(), "(check-sat)", &[CheckSat]).outcome;
    assert!(
        matches!(&outcome, Outcome::NotStarted(why) if why.contains("from release 4.8 on")),
        "{outcome:?}"
    );
}
