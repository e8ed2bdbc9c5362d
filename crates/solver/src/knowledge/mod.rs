//! What a release knows: its operators, their names, its sorts and commands.
//!
//! Each release is asked once, by small ground scripts (`question`, `construct`) in few processes (`ask`), and the
//! answer is kept beside it (`memory`). From then on it is a plain table: what to call an operator ([`Knowledge::dialect`])
//! and what cannot be said at all ([`Knowledge::missing`]).

mod ask;
mod construct;
mod express;
mod interview;
mod memory;
mod question;
mod special;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use smtlib::Dialect;
use smtlib::theory::{Op, Table};

pub use construct::Construct;
pub use express::Missing;

use crate::backend::{BackendKind, Found, OpenError};
use crate::catalogue::{Catalogue, Launch};

/// What a release knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Knowledge {
    /// By the operator's index: a bit for each of its names.
    names: Vec<u8>,
    constructs: BTreeSet<Construct>,
    legacy_strings: bool,
    asked: bool,
    dialect: Dialect,
    /// By option: what is known to it only when that is set.
    unlocks: BTreeMap<String, Vec<Construct>>,
}

impl Knowledge {
    /// Of a solver that cannot be asked: everything is taken as known. An error costs one test, a silent gap would cost
    /// all of them.
    pub fn everything() -> Knowledge {
        let names = vec![u8::MAX; Table::get().rows().len()];
        Knowledge { asked: false, ..Knowledge::new(names, Construct::ALL.iter().copied().collect(), false) }
    }

    fn new(names: Vec<u8>, constructs: BTreeSet<Construct>, legacy_strings: bool) -> Knowledge {
        let mut dialect = Dialect::as_read();
        for (row, &known) in Table::get().rows().iter().zip(&names) {
            let all = (1u16 << row.names.len()) - 1;
            // Where it knows all names, or none, there is nothing to choose.
            if u16::from(known) & all != all && known != 0 {
                dialect.choose(row.op, known.trailing_zeros() as u8);
            }
        }
        if legacy_strings {
            dialect.choose_legacy_strings();
        }
        Knowledge { names, constructs, legacy_strings, asked: true, dialect, unlocks: BTreeMap::new() }
    }

    /// What a target knows: its release is remembered, or asked now within a limit for each process, without the target's
    /// own options; those that unlock something are known from its profile. One that does not take part in the questions
    /// is taken to know everything, for this time.
    pub fn of(found: &Found, catalogue: &Catalogue, limit: Duration) -> Result<Knowledge, OpenError> {
        let mut knowledge = Knowledge::of_release(found, catalogue, limit)?;
        knowledge.unlocks.clone_from(&found.profile.dialect.unlocks);
        for setting in found.settings() {
            let unlocked = knowledge.unlocked_by(&setting.name, &setting.value).to_vec();
            knowledge.constructs.extend(unlocked);
        }
        Ok(knowledge)
    }

    fn of_release(found: &Found, catalogue: &Catalogue, limit: Duration) -> Result<Knowledge, OpenError> {
        let place = memory::place(&found.resolved);
        if let Some(knowledge) = memory::read(&place) {
            return Ok(knowledge);
        }
        let plain = found.without_settings();
        // Where errors do not end a process, one is enough.
        let kind = match (&plain.resolved.launch, plain.profile.session.supported) {
            (Launch::Process { .. }, true) => BackendKind::Session,
            _ => BackendKind::Spawn { incremental: true },
        };
        let asker =
            |kind| Ok::<_, OpenError>(ask::Asker::new(plain.open(kind)?, &plain.profile.session.echo, limit));
        let once = BackendKind::Spawn { incremental: false };
        match interview::interview(&mut asker(kind)?, &mut asker(once)?) {
            Ok(knowledge) => {
                // What cannot be remembered is asked again next time.
                let _ = memory::write(catalogue, &place, &knowledge);
                Ok(knowledge)
            }
            Err(ask::Silent) => Ok(Knowledge::everything()),
        }
    }

    /// Whether it was asked; otherwise everything is taken as known.
    pub fn was_asked(&self) -> bool {
        self.asked
    }

    /// Whether it knows an operator, by whatever name.
    pub fn knows(&self, op: Op) -> bool {
        self.names[op.index()] != 0
    }

    /// Whether it knows an operator by its name number `spelling`.
    pub fn knows_name(&self, op: Op, spelling: u8) -> bool {
        spelling < 8 && self.names[op.index()] & (1 << spelling) != 0
    }

    /// Whether it knows a sort, a command or a binder.
    pub fn has(&self, construct: Construct) -> bool {
        self.constructs.contains(&construct)
    }

    /// What it knows besides when an option has this value.
    fn unlocked_by(&self, option: &str, value: &str) -> &[Construct] {
        match self.unlocks.get(option) {
            Some(constructs) if value == "true" => constructs,
            _ => &[],
        }
    }

    /// Whether it reads strings as solvers did before the standard had escapes.
    pub fn has_legacy_strings(&self) -> bool {
        self.legacy_strings
    }

    /// Whether the strings that it was sent, and those that it printed, mean what the standard says: a script without any may
    /// have a model with some.
    pub fn reads_strings_by_the_standard(&self, sent: &[u8], printed: &[u8]) -> bool {
        !self.legacy_strings || !sent.contains(&b'"') && !printed.contains(&b'"')
    }

    /// The names to print for it.
    pub fn dialect(&self) -> &Dialect {
        &self.dialect
    }
}
