//! `smtquake bugs`: what a campaign found.

mod table;

use std::io::Write;
use std::path::PathBuf;

use campaign::{DEFAULT_FOLDER, FindingFile, Smallest, Store, Triaged, triage};
use serde::Serialize;
use solver::profile::Profiles;

use super::report::origin;
use crate::exit::Exit;

/// List the bugs of a campaign, or show one
///
/// The gravest come first, and those last that the solver's developers do not want to hear of.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  smtquake bugs\n  smtquake bugs show 3 --out DIR\n\nExit codes: 0 done, 2 bad use"
)]
pub struct Args {
    #[command(subcommand)]
    action: Option<Action>,

    /// The folder of the campaign
    #[arg(long, value_name = "DIR", default_value = DEFAULT_FOLDER, global = true)]
    out: PathBuf,

    /// Print one JSON object: `bugs`, a list
    ///
    /// Of each: `id`, `class`, `target`, `signature`, `times`, `tests`, `seconds`, `bytes`, `folder`, `solver`, `options`,
    /// `size` and `script` (the smallest), `versions`, `first_bad` and `fixed_in` (where it was bisected), and `breaches`:
    /// why the solver's developers do not want it reported.
    #[arg(long, global = true)]
    json: bool,
}

#[derive(clap::Subcommand)]
enum Action {
    /// Show a bug: what was seen, the test, the witness
    Show {
        /// Its number
        id: String,
    },
}

#[derive(Serialize)]
struct Listed {
    bugs: Vec<Triaged>,
}

/// Does what the command line asks.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let store = Store::open(&args.out)?;
    let profiles = Profiles::of_user()?;
    let mut out = anstream::stdout().lock();
    match &args.action {
        None if args.json => {
            serde_json::to_writer_pretty(&mut out, &Listed { bugs: triage(&store, &profiles)? })
                .map_err(std::io::Error::from)?;
            writeln!(out)?;
        }
        None => {
            let bugs = triage(&store, &profiles)?;
            if bugs.is_empty() {
                writeln!(out, "no bugs in {}", args.out.display())?;
            } else {
                table::write(&mut out, &bugs)?;
            }
        }
        Some(Action::Show { id }) => {
            let bug = Triaged::new(store.bug(id)?, store.root(), &profiles);
            if args.json {
                serde_json::to_writer_pretty(&mut out, &bug).map_err(std::io::Error::from)?;
                writeln!(out)?;
            } else {
                show(&mut out, &store, &bug)?;
            }
        }
    }
    Ok(Exit::Success)
}

fn show(out: &mut dyn Write, store: &Store, triaged: &Triaged) -> anyhow::Result<()> {
    let bug = &triaged.bug;
    let folder = store.root().join(&bug.folder);
    let finding = FindingFile::read(&folder)
        .map_err(|error| anyhow::anyhow!("{}: {}", error.path.display(), error.error))?;
    writeln!(out, "bug #{}  {}: {} {}", bug.id, bug.class, bug.target, bug.class.meaning())?;
    writeln!(out, "found {} times, first after {} tests and {:.1} s", bug.times, bug.tests, bug.seconds)?;
    let smallest = Smallest::read(&folder)
        .map_err(|error| anyhow::anyhow!("{}: {}", error.path.display(), error.error))?;
    writeln!(out, "{}", finding.evidence_of(smallest.file).trim_end())?;
    if let Some(origin) = origin(&finding, smallest.file) {
        writeln!(out, "{origin}")?;
    }
    writeln!(out, "right answers: {}", finding.answers.join(" "))?;
    if let Some(versions) = &triaged.versions {
        writeln!(out, "releases: {versions}")?;
    }
    for breach in &triaged.breaches {
        writeln!(out, "not to be reported: {breach}")?;
    }
    writeln!(out, "folder: {}\n", folder.display())?;
    out.write_all(&smallest.text)?;
    if let Some(witness) = &smallest.witness {
        writeln!(out, "\n; the witness")?;
        out.write_all(witness.as_bytes())?;
    }
    if let Some(compared) = &smallest.compared {
        writeln!(out, "\n; compared with")?;
        out.write_all(compared.as_bytes())?;
    }
    Ok(())
}
