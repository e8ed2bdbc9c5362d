//! From a target's text to a program to start.

use anyhow::{Result, bail};
use solver::catalogue::{Catalogue, Launch, Resolved};
use solver::process::Program;
use solver::profile::{Profile, Profiles};
use solver::target::Target;

/// How the program will be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// One script, and its end.
    Once,
    /// Many scripts, one after the other.
    Session,
}

/// What to start for a target, which is fetched when it is not there.
pub(crate) fn program(text: &str, mode: Mode) -> Result<(String, Program, Found)> {
    let target: Target = text.parse()?;
    let catalogue = Catalogue::open_default()?;
    let resolved = match catalogue.resolve(&target) {
        Ok(resolved) => resolved,
        Err(_) => {
            catalogue.add(&target, &mut |_, _| {})?;
            catalogue.resolve(&target)?
        }
    };
    let profile = Profiles::built_in()?.get_or_generic(resolved.profile.as_deref())?.clone();
    let Launch::Process { program, args } = &resolved.launch else {
        bail!("{} is a library; give an executable of it", resolved.name)
    };
    let mut start = Program::new(program);
    let rules = &profile.run;
    let own = match mode {
        Mode::Once => &rules.stdin,
        Mode::Session => &rules.session,
    };
    for arg in args.iter().chain(own).chain(&rules.incremental) {
        start = start.arg(arg);
    }
    for (name, value) in &rules.environment {
        start = start.env(name, value);
    }
    Ok((resolved.name.clone(), start, Found { resolved, profile }))
}

/// A target that was found, and how to treat it.
pub(crate) struct Found {
    pub(crate) resolved: Resolved,
    pub(crate) profile: Profile,
}
