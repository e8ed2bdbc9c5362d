//! `smtquake api reduce`: a small trace that shows the same.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use api::{Ended, Host, Judge, Reduction, Replaying};
use serde::Serialize;

use super::library::Library;
use super::source;
use crate::exit::Exit;
use crate::quantity::duration;
use crate::signals::stop_on_signals;

/// Make a trace small, as long as it shows the same
///
/// Lines go first, then terms become constants, arguments older ones, and numbers small. Every candidate is replayed in a
/// process of its own.
#[derive(clap::Args)]
pub struct Args {
    /// The trace, or a script
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The library; without it, that of the target that the trace names
    #[arg(long, value_name = "TARGET")]
    on: Option<String>,

    /// Where the small trace is written; without it, on the standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Candidates that are replayed at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,

    /// The time of a candidate
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = duration)]
    timeout: Duration,

    /// Stop after this time, with what is the smallest by then
    #[arg(long = "for", value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,

    /// Write the figures as JSON
    #[arg(long)]
    json: bool,
}

/// The figures, as `--json` writes them.
#[derive(Serialize)]
struct Report<'a> {
    class: String,
    lines_before: usize,
    lines: usize,
    checks: u64,
    seconds: f64,
    fixpoint: bool,
    trace: &'a str,
}

/// Does what the command line asks.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let name = args.file.display().to_string();
    let trace = source::read(&args.file)?;
    let target = args.on.as_deref().unwrap_or(&trace.target);
    if target.is_empty() {
        bail!("{name} names no target: say one by `--on`");
    }
    let guest = Library::find(target)?.guest;
    let mut host = Host::start(&guest)?;
    let (class, place) = match host.replay(&trace.to_string(), args.timeout * 4)?.ended {
        Ended::Found { class, place, .. } => (class, place),
        Ended::Senseless(why) => bail!("{name}: {why}"),
        _ => bail!("{name} shows nothing on {target}: there is nothing to be kept"),
    };
    let hosts = std::iter::once(Ok(host)).chain((1..args.jobs).map(|_| Host::start(&guest)));
    let mut judges: Vec<Box<dyn Judge>> = Vec::new();
    for host in hosts {
        judges.push(Box::new(Replaying { host: host?, class, place: place.clone(), timeout: args.timeout }));
    }
    let (stop, before) = (stop_on_signals()?, trace.lines.len());
    let deadline = args.time.map(|time| Instant::now() + time);
    let reduced = api::reduce(trace, &mut judges, Reduction { stop: &stop, deadline });
    let small = reduced.trace.to_string();
    if !reduced.held {
        bail!("{name} does not show it each time: it cannot be reduced");
    }
    if let Some(out) = &args.out {
        fs::write(out, &small).with_context(|| out.display().to_string())?;
    }
    let mut out = anstream::stdout().lock();
    let (lines, checks) = (reduced.trace.lines.len(), reduced.checks);
    if args.json {
        let (class, seconds) = (class.to_string(), reduced.time.as_secs_f64());
        let fixpoint = reduced.fixpoint;
        let report = Report { class, lines_before: before, lines, checks, seconds, fixpoint, trace: &small };
        writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
    } else {
        if args.out.is_none() {
            write!(out, "{small}")?;
        }
        anstream::eprintln!("{before} lines became {lines} by {checks} replays in {:.1?}", reduced.time);
    }
    Ok(Exit::Success)
}
