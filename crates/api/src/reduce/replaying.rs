//! A judge that has traces replayed.

use std::time::Duration;

use ::oracle::Class;

use super::Judge;
use crate::run::{Ended, Host};
use crate::trace::Trace;

/// Shows the same: a finding of this class, and for a crash in this place.
pub struct Replaying {
    /// Who replays.
    pub host: Host,
    /// What is to be found.
    pub class: Class,
    /// Where it breaks.
    pub place: Option<String>,
    /// The time that a trace has.
    pub timeout: Duration,
}

impl Judge for Replaying {
    fn shows(&mut self, trace: &Trace) -> Option<bool> {
        let replayed = self.host.replay(&trace.to_string(), self.timeout).ok()?;
        Some(match replayed.ended {
            Ended::Found { class, place, .. } => class == self.class && place == self.place,
            _ => false,
        })
    }
}
