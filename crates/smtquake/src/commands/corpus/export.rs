//! `smtquake corpus export`: what was kept, as scripts.

use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use guide::{Entry, Under};

use super::place::{corpus_at, entries};
use crate::exit::Exit;

/// Write the inputs of a guided corpus as scripts
///
/// Each is the script that showed something new, in a file of its own; where it did so under other options of a target, a
/// comment says which. Files that are damaged are named and left out.
#[derive(clap::Args)]
pub struct Args {
    /// The folder of the corpus, or of its campaign
    #[arg(value_name = "CORPUS")]
    corpus: PathBuf,

    /// The folder to write to
    #[arg(long, short, value_name = "DIR")]
    out: PathBuf,
}

/// Does what the command line asks.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let entries = entries(&corpus_at(&args.corpus)?)?;
    fs::create_dir_all(&args.out).with_context(|| format!("cannot make {}", args.out.display()))?;
    for entry in &entries {
        let path = args.out.join(format!("{}.smt2", entry.name()));
        fs::write(&path, [options(entry).as_bytes(), entry.script()].concat())
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    println!("{} scripts in {}", entries.len(), args.out.display());
    Ok(Exit::Success)
}

/// The options that a script showed something new under, as comments.
fn options(entry: &Entry) -> String {
    let under = entry.under.as_ref().map(Under::to_string).unwrap_or_default();
    under.lines().map(|line| format!("; {line}\n")).collect()
}
