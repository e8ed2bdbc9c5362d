//! Profiles that `smtquake corpus stats` wrote.

use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};
use strategy::grammar::Bounds;

/// Reads a profile.
pub fn read(file: &Path) -> anyhow::Result<Bounds> {
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let bounds: Bounds = toml::from_str(&text)
        .with_context(|| format!("{} is no profile: `smtquake corpus stats` writes them", file.display()))?;
    let sizes = [("assertions", &bounds.assertions), ("fuel", &bounds.fuel)];
    for (name, list) in sizes {
        ensure!(!list.is_empty(), "{}: `{name}` needs at least one size", file.display());
    }
    Ok(bounds)
}
