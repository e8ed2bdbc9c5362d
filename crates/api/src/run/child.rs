//! What a forked child does.

use std::time::Duration;

use ::oracle::Class;

use super::heap::grown;
use super::page::{Count, Page};
use super::session::{Outcome, Session};
use super::wire::{Batch, Ended};
use crate::adapter::Library;
use crate::model::{Conflicts, Round};
use crate::run::make::op_of;
use crate::trace::{Action, Line, Said, Trace};

/// The exit code of a child that has found something.
pub(super) const FOUND: i32 = 79;

/// Makes rounds until they are done or something is found; gives the exit code.
pub(super) fn rounds(library: &dyn Library, page: Page, batch: &Batch, conflicts: &Conflicts) -> i32 {
    for i in 0..batch.rounds {
        let number = batch.first + i * batch.step;
        alarm(batch.timeout);
        let run = || {
            page.begin(number);
            round(library, page, batch, conflicts, number)
        };
        let found = watched(library, page, run, |found| !found);
        page.count(Count::Rounds);
        if found {
            return FOUND;
        }
    }
    0
}

/// Does something that leaves nothing behind, and says when it leaves memory: gives whether anything was found.
fn watched(
    library: &dyn Library,
    page: Page,
    mut run: impl FnMut() -> bool,
    is_clean: impl Fn(&bool) -> bool,
) -> bool {
    if !library.abilities().frees_all {
        return run();
    }
    // A process has to do the same several times to know a leak from what it keeps for itself: that counts once.
    let mut tallied = None;
    let once = || {
        let clean = run();
        tallied.get_or_insert_with(|| page.tallied());
        clean
    };
    let (found, leak) = grown(once, is_clean);
    if let Some(tallied) = tallied {
        page.put_back(tallied);
    }
    if let Some(bytes) = leak {
        let evidence = format!("{bytes} bytes are not given back when everything is deleted");
        let ended = Ended::Found { class: Class::Leak, evidence, place: None };
        page.find(&serde_json::to_string(&ended).unwrap_or_default());
    }
    found || leak.is_some()
}

fn round(library: &dyn Library, page: Page, batch: &Batch, conflicts: &Conflicts, number: u64) -> bool {
    let mut session = Session::open(library);
    let dice = (batch.seed, number);
    let mut round = Round::new((library.abilities(), conflicts), dice, batch.length, batch.misuse, &session);
    while let Some(mut line) = round.next(&mut session) {
        match step(&mut session, page, &mut line) {
            Ok(outcome) if outcome.found.is_some() => return true,
            Ok(_) => round.made(&line, &session),
            // What the model draws makes sense; if it does not, the call is not made.
            Err(_) => {}
        }
    }
    false
}

/// Makes the calls of a trace; gives the exit code.
pub(super) fn replay(library: &dyn Library, page: Page, trace: &Trace, timeout: Duration) -> i32 {
    alarm(timeout);
    let run = || {
        page.begin(0);
        replayed(library, page, trace)
    };
    if watched(library, page, run, |found| !found) { FOUND } else { 0 }
}

/// Whether the calls of a trace find something.
fn replayed(library: &dyn Library, page: Page, trace: &Trace) -> bool {
    let mut session = Session::open(library);
    for line in &trace.lines {
        let mut line = Line { said: None, ..line.clone() };
        match step(&mut session, page, &mut line) {
            Ok(outcome) if outcome.found.is_some() => return true,
            Ok(_) => {}
            Err(why) => {
                let ended = Ended::Senseless(format!("`{}`: {why}", line.call));
                page.find(&serde_json::to_string(&ended).unwrap_or_default());
                return true;
            }
        }
    }
    false
}

/// Makes a call; the page knows of it before it is made.
fn step(session: &mut Session<'_>, page: Page, line: &mut Line) -> Result<Outcome, String> {
    let before = page.traced_length();
    page.trace(&line.to_string());
    page.cover(line.call.action as usize, op_of(line).map(|op| op.index()));
    page.count(Count::Calls);
    let result = session.step(line);
    if result.is_err() {
        // It made no sense, and nothing was called.
        page.untrace(before);
        return result;
    }
    if let Ok(outcome) = &result {
        match &outcome.said {
            Some(said @ Said::Refused(_)) => {
                page.count(Count::Refused);
                page.trace(&said.to_string());
            }
            Some(said @ Said::Answer(answer)) => {
                page.trace(&said.to_string());
                if matches!(line.call.action, Action::CheckSat | Action::Interrupt) {
                    page.count(match answer.as_str() {
                        "sat" => Count::Sat,
                        "unsat" => Count::Unsat,
                        _ => Count::Unknown,
                    });
                }
            }
            None => {}
        }
        if let Some(found) = &outcome.found {
            let ended = Ended::Found {
                class: found.class,
                evidence: found.evidence.clone(),
                place: found.place.clone(),
            };
            page.find(&serde_json::to_string(&ended).unwrap_or_default());
        }
    }
    page.trace("\n");
    result
}

/// One timer for whatever happens until the next call of this; its signal ends the process.
fn alarm(time: Duration) {
    let value =
        libc::timeval { tv_sec: time.as_secs() as libc::time_t, tv_usec: time.subsec_micros().into() };
    let timer = libc::itimerval { it_interval: libc::timeval { tv_sec: 0, tv_usec: 0 }, it_value: value };
    // SAFETY: the timer is valid for reads, and nobody wants the old one.
    unsafe { libc::setitimer(libc::ITIMER_REAL, &timer, std::ptr::null_mut()) };
}
