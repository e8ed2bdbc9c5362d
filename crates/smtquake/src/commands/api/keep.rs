//! Findings on their way into the store: made small first.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::Context;
use api::{Found, Host, Judge, Reduction, Replaying, Tally, Trace};
use campaign::{Plan, Store, calls};
use solver::host::Guest;
use solver::target::Target;

/// The time that the reduction of one finding may take.
const PATIENCE: Duration = Duration::from_secs(20);
/// Findings that are made small; more are mostly the same few bugs.
const MOST: usize = 40;

/// Keeps findings in the folder of a campaign.
pub struct Keeper {
    store: Store,
    doubts: PathBuf,
    guest: Guest,
    target: String,
    seed: u64,
    start: Instant,
    timeout: Duration,
    reduced: usize,
}

impl Keeper {
    /// Begins a campaign of calls in a folder.
    pub fn create(
        out: &Path,
        guest: &Guest,
        target: &str,
        seed: u64,
        timeout: Duration,
    ) -> anyhow::Result<Keeper> {
        let targets = target.parse::<Target>().into_iter().collect();
        let store = Store::create(out, &Plan { targets, seed, ..Plan::default() })?;
        Ok(Keeper {
            store,
            doubts: out.join("doubts"),
            guest: guest.clone(),
            target: target.to_owned(),
            seed,
            start: Instant::now(),
            timeout,
            reduced: 0,
        })
    }

    /// Keeps a finding; gives the bug's number when it is a new one. One that its trace alone does not show is a doubt.
    pub fn keep(&mut self, found: &Found, tally: &Tally) -> anyhow::Result<Option<i64>> {
        if !found.confirmed {
            fs::create_dir_all(&self.doubts).with_context(|| self.doubts.display().to_string())?;
            let path = self.doubts.join(format!("{}-{}.trace", found.round, found.class));
            fs::write(&path, &found.trace).with_context(|| path.display().to_string())?;
            return Ok(None);
        }
        let small = self.small(found);
        let origin = (self.guest.family.as_str(), self.target.as_str(), self.seed);
        let when = (tally.rounds, self.start.elapsed().as_secs_f64());
        Ok(calls::record(&mut self.store, found, origin, small.as_ref(), when)?)
    }

    fn small(&mut self, found: &Found) -> Option<Trace> {
        if self.reduced >= MOST {
            return None;
        }
        self.reduced += 1;
        let trace = Trace::read(&found.trace).ok()?;
        let host = Host::start(&self.guest).ok()?;
        let judge = Replaying { host, class: found.class, place: found.place.clone(), timeout: self.timeout };
        let mut judges: Vec<Box<dyn Judge>> = vec![Box::new(judge)];
        let never = AtomicBool::new(false);
        let settings = Reduction { stop: &never, deadline: Some(Instant::now() + PATIENCE) };
        let reduced = api::reduce(trace, &mut judges, settings);
        reduced.held.then_some(reduced.trace)
    }
}
