//! The sources of Boolector, by the recipe that coverage builds have.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use solver::catalogue::build::{Recipe, fetch_sources};

/// Where the sources are. The recipe names fixed releases, so that a mutant's number means the same statement everywhere.
pub(super) struct Sources {
    /// Boolector's `src`.
    pub(super) boolector: PathBuf,
    /// The `src` of btor2tools, whose parser Boolector links.
    pub(super) btor2tools: PathBuf,
}

impl Sources {
    /// Those of an earlier run, or new ones.
    pub(super) fn get(folder: &Path) -> Result<Sources> {
        let recipe = Recipe::of("boolector")?;
        let version = recipe.version.clone().unwrap_or_default();
        let places = fetch_sources(&recipe, &version, folder, &mut |_| {})?;
        let place = |name: &str| {
            let found = places.iter().find(|(known, _)| known == name);
            let (_, place) = found.with_context(|| format!("the recipe has no {name}"))?;
            // The compiler runs elsewhere.
            anyhow::Ok(std::path::absolute(place)?.join("src"))
        };
        Ok(Sources { boolector: place("BOOLECTOR")?, btor2tools: place("BTOR2TOOLS")? })
    }
}
