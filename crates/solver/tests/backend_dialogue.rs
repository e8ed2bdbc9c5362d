//! A session answers like a fresh process, whatever is said before.

use std::time::Duration;

use solver::answer::{Expected, Reply};
use solver::backend::{Backend, Request, Session, SessionProtocol, Spawn};
use solver::process::{Limit, Limits, Program};
use solver::run::{Exit, Marks, Outcome, Run};

const TORTURE: &str = env!("CARGO_BIN_EXE_smtquake-torture");

fn session(protocol: SessionProtocol) -> Session {
    Session::new(&Program::new(TORTURE), protocol, Marks::default()).unwrap()
}

fn ask(backend: &mut dyn Backend, input: &str, checks: usize) -> Run {
    let limits = Limits { wall: Duration::from_secs(50), ..Limits::default() };
    let expected = vec![Expected::CheckSat; checks];
    backend.run(&Request { input: input.as_bytes(), expected: &expected, limits: &limits })
}

#[test]
fn each_test_gets_its_own_output() {
    let mut session = session(SessionProtocol::default());
    for checks in [1, 0, 2, 3] {
        let run = ask(&mut session, &"(check-sat)\n".repeat(checks), checks);
        assert_eq!(run.stdout, "sat\n".repeat(checks).as_bytes());
        assert_eq!(run.replies, vec![Reply::Sat; checks]);
        assert_eq!((run.outcome, run.exit), (Outcome::Finished, None));
    }
}

#[test]
fn spawn_and_session_give_the_same() {
    let mut spawn = Spawn::new(&Program::new(TORTURE), Marks::default()).unwrap();
    let mut session = session(SessionProtocol::default());
    for input in ["(check-sat)\n", "(check-sat)\n(echo \"x\")\n", "(assert true) ; no newline"] {
        let (a, b) = (ask(&mut spawn, input, 1), ask(&mut session, input, 1));
        assert_eq!((&a.stdout, &a.replies, &a.outcome), (&b.stdout, &b.replies, &b.outcome));
        assert_eq!((a.exit, a.fresh), (Some(Exit::Code(0)), true));
    }
}

#[test]
fn quoted_echoes_frame_as_well() {
    let mut session = session(SessionProtocol::default());
    for _ in 0..3 {
        assert_eq!(ask(&mut session, "(set-option :quote)\n(check-sat)\n", 1).stdout, b"sat\n");
    }
}

#[test]
fn a_long_test_with_a_long_answer_does_not_lock_up() {
    let mut session = session(SessionProtocol::default());
    let checks = 200_000;
    let run = ask(&mut session, &"(check-sat)\n".repeat(checks), checks);
    assert_eq!((run.outcome, run.stdout.len()), (Outcome::Finished, 4 * checks));
    assert_eq!(ask(&mut session, "(check-sat)\n", 1).stdout, b"sat\n");
}

#[test]
fn nobody_waits_for_a_solver_that_does_not_read() {
    let deaf = Program::new(TORTURE).arg("hang");
    let mut session = Session::new(&deaf, SessionProtocol::default(), Marks::default()).unwrap();
    let limits = Limits { wall: Duration::from_millis(50), ..Limits::default() };
    let input = "(check-sat)\n".repeat(100_000);
    let run = session.run(&Request { input: input.as_bytes(), expected: &[], limits: &limits });
    assert_eq!(run.outcome, Outcome::Exceeded(Limit::Wall));
}

#[test]
fn garbage_before_the_end_does_not_hide_it() {
    let mut session = session(SessionProtocol::default());
    let run = ask(&mut session, "(torture garbage)\n", 0);
    assert_eq!((run.outcome, run.stdout.len()), (Outcome::Finished, 1 << 16));
    assert_eq!(ask(&mut session, "(check-sat)\n", 1).stdout, b"sat\n");
}

#[test]
fn an_error_or_the_count_brings_a_fresh_process() {
    let mut session = session(SessionProtocol { recycle: 3, ..SessionProtocol::default() });
    let mut fresh = |input: &str| ask(&mut session, input, 0).fresh;
    assert_eq!([fresh(""), fresh(""), fresh(""), fresh("")], [true, false, false, true]);
    assert!(!fresh("(torture say (error \"no\"))\n"));
    assert!(fresh(""));
}

#[test]
fn other_options_bring_a_fresh_process_where_they_outlive_a_reset() {
    let mut session = session(SessionProtocol { reset_keeps_options: true, ..SessionProtocol::default() });
    let mut fresh = |input: &str| ask(&mut session, input, 0).fresh;
    assert_eq!([fresh("(set-option :a 1)\n"), fresh("(set-option :a 1)\n(assert true)\n")], [true, false]);
    assert_eq!([fresh("(set-option :a 2)\n"), fresh(""), fresh("")], [true, true, false]);
    // The first waits for more of its kind, until there are too many kinds.
    assert_eq!([fresh("(set-option :a 1)\n"), fresh("(set-option :a 3)\n")], [false, true]);
    assert_eq!([fresh("(set-option :a 4)\n"), fresh("(set-option :a 1)\n")], [true, false]);
    assert!(fresh("(set-option :a 2)\n"));
}

#[test]
fn errors_may_be_forgiven() {
    let mut session = session(SessionProtocol { restart_on_error: false, ..SessionProtocol::default() });
    let run = ask(&mut session, "(torture say (error \"no\"))\n(check-sat)\n", 1);
    assert_eq!(run.stdout, b"(error \"no\")sat\n");
    assert!(!ask(&mut session, "", 0).fresh);
}

#[test]
fn a_crash_belongs_to_its_test_alone() {
    let mut session = session(SessionProtocol::default());
    let run = ask(&mut session, "(check-sat)\n(torture segv)\n(check-sat)\n", 2);
    assert!(matches!(run.outcome, Outcome::Crashed(_)), "{:?}", run.outcome);
    assert_eq!(run.replies, [Reply::Sat, Reply::Missing]);
    let next = ask(&mut session, "(check-sat)\n", 1);
    assert_eq!((next.replies, next.fresh), (vec![Reply::Sat], true));
}

#[test]
fn a_death_between_two_tests_is_held_against_neither() {
    let mut session = session(SessionProtocol::default());
    assert_eq!(ask(&mut session, "(torture leave-soon)\n", 0).outcome, Outcome::Finished);
    std::thread::sleep(Duration::from_millis(500));
    let next = ask(&mut session, "(check-sat)\n", 1);
    assert_eq!((next.outcome, next.replies, next.fresh), (Outcome::Finished, vec![Reply::Sat], true));
}

#[test]
fn an_assertion_that_is_survived_is_still_a_crash() {
    let mut session = session(SessionProtocol::default());
    let run = ask(&mut session, "(torture warn file.cpp:7: runtime error: shift)\n(check-sat)\n", 1);
    assert!(matches!(run.outcome, Outcome::Crashed(_)), "{:?}", run.outcome);
    assert_eq!((run.replies, run.exit), (vec![Reply::Sat], None));
    assert!(ask(&mut session, "", 0).fresh);
}

#[test]
fn a_script_that_never_closes_ends_with_its_input() {
    let mut session = session(SessionProtocol::default());
    let run = ask(&mut session, "(check-sat)\n(assert (= x \"", 1);
    assert_eq!((run.outcome, run.exit), (Outcome::Finished, Some(Exit::Code(0))));
    assert_eq!(run.stdout, b"sat\n");
    assert!(ask(&mut session, "", 0).fresh);
}

#[test]
fn a_program_that_is_not_there_is_said_so() {
    let nothing = Program::new("/nonexistent/solver");
    let mut spawn = Spawn::new(&nothing, Marks::default()).unwrap();
    let mut session = Session::new(&nothing, SessionProtocol::default(), Marks::default()).unwrap();
    for backend in [&mut spawn as &mut dyn Backend, &mut session] {
        let run = ask(backend, "(check-sat)\n", 1);
        assert!(matches!(run.outcome, Outcome::NotStarted(_)), "{:?}", run.outcome);
        assert_eq!(run.replies, [Reply::Missing]);
    }
}

#[test]
fn time_and_memory_are_measured() {
    let mut spawn = Spawn::new(&Program::new(TORTURE), Marks::default()).unwrap();
    let mut session = session(SessionProtocol::default());
    let limits = Limits { wall: Duration::from_secs(30), ..Limits::default() };
    for backend in [&mut spawn as &mut dyn Backend, &mut session] {
        let input = b"(torture eat 256)\n";
        let run = backend.run(&Request { input, expected: &[Expected::CheckSat], limits: &limits });
        assert!(run.peak_memory > Some(256 << 20), "{run:?}");
        assert!(run.cpu_time > Duration::ZERO && run.wall_time >= run.cpu_time / 4, "{run:?}");
        assert_eq!(run.replies, [Reply::Sat]);
    }
}

#[test]
fn our_own_memory_is_not_the_solvers() {
    let own = vec![1u8; 600 << 20];
    let mut spawn = Spawn::new(&Program::new(TORTURE), Marks::default()).unwrap();
    let short = ask(&mut spawn, "(check-sat)\n", 1);
    assert!(short.peak_memory.is_none_or(|peak| peak < 100 << 20), "{:?}", short.peak_memory);
    let limits = Limits { wall: Duration::from_secs(30), ..Limits::default() };
    let input = b"(torture eat 200)\n";
    let long = spawn.run(&Request { input, expected: &[], limits: &limits });
    let peak = long.peak_memory.unwrap_or(0);
    assert!((200 << 20..300 << 20).contains(&peak), "{peak}");
    assert!(own.iter().step_by(4096).all(|&byte| byte == 1));
}

/// Torture processes whose command line holds `word`.
fn running(word: &str) -> usize {
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let lines = processes.filter_map(|process| std::fs::read(process.path().join("cmdline")).ok());
    lines.filter(|line| line.starts_with(TORTURE.as_bytes()) && contains(line, word.as_bytes())).count()
}

fn contains(text: &[u8], word: &[u8]) -> bool {
    text.windows(word.len()).any(|window| window == word)
}

#[test]
fn workers_end_their_own_orphans_and_nobody_elses() {
    let work = |kind: usize| {
        let program = Program::new(TORTURE);
        let mut backend: Box<dyn Backend> = match kind {
            0 => Box::new(Spawn::new(&program, Marks::default()).unwrap()),
            _ => Box::new(session(SessionProtocol { recycle: 2, ..SessionProtocol::default() })),
        };
        for _ in 0..10 {
            let run = ask(&mut *backend, "(torture daemon)\n", 1);
            assert_eq!((run.outcome, run.replies), (Outcome::Finished, vec![Reply::Sat]));
        }
    };
    std::thread::scope(|scope| {
        for worker in 0..4 {
            scope.spawn(move || work(worker % 2));
        }
    });
    assert_eq!(running("daemon"), 0);
}
