//! The only directory a solver may write to.

use std::fs::{self, DirBuilder, Permissions};
use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::{env, io, process};

use rustix::fs::{Mode, OFlags, RawDir, SeekFrom};

use super::warden::hand_over;

/// A private directory, removed with everything in it when dropped.
#[derive(Debug)]
pub struct Scratch {
    path: PathBuf,
    directory: OwnedFd,
}

impl Scratch {
    /// A new empty directory under the system's temporary directory.
    pub fn new() -> io::Result<Self> {
        Self::under(&env::temp_dir())
    }

    /// A new empty directory under `parent`.
    pub fn under(parent: &Path) -> io::Result<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        loop {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let path = parent.join(format!("{}{number}", prefix(&process::id().to_string())));
            match DirBuilder::new().mode(0o700).create(&path) {
                Ok(()) => {
                    // Landlock and `TMPDIR` both want the name that no link can change.
                    let path = path.canonicalize()?;
                    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC | OFlags::NOFOLLOW;
                    let directory = rustix::fs::open(&path, flags, Mode::empty())?;
                    hand_over(&path);
                    return Ok(Scratch { path, directory });
                }
                Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
                Err(e) => return Err(e),
            }
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether nothing is in it: two system calls, no allocation.
    pub fn is_empty(&self) -> io::Result<bool> {
        rustix::fs::seek(&self.directory, SeekFrom::Start(0))?;
        let mut buffer = [MaybeUninit::uninit(); 1024];
        let mut entries = RawDir::new(&self.directory, &mut buffer);
        while let Some(entry) = entries.next() {
            if !matches!(entry?.file_name().to_bytes(), b"." | b"..") {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Removes everything in it.
    pub fn empty(&self) -> io::Result<()> {
        if self.is_empty()? {
            return Ok(());
        }
        for entry in fs::read_dir(&self.path)? {
            remove(&entry?.path())?;
        }
        Ok(())
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Nobody is left to tell, and the system cleans its temporary directory in the end.
        let _ = remove(&self.path);
    }
}

/// What the names of a process's directories begin with.
fn prefix(process: &str) -> String {
    format!("smtquake-{process}-")
}

/// Whether a directory was made here, by this process.
pub(super) fn is_of(directory: &Path, process: &str) -> bool {
    let name = directory.file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| name.starts_with(&prefix(process)))
}

/// Removes a file or a tree, also one whose permissions were taken away.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    if !fs::symlink_metadata(path)?.is_dir() {
        return fs::remove_file(path);
    }
    if fs::remove_dir_all(path).is_ok() {
        return Ok(());
    }
    unlock(path)?;
    fs::remove_dir_all(path)
}

fn unlock(directory: &Path) -> io::Result<()> {
    fs::set_permissions(directory, Permissions::from_mode(0o700))?;
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            unlock(&entry.path())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_written_is_removed() {
        let scratch = Scratch::new().unwrap();
        assert!(scratch.is_empty().unwrap());
        fs::write(scratch.path().join("model"), "x").unwrap();
        fs::create_dir_all(scratch.path().join("a/b")).unwrap();
        fs::write(scratch.path().join("a/b/c"), "x").unwrap();
        std::os::unix::fs::symlink("/", scratch.path().join("root")).unwrap();
        fs::set_permissions(scratch.path().join("a"), Permissions::from_mode(0o000)).unwrap();
        assert!(!scratch.is_empty().unwrap());
        scratch.empty().unwrap();
        assert!(scratch.is_empty().unwrap());
        let path = scratch.path().to_owned();
        drop(scratch);
        assert!(!path.exists());
    }
}
