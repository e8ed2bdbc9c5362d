//! Which releases of a family there are: from the package index, with a memory for offline use.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::error::{CatalogueError, IoContext};
use super::family::{Family, Origin};
use super::pip::Pip;
use super::system::{self, SystemSolver};
use super::version::{self, Release};
use super::{Catalogue, child};

/// How long a list from the index is believed without asking again.
const FRESH: Duration = Duration::from_secs(24 * 3600);

/// What can be had of a family.
#[derive(Debug)]
pub struct VersionList {
    /// Releases that can be fetched and run, newest first.
    pub releases: Vec<Release>,
    /// Versions in the cache, newest first.
    pub installed: Vec<String>,
    /// The one on `PATH`.
    pub system: Option<SystemSolver>,
    /// Why the index could not be asked; `releases` is then what it said last time, if anything.
    pub unreachable: Option<CatalogueError>,
}

/// Whether to ask the index even if it was asked lately.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Use what it said less than a day ago.
    IfStale,
    /// Ask now.
    Now,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Remembered {
    /// When the index was asked, in seconds since 1970.
    asked: u64,
    package_versions: Vec<String>,
}

impl Catalogue {
    /// Lists what can be had of a family. Never fails for want of a network: see
    /// [`VersionList::unreachable`].
    pub fn versions(&self, family: &str, ask: Ask) -> Result<VersionList, CatalogueError> {
        let family = self.family(family)?;
        let (package_versions, unreachable) = self.package_versions(family, ask);
        let usable = package_versions.iter().map(String::as_str).filter(|version| family.can_run(version));
        let installed = self
            .list_family(family)?
            .into_iter()
            .filter(|solver| !solver.counts())
            .map(|solver| solver.manifest.version)
            .collect();
        Ok(VersionList {
            releases: version::releases(usable),
            installed,
            system: system::find(family),
            unreachable,
        })
    }

    /// Every version of the family's package, and why the index could not be asked, if it could not.
    pub(super) fn package_versions(
        &self,
        family: &Family,
        ask: Ask,
    ) -> (Vec<String>, Option<CatalogueError>) {
        let remembered = self.remembered(family);
        if let Some(remembered) = &remembered
            && ask == Ask::IfStale
            && now().saturating_sub(remembered.asked) < FRESH.as_secs()
        {
            return (remembered.package_versions.clone(), None);
        }
        let asked = match family.origin {
            Origin::Wheel { package, .. } => Pip::find().versions(package),
            Origin::Crate { package } => crate_versions(package),
            Origin::SystemOnly { .. } => return (Vec::new(), None),
        };
        match asked {
            Ok(package_versions) => {
                // A list that cannot be remembered is still a list.
                let _ = self.remember(family, &package_versions);
                (package_versions, None)
            }
            Err(error) => (remembered.map(|r| r.package_versions).unwrap_or_default(), Some(error)),
        }
    }

    fn versions_file(&self, family: &Family) -> PathBuf {
        self.root().join("versions").join(format!("{}.json", family.name))
    }

    /// An unreadable memory is no memory.
    fn remembered(&self, family: &Family) -> Option<Remembered> {
        serde_json::from_slice(&fs::read(self.versions_file(family)).ok()?).ok()
    }

    fn remember(&self, family: &Family, package_versions: &[String]) -> Result<(), CatalogueError> {
        let remembered = Remembered { asked: now(), package_versions: package_versions.to_vec() };
        let text = serde_json::to_vec(&remembered).map_err(std::io::Error::from);
        let path = self.versions_file(family);
        self.write_whole(&path, &text.at(&path, "write")?)
    }
}

/// The newest version of a crate: all that cargo tells of one.
fn crate_versions(package: &str) -> Result<Vec<String>, CatalogueError> {
    let mut command = Command::new("cargo");
    command.args(["info", "--color", "never", package]);
    let failed = |why: String| CatalogueError::Command { command: format!("cargo info {package}"), why };
    let output = child::run(&mut command, "", Duration::from_secs(120)).map_err(|error| {
        failed(format!("{error}: install Rust's cargo to build solvers that are written in Rust"))
    })?;
    // `version: 0.1.0 (latest 0.3.4)`: the first one suits the Rust at hand, which we are not bound to.
    let line = output.stdout.lines().find_map(|line| line.strip_prefix("version: ")).unwrap_or_default();
    let versions: Vec<String> = line.split_whitespace().filter_map(system::version_in).collect();
    if versions.is_empty() { Err(failed(output.last_words())) } else { Ok(versions) }
}

/// Seconds since 1970.
pub(super) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}
