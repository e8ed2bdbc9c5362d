//! Landlock: what a solver may not touch.

use std::path::Path;

use landlock::{
    ABI, Access, AccessFs, AccessNet, PathBeneath, PathFd, Ruleset, RulesetAttr, RulesetCreatedAttr,
    RulesetError, RulesetStatus, Scope,
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

/// Confines the calling thread, and every process it will start, to writing below `scratch`.
pub(super) fn confine_this_thread(scratch: &Path) -> Confinement {
    match restrict(scratch) {
        Ok(RulesetStatus::FullyEnforced) => Confinement::Full,
        Ok(RulesetStatus::PartiallyEnforced) => Confinement::Partial,
        Ok(RulesetStatus::NotEnforced) | Err(_) => Confinement::None,
    }
}

fn restrict(scratch: &Path) -> Result<RulesetStatus, RulesetError> {
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
    Ok(rules.restrict_self()?.ruleset)
}
