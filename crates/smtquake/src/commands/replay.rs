//! `smtquake replay`: does a solver still do it?

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use campaign::calls::TRACE;
use campaign::{DEFAULT_FOLDER, ReplayVerdict, replay};
use solver::catalogue::Catalogue;
use solver::profile::Profiles;
use solver::target::Target;

use super::api;
use super::named::Named;
use crate::exit::Exit;
use crate::quantity::duration;

/// Run a finding again and say whether it is reproduced, flaky or gone
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  smtquake replay 3 --out DIR\n  smtquake replay findings/0003-refutation-1 --on z3\n\n\
                  Exit codes: 0 gone, 1 reproduced or flaky, 2 bad use"
)]
pub struct Args {
    /// The number of a bug, or the folder of a finding
    #[arg(value_name = "ID|FOLDER")]
    what: String,

    /// How often to run it
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    times: u32,

    /// Another target than the one it was found on; of the same solver, it has the finding's options if it names none
    #[arg(long, value_name = "TARGET")]
    on: Option<String>,

    /// The folder of the campaign, for a number
    #[arg(long, value_name = "DIR", default_value = DEFAULT_FOLDER)]
    out: PathBuf,

    /// The time for each run
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    timeout: Duration,

    /// Print the result as one JSON object: `target`, `times`, `shown`, `verdict`
    #[arg(long)]
    json: bool,
}

/// Does what the command line asks.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let catalogue = Catalogue::open_default()?;
    let profiles = Profiles::of_user()?;
    let known: Vec<&str> = profiles.names().collect();
    let on = args.on.as_deref().map(|text| Target::parse_with(text, &known)).transpose()?;
    let folder = Named::finding(&args.what, &args.out)?;
    let replayed = match folder.join(TRACE).is_file() {
        true => api::replay::again(&folder.join(TRACE), args.on.as_deref(), args.times, args.timeout)?,
        false => replay(&folder, on.as_ref(), args.times, args.timeout, &catalogue, &profiles)?,
    };
    let mut out = anstream::stdout().lock();
    if args.json {
        serde_json::to_writer_pretty(&mut out, &replayed).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        let word = match replayed.verdict {
            ReplayVerdict::Reproduced => "reproduced",
            ReplayVerdict::Flaky => "flaky",
            ReplayVerdict::Gone => "gone",
        };
        writeln!(
            out,
            "{word}: {} of {} runs on {} show it",
            replayed.shown, replayed.times, replayed.target
        )?;
    }
    Ok(if replayed.verdict == ReplayVerdict::Gone { Exit::Success } else { Exit::Rejected })
}
