//! A corpus on disk: a folder with a file per entry.
//!
//! A file is written whole under another name and then renamed, so a kill at any moment loses what was not yet renamed and
//! nothing else. It carries its own version and checksum: one that is damaged is told and left out, the others are not
//! concerned. Several campaigns may write to one folder, because equal inputs have equal names.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::file::{FileError, decode, encode};
use crate::input::{Entry, Name};

const EXTENSION: &str = "input";

/// A file that could not be taken in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub why: String,
}

/// Why a corpus cannot be used at all.
#[derive(Debug, Error)]
pub enum CorpusError {
    /// The folder cannot be listed or made.
    #[error("the corpus {0} cannot be used: {1}")]
    Folder(PathBuf, io::Error),
    /// An entry cannot be written.
    #[error("an input cannot be written to the corpus: {0}: {1} (is the disk full?)")]
    Write(PathBuf, io::Error),
}

/// Whether a folder holds a guided corpus.
pub fn is_corpus(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|list| list.flatten().any(|it| is_entry(&it.path())))
}

/// The entries of a folder, in the order of their names, and what is wrong with the rest. A folder that is not there has
/// none.
pub fn read(folder: &Path) -> Result<(Vec<Entry>, Vec<Problem>), CorpusError> {
    let wrap = |error| CorpusError::Folder(folder.to_owned(), error);
    let list = match fs::read_dir(folder) {
        Ok(list) => list,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok((Vec::new(), Vec::new())),
        Err(error) => return Err(wrap(error)),
    };
    let mut paths = Vec::new();
    for it in list {
        let path = it.map_err(wrap)?.path();
        paths.extend(is_entry(&path).then_some(path));
    }
    paths.sort();
    let (mut entries, mut problems) = (Vec::new(), Vec::new());
    for path in paths {
        let entry = fs::read(&path).map_err(|error| error.to_string());
        match entry.and_then(|file| decode(&file).map_err(|error: FileError| error.to_string())) {
            Ok(entry) => entries.push(entry),
            Err(why) => problems.push(Problem { path, why }),
        }
    }
    Ok((entries, problems))
}

/// Writes an entry, whole or not at all.
pub fn write(folder: &Path, entry: &Entry) -> Result<(), CorpusError> {
    let name = entry.name();
    let whole = path(folder, name);
    // Two processes may write the same entry at the same time.
    let draft = folder.join(format!(".{name}-{}", std::process::id()));
    let written = fs::create_dir_all(folder)
        .and_then(|()| fs::write(&draft, encode(entry)))
        .and_then(|()| fs::rename(&draft, &whole));
    written.map_err(|error| CorpusError::Write(whole, error))
}

/// Takes an entry out.
pub fn remove(folder: &Path, entry: &Entry) -> Result<(), CorpusError> {
    let path = path(folder, entry.name());
    match fs::remove_file(&path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(CorpusError::Write(path, error)),
        _ => Ok(()),
    }
}

fn path(folder: &Path, name: Name) -> PathBuf {
    folder.join(format!("{name}.{EXTENSION}"))
}

fn is_entry(path: &Path) -> bool {
    let hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
    !hidden && path.extension().is_some_and(|extension| extension == EXTENSION)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::feature::Feature;
    use crate::input::Input;

    fn entry(byte: u8) -> Entry {
        let input = Input::Choices { logic: "QF_BV".to_owned(), bytes: vec![byte; 9] };
        Entry {
            input,
            under: None,
            text: b"(check-sat)".to_vec(),
            features: vec![Feature(u64::from(byte))],
            seconds: 0.5,
        }
    }

    #[test]
    fn a_damaged_file_is_told_with_its_place_and_the_rest_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        assert!(!is_corpus(folder.path()));
        (0..5).for_each(|byte| write(folder.path(), &entry(byte)).unwrap());
        assert!(is_corpus(folder.path()));
        let bad = path(folder.path(), entry(3).name());
        let mut bytes = fs::read(&bad).unwrap();
        bytes.pop();
        fs::write(&bad, bytes).unwrap();
        let cut = path(folder.path(), entry(1).name());
        fs::write(&cut, b"").unwrap();
        // A draft of somebody who was killed, and a file of somebody else.
        fs::write(folder.path().join(".1234-5"), b"smtq").unwrap();
        fs::write(folder.path().join("notes.txt"), b"mine").unwrap();
        let (entries, problems) = read(folder.path()).unwrap();
        assert_eq!(entries.len(), 3);
        assert!([0, 2, 4].iter().all(|&byte| entries.contains(&entry(byte))));
        let mut places: Vec<_> = problems.iter().map(|it| it.path.clone()).collect();
        places.sort();
        let mut expected = [bad, cut];
        expected.sort();
        assert_eq!(places, expected);
        remove(folder.path(), &entry(0)).unwrap();
        remove(folder.path(), &entry(0)).unwrap();
        assert_eq!(read(folder.path()).unwrap().0.len(), 2);
    }

    #[test]
    fn a_folder_that_is_not_there_is_empty_and_one_that_is_none_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(read(&folder.path().join("none")).unwrap().0, []);
        fs::write(folder.path().join("file"), b"").unwrap();
        let error = read(&folder.path().join("file")).unwrap_err().to_string();
        assert!(error.contains("file"), "{error}");
    }
}
