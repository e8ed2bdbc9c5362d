//! How solvers are built, as data: the files in `recipes/`.

use std::cmp::Ordering;
use std::path::PathBuf;

use serde::Deserialize;

use super::super::error::CatalogueError;
use super::super::family::Family;
use super::super::version::compare;

/// How a solver is built, or a part that several have.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// The solver; a part has none.
    #[serde(default)]
    pub family: String,
    /// The release that its sources are of; without one, any release of the family's package.
    pub version: Option<String>,
    /// Build tools, which pip brings.
    #[serde(default)]
    pub tools: Vec<String>,
    /// The program that comes out.
    pub executable: Option<PathBuf>,
    /// The library that comes out.
    pub library: Option<PathBuf>,
    /// Parts that are built before.
    #[serde(default)]
    uses: Vec<String>,
    /// What `sh -e` does in an empty folder, or in one where it was interrupted.
    pub script: String,
    /// What it is made of.
    #[serde(default, rename = "source")]
    pub sources: Vec<Source>,
    /// What has to be there.
    #[serde(default, rename = "need")]
    pub needs: Vec<Need>,
}

/// Sources that a package has.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The variable by which the script knows their folder.
    pub name: String,
    /// The crate that holds them.
    #[serde(rename = "crate")]
    pub package: Option<String>,
    /// The crate's version: fixed, so that everybody builds the same.
    #[serde(default)]
    pub version: String,
    /// Their folder in the crate.
    #[serde(default)]
    pub folder: PathBuf,
    /// The Python package whose source distribution they are, in the version that is built.
    pub sdist: Option<String>,
}

/// What the system has to have, and the Debian package that brings it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Need {
    /// A header.
    pub header: Option<String>,
    /// A program.
    pub program: Option<String>,
    /// The package.
    pub package: String,
    /// The first release that needs it, if not all do.
    pub since: Option<String>,
}

const FILES: &[(&str, &str)] = &[
    ("bitwuzla", include_str!("../../../recipes/bitwuzla.toml")),
    ("boolector", include_str!("../../../recipes/boolector.toml")),
    ("cadical", include_str!("../../../recipes/cadical.toml")),
    ("yices", include_str!("../../../recipes/yices.toml")),
    ("z3", include_str!("../../../recipes/z3.toml")),
];

impl Recipe {
    /// The recipe of a family, with those of its parts put before it.
    pub fn of(family: &str) -> Result<Recipe, CatalogueError> {
        let mut recipe = read(family).filter(|recipe| recipe.family == family).ok_or_else(|| {
            CatalogueError::NoRecipe { family: family.to_owned(), known: known().join(", ") }
        })?;
        for part in recipe.uses.iter().filter_map(|part| read(part)).collect::<Vec<_>>() {
            recipe.script.insert_str(0, &part.script);
            recipe.sources.extend(part.sources);
            recipe.needs.extend(part.needs);
        }
        Ok(recipe)
    }

    /// What a release needs.
    pub fn needs_of(&self, version: &str) -> Vec<&Need> {
        let by_then = |since: &String| compare(version, since) != Ordering::Less;
        self.needs.iter().filter(|need| need.since.as_ref().is_none_or(by_then)).collect()
    }
}

fn read(name: &str) -> Option<Recipe> {
    let (_, text) = FILES.iter().find(|(file, _)| *file == name)?;
    toml::from_str(text).ok()
}

/// The families that have a recipe.
fn known() -> Vec<&'static str> {
    let named = |(file, _): &&(&'static str, &str)| Family::named(file).is_some();
    FILES.iter().filter(named).map(|(file, _)| *file).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_need_may_begin_with_a_release() {
        let recipe = Recipe::of("z3").unwrap();
        let headers = |version| -> Vec<_> {
            recipe.needs_of(version).iter().filter_map(|need| need.header.clone()).collect()
        };
        assert!(headers("4.15.8").is_empty() && headers("4.8.12").is_empty());
        assert_eq!(
            (headers("4.16.0"), headers("5.4.0")),
            (vec!["format".to_owned()], vec!["format".to_owned()])
        );
    }

    #[test]
    fn every_recipe_is_whole() {
        for (name, text) in FILES {
            let recipe: Recipe = toml::from_str(text).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(recipe.family.is_empty() || recipe.family == *name, "{name}");
            assert!(recipe.uses.iter().all(|part| read(part).is_some()), "{name}");
            assert!(!recipe.sources.is_empty(), "{name}");
            for source in &recipe.sources {
                assert!(source.package.is_some() != source.sdist.is_some(), "{name}: {source:?}");
                assert!(recipe.script.contains(&format!("${}", source.name)), "{name}: {source:?}");
            }
            assert!(recipe.needs.iter().all(|it| it.header.is_some() != it.program.is_some()), "{name}");
            let comes_out = recipe.executable.is_some() || recipe.library.is_some();
            assert_eq!(comes_out, Family::named(name).is_some(), "{name}");
        }
    }

    #[test]
    fn a_part_comes_first() {
        let recipe = Recipe::of("boolector").unwrap();
        let at = |text| recipe.script.find(text).unwrap();
        assert!(at("libcadical.part") < at("ninja"));
        assert!(recipe.sources.iter().any(|source| source.name == "CADICAL"));
        let refusal = Recipe::of("cvc5").unwrap_err().to_string();
        assert!(
            refusal.contains("bitwuzla, boolector, yices, z3") && refusal.contains("--source"),
            "{refusal}"
        );
    }
}
