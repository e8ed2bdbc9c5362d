//! What a script shows, and who knows better.

use std::sync::Arc;

use anyhow::bail;
use campaign::Contestant;
use campaign::reduction::{Bench, Goal, Pace, Trial, Witnesses, patience};
use reduce::Subject;
use solver::answer::{Reply, expected};
use solver::backend::Found;
use solver::catalogue::Catalogue;
use solver::process::Limit;
use solver::profile::Profiles;
use solver::run::{Outcome, Run};
use solver::target::{Target, VersionRequest};

use super::args::{Args, Expect};

/// The solvers of a reduction.
pub fn bench(args: &Args) -> anyhow::Result<Bench> {
    let catalogue = Catalogue::open_default()?;
    let profiles = Profiles::of_user()?;
    let known: Vec<&str> = profiles.names().collect();
    let open = |target: &Target| -> anyhow::Result<Contestant> {
        Ok(Contestant::new(Found::find(&catalogue, &profiles, target)?, &catalogue)?)
    };
    let target = open(&Target::parse_with(args.on.as_deref().unwrap_or_default(), &known)?)?;
    let mut references = Vec::new();
    if args.against.is_empty() {
        for installed in catalogue.list()? {
            let newest = Target::release(&installed.manifest.family, VersionRequest::Newest);
            let contestant = open(&newest)?;
            let new = references.iter().all(|it: &Contestant| it.name != contestant.name);
            if new && contestant.name != target.name {
                references.push(contestant);
            }
        }
    }
    for text in &args.against {
        references.push(open(&Target::parse_with(text, &known)?)?);
    }
    let needed = if args.against.is_empty() { 2 } else { 1 };
    let limits = args.limits();
    let (patience, longest) = (limits.wall, limits.wall);
    Ok(Bench { target, references, needed, pace: Pace { limits, patience, longest } })
}

/// What a script shows, at which pace smaller ones are asked about it, and the solvers that have just been asked.
pub struct Seen<'b> {
    pub goal: Goal,
    pub pace: Pace,
    pub trial: Trial<'b>,
}

/// What the script shows in one of as many runs as the user wants. The time for a run is cut to what is sensible for it.
pub fn look<'b>(args: &Args, bench: &'b Bench, subject: &Subject) -> anyhow::Result<Seen<'b>> {
    let nothing = Goal::Answer(Reply::Unknown, None);
    let mut trial = Trial::open(bench, nothing, Arc::new(Witnesses::default()))?;
    let mut runs_left = args.runs.1;
    let (goal, run) = loop {
        runs_left -= 1;
        // Those that the user names are needed. The others are not, where a crash says it all.
        let (said, run, agreed) = if args.against.is_empty() {
            let (said, run) = trial.look(subject)?;
            let settled = Goal::crash(&run).is_some() && args.expect.is_none_or(|it| it == Expect::Crash);
            (said, run, if settled { Vec::new() } else { trial.agreed(subject)? })
        } else {
            trial.look_at_once(subject)?
        };
        match seen(args, bench, subject, &said, &run, &agreed) {
            Ok(goal) => break (goal, run),
            Err(error) if runs_left == 0 => return Err(error),
            Err(_) => {}
        }
    };
    let mut pace = bench.pace.clone();
    if goal != Goal::Timeout {
        pace.limits.wall = pace.limits.wall.min(patience(run.wall_time));
        pace.patience = pace.patience.min(patience(trial.slowest_reference()));
    }
    let mut trial = trial.aimed(goal.clone(), Arc::new(Witnesses::default()), &bench.pace);
    if matches!(goal, Goal::Answer(Reply::Unknown, Some(_))) {
        trial.look(subject)?;
        if trial.is_excused(subject)? {
            bail!(
                "{} says unknown for lack of time, memory or steps: that is no loss, and all kinds of scripts would show it",
                bench.target.name
            );
        }
    }
    Ok(Seen { goal, pace, trial })
}

fn seen(
    args: &Args,
    bench: &Bench,
    subject: &Subject,
    said: &[Reply],
    run: &Run,
    agreed: &[Option<Reply>],
) -> anyhow::Result<Goal> {
    let name = &bench.target.name;
    let contradicted = |wanted: Option<Reply>| {
        let pairs = said.iter().zip(agreed).filter(|(said, _)| wanted.is_none_or(|wanted| **said == wanted));
        pairs
            .filter_map(|(said, right)| (*right).filter(|right| right != said).map(|right| (*said, right)))
            .next()
    };
    let answer = |reply: Reply| match contradicted(Some(reply)) {
        Some((said, right)) => Ok(Goal::Answer(said, Some(right))),
        None if args.witness.is_some() && reply == Reply::Unsat => Ok(Goal::Answer(reply, Some(Reply::Sat))),
        None if !said.contains(&reply) => bail!("{name} does not answer that: {}", words(said, run)),
        None if !args.against.is_empty() => {
            bail!("no solver of --against contradicts {name}, which answers: {}", words(said, run))
        }
        None => Ok(Goal::Answer(reply, None)),
    };
    match args.expect {
        Some(Expect::Sat) => answer(Reply::Sat),
        Some(Expect::Unsat) => answer(Reply::Unsat),
        Some(Expect::Unknown) => answer(Reply::Unknown),
        Some(Expect::InvalidModel) => Ok(Goal::Model),
        Some(Expect::Timeout) if run.outcome == Outcome::Exceeded(Limit::Wall) => Ok(Goal::Timeout),
        Some(Expect::Timeout) => bail!("{name} does not run out of time: {}", words(said, run)),
        Some(Expect::Crash) => match Goal::crash(run) {
            Some(crash) => Ok(crash),
            None => bail!("{name} does not crash: {}", words(said, run)),
        },
        None => {
            let wrong = contradicted(None).map(|(said, right)| Goal::Answer(said, Some(right)));
            let witnessed = (args.witness.is_some() && said.contains(&Reply::Unsat))
                .then_some(Goal::Answer(Reply::Unsat, Some(Reply::Sat)));
            let model = Goal::model(subject, &expected(&subject.script), run);
            match Goal::crash(run).or(witnessed).or(wrong).or(model) {
                Some(goal) => Ok(goal),
                None => bail!(
                    "{name} does nothing wrong that can be seen: {}; say what to keep by --expect, or who is right \
                     by --against",
                    words(said, run)
                ),
            }
        }
    }
}

fn words(said: &[Reply], run: &Run) -> String {
    let word = |reply: &Reply| match reply {
        Reply::Sat => "sat",
        Reply::Unsat => "unsat",
        Reply::Unknown => "unknown",
        _ => "no answer",
    };
    match &run.outcome {
        Outcome::Finished => said.iter().map(word).collect::<Vec<_>>().join(" "),
        outcome => format!("{} ({outcome:?})", said.iter().map(word).collect::<Vec<_>>().join(" ")),
    }
}
