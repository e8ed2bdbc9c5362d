//! Every bad habit of a library ends as the right outcome, leaves the host alive where it can, and nothing behind.
//!
//! The library is `data/mock_boolector.rs`, built with the `rustc` of `PATH` (or of `RUSTC`); without one the tests
//! say so and do nothing.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;
use std::{env, fs};

use solver::answer::{Expected, Reply};
use solver::backend::{Backend, Forks, Library, Request};
use solver::host::{Guest, use_program};
use solver::process::{Limit, Limits};
use solver::run::{Crash, Exit, Marks, Outcome, Run};

fn mock() -> Option<&'static Path> {
    static MOCK: OnceLock<Option<(tempfile::TempDir, PathBuf)>> = OnceLock::new();
    let built = MOCK.get_or_init(|| {
        use_program(Path::new(env!("CARGO_BIN_EXE_smtquake-torture")));
        let folder = tempfile::tempdir().unwrap();
        let library = folder.path().join("libboolector-mock.so");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/mock_boolector.rs");
        let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let mut command = Command::new(rustc);
        command.args(["--edition=2024", "--crate-type=cdylib", "-Copt-level=1", "-Cpanic=abort", "-o"]);
        match command.arg(&library).arg(source).status() {
            Ok(status) => assert!(status.success()),
            Err(error) => {
                eprintln!("SKIPPED: no rustc: {error}");
                return None;
            }
        }
        Some((folder, library))
    });
    built.as_ref().map(|(_, library)| library.as_path())
}

fn backend(forks: Forks) -> Option<Library> {
    let guest = Guest {
        family: "boolector".to_owned(),
        library: mock()?.to_owned(),
        parser: None,
        incremental: false,
        settings: Vec::new(),
    };
    Some(Library::new(&guest, forks, Marks::default()).unwrap())
}

/// Limits that only a habit meant to exceed them exceeds, however busy the machine is.
fn wide() -> Limits {
    let ample = Duration::from_secs(50);
    Limits { wall: ample, cpu: ample, memory: 512 << 20, output: 1 << 20, processes: 8, files: 64 }
}

fn run(backend: &mut Library, word: &str, limits: &Limits) -> Run {
    backend.run(&Request { input: word.as_bytes(), expected: &[Expected::CheckSat], limits })
}

fn is_well(run: &Run) -> bool {
    run.outcome == Outcome::Finished && run.replies == [Reply::Sat]
}

/// The living processes of a worker: those with the same marker in their environment as its host.
struct Workers {
    marker: Vec<u8>,
}

impl Workers {
    fn of(backend: &Library) -> Workers {
        let environment = fs::read(format!("/proc/{}/environ", backend.host().unwrap())).unwrap();
        let mut variables = environment.split(|&byte| byte == 0);
        let marker = variables.find(|variable| variable.starts_with(b"SMTQUAKE_WORKER=")).unwrap();
        Workers { marker: marker.to_owned() }
    }

    /// A dead process has no environment.
    fn living(&self) -> Vec<i32> {
        let of_worker = |entry: fs::DirEntry| {
            let pid: i32 = entry.file_name().to_str()?.parse().ok()?;
            let environment = fs::read(entry.path().join("environ")).ok()?;
            environment.split(|&byte| byte == 0).any(|variable| variable == self.marker).then_some(pid)
        };
        fs::read_dir("/proc").unwrap().flatten().filter_map(of_worker).collect()
    }
}

#[test]
fn a_crash_takes_the_child_and_not_the_host() {
    for forks in [Forks::PerTest, Forks::PerBatch(10)] {
        let Some(mut backend) = backend(forks) else { return };
        assert!(is_well(&run(&mut backend, "fine", &wide())));
        let host = backend.host();
        let crashed = run(&mut backend, "crash", &wide());
        let message = Some("mock: a.c:7: Assertion `x' failed.".to_owned());
        assert_eq!(crashed.outcome, Outcome::Crashed(Crash { signal: Some(libc::SIGABRT), message }));
        assert_eq!(crashed.replies, [Reply::Unsat], "what it said before is kept, and said once");
        assert!(crashed.fresh && crashed.stdout == b"unsat\n", "{crashed:?}");
        let crashed = run(&mut backend, "segv", &wide());
        assert_eq!(crashed.outcome, Outcome::Crashed(Crash { signal: Some(libc::SIGSEGV), message: None }));
        let ended = run(&mut backend, "exit", &wide());
        assert_eq!((ended.outcome, ended.exit), (Outcome::Failed(3), Some(Exit::Code(3))));
        assert!(is_well(&run(&mut backend, "fine", &wide())));
        assert_eq!(backend.host(), host, "{forks:?}");
    }
}

#[test]
fn what_a_batch_breaks_is_run_again_in_a_child_of_its_own() {
    let Some(mut backend) = backend(Forks::PerBatch(10)) else { return };
    assert!(run(&mut backend, "fine", &wide()).fresh);
    assert!(!run(&mut backend, "fine", &wide()).fresh);
    let again = run(&mut backend, "spoilt", &wide());
    assert!(is_well(&again) && again.fresh, "{again:?}");
}

#[test]
fn a_batch_ends_after_its_number_of_tests() {
    let Some(mut backend) = backend(Forks::PerBatch(3)) else { return };
    let fresh: Vec<bool> = (0..7).map(|_| run(&mut backend, "fine", &wide()).fresh).collect();
    assert_eq!(fresh, [true, false, false, true, false, false, true]);
}

#[test]
fn every_test_of_its_own_is_fresh() {
    let Some(mut backend) = backend(Forks::PerTest) else { return };
    for _ in 0..5 {
        let run = run(&mut backend, "spoilt", &wide());
        assert!(is_well(&run) && run.fresh, "{run:?}");
        assert!(run.peak_memory.is_some_and(|peak| peak > 1 << 19), "{:?}", run.peak_memory);
    }
}

#[test]
fn limits_hold() {
    for forks in [Forks::PerTest, Forks::PerBatch(10)] {
        let Some(mut backend) = backend(forks) else { return };
        let soon = Limits { wall: Duration::from_millis(60), ..wide() };
        assert_eq!(run(&mut backend, "hang", &soon).outcome, Outcome::Exceeded(Limit::Wall));
        let little_cpu = Limits { cpu: Duration::from_millis(30), ..wide() };
        let spun = run(&mut backend, "spin", &little_cpu);
        assert_eq!(spun.outcome, Outcome::Exceeded(Limit::Cpu));
        assert!(spun.cpu_time > Duration::from_millis(30), "{:?}", spun.cpu_time);
        assert_eq!(run(&mut backend, "flood", &wide()).outcome, Outcome::Exceeded(Limit::Output));
        let ate = run(&mut backend, "eat", &wide());
        assert!(is_well(&ate) && ate.peak_memory >= Some(200 << 20), "{forks:?} {ate:?}");
        assert_eq!(run(&mut backend, "kill", &wide()).outcome, Outcome::Killed(libc::SIGKILL));
        assert!(is_well(&run(&mut backend, "fine", &wide())));
    }
}

#[test]
fn nothing_is_left_running_or_lying_about() {
    let Some(mut backend) = backend(Forks::PerTest) else { return };
    assert!(is_well(&run(&mut backend, "daemon", &wide())));
    assert!(is_well(&run(&mut backend, "write", &wide())));
    assert!(backend.scratch().is_empty().unwrap());
    let workers = Workers::of(&backend);
    assert!(workers.living().len() <= 2, "the host and the child that waits: {:?}", workers.living());
    assert!(!workers.living().is_empty());
    drop(backend);
    assert!(workers.living().is_empty(), "{:?}", workers.living());
}

#[test]
fn a_host_that_was_killed_is_replaced() {
    let Some(mut backend) = backend(Forks::PerTest) else { return };
    assert!(is_well(&run(&mut backend, "fine", &wide())));
    let (host, workers) = (backend.host().unwrap(), Workers::of(&backend));
    let pid = rustix::process::Pid::from_raw(host).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
    // Its child goes with it, though nobody has asked it to.
    while !workers.living().is_empty() {
        std::thread::sleep(Duration::from_millis(1));
    }
    assert!(is_well(&run(&mut backend, "fine", &wide())));
    assert_ne!(backend.host(), Some(host));
}

#[test]
fn a_library_that_cannot_be_loaded_says_why() {
    let Some(library) = mock() else { return };
    let guest = |family: &str, library: &Path| Guest {
        family: family.to_owned(),
        library: library.to_owned(),
        parser: None,
        incremental: false,
        settings: Vec::new(),
    };
    for (guest, why) in [
        (guest("boolector", Path::new("/no/such.so")), "/no/such.so"),
        (guest("boolector", Path::new("/dev/null")), "/dev/null"),
        (guest("z3", library), "has no function `Z3_mk_config`"),
        (guest("cvc5", library), "no parser library"),
    ] {
        let mut backend = Library::new(&guest, Forks::PerTest, Marks::default()).unwrap();
        let outcome = run(&mut backend, "fine", &wide()).outcome;
        assert!(matches!(&outcome, Outcome::NotStarted(said) if said.contains(why)), "{outcome:?}");
    }
}

#[test]
fn a_program_that_is_no_host_is_found_out() {
    // The first call counts, so this is asked in a process of its own: this test, alone.
    if env::var_os("SMTQUAKE_NO_HOST").is_none() {
        let me = env::current_exe().unwrap();
        let name = "a_program_that_is_no_host_is_found_out";
        let status = Command::new(me).args(["--exact", name]).env("SMTQUAKE_NO_HOST", "1").status().unwrap();
        assert!(status.success());
        return;
    }
    let guest = Guest {
        family: "boolector".to_owned(),
        library: "/lib/libboolector.so".into(),
        parser: None,
        incremental: false,
        settings: Vec::new(),
    };
    let refusal = Library::new(&guest, Forks::PerTest, Marks::default()).unwrap_err().to_string();
    assert!(refusal.contains("serve_if_asked"), "{refusal}");
    use_program(Path::new("/bin/true"));
    let mut backend = Library::new(&guest, Forks::PerTest, Marks::default()).unwrap();
    let outcome = run(&mut backend, "fine", &wide()).outcome;
    assert!(matches!(&outcome, Outcome::NotStarted(said) if said.contains("ended before")), "{outcome:?}");
}
