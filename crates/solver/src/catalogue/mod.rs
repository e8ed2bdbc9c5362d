//! The catalogue: which solvers can be had, which are here, and how to get them.
//!
//! Everything lives under one folder:
//!
//! | path | content |
//! |---|---|
//! | `solvers/z3/4.8.12/` | an installed release: its files and `solver.toml`; `facts/` is what was learnt about it |
//! | `partial/z3-4.8.12/` | one that is being fetched or built, or where that was interrupted |
//! | `builds/…/` | compilers that count, and the log, for a source tree of the user's |
//! | `locks/` | locks between processes |
//! | `versions/z3.json` | what the package index listed last |
//! | `facts/…/` | what was learnt about solvers that are not ours |

use std::env;
use std::fs;
use std::io::Write;
use std::path::{self, Path, PathBuf};

pub mod build;
pub mod family;

mod add;
mod child;
mod doctor;
mod driver;
mod error;
mod launch;
mod lock;
mod manifest;
mod options;
mod pip;
mod progress;
mod sample;
mod system;
mod version;
mod versions;
mod wheel;

pub use doctor::{Check, Health};
pub use error::CatalogueError;
pub use family::{Family, Kind, Role};
pub(crate) use launch::short_hash;
pub use launch::{Launch, Resolved};
pub use manifest::{Installed, InstalledFile, Manifest};
pub use progress::{Progress, Stage};
pub use sample::{SAMPLES, Sample, SampleResult, samples_for, solve_samples};
pub use system::{SystemSolver, on_path};
pub use version::{Release, compare as compare_versions};
pub use versions::{Ask, VersionList};

use crate::options::nearest::did_you_mean;
use crate::target::{Source, Target, VersionRequest};
use error::IoContext;
use lock::Lock;

/// The solvers of this user on this machine.
#[derive(Clone, Debug)]
pub struct Catalogue {
    root: PathBuf,
}

impl Catalogue {
    /// The catalogue in this folder, which need not exist yet.
    pub fn open(root: impl Into<PathBuf>) -> Catalogue {
        let root = root.into();
        // Solvers run in folders of their own, from where a relative path would lead elsewhere.
        Catalogue { root: path::absolute(&root).unwrap_or(root) }
    }

    /// The user's catalogue: in `$SMTQUAKE_CACHE`, else `$XDG_CACHE_HOME/smtquake`, else
    /// `~/.cache/smtquake`.
    pub fn open_default() -> Result<Catalogue, CatalogueError> {
        let folder = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let xdg = || folder("XDG_CACHE_HOME").filter(|path| path.is_absolute());
        folder("SMTQUAKE_CACHE")
            .or_else(|| Some(xdg()?.join("smtquake")))
            .or_else(|| Some(folder("HOME")?.join(".cache").join("smtquake")))
            .map(Catalogue::open)
            .ok_or(CatalogueError::NoCacheDir)
    }

    /// The folder everything lives in.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The installed releases: families in the table's order, newest first. Builds that count are none.
    pub fn list(&self) -> Result<Vec<Installed>, CatalogueError> {
        Ok(self.list_all()?.into_iter().filter(|solver| !solver.counts()).collect())
    }

    /// The installed releases, and the builds that count.
    pub fn list_all(&self) -> Result<Vec<Installed>, CatalogueError> {
        let mut solvers = Vec::new();
        for family in family::FAMILIES {
            solvers.extend(self.list_family(family)?);
        }
        Ok(solvers)
    }

    /// Removes an installed release. Returns what was removed.
    pub fn remove(&self, target: &Target) -> Result<Installed, CatalogueError> {
        let Source::Release { family, version: VersionRequest::Exact(version) } = &target.source else {
            return Err(CatalogueError::NotInTheCatalogue { target: target.to_string() });
        };
        let family = self.family(family)?;
        let missing = || CatalogueError::NotInstalled { target: target.source.to_string() };
        let solver = self.installed(family, version).ok_or_else(missing)?;
        let lock = self.root.join("locks").join(format!("{}-{}.lock", family.name, solver.manifest.version));
        let _lock = Lock::take(&lock, || {})?;
        // Out of sight in one step, so that nobody finds it half removed.
        let grave =
            self.root.join("partial").join(format!("removed-{}-{}", solver.name(), std::process::id()));
        fs::create_dir_all(self.root.join("partial")).at(&grave, "make the folder of")?;
        fs::rename(&solver.dir, &grave).at(&solver.dir, "remove")?;
        fs::remove_dir_all(&grave).at(&grave, "remove")?;
        Ok(solver)
    }

    fn family(&self, name: &str) -> Result<&'static Family, CatalogueError> {
        Family::named(name).ok_or_else(|| CatalogueError::UnknownFamily {
            name: name.to_owned(),
            hint: did_you_mean(name, family::FAMILIES.iter().map(|family| family.name)),
        })
    }

    /// The newest release of a family; a build that counts is only taken when it is asked for.
    fn newest_of(&self, family: &Family) -> Result<Option<Installed>, CatalogueError> {
        Ok(self.list_family(family)?.into_iter().find(|solver| !solver.counts()))
    }

    /// All that is installed of a family, newest first. A folder whose manifest cannot be read is not
    /// a solver; adding it again puts it right.
    fn list_family(&self, family: &Family) -> Result<Vec<Installed>, CatalogueError> {
        let dir = self.root.join("solvers").join(family.name);
        let entries = match fs::read_dir(&dir) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            other => other.at(&dir, "read the folder")?,
        };
        let mut solvers: Vec<Installed> =
            entries.flatten().filter_map(|entry| Installed::read(&entry.path()).ok()).collect();
        solvers.sort_by(|a, b| version::compare(&b.manifest.version, &a.manifest.version));
        Ok(solvers)
    }

    /// The installed release of this version, in the solver's or in the package's numbering.
    fn installed(&self, family: &Family, version: &str) -> Option<Installed> {
        // Mostly it is where it belongs, and the others need not be read.
        let there = Installed::read(&self.place(family, version)).ok();
        if let Some(there) = there.filter(|there| there.manifest.version == version) {
            return Some(there);
        }
        let solvers = self.list_family(family).ok()?;
        let by = |is: fn(&Manifest) -> &str| solvers.iter().find(|solver| is(&solver.manifest) == version);
        by(|manifest| &manifest.version).or_else(|| by(|manifest| &manifest.package_version)).cloned()
    }

    /// Where a release is installed. The version comes from a package index: it may not lead elsewhere.
    fn place(&self, family: &Family, version: &str) -> PathBuf {
        let plain = |c: char| if c.is_ascii_alphanumeric() || "+-.".contains(c) { c } else { '_' };
        let version: String = version.replace("..", "__").chars().map(plain).collect();
        self.root.join("solvers").join(family.name).join(version)
    }

    /// Writes a file so that readers see the old content or the new, never a part.
    pub fn write_whole(&self, path: &Path, content: &[u8]) -> Result<(), CatalogueError> {
        let dir = path.parent().unwrap_or(&self.root);
        fs::create_dir_all(dir).at(dir, "make the folder")?;
        let aside = path.with_extension(format!("tmp-{}", std::process::id()));
        let written = fs::File::create(&aside).and_then(|mut file| file.write_all(content));
        written.and_then(|()| fs::rename(&aside, path)).at(path, "write")
    }
}
