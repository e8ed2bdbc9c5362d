//! A solver with every bad habit, to test that smtquake survives them all.
//!
//! Without arguments it is a well-behaved instant solver: `(check-sat)` gives `sat`, `(echo "x")` gives `x`
//! (`"x"` after `(set-option :quote)`), anything else is accepted in silence. `(torture MODE ARG)` on a line
//! of the input, or `MODE ARG` on the command line, makes it misbehave. Every habit is bounded, so that a
//! failed test cannot take the machine down.

use std::env;
use std::fs;
use std::io::{self, Read, Write};
use std::process::{self, Child, Command};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use rustix::process::{Signal, getpid, kill_process, setsid, test_kill_process};

/// Nothing that is forgotten lives longer than this.
const LIFETIME: Duration = Duration::from_secs(60);

fn main() {
    solver::host::serve_if_asked();
    let mut arguments = env::args().skip(1);
    match arguments.next() {
        Some(mode) => misbehave(&mode, &arguments.next().unwrap_or_default()),
        None => converse(),
    }
}

/// Reads commands, one a line, and answers all that came together with one write.
fn converse() {
    let (mut stdin, mut stdout) = (io::stdin().lock(), io::stdout().lock());
    let (mut buffer, mut kept) = (vec![0; 1 << 16], 0);
    let (mut answers, mut quote) = (Vec::new(), false);
    loop {
        let Ok(read @ 1..) = stdin.read(&mut buffer[kept..]) else { return };
        let length = kept + read;
        let complete = buffer[..length].iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
        for line in buffer[..complete].split(|&b| b == b'\n') {
            if line == b"(check-sat)" {
                answers.extend_from_slice(b"sat\n");
            } else if line == b"(set-option :quote)" {
                quote = true;
            } else if let Some(text) = line.strip_prefix(b"(echo \"").and_then(|l| l.strip_suffix(b"\")")) {
                let mark: &[u8] = if quote { b"\"" } else { b"" };
                answers.extend([mark, text, mark, b"\n"].concat());
            } else if let Some(order) = line.strip_prefix(b"(torture ").and_then(|l| l.strip_suffix(b")")) {
                let _ = stdout.write_all(&answers);
                let _ = stdout.flush();
                answers.clear();
                let order = String::from_utf8_lossy(order);
                let (mode, argument) = order.split_once(' ').unwrap_or((&order, ""));
                misbehave(mode, argument);
            }
        }
        if stdout.write_all(&answers).and_then(|()| stdout.flush()).is_err() {
            return;
        }
        answers.clear();
        buffer.copy_within(complete..length, 0);
        kept = length - complete;
        if kept == buffer.len() {
            buffer.resize(2 * kept, 0);
        }
    }
}

fn misbehave(mode: &str, argument: &str) {
    match mode {
        "hang" => hang(),
        "spin" => spin(),
        "bomb" => bomb(argument.parse().unwrap_or(0)),
        "daemon" => daemon(argument),
        "flood" => flood(&mut io::stdout()),
        "flood-errors" => flood(&mut io::stderr()),
        "eat" => eat(argument.parse().unwrap_or(64)),
        "segv" => raise(Signal::SEGV),
        "assert" => {
            eprintln!("torture: torture.cpp:7: int main(): Assertion `x == y' failed.");
            process::abort();
        }
        "assert-quietly" => {
            eprintln!("ASSERTION VIOLATION\nFile: torture.cpp\nLine: 7\nx == y");
            process::exit(114);
        }
        "bad-alloc" => {
            eprintln!("terminate called after throwing an instance of 'std::bad_alloc'");
            process::abort();
        }
        "kill" => raise(Signal::KILL),
        "exit" => process::exit(argument.parse().unwrap_or(0)),
        "leave-soon" => {
            thread::spawn(|| {
                sleep(Duration::from_millis(20));
                process::exit(3);
            });
        }
        "close" => close_streams(),
        "garbage" => garbage(),
        "say" => print_now(argument),
        "warn" => eprintln!("{argument}"),
        "half" => {
            print_now("sat\n((x ");
            hang();
        }
        "stubborn" => {
            ignore_signals();
            spin();
        }
        "write" => write(argument),
        "signal-parent" => signal_parent(),
        _ => eprintln!("torture: no mode {mode}"),
    }
}

fn hang() {
    sleep(LIFETIME);
}

fn spin() {
    let start = Instant::now();
    while start.elapsed() < LIFETIME {}
}

fn again(arguments: &[&str]) -> io::Result<Child> {
    Command::new(env::current_exe()?).args(arguments).spawn()
}

/// Two children of one generation less, and so on: `2^generations` processes, 128 at most.
fn bomb(generations: u32) {
    for _ in 0..2 * generations.min(1) {
        let _ = again(&["bomb", &(generations.min(6) - 1).to_string()]);
    }
    hang();
}

/// Leaves the group and the session, and lives on as an orphan.
fn daemon(stage: &str) {
    match stage {
        "" => {
            let _ = again(&["daemon", "middle"]).and_then(|mut child| child.wait());
            print_now("sat\n");
        }
        "middle" => {
            let _ = setsid();
            let _ = again(&["daemon", "last"]);
        }
        _ => hang(),
    }
}

fn flood(out: &mut dyn Write) {
    let start = Instant::now();
    while start.elapsed() < LIFETIME && out.write_all(&[b'x'; 1 << 16]).is_ok() {}
}

/// Takes so many MiB, a GiB at most, and keeps them.
fn eat(megabytes: usize) {
    let mut meals = Vec::new();
    for _ in 0..megabytes.min(1024) {
        meals.push(vec![1u8; 1 << 20]);
    }
    print_now(if meals.iter().all(|meal| meal[meal.len() / 2] == 1) { "sat\n" } else { "" });
    hang();
}

fn raise(signal: Signal) {
    // The runtime's own handler of SIGSEGV takes the first one.
    while kill_process(getpid(), signal).is_ok() {}
}

fn close_streams() {
    for stream in 0..3 {
        // SAFETY: nothing in this process uses the standard streams from here on.
        unsafe { libc::close(stream) };
    }
    hang();
}

fn ignore_signals() {
    for signal in [libc::SIGTERM, libc::SIGINT, libc::SIGHUP, libc::SIGXCPU] {
        // SAFETY: ignoring a signal installs no handler.
        unsafe { libc::signal(signal, libc::SIG_IGN) };
    }
}

fn garbage() {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut bytes = Vec::new();
    while bytes.len() < 1 << 16 {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        bytes.extend(state.to_le_bytes());
    }
    let _ = io::stdout().write_all(&bytes).and_then(|()| io::stdout().flush());
    let _ = io::stderr().write_all(&bytes);
}

/// Leaves a tree in the working directory and tries to write to `path`.
fn write(path: &str) {
    let inside = fs::create_dir_all("a/b").and_then(|()| fs::write("a/b/c", "x"));
    let outside = fs::write(path, "x");
    print_now(&format!("(:inside {} :outside {})\n", inside.is_ok(), outside.is_ok()));
}

fn signal_parent() {
    // Signal 0: asks for leave to send one and does not.
    let signalled = rustix::process::getppid().map(test_kill_process);
    print_now(&format!("(:signalled {})\n", matches!(signalled, Some(Ok(())))));
}

fn print_now(text: &str) {
    let mut stdout = io::stdout();
    let _ = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
}
