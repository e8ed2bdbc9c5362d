//! Real solvers, where there are any: a session says what a fresh process says.
//!
//! They are taken from `SMTQUAKE_Z3`, `SMTQUAKE_CVC5`, `SMTQUAKE_YICES` or from `PATH`; one that is not there
//! is not tested.

use std::env;
use std::path::PathBuf;

use solver::answer::{Expected, Reply};
use solver::backend::{Backend, Request, Session, SessionProtocol, Spawn};
use solver::process::{Limits, Program};
use solver::run::{Marks, Outcome, Run};

use Expected::{CheckSat, Core, Info, Model, Silent, Values};

struct Dialogue {
    script: &'static str,
    expected: &'static [Expected],
    answers: &'static [Reply],
}

const DIALOGUES: &[Dialogue] = &[
    Dialogue {
        script: "(set-option :produce-models true)\n(set-logic QF_LIA)\n(declare-const x Int)\n\
                 (assert (> x 4))\n(check-sat)\n(get-model)\n(get-value (x))\n",
        expected: &[Silent, Silent, Silent, Silent, CheckSat, Model, Values],
        answers: &[Reply::Sat],
    },
    Dialogue {
        script: "(set-option :produce-unsat-cores true)\n(set-logic QF_LIA)\n(declare-const x Int)\n\
                 (assert (! (> x 4) :named a))\n(assert (! (< x 4) :named b))\n(check-sat)\n\
                 (get-unsat-core)\n(get-info :name)\n",
        expected: &[Silent, Silent, Silent, Silent, Silent, CheckSat, Core, Info],
        answers: &[Reply::Unsat],
    },
    Dialogue {
        script: "(set-option :produce-models true)\n(set-logic QF_BV)\n(declare-const y (_ BitVec 8))\n\
                 (push 1)\n(assert (bvult y #x00))\n(check-sat)\n(pop 1)\n(check-sat)\n(get-value (y))\n",
        expected: &[Silent, Silent, Silent, Silent, Silent, CheckSat, Silent, CheckSat, Values],
        answers: &[Reply::Unsat, Reply::Sat],
    },
];

/// The solver, with arguments that make it read commands one by one.
fn program(variable: &str, name: &str, arguments: &[&str]) -> Option<Program> {
    let on_path = || env::split_paths(&env::var_os("PATH")?).map(|dir| dir.join(name)).find(|p| p.is_file());
    let path = env::var_os(variable).map(PathBuf::from).or_else(on_path);
    if path.is_none() {
        eprintln!("{name} is not here");
    }
    Some(arguments.iter().fold(Program::new(path?), |program, argument| program.arg(*argument)))
}

fn same_in_both(program: &Program) {
    let mut spawn = Spawn::new(program, Marks::default()).unwrap();
    let mut session = Session::new(program, SessionProtocol::default(), Marks::default()).unwrap();
    let limits = Limits::default();
    for round in 0..3 {
        for Dialogue { script, expected, answers } in DIALOGUES {
            let request = Request { input: script.as_bytes(), expected, limits: &limits };
            let [fresh, kept] = [spawn.run(&request), session.run(&request)];
            for run in [&fresh, &kept] {
                assert_eq!(run.answers(expected).collect::<Vec<_>>(), *answers, "{script}{}", text(run));
                assert_eq!(run.outcome, Outcome::Finished, "{script}{}", text(run));
                assert!(run.strays.is_empty() && !run.replies.contains(&Reply::Missing), "{}", text(run));
                assert!(run.peak_memory.is_none_or(|peak| peak > 1 << 19), "{:?}", run.peak_memory);
            }
            assert_eq!(text(&fresh), text(&kept), "round {round}: {script}");
        }
        // Some end at an error, some go on: the next round must not notice.
        let broken = b"(set-logic QF_LIA)\n(assert (frobnicate 1))\n(check-sat)\n";
        let expected = &[Silent, Silent, CheckSat];
        let run = session.run(&Request { input: broken, expected, limits: &limits });
        assert!(run.replies.iter().any(|reply| reply.error().is_some()), "{}", text(&run));
    }
}

fn text(run: &Run) -> String {
    format!("{}{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr))
}

#[test]
fn z3_says_the_same_in_both() {
    program("SMTQUAKE_Z3", "z3", &["-in"]).iter().for_each(same_in_both);
}

#[test]
fn cvc5_says_the_same_in_both() {
    program("SMTQUAKE_CVC5", "cvc5", &["--lang=smt2", "--quiet", "--incremental"])
        .iter()
        .for_each(same_in_both);
}

#[test]
fn yices_says_the_same_in_both() {
    program("SMTQUAKE_YICES", "yices-smt2", &["--incremental", "--smt2-model-format"])
        .iter()
        .for_each(same_in_both);
}
