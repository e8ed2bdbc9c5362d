//! Building a solver that counts which of its edges a test reaches.
//!
//! A [`recipe`] says where the sources are and what to do with them; [`compiler`] makes the compilers count, whatever
//! the build system. The result is installed beside the releases, as `boolector@3.2.4+cov`: it is never taken for a
//! release, only when it is asked for by this name.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

mod compiler;
mod recipe;
mod shell;
mod sources;

pub use recipe::Recipe;
pub use sources::fetch as fetch_sources;

use super::error::{CatalogueError, IoContext};
use super::family::{Family, Kind, Role};
use super::lock::Lock;
use super::manifest::{Installed, Manifest};
use super::pip::remake;
use super::progress::{Progress, Stage};
use super::system::{ask_version, is_executable};
use super::version::Release;
use super::versions::now;
use super::{Catalogue, add, sample};
use crate::coverage::Edges;
use crate::target::{Source, Target, VersionRequest};
use compiler::Compilers;
use shell::Build;

/// The end of the version of a coverage build.
pub const SUFFIX: &str = "+cov";

/// What is to be built.
#[derive(Debug, Clone)]
pub struct Order {
    /// Which solver; for sources of the user's, also the path of the program that comes out.
    pub target: Target,
    /// Sources of the user's; without them, those of the recipe.
    pub tree: Option<Tree>,
    /// Compilers at work at a time.
    pub jobs: usize,
}

/// Sources of the user's.
#[derive(Debug, Clone)]
pub struct Tree {
    /// Their folder, where the command is run.
    pub folder: PathBuf,
    /// The command, for `sh`.
    pub command: String,
    /// The program that comes out, below the folder; without it, one that is called like the family's.
    pub program: Option<PathBuf>,
}

/// What was built, or was here already.
#[derive(Debug, Clone)]
pub struct Built {
    /// The target by which it is used.
    pub target: String,
    /// The program or library that counts.
    pub file: PathBuf,
    /// How many edges it has.
    pub edges: usize,
    /// In the cache; a program of the user's stays where it is.
    pub installed: Option<Installed>,
}

impl Catalogue {
    /// Builds a solver that counts. One that is here already is not built again, unless the sources are the user's:
    /// then the command decides what there is to do. An interrupted build goes on where it was.
    pub fn build(&self, order: &Order, progress: &mut Progress<'_>) -> Result<Built, CatalogueError> {
        match (&order.target.source, &order.tree) {
            (Source::Release { family, version }, None) => {
                self.build_recipe(self.family(family)?, version, order.jobs, progress)
            }
            (Source::Release { family, version }, Some(tree)) => {
                let family = self.family(family)?;
                let program = self.build_tree(family.name, tree, order.jobs, progress)?;
                let program = program.map_or_else(|| find_program(family, tree), Ok)?;
                self.install_program(family, version, &program, progress)
            }
            (Source::Program { path, .. }, Some(tree)) => {
                let name = order.target.source.to_string();
                self.build_tree(&name, tree, order.jobs, progress)?;
                let edges = counted(path)?;
                progress(&name, Stage::Done);
                Ok(Built { target: name, file: path.clone(), edges: edges.len(), installed: None })
            }
            _ => Err(CatalogueError::NothingToBuild { target: order.target.to_string() }),
        }
    }

    fn build_recipe(
        &self,
        family: &'static Family,
        version: &VersionRequest,
        jobs: usize,
        progress: &mut Progress<'_>,
    ) -> Result<Built, CatalogueError> {
        let recipe = Recipe::of(family.name)?;
        let release = self.buildable(family, &recipe, version, progress)?;
        let version = format!("{}{SUFFIX}", release.version);
        let name = format!("{}@{version}", family.name);
        let lock = self.root().join("locks").join(format!("{}-{version}.lock", family.name));
        let lock = Lock::take(&lock, || progress(&name, Stage::Waiting))?;
        // One that counts nothing was made by an earlier smtquake, which counted in another way.
        if let Some(here) = self.sound(family, &version).map(built).filter(|here| here.edges > 0) {
            progress(&name, Stage::Done);
            return Ok(here);
        }
        let partial = self.root().join("partial").join(format!("{}-{version}", family.name));
        let mut watch = |line: String| progress(&name, Stage::Building { line });
        let compilers = Compilers::prepare(&partial.join("compilers"))?;
        compilers.check(&recipe.needs_of(&release.version), recipe.script.contains("CXX"))?;
        let tools = partial.join("tools");
        sources::tools(&recipe.tools, &tools, &mut watch)?;
        let places = sources::fetch(&recipe, &release.package_version, &partial.join("sources"), &mut watch)?;
        let work = partial.join("work");
        fs::create_dir_all(&work).at(&work, "make the folder")?;
        let mut variables = compilers.variables();
        variables.push(("PATH", path_with(&[compilers.folder(), &tools.join("bin")])));
        variables.push(("PYTHONPATH", tools));
        variables.extend(places.iter().map(|(name, place)| (name.as_str(), place.clone())));
        let log = partial.join("build.log");
        Build { name: &name, script: &recipe.script, folder: &work, variables, jobs, log: &log, lock: &lock }
            .run(&mut watch)?;
        progress(&name, Stage::Checking);
        let outputs = [(&recipe.executable, Role::Executable), (&recipe.library, Role::Library)];
        let files = outputs.into_iter().filter_map(|(path, role)| Some((work.join(path.as_ref()?), role)));
        let package = recipe.sources.first().and_then(|it| it.package.clone().or_else(|| it.sdist.clone()));
        let solver =
            self.installed_from(family, &version, files.collect(), package.unwrap_or_default(), &partial)?;
        // The sources and objects of a large solver are gigabytes.
        let _ = fs::remove_dir_all(&partial);
        progress(&name, Stage::Done);
        Ok(built(solver))
    }

    /// The release that is built.
    fn buildable(
        &self,
        family: &Family,
        recipe: &Recipe,
        version: &VersionRequest,
        progress: &mut Progress<'_>,
    ) -> Result<Release, CatalogueError> {
        let wanted = match version {
            VersionRequest::Exact(version) => Some(version.trim_end_matches(SUFFIX)),
            VersionRequest::Newest => None,
            VersionRequest::System => {
                let target = format!("{}@system", family.name);
                return Err(CatalogueError::NothingToBuild { target });
            }
        };
        match (&recipe.version, wanted) {
            (Some(only), Some(wanted)) if only != wanted => Err(CatalogueError::OtherSources {
                family: family.name.to_owned(),
                wanted: wanted.to_owned(),
                only: only.clone(),
            }),
            (Some(only), _) => Ok(Release { version: only.clone(), package_version: only.clone() }),
            (None, Some(wanted)) => self.release(family, &VersionRequest::Exact(wanted.to_owned())),
            (None, None) => {
                progress(family.name, Stage::Resolving);
                self.release(family, version)
            }
        }
    }

    /// Runs the user's command with compilers that count; gives the program if the user has named it.
    fn build_tree(
        &self,
        name: &str,
        tree: &Tree,
        jobs: usize,
        progress: &mut Progress<'_>,
    ) -> Result<Option<PathBuf>, CatalogueError> {
        if !tree.folder.is_dir() {
            let why = "there is no such folder".to_owned();
            return Err(CatalogueError::BadPath { path: tree.folder.clone(), why });
        }
        let folder = fs::canonicalize(&tree.folder).at(&tree.folder, "find")?;
        let short = super::short_hash(folder.as_os_str().as_encoded_bytes());
        // The scripts stay: the user's build system may have their names in its files.
        let partial = self.root().join("builds").join(short);
        let lock = Lock::take(&partial.with_extension("lock"), || progress(name, Stage::Waiting))?;
        let compilers = Compilers::prepare(&partial.join("compilers"))?;
        let mut variables = compilers.variables();
        variables.push(("PATH", path_with(&[compilers.folder()])));
        let log = partial.join("build.log");
        let mut watch = |line: String| progress(name, Stage::Building { line });
        watch(tree.command.clone());
        Build { name, script: &tree.command, folder: &folder, variables, jobs, log: &log, lock: &lock }
            .run(&mut watch)?;
        Ok(tree.program.as_ref().map(|program| folder.join(program)))
    }

    /// Installs a program of the user's sources as one of a family.
    fn install_program(
        &self,
        family: &'static Family,
        version: &VersionRequest,
        program: &Path,
        progress: &mut Progress<'_>,
    ) -> Result<Built, CatalogueError> {
        counted(program)?;
        let version = match version {
            VersionRequest::Exact(version) => version.trim_end_matches(SUFFIX).to_owned(),
            _ => ask_version(program, &[]).unwrap_or_else(|| "0".to_owned()),
        };
        let version = format!("{version}{SUFFIX}");
        let name = format!("{}@{version}", family.name);
        let lock = self.root().join("locks").join(format!("{}-{version}.lock", family.name));
        let _lock = Lock::take(&lock, || progress(&name, Stage::Waiting))?;
        progress(&name, Stage::Checking);
        let partial = self.root().join("partial").join(format!("{}-{version}", family.name));
        let files = vec![(program.to_owned(), Role::Executable)];
        let solver = self.installed_from(family, &version, files, program.display().to_string(), &partial)?;
        let _ = fs::remove_dir_all(&partial);
        progress(&name, Stage::Done);
        Ok(built(solver))
    }

    /// Copies files into a tree, tries it out and moves it into place.
    fn installed_from(
        &self,
        family: &'static Family,
        version: &str,
        files: Vec<(PathBuf, Role)>,
        package: String,
        partial: &Path,
    ) -> Result<Installed, CatalogueError> {
        let tree = partial.join("tree");
        remake(&tree)?;
        let has_program = files.iter().any(|(_, role)| *role == Role::Executable);
        let mut solver = Installed {
            dir: tree.clone(),
            manifest: Manifest {
                format: 1,
                family: family.name.to_owned(),
                version: version.to_owned(),
                package,
                package_version: version.to_owned(),
                artifact: "built here".to_owned(),
                sha256: String::new(),
                kind: if has_program { Kind::Executable } else { Kind::Library },
                python: None,
                installed: now(),
                files: Vec::new(),
            },
        };
        for (file, role) in files {
            counted(&file)?;
            let name = file.file_name().unwrap_or_default();
            let to = Path::new(if role == Role::Executable { "bin" } else { "lib" }).join(name);
            if let Some(folder) = tree.join(&to).parent() {
                fs::create_dir_all(folder).at(folder, "make the folder")?;
            }
            fs::copy(&file, tree.join(&to)).at(&file, "copy")?;
            add::add_file(&mut solver, to, role)?;
        }
        if let Err(why) = sample::solves_something(&solver) {
            return Err(CatalogueError::DoesNotWork { target: solver.name(), how: "built", why });
        }
        let manifest = solver.manifest_path();
        fs::write(&manifest, solver.manifest_text()?).at(&manifest, "write the manifest")?;
        self.move_into_place(&mut solver, family)?;
        Ok(solver)
    }
}

fn built(solver: Installed) -> Built {
    let file = solver.files(Role::Executable).chain(solver.files(Role::Library)).next().unwrap_or_default();
    let edges = Edges::remembered(&file, &solver.dir.join("facts")).unwrap_or_default();
    Built { target: solver.name(), file, edges: edges.len(), installed: Some(solver) }
}

/// The edges of a program that has to have some.
fn counted(program: &Path) -> Result<Edges, CatalogueError> {
    if !program.is_file() {
        let why = "the build made no such file".to_owned();
        return Err(CatalogueError::BadPath { path: program.to_owned(), why });
    }
    Edges::find(program)
        .map_err(|error| CatalogueError::BadPath { path: program.to_owned(), why: error.to_string() })
}

/// The newest program below a folder that is called like the family's and counts.
fn find_program(family: &Family, tree: &Tree) -> Result<PathBuf, CatalogueError> {
    let mut found: Vec<(SystemTime, PathBuf)> = Vec::new();
    let mut folders = vec![tree.folder.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let (path, Ok(about)) = (entry.path(), entry.metadata()) else { continue };
            let is_called = || family.programs.iter().any(|name| entry.file_name() == *name);
            if about.is_dir() {
                folders.push(path);
            } else if is_called() && is_executable(&path) && Edges::find(&path).is_ok() {
                found.push((about.modified().unwrap_or(SystemTime::UNIX_EPOCH), path));
            }
        }
    }
    found.sort();
    found.pop().map(|(_, path)| path).ok_or_else(|| CatalogueError::NoProgram {
        folder: tree.folder.clone(),
        programs: family.programs.join("` or `"),
    })
}

fn path_with(first: &[&Path]) -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let all = first.iter().map(|folder| folder.to_path_buf()).chain(std::env::split_paths(&path));
    std::env::join_paths(all).unwrap_or(path).into()
}
