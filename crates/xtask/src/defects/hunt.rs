//! Rounds against a library: what notices that it is spoiled.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Result;
use api::{Found, Fuzz, Host, Tally};
use solver::host::Guest;

use super::page::Page;

/// How many rounds, and from which number.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    pub(super) rounds: u64,
    pub(super) seed: u64,
    /// Calls in a round, about.
    pub(super) length: usize,
}

/// How a mutant was noticed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Notice {
    /// By a finding that its trace alone shows again.
    Finding,
    /// The library cannot even be loaded and asked what it can do.
    Load,
    /// The library complains about calls that are as they should be.
    Complaint,
    /// A round does not end.
    Hang,
    /// A round takes all the memory.
    Memory,
    /// By a finding that its trace alone does not show.
    Unrepeated,
}

impl Notice {
    pub(super) fn name(self) -> &'static str {
        match self {
            Notice::Finding => "finding",
            Notice::Load => "load",
            Notice::Complaint => "complaint",
            Notice::Hang => "hang",
            Notice::Memory => "memory",
            Notice::Unrepeated => "unrepeated",
        }
    }
}

/// What came of the rounds.
pub(super) struct Hunted {
    pub(super) tally: Tally,
    /// How often each of these happened until the first batch with one of them was over.
    pub(super) notices: BTreeMap<Notice, u64>,
    /// The first finding.
    pub(super) found: Option<Found>,
}

impl Hunted {
    /// The best way in which it was noticed.
    pub(super) fn notice(&self) -> Option<Notice> {
        self.notices.keys().next().copied()
    }
}

/// A mutant that hangs costs this, a few times.
const TIMEOUT: Duration = Duration::from_secs(1);
const MEMORY: u64 = 1 << 30;
/// Rounds between two looks at what has happened.
const BATCH: u64 = 10;

/// The library of a page.
pub(super) fn guest(page: &Page) -> Guest {
    Guest {
        family: "boolector".to_owned(),
        library: page.library.clone(),
        parser: None,
        incremental: true,
        settings: Vec::new(),
    }
}

/// Makes rounds until something is noticed.
pub(super) fn hunt(page: &Page, plan: Plan) -> Result<Hunted> {
    let guest = guest(page);
    let usual = Fuzz::of_rounds(guest, "boolector".to_owned(), plan.seed, plan.rounds);
    let fuzz =
        Fuzz { batch: BATCH, length: plan.length, timeout: TIMEOUT, memory: MEMORY, misuse: true, ..usual };
    let stop = AtomicBool::new(false);
    let mut first: Option<Found> = None;
    let found = |found: Found, _: &Tally| {
        if found.confirmed {
            stop.store(true, Ordering::Relaxed);
            first.get_or_insert(found);
        }
    };
    let done = |tally: &Tally| {
        if tally.contracts + tally.timeouts + tally.memory + tally.unrepeated > 0 {
            stop.store(true, Ordering::Relaxed);
        }
    };
    if let Err(error) = Host::start(&fuzz.guest) {
        let tally = Tally { complaint: Some(error.to_string()), ..Tally::default() };
        return Ok(Hunted { tally, notices: BTreeMap::from([(Notice::Load, 1)]), found: None });
    }
    let (tally, _, _) = api::fuzz(&fuzz, &stop, found, done)?;
    let counts = [
        (Notice::Finding, u64::from(first.is_some())),
        (Notice::Complaint, tally.contracts),
        (Notice::Hang, tally.timeouts),
        (Notice::Memory, tally.memory),
        (Notice::Unrepeated, tally.unrepeated),
    ];
    let notices = counts.into_iter().filter(|(_, count)| *count > 0).collect();
    Ok(Hunted { tally, notices, found: first })
}
