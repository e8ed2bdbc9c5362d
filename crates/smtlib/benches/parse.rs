//! Speed of the front end on one core, and its memory: `cargo bench -p smtlib`.
//!
//! | on this kind of machine | MB/s |
//! |---|---|
//! | bare hash-consed s-expression reader in Rust | 55 |
//! | best typed Rust crate (yaspar-ir; no floating point) | 3.7 |
//! | yinyang (ANTLR, Python) | 0.06 to 0.08 |
//! | our target, parse and type-check, on the corpus | 30 |
//!
//! The target for memory is at most 12 times the size of a 50 MB file. The corpus is `../shared/corpus` beside the
//! repository; without it the golden files stand in. All files are in memory before the clock starts, and the clock is
//! the thread's own processor time where the system tells it, so that a busy machine does not count.
//!
//! Arguments: `corpus` or `generated` to run one part only; `SMTQUAKE_BENCH_MB` sets the size of the generated script.

#[path = "parse/counting.rs"]
mod counting;
#[path = "parse/generated.rs"]
mod generated;
#[path = "parse/processor.rs"]
mod processor;

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Duration;

use smtlib::{Lexer, Printer, Script, TokenKind};

#[global_allocator]
static ALLOCATOR: counting::Counting = counting::Counting;

fn main() {
    let chosen: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let wants = |part: &str| chosen.is_empty() || chosen.iter().any(|arg| arg == part);
    if wants("corpus") {
        corpus();
    }
    if wants("generated") {
        let megabytes =
            std::env::var("SMTQUAKE_BENCH_MB").ok().and_then(|text| text.parse().ok()).unwrap_or(50);
        generated(megabytes);
    }
}

/// Many small files: what a campaign reads.
fn corpus() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folder = home.join("../../../shared/corpus");
    if !folder.is_dir() {
        println!(
            "{} is absent: the golden files stand in, and the figures are not comparable",
            folder.display()
        );
        folder = home.join("tests/golden");
    }
    let mut files = Vec::new();
    collect(&folder, &mut files);
    files.sort();
    let sources: Vec<Vec<u8>> = files.iter().filter_map(|path| std::fs::read(path).ok()).collect();
    let bytes: usize = sources.iter().map(Vec::len).sum();
    println!("corpus: {} files, {:.1} MB", sources.len(), bytes as f64 / 1e6);

    report("tokens", bytes, 5, || sources.iter().map(|source| token_count(source)).sum::<usize>());
    report("parse + type-check", bytes, 5, || {
        sources
            .iter()
            .filter_map(|source| Script::parse(source).ok())
            .map(|script| script.arena.term_count())
            .sum()
    });
    let scripts: Vec<Script> = sources.iter().filter_map(|source| Script::parse(source).ok()).collect();
    println!("  {} of {} files parse", scripts.len(), sources.len());
    let mut out = Vec::new();
    let mut printed = 0;
    for script in &scripts {
        out.clear();
        Printer::new().script(script, &mut out);
        printed += out.len();
    }
    report("print", printed, 5, || {
        let mut count = 0;
        for script in &scripts {
            out.clear();
            Printer::new().script(script, &mut out);
            count += out.len();
        }
        count
    });
}

/// One large script of many distinct terms: what memory is measured on.
fn generated(megabytes: usize) {
    let source = generated::script(megabytes * 1_000_000);
    let bytes = source.len();
    println!("generated: one script of {:.1} MB", bytes as f64 / 1e6);
    let before = counting::live();
    counting::reset_peak();
    let script = match Script::parse(&source) {
        Ok(script) => script,
        Err(error) => panic!("the generator writes SMT-LIB: {} at {}", error.message, error.place(&source)),
    };
    let (peak, kept) = (counting::peak() - before, counting::live() - before);
    assert!(script.type_errors.is_empty(), "the generator is typed: {:?}", script.type_errors[0]);
    println!("  {} commands, {} terms", script.commands.len(), script.arena.term_count());
    let times = |count: usize| count as f64 / bytes as f64;
    println!("  memory: peak {:.1} x the file, kept {:.1} x (target 12 x)", times(peak), times(kept));
    drop(script);

    report("tokens", bytes, 3, || token_count(&source));
    report("parse + type-check", bytes, 3, || {
        Script::parse(&source).map_or(0, |script| script.arena.term_count())
    });
    if let Ok(script) = Script::parse(&source) {
        let mut out = Vec::with_capacity(bytes);
        report("print", bytes, 3, || {
            out.clear();
            Printer::new().script(&script, &mut out);
            out.len()
        });
    }
}

/// Runs `work` some times over `bytes` and prints the speed of the best run, the least disturbed one.
fn report(what: &str, bytes: usize, runs: usize, mut work: impl FnMut() -> usize) {
    let mut best = Duration::MAX;
    for _ in 0..runs {
        let start = processor::time();
        black_box(work());
        best = best.min(processor::time() - start);
    }
    println!("  {what}: {:.1} MB/s ({:.3} s)", bytes as f64 / 1e6 / best.as_secs_f64(), best.as_secs_f64());
}

fn token_count(source: &[u8]) -> usize {
    let mut lexer = Lexer::new(source);
    let mut count = 0;
    while let Ok(token) = lexer.next_token() {
        if token.kind == TokenKind::End {
            break;
        }
        count += 1;
    }
    count
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "smt2") {
            files.push(path);
        }
    }
}
