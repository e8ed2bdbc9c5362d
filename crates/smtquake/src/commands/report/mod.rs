//! `smtquake report`: a bug as an issue that its solver's developers can act on, or a whole campaign as one page.
//!
//! [`facts`] gathers what is known about a bug, [`issue`] puts it into words, [`calls`] does so for bugs of a
//! library's functions, [`campaign`] tells of a whole campaign.

mod calls;
mod campaign;
mod command_line;
mod facts;
mod issue;

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use ::campaign::{DEFAULT_FOLDER, Store};
use anyhow::Context;
use solver::catalogue::Catalogue;
use solver::profile::Profiles;

pub use issue::origin;

use super::named::Named;
use crate::document::{html, markdown};
use crate::exit::Exit;
use crate::quantity::duration;

const HELP: &str = "\
Examples:
  smtquake report 3 --out DIR                        an issue, ready to paste
  smtquake report 3 --format html -o bug.html
  smtquake report --all --out DIR -o campaign.html   one page about the campaign, with plots

A bug's versions are named when it was bisected: `smtquake bisect 3`.

Exit codes: 0 done, 2 bad use";

/// Write a bug up for its solver's tracker, or a campaign as one page
///
/// An issue has the smallest script, the expected and the actual answer, how the expected one is known, the releases that
/// show it, the command line, and what other solvers say, which are run for it.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// The number of a bug, or the folder of a finding
    #[arg(value_name = "ID|FOLDER", required_unless_present = "all", conflicts_with = "all")]
    what: Option<String>,

    /// Tell of the whole campaign, as HTML
    #[arg(long, conflicts_with = "format")]
    all: bool,

    /// The form
    #[arg(long, value_enum, default_value_t = Format::Md)]
    format: Format,

    /// The file to write; without it, standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// The folder of the campaign
    #[arg(long, value_name = "DIR", default_value = DEFAULT_FOLDER)]
    out: PathBuf,

    /// The time that each solver has which is run for it
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = duration)]
    timeout: Duration,
}

/// The form of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Format {
    /// Markdown, as trackers take it
    Md,
    /// A page
    Html,
}

/// Does what the command line asks.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let profiles = Profiles::of_user()?;
    let text = match &args.what {
        None => {
            let store = Store::open(&args.out)?;
            html("smtquake campaign", &campaign::blocks(&store, &profiles)?)
        }
        Some(what) if calls::is_about_calls(&Named::finding(what, &args.out)?) => {
            let (title, blocks) = calls::issue(&Named::finding(what, &args.out)?)?;
            match args.format {
                Format::Md => markdown(&blocks),
                Format::Html => html(&title, &blocks),
            }
        }
        Some(what) => {
            let folder = Named::finding(what, &args.out)?;
            let catalogue = Catalogue::open_default()?;
            let facts = facts::Facts::gather(&folder, args.timeout, &catalogue, &profiles)?;
            if !facts.wishes.is_empty() {
                anstream::eprintln!("before you report it, the developers ask: {}", facts.wishes.join("; "));
            }
            let blocks = issue::blocks(&facts);
            match args.format {
                Format::Md => markdown(&blocks),
                Format::Html => html(&issue::title(&facts), &blocks),
            }
        }
    };
    match &args.output {
        Some(file) => fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))?,
        None => anstream::stdout().lock().write_all(text.as_bytes())?,
    }
    Ok(Exit::Success)
}
