//! The seeds of a campaign: which files, in which order.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use strategy::{Dice, Label, SeedHash};
use thiserror::Error;

use crate::{builtin, labels};

/// A larger file is no seed: its tests would be slower than useful.
pub const MAX_BYTES: u64 = 4 << 20;

/// All seeds of a campaign, each content once, in an order that depends on their contents and the campaign's number
/// alone.
#[derive(Clone, Debug, Default)]
pub struct Corpus {
    /// The seeds.
    pub seeds: Vec<SeedFile>,
    /// What was left out, and why.
    pub skipped: Vec<Skipped>,
}

/// A seed that can be read.
#[derive(Clone, Debug)]
pub struct SeedFile {
    /// Its name, for people.
    pub name: String,
    /// The hash of its bytes.
    pub hash: SeedHash,
    /// What its surroundings say that it answers.
    pub label: Option<Label>,
    place: Place,
}

#[derive(Clone, Debug)]
enum Place {
    File(PathBuf),
    BuiltIn(Vec<u8>),
}

/// A file that is no seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The file.
    pub name: String,
    /// Why.
    pub why: String,
}

/// Why there are no seeds.
#[derive(Debug, Error)]
pub enum CorpusError {
    /// A path that the user named is not there.
    #[error("the seeds `{0}` cannot be read: {1}")]
    Missing(PathBuf, io::Error),
    /// Nothing is left.
    #[error("there is no seed among the given files{0}")]
    Empty(String),
}

impl Corpus {
    /// Collects the seeds under `paths`, or the built-in ones if there are none.
    pub fn collect(paths: &[PathBuf], campaign: u64) -> Result<Corpus, CorpusError> {
        let mut corpus = Corpus::default();
        if paths.is_empty() {
            for (name, bytes) in builtin::seeds() {
                corpus.seeds.push(SeedFile::of_text(name, bytes));
            }
        }
        for path in paths {
            fs::metadata(path).map_err(|error| CorpusError::Missing(path.clone(), error))?;
            for file in files_under(path, &mut corpus.skipped) {
                corpus.add(file);
            }
        }
        corpus.order(campaign);
        if corpus.seeds.is_empty() {
            let why = corpus.skipped.first().map(|first| format!(": {}: {}", first.name, first.why));
            return Err(CorpusError::Empty(why.unwrap_or_default()));
        }
        Ok(corpus)
    }

    fn add(&mut self, path: PathBuf) {
        let name = path.display().to_string();
        match read(&path) {
            Ok(bytes) => {
                let hash = SeedHash::of(&bytes);
                let label = labels::of_path(&path);
                self.seeds.push(SeedFile { name, hash, label, place: Place::File(path) });
            }
            Err(why) => self.skipped.push(Skipped { name, why }),
        }
    }

    fn order(&mut self, campaign: u64) {
        let mut by_content: BTreeMap<u64, SeedFile> = BTreeMap::new();
        for seed in self.seeds.drain(..) {
            let key = Dice::new(&[campaign, seed.hash.number()]).number();
            by_content.entry(key).or_insert(seed);
        }
        self.seeds = by_content.into_values().collect();
    }
}

impl SeedFile {
    /// A script that is no file.
    pub fn of_text(name: String, text: Vec<u8>) -> SeedFile {
        SeedFile { name, hash: SeedHash::of(&text), label: None, place: Place::BuiltIn(text) }
    }

    /// Its bytes.
    pub fn read(&self) -> Result<Vec<u8>, String> {
        match &self.place {
            Place::BuiltIn(bytes) => Ok(bytes.clone()),
            Place::File(path) => read(path),
        }
    }
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    // Asked before it is opened: to open a pipe is to wait for somebody at its other end.
    let kind = fs::metadata(path).map_err(|error| error.to_string())?;
    if !kind.is_file() {
        return Err("it is no file".to_owned());
    }
    if kind.len() > MAX_BYTES {
        return Err(format!("it is larger than {} MiB", MAX_BYTES >> 20));
    }
    let file = File::open(path).map_err(|error| error.to_string())?;
    file.take(MAX_BYTES).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if bytes.contains(&0) {
        return Err("it is binary".to_owned());
    }
    Ok(bytes)
}

/// The file itself, or all `.smt2` files in the folder. A folder that was seen by another way is not entered again.
fn files_under(path: &Path, skipped: &mut Vec<Skipped>) -> Vec<PathBuf> {
    if !path.is_dir() {
        return vec![path.to_owned()];
    }
    let (mut files, mut seen, mut open) = (Vec::new(), BTreeSet::new(), vec![path.to_owned()]);
    while let Some(folder) = open.pop() {
        let entries = fs::canonicalize(&folder).and_then(|real| match seen.insert(real) {
            true => fs::read_dir(&folder),
            false => Err(io::Error::other("it is a folder that was seen already")),
        });
        let entries = match entries {
            Ok(entries) => entries,
            Err(error) => {
                let name = folder.display().to_string();
                skipped.push(Skipped { name, why: error.to_string() });
                continue;
            }
        };
        for entry in entries.flatten().map(|entry| entry.path()) {
            if entry.is_dir() {
                open.push(entry);
            } else if entry.extension().is_some_and(|extension| extension == "smt2") {
                files.push(entry);
            }
        }
    }
    files.sort();
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn junk_is_reported_and_skipped() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
        write("a.smt2", b"(assert true)");
        write("copy.smt2", b"(assert true)");
        write("b.smt2", b"(assert false)");
        write("junk.smt2", &[0, 159, 146, 150]);
        write("readme.txt", b"no seed");
        fs::create_dir(folder.path().join("sub")).unwrap();
        std::os::unix::fs::symlink(folder.path(), folder.path().join("sub/loop")).unwrap();
        std::os::unix::fs::symlink("/nowhere", folder.path().join("gone.smt2")).unwrap();
        let pipe = std::process::Command::new("mkfifo").arg(folder.path().join("pipe.smt2")).status();
        assert!(pipe.unwrap().success());
        let corpus = Corpus::collect(&[folder.path().to_owned()], 1).unwrap();
        assert_eq!(corpus.seeds.len(), 2);
        let why: Vec<&str> = corpus.skipped.iter().map(|skipped| skipped.why.as_str()).collect();
        assert!(
            why.contains(&"it is binary") && why.iter().any(|why| why.contains("seen already")),
            "{why:?}"
        );
        assert!(why.contains(&"it is no file"), "{why:?}");
        assert_eq!(corpus.skipped.len(), 4, "{why:?}");
    }

    #[test]
    fn the_order_depends_on_contents_alone() {
        let order = |names: [&str; 3], campaign| {
            let folder = tempfile::tempdir().unwrap();
            for (i, name) in names.iter().enumerate() {
                fs::write(folder.path().join(name), format!("(assert (> {i} 0))")).unwrap();
            }
            let corpus = Corpus::collect(&[folder.path().to_owned()], campaign).unwrap();
            corpus.seeds.iter().map(|seed| seed.hash.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(order(["a.smt2", "b.smt2", "c.smt2"], 1), order(["z.smt2", "y.smt2", "x.smt2"], 1));
        assert!((2..9).any(|n| order(["a.smt2", "b.smt2", "c.smt2"], n) != order(["a.smt2", "b.smt2", "c.smt2"], 1)));
    }

    #[test]
    fn a_path_that_is_not_there_is_named() {
        let error = Corpus::collect(&["no/such/folder".into()], 0).unwrap_err().to_string();
        assert!(error.contains("no/such/folder"), "{error}");
    }
}
