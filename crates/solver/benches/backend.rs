//! What a test costs on each backend, as a ratio to a bare `posix_spawn` of the same program in the same run.
//!
//! The solvers are `z3`, `cvc5` and `yices-smt2` from `SMTQUAKE_Z3`, `SMTQUAKE_CVC5` and `SMTQUAKE_YICES`, or the newest
//! of the catalogue (`smtquake solver add z3 yices`), or from `PATH`. Reached by hand with pipes and a loop: session 5 × cheaper than a spawn for Z3 5.4.0,
//! 10 × for cvc5 1.0.3, 45 × for Yices 2.6.5.
//!
//! The rows `library` are those of the releases in the catalogue (`SMTQUAKE_CACHE`): the host with a fork per test and
//! with a fork per batch, against a host that is started for the test. By hand: cvc5 1.4.2 7.5 ms to start, 2.8 ms by
//! fork, 1.7 ms in process; Z3 5.4.0 4.7 ms and 4.3 ms; Boolector 3.2.4 1.0 ms by fork.
//!
//! The contenders take turns, so that a busy machine slows all of them; the figure is the lower quartile.

use std::ffi::CString;
use std::os::fd::AsRawFd;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use std::{env, ptr, thread};

use solver::answer::{Expected, Reply};
use solver::backend::{Backend, Forks, Library, Request, Session, SessionProtocol, Spawn};
use solver::catalogue::{Catalogue, Launch};
use solver::process::{Limits, Program};
use solver::run::{Marks, Run};
use solver::target::Target;

const TORTURE: &str = env!("CARGO_BIN_EXE_smtquake-torture");

/// A solver to measure.
struct Subject {
    name: &'static str,
    once: Program,
    many: Program,
    script: &'static str,
}

const BV: &str =
    "(set-logic QF_BV)\n(declare-const x (_ BitVec 8))\n(assert (= (bvadd x #x01) #x05))\n(check-sat)\n";
const LIA: &str = "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (> (+ x 1) 5))\n(check-sat)\n";

fn main() {
    // Cargo passes flags such as `--bench`; a word is a filter.
    let filter = env::args().skip(1).find(|argument| !argument.starts_with('-')).unwrap_or_default();
    println!(
        "{:24} {:>10} {:>10} {:>10} {:>8} {:>8}",
        "", "bare µs", "spawn µs", "session µs", "s/bare", "s/sess"
    );
    for subject in subjects() {
        if subject.name.contains(&filter) {
            compare(&subject);
        }
    }
    if "library".contains(&filter) {
        libraries();
    }
    if "heap".contains(&filter) {
        // A fork copies the page tables of all this; `posix_spawn` must not notice it.
        let heap = vec![1u8; 2 << 30];
        compare(&Subject { name: "instant, heap of 2 GiB", ..subjects().swap_remove(0) });
        assert!(heap.iter().step_by(4096).all(|&byte| byte == 1));
    }
    if "jobs".contains(&filter) {
        two_jobs();
    }
}

fn subjects() -> Vec<Subject> {
    let torture = Program::new(TORTURE);
    let mut subjects =
        vec![Subject { name: "instant", once: torture.clone(), many: torture, script: "(check-sat)\n" }];
    for (name, script) in [("LIA", LIA), ("BV", BV)] {
        if let Some(z3) = z3() {
            let z3 = Program::new(z3).arg("-in");
            let name = if name == "LIA" { "z3 LIA" } else { "z3 BV" };
            subjects.push(Subject { name, once: z3.clone(), many: z3, script });
        }
        if let Some(cvc5) = find("SMTQUAKE_CVC5", "cvc5", "cvc5") {
            let once = Program::new(cvc5).arg("--lang=smt2").arg("--quiet");
            let many = once.clone().arg("--incremental");
            let name = if name == "LIA" { "cvc5 LIA" } else { "cvc5 BV" };
            subjects.push(Subject { name, once, many, script });
        }
        if let Some(yices) = find("SMTQUAKE_YICES", "yices", "yices-smt2") {
            let once = Program::new(yices);
            let many = once.clone().arg("--incremental");
            let name = if name == "LIA" { "yices LIA" } else { "yices BV" };
            subjects.push(Subject { name, once, many, script });
        }
    }
    subjects
}

fn z3() -> Option<PathBuf> {
    find("SMTQUAKE_Z3", "z3", "z3")
}

fn find(variable: &str, family: &str, name: &str) -> Option<PathBuf> {
    let installed = || {
        let target: Target = family.parse().ok()?;
        match Catalogue::open_default().ok()?.resolve(&target).ok()?.launch {
            Launch::Process { program, .. } => Some(program),
            Launch::Library { .. } => None,
        }
    };
    let given = env::var_os(variable).map(PathBuf::from).or_else(installed);
    given.or_else(|| env::split_paths(&env::var_os("PATH")?).map(|dir| dir.join(name)).find(|p| p.is_file()))
}

fn compare(subject: &Subject) {
    let limits = Limits::default();
    let request =
        Request { input: subject.script.as_bytes(), expected: &[Expected::CheckSat], limits: &limits };
    let mut spawn = Spawn::new(&subject.once, Marks::default()).expect("a scratch directory");
    let mut session = Session::new(&subject.many, SessionProtocol::default(), Marks::default())
        .expect("a scratch directory");
    let mut run = Run::default();
    let bare = Bare::new(&subject.once);
    let (mut bares, mut spawns, mut sessions) = (Vec::new(), Vec::new(), Vec::new());
    let budget = Instant::now();
    while budget.elapsed() < Duration::from_secs(4) {
        bares.push(timed(|| bare.run(subject.script)));
        for (backend, times, repeat) in
            [(&mut spawn as &mut dyn Backend, &mut spawns, 1), (&mut session, &mut sessions, 10)]
        {
            for _ in 0..repeat {
                times.push(timed(|| backend.run_into(&request, &mut run)));
                assert_eq!(run.replies, [Reply::Sat], "{}: {run:?}", subject.name);
            }
        }
    }
    let [bare, spawn, session] = [bares, spawns, sessions].map(quartile);
    println!(
        "{:24} {bare:10.1} {spawn:10.1} {session:10.1} {:8.3} {:8.1}",
        subject.name,
        spawn / bare,
        spawn / session
    );
}

/// What a test costs in a library: by a host of its own, by a fork of its own, in a batch.
fn libraries() {
    solver::host::use_program(TORTURE.as_ref());
    println!("{:24} {:>10} {:>10} {:>10}", "library", "start µs", "fork µs", "batch µs");
    let catalogue = Catalogue::open_default().expect("a cache");
    for (name, script) in [
        ("cvc5", LIA),
        ("cvc5", BV),
        ("z3", LIA),
        ("z3", BV),
        ("yices", LIA),
        ("yices", BV),
        ("boolector", BV),
    ] {
        let target: Target = name.parse().expect("a target");
        let Some(guest) = catalogue.resolve(&target).ok().and_then(|solver| solver.guest()) else {
            println!("{name:24} is not installed");
            continue;
        };
        let open = |forks| Library::new(&guest, forks, Marks::default()).expect("a host");
        let limits = Limits::default();
        let request = Request { input: script.as_bytes(), expected: &[Expected::CheckSat], limits: &limits };
        let (mut single, mut batch) = (open(Forks::PerTest), open(Forks::BATCH));
        let (mut starts, mut singles, mut batches) = (Vec::new(), Vec::new(), Vec::new());
        let mut run = Run::default();
        let budget = Instant::now();
        while budget.elapsed() < Duration::from_secs(4) {
            let mut once = open(Forks::PerTest);
            starts.push(timed(|| once.run_into(&request, &mut run)));
            for (backend, times) in [(&mut single, &mut singles), (&mut batch, &mut batches)] {
                for _ in 0..10 {
                    times.push(timed(|| backend.run_into(&request, &mut run)));
                    assert_eq!(run.replies, [Reply::Sat], "{name}: {run:?}");
                }
            }
        }
        let [start, single, batch] = [starts, singles, batches].map(quartile);
        let name = format!("{name} {}", if script == LIA { "LIA" } else { "BV" });
        println!("{name:24} {start:10.1} {single:10.1} {batch:10.1}");
    }
}

fn timed(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64() * 1e6
}

fn quartile(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 4]
}

/// `posix_spawn`, one pipe each way, `waitpid`: the least that gives a test to a program and reads the answer.
struct Bare {
    path: CString,
    arguments: Vec<CString>,
    /// What solvers inherit from us: cargo sets `LD_LIBRARY_PATH`, whose directories the loader searches.
    environment: Vec<CString>,
}

impl Bare {
    fn new(program: &Program) -> Self {
        let text = |bytes: &[u8]| CString::new(bytes).expect("no zero byte");
        let path = text(program.path.as_os_str().as_encoded_bytes());
        let mut arguments = vec![path.clone()];
        arguments.extend(program.args.iter().map(|argument| text(argument.as_encoded_bytes())));
        let inherited = ["PATH", "HOME", "LD_LIBRARY_PATH"];
        let environment = inherited
            .iter()
            .filter_map(|name| Some(text(format!("{name}={}", env::var(name).ok()?).as_bytes())))
            .collect();
        Bare { path, arguments, environment }
    }

    fn run(&self, script: &str) {
        use rustix::pipe::{PipeFlags, pipe_with};
        let (stdin, input) = pipe_with(PipeFlags::CLOEXEC).expect("a pipe");
        let (output, stdout) = pipe_with(PipeFlags::CLOEXEC).expect("a pipe");
        let [mut arguments, mut environment] = [&self.arguments, &self.environment].map(|strings| {
            let pointers = strings.iter().map(|string| string.as_ptr().cast_mut());
            pointers.chain([ptr::null_mut()]).collect::<Vec<*mut libc::c_char>>()
        });
        rustix::io::write(&input, script.as_bytes()).expect("a short script");
        drop(input);
        let mut pid = 0;
        // SAFETY: every pointer is to a live, null-terminated array or an initialised object.
        let status = unsafe {
            let mut actions = std::mem::zeroed();
            libc::posix_spawn_file_actions_init(&mut actions);
            libc::posix_spawn_file_actions_adddup2(&mut actions, stdin.as_raw_fd(), 0);
            libc::posix_spawn_file_actions_adddup2(&mut actions, stdout.as_raw_fd(), 1);
            let path = self.path.as_ptr();
            let (argv, envp) = (arguments.as_mut_ptr(), environment.as_mut_ptr());
            let status = libc::posix_spawn(&mut pid, path, &actions, ptr::null(), argv, envp);
            libc::posix_spawn_file_actions_destroy(&mut actions);
            status
        };
        assert_eq!(status, 0);
        drop((stdin, stdout));
        let mut buffer = [0; 4096];
        while rustix::io::read(&output, &mut buffer).is_ok_and(|n| n > 0) {}
        // SAFETY: the status may be null.
        unsafe { libc::waitpid(pid, ptr::null_mut(), 0) };
    }
}

/// Tests per second of two workers, as a multiple of one.
fn two_jobs() {
    for (name, session) in [("jobs: spawn", false), ("jobs: session", true)] {
        // One and two take turns; the best of each is what the machine can do when it is left alone.
        let (mut one, mut two) = (0.0f64, 0.0f64);
        for _ in 0..5 {
            one = one.max(rate(1, session));
            two = two.max(rate(2, session));
        }
        println!("{name:24} 1 job {one:.0}/s, 2 jobs {two:.0}/s: {:.2} ×", two / one);
    }
}

fn rate(jobs: usize, session: bool) -> f64 {
    let time = Duration::from_millis(600);
    let work = || {
        let program = match z3() {
            Some(z3) => Program::new(z3).arg("-in"),
            None => Program::new(TORTURE),
        };
        let mut backend: Box<dyn Backend> = if session {
            Box::new(Session::new(&program, SessionProtocol::default(), Marks::default()).expect("a session"))
        } else {
            Box::new(Spawn::new(&program, Marks::default()).expect("a launcher"))
        };
        let limits = Limits::default();
        let request = Request { input: BV.as_bytes(), expected: &[Expected::CheckSat], limits: &limits };
        let mut run = Run::default();
        backend.run_into(&request, &mut run);
        let (start, mut tests) = (Instant::now(), 0);
        while start.elapsed() < time {
            backend.run_into(&request, &mut run);
            tests += 1;
        }
        f64::from(tests) / start.elapsed().as_secs_f64()
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(|worker| worker.join().unwrap_or(0.0)).sum()
    })
}
