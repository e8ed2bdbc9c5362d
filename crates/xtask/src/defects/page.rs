//! The tester's side of the page that a mutated library reads and writes.

use std::fs::{self, File};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// How a statement is spoiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// The process aborts there.
    Abort = 0,
    /// It is left out.
    Delete = 1,
}

/// Bytes before the marks.
const HEAD: usize = 8;

/// A copy of the library with a page of its own, so that several can be at work.
pub(super) struct Page {
    /// The library.
    pub(super) library: PathBuf,
    file: File,
    room: usize,
}

impl Page {
    /// A copy in a folder, with room for so many mutants.
    pub(super) fn new(library: &Path, folder: &Path, room: usize) -> Result<Page> {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        let copy = folder.join("libboolector.so");
        fs::copy(library, &copy).with_context(|| copy.display().to_string())?;
        let place = folder.join("libboolector.so.page");
        let file = File::options().read(true).write(true).create(true).truncate(true).open(&place);
        let file = file.with_context(|| place.display().to_string())?;
        file.set_len((HEAD + room) as u64)?;
        // The loader is given absolute paths, whatever the folder was called.
        Ok(Page { library: copy.canonicalize()?, file, room })
    }

    /// Brings a mutant to life.
    pub(super) fn choose(&self, number: usize, kind: Kind) -> Result<()> {
        self.write(number as u32 + 1, kind as u32)
    }

    /// Has the library as it was written.
    pub(super) fn choose_none(&self) -> Result<()> {
        self.write(0, 0)
    }

    fn write(&self, alive: u32, kind: u32) -> Result<()> {
        let mut head = [0; HEAD];
        head[..4].copy_from_slice(&alive.to_ne_bytes());
        head[4..].copy_from_slice(&kind.to_ne_bytes());
        Ok(self.file.write_all_at(&head, 0)?)
    }

    /// Whether each statement was reached since the page was made.
    pub(super) fn reached(&self) -> Result<Vec<bool>> {
        let mut marks = vec![0; self.room];
        self.file.read_exact_at(&mut marks, HEAD as u64)?;
        Ok(marks.into_iter().map(|mark| mark != 0).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_says_who_lives_and_hears_who_was_reached() {
        let folder = std::env::temp_dir().join(format!("smtquake-page-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let library = folder.join("original");
        fs::write(&library, "library").unwrap();
        let page = Page::new(&library, &folder.join("copy"), 3).unwrap();
        page.choose(1, Kind::Delete).unwrap();
        page.file.write_all_at(&[1], HEAD as u64 + 2).unwrap();
        let bytes = fs::read(folder.join("copy/libboolector.so.page")).unwrap();
        assert_eq!(bytes[..HEAD], [2u32.to_ne_bytes(), 1u32.to_ne_bytes()].concat());
        assert_eq!(page.reached().unwrap(), [false, false, true]);
        page.choose_none().unwrap();
        assert_eq!(fs::read(folder.join("copy/libboolector.so.page")).unwrap()[..4], [0; 4]);
        fs::remove_dir_all(&folder).unwrap();
    }
}
