//! `smtquake api replay`: the calls of a trace, made again.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use api::{Ended, Host, c_program, to_script};
use campaign::{ReplayVerdict, Replayed};

use super::library::Library;
use super::source;
use crate::exit::Exit;
use crate::quantity::duration;

/// Make the calls of a trace again, or say them in another language
#[derive(clap::Args)]
pub struct Args {
    /// The trace, or a script
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The library; without it, that of the target that the trace names
    #[arg(long, value_name = "TARGET")]
    on: Option<String>,

    /// Call nothing, and write the trace in this language
    #[arg(long = "as", value_name = "LANGUAGE", value_enum)]
    language: Option<Language>,

    /// The time it has
    #[arg(long, value_name = "TIME", default_value = "20s", value_parser = duration)]
    timeout: Duration,

    /// Write the result as JSON
    #[arg(long)]
    json: bool,
}

/// A language that calls can be said in.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Language {
    /// An SMT-LIB script.
    Smt2,
    /// A C program that calls the library.
    C,
}

/// Makes the calls of a finding's trace again, several times.
pub fn again(file: &Path, on: Option<&str>, times: u32, timeout: Duration) -> anyhow::Result<Replayed> {
    let trace = source::read(file)?;
    let library = Library::find(on.unwrap_or(&trace.target))?;
    let mut host = Host::start(&library.guest)?;
    let mut shown = 0;
    for _ in 0..times {
        let ended = host.replay(&trace.to_string(), timeout)?.ended;
        shown += u32::from(matches!(ended, Ended::Found { .. }));
    }
    let verdict = match shown {
        0 => ReplayVerdict::Gone,
        _ if shown == times => ReplayVerdict::Reproduced,
        _ => ReplayVerdict::Flaky,
    };
    Ok(Replayed { target: library.name, times, shown, verdict })
}

/// Does what the command line asks.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let name = args.file.display().to_string();
    let trace = source::read(&args.file)?;
    let mut out = anstream::stdout().lock();
    match args.language {
        Some(Language::Smt2) => {
            write!(out, "{}", to_script(&trace).with_context(|| name)?)?;
            return Ok(Exit::Success);
        }
        Some(Language::C) | None => {}
    }
    let target = args.on.as_deref().unwrap_or(&trace.target);
    if target.is_empty() {
        bail!("{name} names no target: say one by `--on`");
    }
    if args.language.is_some() {
        let family = Library::find(target)?.guest.family;
        write!(out, "{}", c_program(&trace, &family).with_context(|| name)?)?;
        return Ok(Exit::Success);
    }
    let replayed = Host::start(&Library::find(target)?.guest)?.replay(&trace.to_string(), args.timeout)?;
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&replayed)?)?;
    } else {
        write!(out, "{}", replayed.trace)?;
        if !replayed.trace.ends_with('\n') {
            writeln!(out)?;
        }
        out.flush()?;
        anstream::eprint!("{}", replayed.printed);
    }
    let (said, exit) = match &replayed.ended {
        Ended::Clean => ("nothing is wrong".to_owned(), Exit::Success),
        Ended::Found { class, evidence, .. } => (format!("{class}: {evidence}"), Exit::Rejected),
        Ended::Timeout => (format!("it takes longer than {:?}", args.timeout), Exit::Unknown),
        Ended::Memory => ("it runs out of memory".to_owned(), Exit::Unknown),
        Ended::Contract(why) => {
            (format!("the library says that it is not used as it should be: {why}"), Exit::Unknown)
        }
        Ended::Senseless(why) => bail!("{name}: {why}"),
    };
    anstream::eprintln!("{said}");
    Ok(exit)
}
