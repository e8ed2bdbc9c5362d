//! The memory that a coverage build counts in.

use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd, RawFd};
use std::ptr::NonNull;
use std::slice;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rustix::fs::{MemfdFlags, ftruncate, memfd_create};
use rustix::mm::{MapFlags, ProtFlags, mmap, munmap};

use super::{Edges, LINE, PAGE};
use crate::run::Run;

/// As in `runtime.c`.
const MAGIC: u64 = 0x3270_6d74_7174_6d73;

/// A map of counters that a backend shares with its processes: a page for its head, then the counters.
///
/// They are one byte for each edge, side by side, and looking at all of them takes a small part of a test's time. A
/// process that counts while they are cleared can lose a count, never an edge for good.
#[derive(Debug)]
pub struct Map {
    file: OwnedFd,
    start: NonNull<u8>,
    edges: Arc<Edges>,
}

// SAFETY: the memory is this map's as long as it lives, and is only reached through atomics.
unsafe impl Send for Map {}

impl Map {
    /// An empty map for a module with these edges.
    pub fn new(edges: Arc<Edges>) -> io::Result<Map> {
        let file = memfd_create(c"coverage", MemfdFlags::CLOEXEC)?;
        let size = size(&edges);
        ftruncate(&file, size as u64)?;
        // SAFETY: a new mapping, of a file that is as long.
        let start = unsafe {
            mmap(std::ptr::null_mut(), size, ProtFlags::READ | ProtFlags::WRITE, MapFlags::SHARED, &file, 0)?
        };
        let start = NonNull::new(start.cast()).ok_or_else(|| io::Error::other("no memory for a map"))?;
        let map = Map { file, start, edges };
        let head = map.words(0, 2);
        head[0].store(MAGIC, Ordering::Relaxed);
        head[1].store(map.edges.code(), Ordering::Relaxed);
        Ok(map)
    }

    /// The edges that it is for.
    pub fn edges(&self) -> &Arc<Edges> {
        &self.edges
    }

    /// The descriptor that processes inherit.
    pub(crate) fn descriptor(&self) -> RawFd {
        self.file.as_raw_fd()
    }

    /// Writes what was counted into a run, and clears it.
    pub fn collect(&mut self, run: &mut Run) {
        let mut counts = run.coverage.take().unwrap_or_else(|| std::mem::take(&mut run.spare_coverage));
        counts.clear();
        counts.resize(self.edges.len(), 0);
        let edges = Arc::clone(&self.edges);
        self.drain(|line, place, count| {
            // Nothing else is there to count, unless the solver writes where it should not.
            if let Some(edge) = edges.number(line, place) {
                counts[edge] = count;
            }
        });
        run.coverage = Some(counts);
    }

    /// Clears what was counted since the last test: a process goes on for a moment after its answer.
    pub fn clear(&mut self) {
        self.drain(|_, _, _| {});
    }

    /// Gives every counter that is not zero with its line and its place there, and makes it zero.
    fn drain(&mut self, mut each: impl FnMut(usize, usize, u8)) {
        let counters = self.words(PAGE, self.edges.lines() * LINE / 8);
        for (line, words) in counters.chunks_exact(LINE / 8).enumerate() {
            // Nearly all lines are empty after any test.
            if words.iter().fold(0, |any, word| any | word.load(Ordering::Relaxed)) == 0 {
                continue;
            }
            for (part, word) in words.iter().enumerate() {
                if word.load(Ordering::Relaxed) == 0 {
                    continue;
                }
                let counts = word.swap(0, Ordering::Relaxed).to_ne_bytes();
                for (at, count) in counts.into_iter().enumerate().filter(|(_, count)| *count != 0) {
                    each(line, part * 8 + at, count);
                }
            }
        }
    }

    /// Words of the memory, from a byte that is a multiple of eight.
    fn words(&self, from: usize, count: usize) -> &[AtomicU64] {
        assert!(from.is_multiple_of(8) && from + count * 8 <= size(&self.edges), "beyond the map");
        // SAFETY: within the mapping, as was just checked, which begins at a page; others change it only by whole
        // bytes, which is what shared memory is for, and no plain reference to it exists.
        unsafe { slice::from_raw_parts(self.start.as_ptr().add(from).cast(), count) }
    }
}

impl AsFd for Map {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.file.as_fd()
    }
}

impl Drop for Map {
    fn drop(&mut self) {
        // SAFETY: the mapping is this map's own, and nobody uses it any more.
        let _ = unsafe { munmap(self.start.as_ptr().cast(), size(&self.edges)) };
    }
}

/// Head and counters.
fn size(edges: &Edges) -> usize {
    PAGE + edges.lines() * LINE
}
