//! What a solver does only sometimes.

use crate::predicate::{Broken, Patience, Predicate, Shows};
use crate::subject::Subject;

/// A predicate that needs to hold only in so many of several runs.
pub struct Often<P> {
    /// Asked each time.
    pub predicate: P,
    /// How often it has to hold.
    pub needed: u32,
    /// Of how many times.
    pub of: u32,
}

impl<P: Predicate> Often<P> {
    /// Asks until it is clear whether it holds often enough.
    fn ask(&mut self, mut once: impl FnMut(&mut P) -> Result<Shows, Broken>) -> Result<Shows, Broken> {
        let (mut shown, mut late) = (0, false);
        for left in (0..self.of).rev() {
            let shows = once(&mut self.predicate)?;
            shown += u32::from(shows == Shows::Yes);
            late |= shows == Shows::Late;
            if shown >= self.needed {
                return Ok(Shows::Yes);
            }
            if shown + left < self.needed {
                break;
            }
        }
        Ok(if late { Shows::Late } else { Shows::No })
    }
}

impl<P: Predicate> Predicate for Often<P> {
    fn holds(&mut self, subject: &Subject, patience: Patience) -> Result<Shows, Broken> {
        self.ask(|predicate| predicate.holds(subject, patience))
    }

    fn confirms(&mut self, subject: &Subject) -> Result<bool, Broken> {
        Ok(self.ask(|predicate| predicate.confirms(subject).map(Shows::from))? == Shows::Yes)
    }
}
