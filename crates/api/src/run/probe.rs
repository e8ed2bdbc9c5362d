//! Which settings a library takes: it is asked once, and what it said is remembered with the solver.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::time::Duration;

use solver::catalogue::Catalogue;

use super::session::Session;
use crate::adapter::Library;
use crate::adapter::apart::{Apart, apart};
use crate::model::{Conflicts, Setting};
use crate::trace::{Action, Arg, Call, Handle, Kind, Line, Said, Trace};

/// The time that a library has to take some settings.
const PATIENCE: Duration = Duration::from_secs(2);
/// Raised when other questions are asked.
const QUESTIONS: u32 = 1;

/// What is called after the settings: what a library does not take, some only tell when they are first asked.
const CALLS: &str = "smtquake-trace 1\n0 new -> i0\n0 sort Bool -> s0\n0 constant x s0 true -> t0\n0 term not t0 -> t1\n\
    0 assert i0 t0\n0 check-sat i0\n0 push i0 1\n0 check-sat i0 t1\n0 pop i0 1\n0 check-sat i0\n";

/// The settings that the library at this place does not take.
pub(super) fn conflicts(place: &Path, library: &dyn Library) -> Conflicts {
    // One that ends the process instead of telling errors has them in its table.
    if !library.abilities().tells_misuse {
        return Conflicts::default();
    }
    let settings: Vec<Setting> = library.abilities().options.iter().flat_map(|row| row.settings()).collect();
    let mut hasher = DefaultHasher::new();
    (QUESTIONS, CALLS, &settings).hash(&mut hasher);
    let catalogue = Catalogue::open_default().ok();
    let facts = catalogue.as_ref().and_then(|catalogue| catalogue.facts_of(place).ok());
    let file = facts.map(|facts| facts.join(format!("conflicts-{:016x}.json", hasher.finish())));
    let known = file.as_ref().and_then(|file| serde_json::from_slice(&fs::read(file).ok()?).ok());
    known.unwrap_or_else(|| {
        let found = Conflicts::found_out(&settings, |some| takes(library, some));
        if let (Some(catalogue), Some(file)) = (&catalogue, &file) {
            // What cannot be kept is found out again.
            let _ = catalogue.write_whole(file, &serde_json::to_vec_pretty(&found).unwrap_or_default());
        }
        found
    })
}

/// Whether a library takes these together, in a process of their own.
fn takes(library: &dyn Library, settings: &[&Setting]) -> bool {
    let Ok(trace) = Trace::read(CALLS) else { return false };
    let set = |(name, value): &Setting| {
        let solver = Arg::Handle(Handle { kind: Kind::Solver, number: 0 });
        let args = vec![solver, Arg::Text(name.as_str().into()), Arg::Text(value.as_str().into())];
        Line { seed: 0, call: Call::plain(Action::SetOption, args), said: None }
    };
    let mut lines = trace.lines;
    lines.splice(1..1, settings.iter().map(|it| set(it)));
    let ended = apart(PATIENCE, || {
        let mut session = Session::open(library);
        let fine = |mut line: Line| {
            let outcome = session.step(&mut line);
            outcome.is_ok_and(|it| it.found.is_none() && !matches!(it.said, Some(Said::Refused(_))))
        };
        i32::from(!lines.into_iter().all(fine))
    });
    ended == Apart::Code(0)
}
