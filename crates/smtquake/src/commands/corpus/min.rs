//! `smtquake corpus min`: the fewest and smallest inputs that show all that the whole corpus shows.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use campaign::{Contestant, Distiller};
use guide::{Entry, Feature, Input, smallest_cover};
use rustc_hash::FxHashSet;
use serde::Serialize;
use solver::backend::Found;
use solver::catalogue::Catalogue;
use solver::profile::Profiles;
use solver::target::Target;

use super::place::{corpus_in, entries};
use crate::exit::Exit;
use crate::files::{Inputs, Progress};
use crate::quantity::{duration, size_text};

/// Keep the fewest and smallest inputs that show all that a corpus shows
///
/// Runs every input once on the targets, in a new process each, and notes which edges of their code it takes, or which of
/// their counters it moves. Without `--out`, a guided corpus loses the inputs that show nothing of their own; a folder of
/// scripts is never changed.
#[derive(clap::Args)]
pub struct Args {
    /// A guided corpus, the folder of its campaign, or a folder of scripts
    #[arg(value_name = "CORPUS")]
    corpus: PathBuf,

    /// The targets, with commas in between
    #[arg(long, value_name = "TARGET,…", required = true)]
    on: Vec<String>,

    /// Write what is kept to this folder, and leave the corpus as it is
    #[arg(long, short, value_name = "DIR")]
    out: Option<PathBuf>,

    /// The time that a target has for an input
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = duration)]
    timeout: Duration,

    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
}

/// What came of it.
#[derive(Serialize)]
struct Minimised {
    inputs: usize,
    kept: usize,
    bytes: usize,
    kept_bytes: usize,
    features: usize,
    left_out: usize,
}

/// Does what the command line asks.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let guided = corpus_in(&args.corpus);
    let (entries, names) = match &guided {
        Some(corpus) => (entries(corpus)?, Vec::new()),
        None => scripts(&args.corpus)?,
    };
    if guided.is_none() && args.out.is_none() {
        bail!(
            "{} is a folder of scripts, which is not changed: name a folder by `--out`",
            args.corpus.display()
        );
    }
    let catalogue = Catalogue::open_default()?;
    let profiles = Profiles::of_user()?;
    let contestants = contestants(args, &catalogue, &profiles)?;
    let mut distiller = Distiller::open(&contestants, args.timeout)?;
    let mut progress = Progress::new(entries.len());
    let (mut candidates, mut left_out) = (Vec::new(), 0);
    for (at, entry) in entries.iter().enumerate() {
        let features = distiller.features(entry)?;
        if let Err(why) = &features {
            let name = names.get(at).cloned().unwrap_or_else(|| entry.name().to_string());
            progress.suspend(|| anstream::eprintln!("left out: {name}: {why}"));
            left_out += 1;
        }
        progress.file_done(features.is_err());
        candidates.push((entry.input.bytes().len(), features.unwrap_or_default()));
    }
    progress.finish();
    let kept = smallest_cover(&candidates);
    ensure!(!kept.is_empty(), "no input shows anything of the targets");
    let told = Minimised {
        inputs: entries.len(),
        kept: kept.len(),
        bytes: candidates.iter().map(|(bytes, _)| bytes).sum(),
        kept_bytes: kept.iter().map(|&at| candidates[at].0).sum(),
        features: candidates.iter().flat_map(|(_, features)| features).collect::<FxHashSet<_>>().len(),
        left_out,
    };
    match (&args.out, &guided) {
        (Some(out), None) => copy(&entries, &names, &kept, out)?,
        (Some(out), Some(_)) => write(&entries, &candidates, &kept, out)?,
        (None, Some(corpus)) => {
            // What is kept says what it shows before anything goes.
            write(&entries, &candidates, &kept, corpus)?;
            for (at, entry) in entries.iter().enumerate() {
                if !kept.contains(&at) {
                    guide::remove(corpus, entry)?;
                }
            }
        }
        (None, None) => {}
    }
    if args.json {
        println!("{}", serde_json::to_string_pretty(&told)?);
    } else {
        println!(
            "{} of {} inputs ({} of {}) show all {} features",
            told.kept,
            told.inputs,
            size_text(told.kept_bytes as u64),
            size_text(told.bytes as u64),
            told.features
        );
    }
    Ok(Exit::Success)
}

/// The scripts of a folder as entries, and their names.
fn scripts(folder: &Path) -> anyhow::Result<(Vec<Entry>, Vec<String>)> {
    let (mut entries, mut names) = (Vec::new(), Vec::new());
    for input in Inputs::find(&[folder.to_owned()])?.list {
        let name = input.name();
        let text = input.read().with_context(|| format!("cannot read {name}"))?;
        let input = Input::Script(text);
        entries.push(Entry::unseen(input));
        names.push(name);
    }
    Ok((entries, names))
}

fn contestants(args: &Args, catalogue: &Catalogue, profiles: &Profiles) -> anyhow::Result<Vec<Contestant>> {
    let known: Vec<&str> = profiles.names().collect();
    let mut contestants = Vec::new();
    for list in &args.on {
        for target in Target::parse_list(list, &known).with_context(|| format!("--on {list}"))? {
            contestants.push(Contestant::new(Found::find(catalogue, profiles, &target)?, catalogue)?);
        }
    }
    Ok(contestants)
}

/// Writes what is kept as entries, each with what no other before it shows, so that together they show everything.
fn write(
    entries: &[Entry],
    candidates: &[(usize, Vec<Feature>)],
    kept: &[usize],
    folder: &Path,
) -> anyhow::Result<()> {
    let mut shown: FxHashSet<Feature> = FxHashSet::default();
    for &at in kept {
        let mut entry = entries[at].clone();
        entry.features.extend(&candidates[at].1);
        entry.features.sort_unstable();
        entry.features.dedup();
        entry.features.retain(|feature| shown.insert(*feature));
        guide::write(folder, &entry)?;
    }
    Ok(())
}

/// Copies scripts that are kept, under names that tell where they are from.
fn copy(entries: &[Entry], names: &[String], kept: &[usize], folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    for &at in kept {
        let stem = Path::new(&names[at]).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let path = folder.join(format!("{stem}-{}.smt2", entries[at].name()));
        fs::write(&path, entries[at].script()).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}
