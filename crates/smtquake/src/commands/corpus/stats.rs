//! `smtquake corpus stats`: a profile of real scripts, for the generator.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::ensure;
use guide::Feature;
use smtlib::Script;
use strategy::grammar::Learner;

use super::place::{corpus_in, entries};
use super::scripts::for_each_script;
use crate::exit::Exit;
use crate::files::Inputs;

/// Learn from real scripts how large they are and what they use
///
/// Prints a profile as TOML: how many assertions a script has and how large they are (the middle of each tenth of what was
/// seen), constants, definitions, scopes, widths of bit-vectors, and how often each operator is used. `--profile` of
/// `generate` and `fuzz` reads it; so does a campaign file, as its table `[grammar]`. Files that are no scripts are named
/// and left out.
///
/// Of what guided search keeps, in its folder or in that of a campaign, it also says how much there is.
#[derive(clap::Args)]
pub struct Args {
    /// Files, folders (all .smt2 files below them) or `-` for standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
}

/// What a guided corpus holds, and what its scripts are like.
fn kept(corpus: &Path) -> anyhow::Result<Exit> {
    let entries = entries(corpus)?;
    let mut learner = Learner::default();
    let mut logics: BTreeMap<&str, usize> = BTreeMap::new();
    for entry in &entries {
        Script::parse(entry.script()).iter().for_each(|script| learner.see(script));
        *logics.entry(entry.input.logic()).or_default() += 1;
    }
    let scripts = logics.remove("").unwrap_or(0);
    let features: BTreeSet<Feature> =
        entries.iter().flat_map(|entry| entry.features.iter().copied()).collect();
    let places: BTreeSet<u64> = features.iter().map(|feature| feature.place()).collect();
    let edges: BTreeSet<u64> =
        features.iter().filter(|feature| feature.is_edge()).map(|feature| feature.place()).collect();
    println!(
        "# {} inputs of guided search: {scripts} scripts, {} to decode",
        entries.len(),
        entries.len() - scripts
    );
    println!("# {} features of {} edges and counters ({} edges)", features.len(), places.len(), edges.len());
    let mut logics: Vec<_> = logics.into_iter().collect();
    logics.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let logics: Vec<String> = logics.iter().map(|(logic, count)| format!("{logic} {count}")).collect();
    println!("# by logic: {}", logics.join(", "));
    print!("{}", toml::to_string(&learner.bounds())?);
    Ok(Exit::Success)
}

/// Does what the command line asks.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    if let [path] = args.paths.as_slice()
        && let Some(corpus) = corpus_in(path)
    {
        return kept(&corpus);
    }
    let inputs = Inputs::find(&args.paths)?;
    let mut learner = Learner::default();
    for_each_script(&inputs.list, |_, script| {
        learner.see(&script);
        Ok(())
    })?;
    let scripts = learner.scripts();
    ensure!(scripts > 0, "there is no script to learn from");
    println!("# learnt from {scripts} scripts by `smtquake corpus stats`");
    print!("{}", toml::to_string(&learner.bounds())?);
    Ok(Exit::Success)
}
