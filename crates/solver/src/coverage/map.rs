//! The memory that a coverage build counts in.

use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd, RawFd};
use std::ptr::NonNull;
use std::slice;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rustix::fs::{MemfdFlags, ftruncate, memfd_create};
use rustix::mm::{MapFlags, ProtFlags, mmap, munmap};

use super::{Edges, LINE};
use crate::run::Run;

/// As in `runtime.c`.
const MAGIC: u64 = 0x3170_6d74_7174_6d73;
const HEAD: usize = 64;

/// A map of counters that a backend shares with its processes.
///
/// Most of it is empty after any test. So the runtime also marks each line of 64 counters that it has counted in, and
/// reading and clearing cost what was marked, not what there is. A mark is set by every count, after it: a process that
/// counts while the map is cleared can lose a count, never an edge for good.
#[derive(Debug)]
pub struct Map {
    file: OwnedFd,
    start: NonNull<u8>,
    lines: usize,
    edges: Arc<Edges>,
}

// SAFETY: the memory is this map's as long as it lives, and is only reached through atomics.
unsafe impl Send for Map {}

impl Map {
    /// An empty map for a module with these edges.
    pub fn new(edges: Arc<Edges>) -> io::Result<Map> {
        // As in `runtime.c`; a multiple of eight, so that marks can be read by words.
        let lines = (edges.places() as usize / (8 * LINE) + 1) * 8;
        let file = memfd_create(c"coverage", MemfdFlags::CLOEXEC)?;
        let size = size(lines);
        ftruncate(&file, size as u64)?;
        // SAFETY: a new mapping, of a file that is as long.
        let start = unsafe {
            mmap(std::ptr::null_mut(), size, ProtFlags::READ | ProtFlags::WRITE, MapFlags::SHARED, &file, 0)?
        };
        let start = NonNull::new(start.cast()).ok_or_else(|| io::Error::other("no memory for a map"))?;
        let map = Map { file, start, lines, edges };
        let head = map.words(0, 2);
        head[0].store(MAGIC, Ordering::Relaxed);
        head[1].store(map.edges.places(), Ordering::Relaxed);
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
            // A function that ends with the runtime's call counts for its caller, at no edge's place.
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
        let marks = self.words(HEAD + self.lines * LINE, self.lines / 8);
        for (at, word) in marks.iter().enumerate() {
            if word.load(Ordering::Relaxed) == 0 {
                continue;
            }
            let marked = word.swap(0, Ordering::Relaxed).to_ne_bytes();
            for (line, _) in (at * 8..).zip(marked).filter(|(_, mark)| *mark != 0) {
                let counters = self.words(HEAD + line * LINE, LINE / 8);
                for (part, counters) in counters.iter().enumerate() {
                    if counters.load(Ordering::Relaxed) == 0 {
                        continue;
                    }
                    let counts = counters.swap(0, Ordering::Relaxed).to_ne_bytes();
                    for (i, count) in counts.into_iter().enumerate().filter(|(_, count)| *count != 0) {
                        each(line, part * 8 + i, count);
                    }
                }
            }
        }
    }

    /// Words of the memory, from a byte that is a multiple of eight.
    fn words(&self, from: usize, count: usize) -> &[AtomicU64] {
        assert!(from.is_multiple_of(8) && from + count * 8 <= size(self.lines), "beyond the map");
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
        let _ = unsafe { munmap(self.start.as_ptr().cast(), size(self.lines)) };
    }
}

/// Head, counters, marks.
fn size(lines: usize) -> usize {
    HEAD + lines * LINE + lines
}
