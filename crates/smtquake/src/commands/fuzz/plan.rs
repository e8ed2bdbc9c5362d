//! From the command line to a plan and the store it is worked off in.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use campaign::{DEFAULT_FOLDER, Plan, Store, engines};
use solver::catalogue::Catalogue;
use solver::profile::Profiles;
use solver::target::{Target, VersionRequest};

use super::args::Args;
use crate::commands::profile;
use crate::commands::solver::Bar;

/// The plan that the command line asks for, and its store.
pub fn prepare(args: &Args, catalogue: &Catalogue, profiles: &Profiles) -> anyhow::Result<(Plan, Store)> {
    if args.resume {
        let folder = args.out.clone().unwrap_or_else(|| DEFAULT_FOLDER.into());
        let store = Store::open(&folder)?;
        let mut plan = store.plan()?;
        plan.time = args.time.or(plan.time);
        plan.tests = args.tests.or(plan.tests);
        return Ok((plan, store));
    }
    let mut plan = match &args.campaign {
        Some(file) => read(file)?,
        None => args.plan(),
    };
    if let Some(file) = &args.profile {
        plan.grammar = profile::read(file)?;
    }
    if !args.known.is_empty() {
        plan.grammar.known.clone_from(&args.known);
    }
    complete(&mut plan, args, catalogue, profiles)?;
    // Before there is a folder: the corrected command would find another campaign in it.
    campaign::check_tuning(&plan, catalogue, profiles)?;
    let store = store(args.out.as_deref(), &plan)?;
    Ok((plan, store))
}

fn read(file: &Path) -> anyhow::Result<Plan> {
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    toml::from_str(&text).with_context(|| format!("{} is no campaign", file.display()))
}

/// Fills in what the user left to us: targets, options, the helper.
fn complete(plan: &mut Plan, args: &Args, catalogue: &Catalogue, profiles: &Profiles) -> anyhow::Result<()> {
    let known: Vec<&str> = profiles.names().collect();
    for text in &args.targets {
        plan.targets.extend(Target::parse_list(text, &known)?);
    }
    if plan.targets.is_empty() && !plan.null {
        plan.targets = present(catalogue)?;
    }
    for target in &mut plan.targets {
        target.options.extend(args.option.iter().cloned());
    }
    if args.engines {
        add_engines(plan, catalogue, profiles)?;
    }
    for text in &args.older {
        plan.older.extend(Target::parse_list(text, &known)?);
    }
    for text in &args.reference {
        plan.reference.extend(Target::parse_list(text, &known)?);
    }
    plan.seeds = plan.seeds.iter().map(|path| absolute(path)).collect();
    if let Some(tuning) = &mut plan.tune {
        tuning.correlations = tuning.correlations.iter().map(|path| absolute(path)).collect();
    }
    if plan.helper.is_none() && !args.no_helper && !plan.targets.is_empty() {
        plan.helper = match &args.helper {
            Some(text) => Some(Target::parse_with(text, &known)?),
            None => newest(catalogue, "z3")?,
        };
    }
    ensure!(plan.jobs > 0, "`jobs` must be at least 1");
    Ok(())
}

/// Every engine of every target becomes a target, so that the plan says all that is run.
fn add_engines(plan: &mut Plan, catalogue: &Catalogue, profiles: &Profiles) -> anyhow::Result<()> {
    for target in plan.targets.clone() {
        for (name, engine) in engines(&target, catalogue, profiles)? {
            match engine {
                Ok(engine) if plan.targets.contains(&engine) => {}
                Ok(engine) => plan.targets.push(engine),
                Err(error) => anstream::eprintln!("without the engine {name}: {error}"),
            }
        }
    }
    Ok(())
}

/// A campaign may be gone on with from another folder.
pub fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// The newest installed release of each solver; where there is none, the newest Z3 and cvc5 are fetched.
fn present(catalogue: &Catalogue) -> anyhow::Result<Vec<Target>> {
    let mut targets = Vec::new();
    for installed in catalogue.list()? {
        let target = Target::release(&installed.manifest.family, VersionRequest::Newest);
        if !targets.contains(&target) {
            targets.push(target);
        }
    }
    if !targets.is_empty() {
        return Ok(targets);
    }
    let wanted = ["z3", "cvc5"].map(|family| Target::release(family, VersionRequest::Newest));
    anstream::eprintln!("no solver is installed: fetching the newest Z3 and cvc5");
    let bar = Bar::new();
    for (i, target) in wanted.iter().enumerate() {
        let fetched = catalogue.add(target, &mut |name, stage| bar.show(i, wanted.len(), name, &stage));
        match fetched {
            Ok(_) => targets.push(target.clone()),
            Err(error) => bar.suspend(|| anstream::eprintln!("{target}: {error}")),
        }
    }
    bar.finish();
    if targets.is_empty() {
        bail!("there is no solver to test: install one by `smtquake solver add z3`, or name a program");
    }
    Ok(targets)
}

fn newest(catalogue: &Catalogue, family: &str) -> anyhow::Result<Option<Target>> {
    let here = catalogue.list()?.iter().any(|installed| installed.manifest.family == family);
    Ok(here.then(|| Target::release(family, VersionRequest::Newest)))
}

/// A folder that holds the same campaign is gone on with. One that holds another is left alone: when the user named
/// it that is an error, else the next free name is taken.
fn store(out: Option<&Path>, plan: &Plan) -> anyhow::Result<Store> {
    if let Some(folder) = out {
        return match Store::open(folder) {
            Ok(store) if is_same(&store.plan()?, plan) => Ok(store),
            Ok(_) => bail!(
                "{} holds another campaign: go on with that by `--resume`, or choose another `--out`",
                folder.display()
            ),
            Err(campaign::StoreError::NoCampaign(_)) => Ok(Store::create(folder, plan)?),
            Err(error) => Err(error.into()),
        };
    }
    for number in 1.. {
        let folder = match number {
            1 => PathBuf::from(DEFAULT_FOLDER),
            _ => PathBuf::from(format!("{DEFAULT_FOLDER}-{number}")),
        };
        match Store::open(&folder) {
            Ok(store) if store.plan().is_ok_and(|known| is_same(&known, plan)) => return Ok(store),
            Err(campaign::StoreError::NoCampaign(_)) => return Ok(Store::create(&folder, plan)?),
            _ => {}
        }
    }
    bail!("there is no free folder for the campaign: name one by `--out`")
}

/// Whether two plans make the same tests and run them in the same way, however long.
fn is_same(one: &Plan, other: &Plan) -> bool {
    let budget = |plan: &Plan| Plan { time: None, tests: None, ..plan.clone() };
    budget(one) == budget(other)
}
