//! The scripts that mutation starts from.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use proptest::sample::Index;

/// Longer scripts are left out: mutants of them are slower, not different.
const LONGEST: usize = 8 * 1024;

/// Golden files and corpus files, in the order of their names.
pub(crate) struct Seeds(Vec<(PathBuf, Vec<u8>)>);

impl Seeds {
    /// Reads all files once; says so when the corpus is absent.
    pub(crate) fn load() -> &'static Seeds {
        static SEEDS: OnceLock<Seeds> = OnceLock::new();
        SEEDS.get_or_init(|| {
            let home = Path::new(env!("CARGO_MANIFEST_DIR"));
            let corpus = home.join("../../../shared/corpus");
            let mut files = Vec::new();
            collect(&home.join("tests/golden"), &mut files);
            let golden = files.len();
            if corpus.is_dir() {
                collect(&corpus, &mut files);
            } else {
                eprintln!("SKIPPED: {} is absent; only the golden files are mutated", corpus.display());
            }
            files.sort();
            assert!(golden > 0, "the golden files are part of the source");
            let read = |path: PathBuf| std::fs::read(&path).ok().map(|source| (path, source));
            Seeds(files.into_iter().filter_map(read).filter(|(_, source)| source.len() <= LONGEST).collect())
        })
    }

    pub(crate) fn pick(&self, index: Index) -> &[u8] {
        &self.0[index.index(self.0.len())].1
    }

    pub(crate) fn named(&self) -> impl Iterator<Item = (String, &[u8])> {
        self.0.iter().map(|(path, source)| (path.display().to_string(), source.as_slice()))
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "smt2") {
            files.push(path);
        }
    }
}
