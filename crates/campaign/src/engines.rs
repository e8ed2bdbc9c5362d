//! The engines of a target (E3): the same release, with options that have it decide in another way.

use solver::backend::{Found, OpenError};
use solver::catalogue::Catalogue;
use solver::profile::Profiles;
use solver::target::{Setting, Target};

/// An engine of a target, or why its release has none of that name.
pub type Engine = (String, Result<Target, OpenError>);

/// The engines that a target's profile lists, each a target of its own. What the target sets itself is left as it is.
pub fn engines(
    target: &Target,
    catalogue: &Catalogue,
    profiles: &Profiles,
) -> Result<Vec<Engine>, OpenError> {
    let found = Found::find(catalogue, profiles, target)?;
    let engine = |(name, options): (&String, &std::collections::BTreeMap<String, String>)| {
        let mut engine = target.clone();
        for (option, value) in options {
            if target.options.iter().all(|setting| setting.name != *option) {
                engine.options.push(Setting { name: option.clone(), value: value.clone() });
            }
        }
        let there = Found::find(catalogue, profiles, &engine).map(|_| engine);
        (name.clone(), there)
    };
    Ok(found.profile.engines.iter().map(engine).collect())
}
