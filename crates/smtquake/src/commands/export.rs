//! `smtquake export`: a bug's script, or any other, in another language.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use campaign::{DEFAULT_FOLDER, Smallest};
use smtlib::{Printer, Script};
use solver::backend::Found;
use solver::catalogue::Catalogue;
use solver::knowledge::Knowledge;
use solver::profile::Profiles;
use solver::target::Target;

use super::named::Named;
use crate::exit::Exit;

const HELP: &str = "\
Examples:
  smtquake export 3 --out DIR -o bug.smt2           the smallest script of a bug
  smtquake export bug.smt2 --for z3@4.8.7           in the names that a release knows
  smtquake export 3 --format ae -o bug.ae           in Alt-Ergo's own language
  smtquake export bug.smt2 --format json

Alt-Ergo's language asks whether a goal is valid: it is when the script is unsatisfiable.

Exit codes: 0 done, 1 the language or the release cannot say it, 2 bad use";

/// The time a release has for each process that asks it what it knows.
const ASKING: Duration = Duration::from_secs(10);

/// Write a bug's script, or any other, in a solver's dialect, in Alt-Ergo's language or as JSON
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// The number of a bug, the folder of a finding, or a script
    #[arg(value_name = "ID|FILE|FOLDER")]
    what: String,

    /// The language
    #[arg(long, value_enum, default_value_t = Format::Smt2)]
    format: Format,

    /// The solver whose dialect is written, for SMT-LIB; without it, the script as it is
    #[arg(long = "for", value_name = "TARGET")]
    target: Option<String>,

    /// The file to write; without it, standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// The folder of the campaign, for a number
    #[arg(long, value_name = "DIR", default_value = DEFAULT_FOLDER)]
    out: PathBuf,
}

/// A language.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Format {
    /// SMT-LIB
    Smt2,
    /// Alt-Ergo's native language
    Ae,
    /// The typed script as a tree
    ///
    /// A list of `commands`, each with its `text` and its `terms`: what a term is, its `sort` and its `args`.
    Json,
}

/// Does what the command line asks.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let (name, bytes) = source(args)?;
    let script = Script::parse(&bytes).map_err(|error| anyhow!("{name}: {error}"))?;
    if args.target.is_some() && args.format != Format::Smt2 {
        bail!("`--for` chooses a dialect of SMT-LIB: leave it out, or use `--format smt2`");
    }
    let text = match (args.format, &args.target) {
        (Format::Smt2, None) => Ok(Printer::new().script_text(&script)),
        (Format::Smt2, Some(target)) => in_dialect(&script, target)?,
        (Format::Ae, _) => smtlib::alt_ergo(&script).map_err(|unsayable| unsayable.to_string()),
        (Format::Json, _) => Ok(smtlib::json(&script)),
    };
    let text = match text {
        Ok(text) => text,
        Err(why) => {
            anstream::eprintln!("{name}: {why}");
            return Ok(Exit::Rejected);
        }
    };
    match &args.output {
        Some(file) => fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))?,
        None => anstream::stdout().lock().write_all(text.as_bytes())?,
    }
    Ok(Exit::Success)
}

/// The script that is meant, and what to call it.
fn source(args: &Args) -> anyhow::Result<(String, Vec<u8>)> {
    let shown = |path: &Path| path.display().to_string();
    match Named::find(&args.what, &args.out)? {
        Named::File(path) => {
            let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
            Ok((shown(&path), bytes))
        }
        Named::Finding(folder) => {
            let smallest = Smallest::read(&folder)
                .map_err(|error| anyhow!("{}: {}", shown(&error.path), error.error))?;
            Ok((shown(&folder.join(smallest.file)), smallest.by_standard().to_vec()))
        }
    }
}

/// The script in the names that a release knows, or what it lacks.
fn in_dialect(script: &Script, target: &str) -> anyhow::Result<Result<String, String>> {
    let (catalogue, profiles) = (Catalogue::open_default()?, Profiles::of_user()?);
    let known: Vec<&str> = profiles.names().collect();
    let found = Found::find(&catalogue, &profiles, &Target::parse_with(target, &known)?)?;
    let knowledge = Knowledge::of(&found, &catalogue, ASKING)?;
    if let Err(missing) = knowledge.can_express(script) {
        return Ok(Err(format!("{} does not know {missing}", found.name)));
    }
    Ok(Ok(Printer::new().dialect(knowledge.dialect().clone()).script_text(script)))
}
