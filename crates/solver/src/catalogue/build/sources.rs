//! Sources of solvers, by the ordinary clients of the packages that hold them: cargo and pip.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::super::child;
use super::super::error::{CatalogueError, IoContext};
use super::super::pip::Pip;
use super::recipe::{Recipe, Source};

/// Fetching may take this long.
const LIMIT: Duration = Duration::from_secs(1800);

/// The folders of a recipe's sources below `folder`, by the names that its script knows them by. What is there from
/// an earlier call is not fetched again.
pub fn fetch(
    recipe: &Recipe,
    package_version: &str,
    folder: &Path,
    watch: &mut dyn FnMut(String),
) -> Result<Vec<(String, PathBuf)>, CatalogueError> {
    let mut found = Vec::new();
    for source in &recipe.sources {
        let place = match &source.package {
            Some(package) => {
                folder.join("vendor").join(format!("{package}-{}", source.version)).join(&source.folder)
            }
            None => folder.join("sdist"),
        };
        if !place.is_dir() || place.read_dir().is_ok_and(|mut entries| entries.next().is_none()) {
            match &source.sdist {
                Some(package) => sdist(package, package_version, &place, watch)?,
                None => crates(&recipe.sources, folder, watch)?,
            }
        }
        if !place.is_dir() {
            let why = "the package has no such folder".to_owned();
            return Err(CatalogueError::BadPath { path: place, why });
        }
        found.push((source.name.clone(), place));
    }
    Ok(found)
}

/// A package that only depends on the crates; `cargo vendor` unpacks them without building anything.
fn crates(sources: &[Source], folder: &Path, watch: &mut dyn FnMut(String)) -> Result<(), CatalogueError> {
    let needed: String = sources
        .iter()
        .filter_map(|source| Some(format!("{} = \"={}\"\n", source.package.as_ref()?, source.version)))
        .collect();
    let manifest = format!(
        "[package]\nname = \"sources\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n[workspace]\n\n[dependencies]\n{needed}"
    );
    fs::create_dir_all(folder.join("src")).at(folder, "make the folder")?;
    for (name, content) in [("Cargo.toml", manifest.as_str()), ("src/lib.rs", "")] {
        let path = folder.join(name);
        fs::write(&path, content).at(&path, "write")?;
    }
    let mut command = Command::new("cargo");
    command.args(["vendor", "--versioned-dirs", "--color", "never", "vendor"]).current_dir(folder);
    let advice = "Rust's cargo is needed to fetch the sources";
    fetched(&mut command, "cargo vendor", advice, watch)
}

/// Builds nothing either, though pip has the package say what it is.
fn sdist(
    package: &str,
    version: &str,
    folder: &Path,
    watch: &mut dyn FnMut(String),
) -> Result<(), CatalogueError> {
    let requirement = format!("{package}=={version}");
    let mut command = Pip::find().command(&["download", "--no-deps", "--no-binary", package, "--dest"]);
    command.arg(folder).arg(&requirement);
    fetched(&mut command, &format!("pip download {requirement}"), "Python with pip is needed", watch)
}

/// Build tools of a recipe, in a folder of their own.
pub(super) fn tools(
    names: &[String],
    folder: &Path,
    watch: &mut dyn FnMut(String),
) -> Result<(), CatalogueError> {
    let missing: Vec<&String> = names.iter().filter(|name| !folder.join("bin").join(name).exists()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let mut command = Pip::find().command(&["install", "--upgrade", "--target"]);
    command.arg(folder).args(&missing);
    fetched(&mut command, "pip install of build tools", "Python with pip is needed", watch)
}

fn fetched(
    command: &mut Command,
    what: &str,
    advice: &str,
    watch: &mut dyn FnMut(String),
) -> Result<(), CatalogueError> {
    let failed = |why: String| CatalogueError::Command { command: what.to_owned(), why };
    let output = child::run_watched(command, "", LIMIT, &mut |said| {
        if let Some(line) = said.lines().last() {
            watch(line.trim().to_owned());
        }
    })
    .map_err(|error| failed(format!("{error}: {advice}")))?;
    if output.success() { Ok(()) } else { Err(failed(output.last_words())) }
}
