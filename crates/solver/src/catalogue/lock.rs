//! A lock between processes, so that two of them can add solvers at once.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::Path;

use super::error::{CatalogueError, IoContext};

/// Held until dropped; the system lets go of it when the process dies, so none is ever stale.
#[derive(Debug)]
pub(super) struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock at `path`; calls `waiting` once if somebody else has it.
    pub(super) fn take(path: &Path, waiting: impl FnOnce()) -> Result<Lock, CatalogueError> {
        if let Some(dir) = path.parent() {
            fs::create_dir_all(dir).at(dir, "make the folder")?;
        }
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(path)
            .at(path, "open the lock")?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                waiting();
                file.lock().at(path, "wait for the lock")?;
            }
            Err(TryLockError::Error(error)) => return Err(error).at(path, "take the lock"),
        }
        Ok(Lock { _file: file })
    }
}
