//! `smtquake bisect`: which releases of a solver show a bug.
//!
//! [`args`] reads the command line, [`ask`] makes a question of it, [`shown`] says what came out.

mod args;
mod ask;
mod shown;

use std::io::Write;

use campaign::bisect::{Mark, Step, bisect};
use solver::catalogue::Catalogue;
use solver::profile::Profiles;

pub use args::Args;

use super::solver::Bar;
use crate::exit::Exit;

/// Does what the command line asks.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let catalogue = Catalogue::open_default()?;
    let profiles = Profiles::of_user()?;
    let bar = Bar::new();
    let mut looks = 0;
    let mut watch = |step: Step<'_>| match step {
        Step::Fetching(name, stage) => bar.show(looks, looks + 1, name, stage),
        Step::Probed(probe) => {
            looks += 1;
            let mark = match probe.mark {
                Mark::Good => "good",
                Mark::Bad => "BAD",
                Mark::Skipped => "skipped",
            };
            let note = probe.note.as_deref().map(|note| format!(" ({note})")).unwrap_or_default();
            bar.suspend(|| anstream::eprintln!("{}: {mark}: {}{note}", probe.version, probe.answer));
        }
    };
    let asked = ask::Asked::new(args, &catalogue, &profiles, &mut watch)?;
    let bisection = bisect(&asked.question, &asked.scope(args), &catalogue, &profiles, &mut watch)?;
    bar.finish();
    // A part of the releases would read like all of them in a report.
    let whole = args.from.is_none() && args.to.is_none();
    if let Some(folder) = asked.folder.as_ref().filter(|_| whole) {
        bisection.write(folder)?;
    }
    let mut out = anstream::stdout().lock();
    if args.json {
        serde_json::to_writer_pretty(&mut out, &bisection).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        shown::write(&mut out, &bisection, &asked.bad)?;
    }
    Ok(Exit::Success)
}
