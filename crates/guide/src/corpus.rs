//! The inputs that showed something new, shared by all workers.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::feature::Feature;
use crate::folder::{self, CorpusError, Problem};
use crate::input::{Entry, Name};

/// The inputs that showed something new, and all features that were ever seen.
///
/// *An entry is on disk before anybody builds on it*: what a kill loses was not used yet, and its features are unknown again
/// when the campaign goes on.
#[derive(Debug)]
pub struct Corpus {
    folder: Option<PathBuf>,
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    known: FxHashSet<Feature>,
    places: FxHashSet<u64>,
    edges: usize,
    entries: Vec<Arc<Entry>>,
    /// By name: the place among the entries.
    names: FxHashMap<Name, usize>,
    /// Entries that somebody has run again, because they tell nothing of the targets of today.
    claimed: FxHashSet<Name>,
}

/// How much there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// Inputs that are kept.
    pub entries: usize,
    /// Features that were seen.
    pub features: usize,
    /// Edges and counters that they are of.
    pub places: usize,
    /// Edges among these.
    pub edges: usize,
}

impl Corpus {
    /// A corpus that is not kept on disk.
    pub fn in_memory() -> Corpus {
        Corpus { folder: None, inner: Mutex::default() }
    }

    /// The corpus in a folder, which is made when the first input is kept; and the files that could not be taken in.
    pub fn open(path: &Path) -> Result<(Corpus, Vec<Problem>), CorpusError> {
        let (entries, problems) = folder::read(path)?;
        let mut inner = Inner::default();
        for entry in entries {
            inner.note(&entry.features);
            inner.add(entry);
        }
        Ok((Corpus { folder: Some(path.to_owned()), inner: Mutex::new(inner) }, problems))
    }

    /// Takes note of features: those among them that nobody has seen before.
    pub fn note(&self, seen: &[Feature]) -> Vec<Feature> {
        self.note_places(seen).0
    }

    /// The same, and how many edges and counters nobody has seen before at any step.
    pub fn note_places(&self, seen: &[Feature]) -> (Vec<Feature>, usize) {
        if seen.is_empty() { (Vec::new(), 0) } else { self.lock().note(seen) }
    }

    /// Keeps an entry for the features that it was the first to show. One that is here already keeps its own as well.
    pub fn keep(&self, mut entry: Entry) -> Result<(), CorpusError> {
        if let Some(known) = self.find(entry.name()) {
            entry.features.extend_from_slice(&known.features);
        }
        entry.features.sort_unstable();
        entry.features.dedup();
        if let Some(path) = &self.folder {
            folder::write(path, &entry)?;
        }
        self.lock().add(entry);
        Ok(())
    }

    /// The entries, from number `first` on. Their order stays; one that was kept again stands in its old place.
    pub fn entries(&self, first: usize) -> Vec<Arc<Entry>> {
        self.lock().entries.get(first..).unwrap_or_default().to_vec()
    }

    /// Whether the caller is the first to ask for this entry.
    pub fn claim(&self, entry: &Entry) -> bool {
        self.lock().claimed.insert(entry.name())
    }

    /// How much there is.
    pub fn size(&self) -> Size {
        let inner = self.lock();
        Size {
            entries: inner.entries.len(),
            features: inner.known.len(),
            places: inner.places.len(),
            edges: inner.edges,
        }
    }

    fn find(&self, name: Name) -> Option<Arc<Entry>> {
        let inner = self.lock();
        inner.names.get(&name).map(|&at| Arc::clone(&inner.entries[at]))
    }

    /// What a worker that panicked left behind is whole: nothing here is changed in steps that could be seen.
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn note(&mut self, seen: &[Feature]) -> (Vec<Feature>, usize) {
        let before = self.places.len();
        let new: Vec<Feature> = seen.iter().copied().filter(|&feature| self.known.insert(feature)).collect();
        for feature in &new {
            self.edges += usize::from(self.places.insert(feature.place()) && feature.is_edge());
        }
        (new, self.places.len() - before)
    }

    fn add(&mut self, entry: Entry) {
        let next = self.entries.len();
        match *self.names.entry(entry.name()).or_insert(next) {
            at if at == next => self.entries.push(Arc::new(entry)),
            at => self.entries[at] = Arc::new(entry),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::feature::Space;
    use crate::input::Input;

    fn features(numbers: &[usize]) -> Vec<Feature> {
        numbers.iter().map(|&number| Feature::edge(Space::new("a", None), number, 0)).collect()
    }

    fn entry(byte: u8, features: Vec<Feature>) -> Entry {
        let input = Input::Choices { logic: "QF_BV".to_owned(), bytes: vec![byte] };
        Entry { input, under: None, text: b"(check-sat)".to_vec(), features, seconds: 0.1 }
    }

    #[test]
    fn a_feature_is_new_once_whoever_sees_it() {
        let corpus = Corpus::in_memory();
        assert_eq!(corpus.note(&features(&[1, 2])), features(&[1, 2]));
        assert_eq!(corpus.note(&features(&[2, 3])), features(&[3]));
        let twice = Feature::edge(Space::new("a", None), 3, 1);
        assert_eq!(corpus.note_places(&[twice]), (vec![twice], 0));
        assert_eq!(corpus.size(), Size { entries: 0, features: 4, places: 3, edges: 3 });
    }

    #[test]
    fn what_is_kept_is_there_again_without_a_word_of_farewell() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("corpus");
        let (corpus, problems) = Corpus::open(&path).unwrap();
        assert!(problems.is_empty());
        for byte in 0..20 {
            let new = corpus.note(&features(&[usize::from(byte), 100]));
            corpus.keep(entry(byte, new)).unwrap();
        }
        // Nothing is flushed, saved or closed: this is all that a kill leaves.
        std::mem::forget(corpus);
        let (again, problems) = Corpus::open(&path).unwrap();
        assert!(problems.is_empty());
        assert_eq!(again.size(), Size { entries: 20, features: 21, places: 21, edges: 21 });
        assert!(again.note(&features(&[3, 100])).is_empty());
        assert_eq!(again.note(&features(&[3, 101])), features(&[101]));
    }

    #[test]
    fn workers_share_it() {
        let folder = tempfile::tempdir().unwrap();
        let (corpus, _) = Corpus::open(folder.path()).unwrap();
        std::thread::scope(|scope| {
            for worker in 0..4u8 {
                let corpus = &corpus;
                scope.spawn(move || {
                    for i in 0..50u8 {
                        // Every feature is seen by two workers.
                        let new = corpus.note(&features(&[usize::from(worker / 2) * 50 + usize::from(i)]));
                        if !new.is_empty() {
                            corpus.keep(entry(worker * 50 + i, new)).unwrap();
                        }
                    }
                });
            }
        });
        assert_eq!((corpus.size().entries, corpus.size().features), (100, 100));
        assert_eq!(folder::read(folder.path()).unwrap().0.len(), 100);
    }

    #[test]
    fn an_input_that_shows_more_later_keeps_both() {
        let folder = tempfile::tempdir().unwrap();
        let (corpus, _) = Corpus::open(folder.path()).unwrap();
        corpus.keep(entry(1, features(&[1]))).unwrap();
        corpus.keep(entry(2, features(&[2]))).unwrap();
        corpus.keep(entry(1, features(&[3]))).unwrap();
        assert_eq!(corpus.entries(0).len(), 2);
        assert_eq!(corpus.entries(0)[0].features.len(), 2);
        let entry = corpus.entries(0)[0].clone();
        assert!(corpus.claim(&entry) && !corpus.claim(&entry));
        assert_eq!(Corpus::open(folder.path()).unwrap().0.size().features, 3);
    }
}
