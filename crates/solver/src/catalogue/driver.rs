//! The script that makes a solver's Python module behave like an SMT-LIB executable.

use std::fs;
use std::path::PathBuf;

use super::Catalogue;
use super::error::{CatalogueError, IoContext};
use super::family::Role;
use super::manifest::{Installed, InstalledFile, sha256_of_bytes};

/// Bitwuzla's: the only solver whose package is a Python module.
const BITWUZLA: &str = include_str!("bitwuzla_driver.py");

/// Puts the driver beside the module of a solver that is being installed.
pub(super) fn place(solver: &mut Installed) -> Result<(), CatalogueError> {
    let path = PathBuf::from("python/driver.py");
    let full = solver.dir.join(&path);
    fs::write(&full, BITWUZLA).at(&full, "write")?;
    solver.manifest.files.push(InstalledFile {
        path,
        role: Role::Driver,
        size: BITWUZLA.len() as u64,
        sha256: sha256_of_bytes(BITWUZLA.as_bytes()),
    });
    Ok(())
}

impl Catalogue {
    /// Gives a solver that an older smtquake installed the driver of this one. Processes that do so at
    /// once write the same.
    pub(super) fn renew_driver(&self, solver: &mut Installed) -> Result<(), CatalogueError> {
        let sha256 = sha256_of_bytes(BITWUZLA.as_bytes());
        let Some(file) = solver.manifest.files.iter_mut().find(|file| file.role == Role::Driver) else {
            return Ok(());
        };
        if file.sha256 == sha256 {
            return Ok(());
        }
        file.sha256 = sha256;
        file.size = BITWUZLA.len() as u64;
        let path = solver.dir.join(&file.path);
        self.write_whole(&path, BITWUZLA.as_bytes())?;
        self.write_whole(&solver.manifest_path(), solver.manifest_text()?.as_bytes())
    }
}
