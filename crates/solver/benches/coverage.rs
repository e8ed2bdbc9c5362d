//! What counting costs: each installed build that counts (`smtquake solver build yices --coverage`) against the newest
//! release of its family, on our own seeds.
//!
//! A ratio for each backend: the time of all seeds that both answer alike, each the best of a few tries, in which the two
//! take turns so that a busy machine slows both. Aimed at: 3 at most. The release is compiled by others, and may be another
//! version; `SMTQUAKE_PLAIN` names another program to compare with, and a word on the command line the builds to compare.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use solver::answer::{Expected, Reply};
use solver::backend::{Backend, BackendKind, Found, Request};
use solver::catalogue::Catalogue;
use solver::process::Limits;
use solver::profile::Profiles;
use solver::run::{Outcome, Run};
use solver::target::Target;

const TRIES: usize = 5;

fn main() {
    solver::host::use_program(env!("CARGO_BIN_EXE_smtquake-torture").as_ref());
    let filter = std::env::args().skip(1).find(|argument| !argument.starts_with('-')).unwrap_or_default();
    let (catalogue, profiles) =
        (Catalogue::open_default().expect("a cache"), Profiles::built_in().expect("profiles"));
    let find = |text: &str| {
        let target: Target = text.parse().expect("a target");
        Found::find(&catalogue, &profiles, &target)
    };
    println!(
        "{:22} {:22} {:8} {:>6} {:>10} {:>10} {:>6}",
        "counts", "plain", "backend", "seeds", "ms", "plain ms", "ratio"
    );
    for solver in catalogue.list_all().expect("a list") {
        if !solver.counts() || !solver.name().contains(&filter) {
            continue;
        }
        let plain = std::env::var("SMTQUAKE_PLAIN").unwrap_or_else(|_| solver.manifest.family.clone());
        let (Ok(counting), Ok(plain)) = (find(&solver.name()), find(&plain)) else {
            println!("{:22} has no plain release beside it", solver.name());
            continue;
        };
        for kind in [
            BackendKind::Spawn { incremental: false },
            BackendKind::Session,
            BackendKind::Library { incremental: false },
        ] {
            compare(&counting, &plain, kind);
        }
    }
}

fn compare(counting: &Found, plain: &Found, kind: BackendKind) {
    let word = match kind {
        BackendKind::Spawn { .. } => "spawn",
        BackendKind::Session => "session",
        BackendKind::Library { .. } => "library",
    };
    let head = format!("{:22} {:22} {word:8}", counting.name, plain.name);
    let (mut one, mut other) = match (counting.open(kind), plain.open(kind)) {
        (Ok(one), Ok(other)) => (one, other),
        (Err(error), _) | (_, Err(error)) => return println!("{head} {error}"),
    };
    let (mut seeds, mut with, mut without, mut edges) = (0, 0.0, 0.0, 0);
    for text in scripts() {
        let (Some((a, said)), Some((b, also))) = (time(&mut *one, &text), time(&mut *other, &text)) else {
            continue;
        };
        if said.replies != also.replies {
            continue;
        }
        let (mut a, mut b) = (a, b);
        for _ in 1..TRIES {
            a = a.min(time(&mut *one, &text).map_or(a, |it| it.0));
            b = b.min(time(&mut *other, &text).map_or(b, |it| it.0));
        }
        seeds += 1;
        with += a;
        without += b;
        edges =
            edges.max(said.coverage.map_or(0, |counts| counts.iter().filter(|count| **count != 0).count()));
    }
    println!(
        "{head} {seeds:6} {with:10.1} {without:10.1} {:6.2}   (a seed passes up to {edges} edges)",
        with / without
    );
}

/// Milliseconds of a test that is answered.
fn time(backend: &mut dyn Backend, text: &[u8]) -> Option<(f64, Run)> {
    let limits = Limits { wall: Duration::from_secs(2), ..Limits::default() };
    let start = Instant::now();
    let run = backend.run(&Request { input: text, expected: &[Expected::CheckSat], limits: &limits });
    let time = start.elapsed().as_secs_f64() * 1e3;
    let answered = run.outcome == Outcome::Finished && matches!(run.replies[..], [Reply::Sat | Reply::Unsat]);
    answered.then_some((time, run))
}

/// Our own seeds of one check, without options.
fn scripts() -> Vec<Vec<u8>> {
    let mut files: Vec<PathBuf> = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../seeds")];
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    let text = |path: PathBuf| {
        let text = fs::read_to_string(path).ok()?;
        (text.matches("(check-sat)").count() == 1 && !text.contains("(get-")).then(|| text.into_bytes())
    };
    files.into_iter().filter_map(text).collect()
}
