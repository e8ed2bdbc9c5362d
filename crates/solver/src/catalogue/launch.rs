//! From a target to what has to be started.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use super::Catalogue;
use super::error::{CatalogueError, IoContext};
use super::family::{Family, Kind, Origin, Role};
use super::manifest::{Installed, sha256_of_bytes};
use super::system;
use crate::host::Guest;
use crate::target::{Source, Target, VersionRequest};

/// What has to be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Launch {
    /// A program, with the arguments that come before any others.
    Process {
        /// The program.
        program: PathBuf,
        /// Its first arguments.
        args: Vec<String>,
    },
    /// A library, for the library host.
    Library {
        /// The solver's library.
        library: PathBuf,
        /// The library with the SMT-LIB parser, where that is another one.
        parser: Option<PathBuf>,
    },
}

/// A target that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// What to call it in tables: `z3@4.8.12`, or the target's own text.
    pub name: String,
    /// The profile to treat it by, if one is known.
    pub profile: Option<String>,
    /// The family it belongs to, if it is known.
    pub family: Option<&'static str>,
    /// Its version, where that is known without starting it.
    pub version: Option<String>,
    /// What has to be started.
    pub launch: Launch,
    /// Its library, where it has one beside its executable.
    pub library: Option<PathBuf>,
    /// Folder for what is learnt about this very build (its options, its dialect).
    pub facts: PathBuf,
}

impl Launch {
    /// How an installed solver is started.
    pub fn of(solver: &Installed) -> Launch {
        let first = |role| solver.files(role).next();
        let manifest = &solver.manifest;
        match (manifest.kind, first(Role::Library)) {
            (Kind::Library, Some(library)) => Launch::Library { library, parser: first(Role::Parser) },
            (Kind::Python, _) => Launch::Process {
                program: manifest.python.clone().unwrap_or_else(|| "python3".into()),
                // Isolated from the user's own modules and settings.
                args: ["-I".into()]
                    .into_iter()
                    .chain(first(Role::Driver).map(|path| path.to_string_lossy().into_owned()))
                    .collect(),
            },
            _ => Launch::Process { program: first(Role::Executable).unwrap_or_default(), args: Vec::new() },
        }
    }
}

impl Resolved {
    /// What the library host has to load to run it, if it has a library.
    pub fn guest(&self) -> Option<Guest> {
        let (library, parser) = match &self.launch {
            Launch::Library { library, parser } => (library.clone(), parser.clone()),
            Launch::Process { .. } => (self.library.clone()?, None),
        };
        let absolute = |path: PathBuf| std::path::absolute(&path).unwrap_or(path);
        Some(Guest {
            family: self.family.or(self.profile.as_deref()).unwrap_or("a solver of unknown kind").to_owned(),
            library: absolute(library),
            parser: parser.map(absolute),
            incremental: false,
            settings: Vec::new(),
        })
    }
}

impl Installed {
    /// The name of the profile it is treated by.
    pub fn profile(&self) -> &str {
        // The driver behaves otherwise than the executable: it survives errors.
        match (self.manifest.kind, self.manifest.family.as_str()) {
            (Kind::Python, "bitwuzla") => "bitwuzla-python",
            (_, family) => family,
        }
    }
}

impl Catalogue {
    /// Finds the solver a target names. Needs no network.
    pub fn resolve(&self, target: &Target) -> Result<Resolved, CatalogueError> {
        match &target.source {
            Source::Release { family, version } => self.resolve_release(target, family, version),
            Source::Program { profile, path, args } => {
                if !system::is_executable(path) {
                    let why =
                        if path.exists() { "it is not an executable file" } else { "there is no such file" };
                    return Err(CatalogueError::BadPath { path: path.clone(), why: why.to_owned() });
                }
                let launch = Launch::Process { program: path.clone(), args: args.clone() };
                self.resolve_file(target, profile.as_deref(), path, launch)
            }
            Source::Library { profile, path } => {
                if !path.is_file() {
                    let why = "there is no such file".to_owned();
                    return Err(CatalogueError::BadPath { path: path.clone(), why });
                }
                let launch = Launch::Library { library: path.clone(), parser: parser_beside(path) };
                self.resolve_file(target, profile.as_deref(), path, launch)
            }
        }
    }

    fn resolve_release(
        &self,
        target: &Target,
        family: &str,
        version: &VersionRequest,
    ) -> Result<Resolved, CatalogueError> {
        let family = self.family(family)?;
        let installed = match version {
            VersionRequest::Newest => self.newest_of(family)?,
            VersionRequest::Exact(version) => self.installed(family, version),
            VersionRequest::System => None,
        };
        if let Some(mut solver) = installed {
            self.renew_driver(&mut solver)?;
            solver.check_sizes()?;
            return Ok(Resolved {
                name: solver.name(),
                profile: Some(solver.profile().to_owned()),
                family: Some(family.name),
                version: Some(solver.manifest.version.clone()),
                launch: Launch::of(&solver),
                library: solver.files(Role::Library).next(),
                facts: solver.dir.join("facts"),
            });
        }
        if let VersionRequest::Exact(_) = version {
            return Err(CatalogueError::NotInstalled { target: target.source.to_string() });
        }
        match system::find(family) {
            Some(found) => Ok(Resolved {
                name: format!("{}@system", family.name),
                profile: Some(family.name.to_owned()),
                family: Some(family.name),
                version: found.version,
                facts: self.facts_of(&found.path)?,
                launch: Launch::Process { program: found.path, args: Vec::new() },
                library: None,
            }),
            None if *version == VersionRequest::System => Err(CatalogueError::NotOnPath {
                family: family.name.to_owned(),
                programs: family.programs.join(", "),
                advice: match family.origin {
                    Origin::SystemOnly { advice } => advice.to_owned(),
                    _ => format!("`smtquake solver add {}` fetches one", family.name),
                },
            }),
            None => Err(CatalogueError::NotInstalled { target: target.source.to_string() }),
        }
    }

    fn resolve_file(
        &self,
        target: &Target,
        profile: Option<&str>,
        path: &Path,
        launch: Launch,
    ) -> Result<Resolved, CatalogueError> {
        let file_name = path.file_name().unwrap_or_default().to_string_lossy();
        let family = match profile {
            Some(name) => Family::named(name),
            None => Family::of_file(&file_name),
        };
        Ok(Resolved {
            name: target.source.to_string(),
            profile: profile.map(str::to_owned).or_else(|| Some(family?.name.to_owned())),
            family: family.map(|family| family.name),
            version: None,
            facts: self.facts_of(path)?,
            launch,
            library: None,
        })
    }

    /// The folder for facts about a file: another build at the same path is another solver, so size and
    /// time are part of the name.
    pub fn facts_of(&self, path: &Path) -> Result<PathBuf, CatalogueError> {
        let full = fs::canonicalize(path).at(path, "find")?;
        let data = fs::metadata(&full).at(&full, "look at")?;
        let time = data.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let key = format!("{}\0{}\0{}", full.display(), data.len(), time.map_or(0, |t| t.as_nanos()));
        Ok(self.root().join("facts").join(short_hash(key.as_bytes())))
    }
}

/// A parser library that lies beside a solver's library (`libcvc5.so` and `libcvc5parser.so`).
fn parser_beside(library: &Path) -> Option<PathBuf> {
    let dir = library.parent()?;
    let stem = library.file_name()?.to_str()?.strip_prefix("lib")?.split(['.', '-']).next()?.to_owned();
    let head = format!("lib{stem}parser");
    let mut found: Vec<PathBuf> = fs::read_dir(if dir.as_os_str().is_empty() { Path::new(".") } else { dir })
        .ok()?
        .flatten()
        .filter(|entry| entry.file_name().to_string_lossy().starts_with(&head))
        .map(|entry| entry.path())
        .collect();
    found.sort();
    found.into_iter().next()
}

/// A short name for a long key; a collision only costs a fact that is then learnt anew.
pub(crate) fn short_hash(bytes: &[u8]) -> String {
    sha256_of_bytes(bytes).chars().take(24).collect()
}
