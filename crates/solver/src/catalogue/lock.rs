//! A lock between processes, so that two of them can add solvers at once.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;

use super::error::{CatalogueError, IoContext};

/// Held until dropped; the system lets go of it when the process dies, so none is ever stale.
#[derive(Debug)]
pub(super) struct Lock {
    file: File,
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
            .read(true)
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
        Ok(Lock { file })
    }

    /// The same lock for a process that outlives this one: it is held as long as somebody has this file, which is empty.
    pub(super) fn share(&self) -> io::Result<File> {
        self.file.try_clone()
    }
}
