//! `smtquake fuzz`: a campaign from the command line.
//!
//! [`args`] reads the command line, [`plan`] makes a plan of it, [`live`] and [`log`] show it at work, [`report`] and
//! [`junit`] say what came of it.

mod args;
mod junit;
mod live;
pub mod log;
mod plan;
pub mod report;
pub mod shown;

use std::fs;
use std::io::{IsTerminal, Write, stderr, stdin, stdout};

use anyhow::Context;
use campaign::{Bug, Observer, Summary};
use oracle::Class;
use solver::catalogue::Catalogue;
use solver::profile::Profiles;

pub use args::Args;

use crate::exit::Exit;
use crate::signals::stop_on_signals;
use live::Live;
use log::Log;

/// Does what the command line asks.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let catalogue = Catalogue::open_default()?;
    let profiles = Profiles::of_user()?;
    let (plan, mut store) = plan::prepare(args, &catalogue, &profiles)?;
    let stop = stop_on_signals()?;
    let mut observer = observer(args)?;
    let summary = campaign::run(&plan, &mut store, &catalogue, &profiles, &stop, &mut *observer);
    // The screen is given back before anything else is printed.
    drop(observer);
    let (summary, bugs) = (summary?, store.bugs()?);
    if let Some(file) = &args.junit {
        fs::write(file, junit::junit(&summary, &bugs))
            .with_context(|| format!("cannot write {}", file.display()))?;
    }
    let mut out = anstream::stdout().lock();
    if args.json {
        serde_json::to_writer_pretty(&mut out, &summary).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        report::write(&mut out, &summary, &bugs, store.root())?;
    }
    Ok(exit(&summary, &bugs, args))
}

fn observer(args: &Args) -> anyhow::Result<Box<dyn Observer>> {
    let screen = stdout().is_terminal() && stderr().is_terminal() && stdin().is_terminal();
    Ok(match args.plain || args.json || !screen {
        true => Box::new(Log::new(args.json && !args.plain && !stderr().is_terminal())),
        false => Box::new(Live::open()?),
    })
}

fn exit(summary: &Summary, bugs: &[Bug], args: &Args) -> Exit {
    let fails = |class: Class| class.severity() >= args.fail_on.severity();
    let found = summary
        .counts
        .findings
        .iter()
        .any(|(name, &count)| count > 0 && Class::named(name).is_some_and(fails));
    if found || bugs.iter().any(|bug| fails(bug.class)) { Exit::Rejected } else { Exit::Success }
}
