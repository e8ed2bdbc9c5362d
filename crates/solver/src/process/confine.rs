//! Landlock: what a solver may not touch.

use std::os::fd::OwnedFd;
use std::path::Path;
use std::{io, thread};

use landlock::{
    ABI, Access, AccessFs, AccessNet, PathBeneath, PathFd, Ruleset, RulesetAttr, RulesetCreated,
    RulesetCreatedAttr, RulesetError, RulesetStatus, Scope,
};

/// How much of the confinement the kernel enforces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Confinement {
    /// No writes outside of the scratch directory, no TCP, no signals to the outside.
    Full,
    /// An older kernel: writes are refused, but not everything else.
    Partial,
    /// The kernel has no Landlock: a solver can write wherever the user can.
    None,
}

/// The rules for processes that live in `scratch`, and how much of them the kernel enforces: tried out on a thread,
/// because rules bind whoever takes them on, for good.
pub(super) fn confinement(scratch: &Path) -> io::Result<(Option<OwnedFd>, Confinement)> {
    let Ok(rules) = rules(scratch) else { return Ok((None, Confinement::None)) };
    let trial = rules.try_clone()?;
    let tried = thread::Builder::new().name("confined".into()).spawn(move || trial.restrict_self())?.join();
    let confinement = match tried {
        Ok(Ok(status)) if status.ruleset == RulesetStatus::FullyEnforced => Confinement::Full,
        Ok(Ok(status)) if status.ruleset == RulesetStatus::PartiallyEnforced => Confinement::Partial,
        _ => return Ok((None, Confinement::None)),
    };
    Ok((rules.into(), confinement))
}

fn rules(scratch: &Path) -> Result<RulesetCreated, RulesetError> {
    // The newest rights known here; the crate drops those that the running kernel lacks.
    let abi = ABI::V6;
    let writing = AccessFs::from_write(abi);
    let mut rules = Ruleset::default()
        .handle_access(writing)?
        .handle_access(AccessNet::from_all(abi))?
        .scope(Scope::from_all(abi))?
        .create()?;
    if let Ok(directory) = PathFd::new(scratch) {
        rules = rules.add_rule(PathBeneath::new(directory, writing))?;
    }
    for sink in ["/dev/null", "/dev/zero", "/dev/full"] {
        if let Ok(device) = PathFd::new(sink) {
            rules = rules.add_rule(PathBeneath::new(device, AccessFs::WriteFile))?;
        }
    }
    Ok(rules)
}
