//! `smtquake corpus import`: scripts, or another corpus, for guided search to begin with.

use std::path::PathBuf;

use anyhow::ensure;
use guide::{Entry, Input};

use super::place::{corpus_in, entries};
use super::scripts::for_each_script;
use crate::exit::Exit;
use crate::files::Inputs;

/// Add scripts, or the inputs of other guided corpora, to a guided corpus
///
/// Strategies that take seeds go on from the scripts; the inputs of another corpus are given to the targets once before
/// anything is made of them. Files that are no scripts are named and left out.
#[derive(clap::Args)]
pub struct Args {
    /// The folder of the corpus, which is made if it is not there
    #[arg(value_name = "CORPUS")]
    corpus: PathBuf,

    /// Scripts, folders of scripts, and other guided corpora
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
}

/// Does what the command line asks.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let into = corpus_in(&args.corpus).unwrap_or_else(|| args.corpus.clone());
    let (mut scripts, mut count) = (Vec::new(), 0);
    for path in &args.paths {
        match corpus_in(path) {
            Some(corpus) => {
                for entry in entries(&corpus)? {
                    guide::write(&into, &entry)?;
                    count += 1;
                }
            }
            None => scripts.push(path.clone()),
        }
    }
    let inputs = if scripts.is_empty() { Vec::new() } else { Inputs::find(&scripts)?.list };
    for_each_script(&inputs, |text, _| {
        let input = Input::Script(text);
        guide::write(&into, &Entry::unseen(input))?;
        count += 1;
        Ok(())
    })?;
    ensure!(count > 0, "there is nothing to import");
    println!("{count} inputs added to {}", into.display());
    Ok(Exit::Success)
}
