//! `smtquake corpus stats`: a profile of real scripts, for the generator.

use std::path::PathBuf;

use anyhow::ensure;
use smtlib::Script;
use strategy::grammar::Learner;

use crate::exit::Exit;
use crate::files::{Event, Input, Inputs, Progress, for_each_in_order};

/// Learn from real scripts how large they are and what they use
///
/// Prints a profile as TOML: how many assertions a script has and how large they are (the middle of each tenth of what was
/// seen), constants, definitions, scopes, widths of bit-vectors, and how often each operator is used. `--profile` of
/// `generate` and `fuzz` reads it; so does a campaign file, as its table `[grammar]`. Files that are no scripts are named
/// and left out.
#[derive(clap::Args)]
pub struct Args {
    /// Files, folders (all .smt2 files below them) or `-` for standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
}

/// Does what the command line asks.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let inputs = Inputs::find(&args.paths)?;
    let mut progress = Progress::new(inputs.list.len());
    let mut learner = Learner::default();
    let read = |input: &Input| {
        let script = input.read().map_err(|error| error.to_string());
        let script = script.and_then(|text| Script::parse(&text).map_err(|error| error.to_string()));
        script.map_err(|why| format!("{}: {why}", input.name()))
    };
    for_each_in_order(&inputs.list, read, |event| {
        match event {
            Event::Tick => progress.tick(),
            Event::Result(Ok(script)) => {
                learner.see(&script);
                progress.file_done(false);
            }
            Event::Result(Err(why)) => {
                progress.file_done(true);
                progress.suspend(|| anstream::eprintln!("left out: {why}"));
            }
        }
        anyhow::Ok(())
    })?;
    progress.finish();
    let scripts = learner.scripts();
    ensure!(scripts > 0, "there is no script to learn from");
    println!("# learnt from {scripts} scripts by `smtquake corpus stats`");
    print!("{}", toml::to_string(&learner.bounds())?);
    Ok(Exit::Success)
}
