//! Every bad habit of a solver ends as the right outcome and leaves nothing behind.
//!
//! `SMTQUAKE_TORTURE_RUNS=10000` makes it long.

use std::fs;
use std::time::Duration;

use solver::answer::{Expected, Reply};
use solver::backend::{Backend, Request, Session, SessionProtocol, Spawn};
use solver::process::{Confinement, Limit, Limits, Program, Scratch};
use solver::run::{Marks, Outcome, Run};

const TORTURE: &str = env!("CARGO_BIN_EXE_smtquake-torture");

/// A habit, and how it must end.
struct Habit {
    order: &'static str,
    limits: Limits,
    right: fn(&Run) -> bool,
}

/// Limits that only a habit meant to exceed them exceeds, however busy the machine is.
fn wide() -> Limits {
    let ample = Duration::from_secs(50);
    Limits { wall: ample, cpu: ample, memory: 512 << 20, output: 1 << 20, processes: 8, files: 64 }
}

fn habits() -> Vec<Habit> {
    let soon = || Limits { wall: Duration::from_millis(60), ..wide() };
    let little_cpu = || Limits { cpu: Duration::from_millis(30), ..wide() };
    let little_memory = || Limits { memory: 64 << 20, ..wide() };
    let habit = |order, limits, right| Habit { order, limits, right };
    vec![
        habit("hang", soon(), |run| run.outcome == Outcome::Exceeded(Limit::Wall)),
        habit("spin", little_cpu(), |run| run.outcome == Outcome::Exceeded(Limit::Cpu)),
        habit("stubborn", little_cpu(), |run| run.outcome == Outcome::Exceeded(Limit::Cpu)),
        habit("bomb 6", wide(), |run| run.outcome == Outcome::Exceeded(Limit::Processes)),
        habit("daemon", wide(), |run| run.outcome == Outcome::Finished && run.replies == [Reply::Sat]),
        habit("flood", wide(), |run| {
            run.outcome == Outcome::Exceeded(Limit::Output) && run.stdout.len() <= 1 << 20
        }),
        habit("flood-errors", wide(), |run| {
            run.outcome == Outcome::Exceeded(Limit::Output) && run.stderr.len() <= 1 << 20
        }),
        habit("eat 1024", little_memory(), |run| {
            run.outcome == Outcome::Exceeded(Limit::Memory) && run.peak_memory > Some(64 << 20)
        }),
        habit("bad-alloc", wide(), |run| run.outcome == Outcome::Exceeded(Limit::Memory)),
        habit("segv", wide(), |run| crash(run) == Some((Some(libc::SIGSEGV), false))),
        habit("assert", wide(), |run| crash(run) == Some((Some(libc::SIGABRT), true))),
        habit("assert-quietly", wide(), |run| crash(run) == Some((None, true))),
        habit("kill", wide(), |run| run.outcome == Outcome::Killed(libc::SIGKILL)),
        habit("exit 0", wide(), |run| run.outcome == Outcome::Finished && run.replies == [Reply::Missing]),
        habit("exit 3", wide(), |run| run.outcome == Outcome::Failed(3)),
        habit("close", soon(), |run| run.outcome == Outcome::Exceeded(Limit::Wall)),
        habit("garbage", wide(), |run| run.outcome == Outcome::Finished && run.stdout.len() >= 1 << 16),
        habit("half", soon(), |run| {
            run.outcome == Outcome::Exceeded(Limit::Wall) && run.replies == [Reply::Sat]
        }),
        habit("write OUTSIDE", wide(), |run| run.stdout.starts_with(b"(:inside true")),
        habit("signal-parent", wide(), |run| run.outcome == Outcome::Finished),
    ]
}

/// The signal, and whether there was a message about it.
fn crash(run: &Run) -> Option<(Option<i32>, bool)> {
    let Outcome::Crashed(crash) = &run.outcome else { return None };
    let told = crash.message.as_ref().is_some_and(|message| message.contains("x == y"));
    Some((crash.signal, told))
}

/// Children of any thread of ours, dead or alive: what the process table says about them.
fn children() -> Vec<String> {
    let tasks = fs::read_dir("/proc/self/task").unwrap();
    let lists = tasks.filter_map(|task| fs::read_to_string(task.unwrap().path().join("children")).ok());
    let pids = lists.flat_map(|list| list.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
    pids.map(|pid| {
        let read = |name: &str| fs::read_to_string(format!("/proc/{pid}/{name}")).unwrap_or_default();
        format!("{} | {} | {}", read("stat"), read("cmdline"), read("environ")).replace('\0', " ")
    })
    .collect()
}

/// Processes anywhere that were started by this one or by its descendants, whoever is their parent now.
fn strays() -> Vec<String> {
    let marker = format!("SMTQUAKE_WORKER={}-", std::process::id());
    let is_ours = |pid: &String| {
        let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        environment.split(|&b| b == 0).any(|variable| variable.starts_with(marker.as_bytes()))
    };
    let processes = fs::read_dir("/proc").unwrap().flatten();
    processes.map(|process| process.file_name().to_string_lossy().into_owned()).filter(is_ours).collect()
}

fn open_files() -> usize {
    fs::read_dir("/proc/self/fd").unwrap().count()
}

#[test]
fn every_habit_ends_right_and_leaves_nothing() {
    let runs: usize = std::env::var("SMTQUAKE_TORTURE_RUNS").ok().and_then(|n| n.parse().ok()).unwrap_or(150);
    let elsewhere = Scratch::new().unwrap();
    let outside = elsewhere.path().join("outside");
    let program = Program::new(TORTURE);
    let mut spawn = Spawn::new(&program, Marks::default()).unwrap();
    let mut session = Session::new(&program, SessionProtocol::default(), Marks::default()).unwrap();
    let confinement = spawn.confinement();
    let habits = habits();
    let mut run = Run::default();
    let mut files = None;
    for number in 0..runs {
        let habit = &habits[number / 2 % habits.len()];
        let fresh = number % 2 == 0;
        let order = habit.order.replace("OUTSIDE", outside.to_str().unwrap());
        let input = format!("(torture {order})\n");
        let request =
            Request { input: input.as_bytes(), expected: &[Expected::CheckSat], limits: &habit.limits };
        let place = format!("run {number}, {}, fresh process: {fresh}", habit.order);
        if fresh {
            spawn.run_into(&request, &mut run);
            assert!(spawn.scratch().is_empty().unwrap(), "{place}");
        } else {
            session.run_into(&request, &mut run);
            assert!(session.scratch().is_empty().unwrap(), "{place}");
            // A session's process stays; what it started may not.
            session.restart();
        }
        assert!((habit.right)(&run), "{place}: {:?} {:?}", run.outcome, run.replies);
        assert_eq!(children(), Vec::<String>::new(), "{place}");
        assert_eq!(strays(), Vec::<String>::new(), "{place}");
        if confinement != Confinement::None {
            assert!(!outside.exists(), "{place}");
        }
        if confinement == Confinement::Full && habit.order == "signal-parent" {
            assert!(run.stdout.starts_with(b"(:signalled false)"), "{place}");
        }
        assert_eq!(*files.get_or_insert_with(open_files), open_files(), "{place}");
    }
    drop((spawn, session));
    assert_eq!(children(), Vec::<String>::new());
}
