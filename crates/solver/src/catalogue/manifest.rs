//! `solver.toml`: what is installed in a solver's folder.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::error::{CatalogueError, IoContext};
use super::family::{Kind, Role};

/// The name of the manifest in a solver's folder.
pub const FILE_NAME: &str = "solver.toml";

/// What was installed, from where, and how to know that it is still the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The layout of this file; 1.
    pub format: u32,
    /// The family's name.
    pub family: String,
    /// The version, as users write it after the `@`.
    pub version: String,
    /// The package it came from.
    pub package: String,
    /// The package's version.
    pub package_version: String,
    /// The file that was fetched.
    pub artifact: String,
    /// Its SHA-256, in hexadecimal; empty when it was built here.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub sha256: String,
    /// How it is run.
    pub kind: Kind,
    /// The Python that its extension module was fetched for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub python: Option<PathBuf>,
    /// When it was installed, in seconds since 1970.
    pub installed: u64,
    /// The files, relative to the folder.
    #[serde(rename = "file")]
    pub files: Vec<InstalledFile>,
}

/// One installed file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InstalledFile {
    /// Path relative to the solver's folder.
    pub path: PathBuf,
    /// What it is for.
    pub role: Role,
    /// Size in bytes.
    pub size: u64,
    /// SHA-256 in hexadecimal.
    pub sha256: String,
}

/// A solver in the cache.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Installed {
    /// Its folder.
    pub dir: PathBuf,
    /// What is in it.
    pub manifest: Manifest,
}

impl Installed {
    /// Reads the manifest of a solver's folder.
    pub fn read(dir: &Path) -> Result<Installed, CatalogueError> {
        let path = dir.join(FILE_NAME);
        let text = fs::read_to_string(&path).at(&path, "read the manifest")?;
        let manifest = toml::from_str(&text)
            .map_err(|error| CatalogueError::Damaged { path, why: error.message().to_owned() })?;
        Ok(Installed { dir: dir.to_owned(), manifest })
    }

    pub(super) fn manifest_path(&self) -> PathBuf {
        self.dir.join(FILE_NAME)
    }

    pub(super) fn manifest_text(&self) -> Result<String, CatalogueError> {
        toml::to_string(&self.manifest)
            .map_err(|error| CatalogueError::Damaged { path: self.manifest_path(), why: error.to_string() })
    }

    /// `z3@4.8.12`.
    pub fn name(&self) -> String {
        format!("{}@{}", self.manifest.family, self.manifest.version)
    }

    /// Whether it was built to count its edges, and is no release.
    pub fn counts(&self) -> bool {
        self.manifest.version.ends_with(super::build::SUFFIX)
    }

    /// The files of a role, as full paths.
    pub fn files(&self, role: Role) -> impl Iterator<Item = PathBuf> + '_ {
        self.manifest.files.iter().filter(move |file| file.role == role).map(|file| self.dir.join(&file.path))
    }

    /// Bytes on disk.
    pub fn size(&self) -> u64 {
        self.manifest.files.iter().map(|file| file.size).sum()
    }

    /// Checks that every file is there with its size: cheap, done on every use.
    pub fn check_sizes(&self) -> Result<(), CatalogueError> {
        for file in &self.manifest.files {
            let path = self.dir.join(&file.path);
            let damaged = |why: String| CatalogueError::Damaged { path: path.clone(), why };
            let size = fs::metadata(&path).map_err(|error| damaged(error.to_string()))?.len();
            if size != file.size {
                return Err(damaged(format!("{size} bytes instead of {}", file.size)));
            }
        }
        Ok(())
    }

    /// Checks every file against its recorded SHA-256.
    pub fn check_hashes(&self) -> Result<(), CatalogueError> {
        self.check_sizes()?;
        for file in &self.manifest.files {
            let path = self.dir.join(&file.path);
            if sha256_of(&path).at(&path, "read")? != file.sha256 {
                let why = "its content has changed".to_owned();
                return Err(CatalogueError::Damaged { path, why });
            }
        }
        Ok(())
    }
}

/// The SHA-256 of a file, in hexadecimal.
pub(super) fn sha256_of(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let mut hash = Sha256::new();
    let mut block = vec![0; 1 << 16];
    loop {
        match file.read(&mut block)? {
            0 => return Ok(hex(&hash.finalize())),
            n => hash.update(&block[..n]),
        }
    }
}

/// The SHA-256 of some bytes, in hexadecimal.
pub(super) fn sha256_of_bytes(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Bytes in hexadecimal.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
