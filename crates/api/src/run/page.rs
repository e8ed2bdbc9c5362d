//! Memory that a child shares with its host: what it is doing, in case it cannot tell any more.

use std::io;
use std::ptr;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use rustix::mm::{MapFlags, ProtFlags, mmap_anonymous};

use crate::coverage::{Coverage, OPS};
use crate::trace::CALLS;

/// Bytes for the trace of a round; rounds are far shorter.
const TRACE: usize = 1 << 19;
/// Bytes for a finding.
const FOUND: usize = 1 << 16;

/// What is counted, in the order of the page.
#[derive(Clone, Copy)]
#[repr(usize)]
pub(super) enum Count {
    Rounds,
    Calls,
    Refused,
    Sat,
    Unsat,
    Unknown,
}

const COUNTS: usize = 6;

#[repr(C)]
struct Layout {
    round: AtomicU64,
    counts: [AtomicU64; COUNTS],
    actions: [AtomicU32; 64],
    ops: [AtomicU32; OPS],
    trace_length: AtomicU32,
    found_length: AtomicU32,
    trace: [u8; TRACE],
    found: [u8; FOUND],
}

/// The page.
#[derive(Clone, Copy)]
pub(super) struct Page(*mut Layout);

impl Page {
    /// A page for this process and its children; it stays until the process ends.
    pub(super) fn new() -> io::Result<Page> {
        assert!(CALLS.len() <= 64, "more calls than the page has room for");
        let flags = (ProtFlags::READ | ProtFlags::WRITE, MapFlags::SHARED);
        // SAFETY: a new mapping at a place of the kernel's choice.
        let place = unsafe { mmap_anonymous(ptr::null_mut(), size_of::<Layout>(), flags.0, flags.1) }?;
        Ok(Page(place.cast()))
    }

    fn layout(&self) -> &Layout {
        // SAFETY: the mapping lives as long as the process, is zeroed by the kernel, which is a valid layout, and what
        // changes in it behind this reference is atomic. The bytes are only touched by `append` and `text`.
        unsafe { &*self.0 }
    }

    /// Forgets what was counted and covered.
    pub(super) fn clear(&self) {
        let layout = self.layout();
        layout.counts.iter().for_each(|count| count.store(0, Ordering::Relaxed));
        layout.actions.iter().chain(&layout.ops).for_each(|count| count.store(0, Ordering::Relaxed));
        layout.found_length.store(0, Ordering::Relaxed);
    }

    /// Begins a round.
    pub(super) fn begin(&self, round: u64) {
        let layout = self.layout();
        layout.round.store(round, Ordering::Relaxed);
        layout.trace_length.store(0, Ordering::Relaxed);
        layout.found_length.store(0, Ordering::Relaxed);
    }

    /// The round at work.
    pub(super) fn round(&self) -> u64 {
        self.layout().round.load(Ordering::Relaxed)
    }

    /// Counts something.
    pub(super) fn count(&self, count: Count) {
        self.layout().counts[count as usize].fetch_add(1, Ordering::Relaxed);
    }

    /// All that was counted, to be [put back](Page::put_back).
    pub(super) fn tallied(&self) -> [u64; COUNTS] {
        self.layout().counts.each_ref().map(|count| count.load(Ordering::Relaxed))
    }

    /// Forgets what was counted since.
    pub(super) fn put_back(&self, tallied: [u64; COUNTS]) {
        for (count, was) in self.layout().counts.iter().zip(tallied) {
            count.store(was, Ordering::Relaxed);
        }
    }

    /// How often something was counted.
    pub(super) fn counted(&self, count: Count) -> u64 {
        self.layout().counts[count as usize].load(Ordering::Relaxed)
    }

    /// Notes that a call was made, and with which operator.
    pub(super) fn cover(&self, action: usize, op: Option<usize>) {
        self.layout().actions[action].fetch_add(1, Ordering::Relaxed);
        if let Some(count) = op.and_then(|op| self.layout().ops.get(op)) {
            count.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// What was covered.
    pub(super) fn coverage(&self) -> Coverage {
        let read =
            |counts: &[AtomicU32]| counts.iter().map(|n| u64::from(n.load(Ordering::Relaxed))).collect();
        Coverage { actions: read(&self.layout().actions[..CALLS.len()]), ops: read(&self.layout().ops) }
    }

    /// Adds to the trace; what finds no room is lost.
    pub(super) fn trace(&self, text: &str) {
        // SAFETY: the place is within the mapping.
        let bytes = unsafe { &raw mut (*self.0).trace }.cast();
        append(bytes, TRACE, &self.layout().trace_length, text);
    }

    /// Where the trace ends.
    pub(super) fn traced_length(&self) -> u32 {
        self.layout().trace_length.load(Ordering::Relaxed)
    }

    /// Takes back what was added to the trace since it ended there.
    pub(super) fn untrace(&self, length: u32) {
        self.layout().trace_length.store(length, Ordering::Release);
    }

    /// The trace so far.
    pub(super) fn traced(&self) -> String {
        // SAFETY: as above.
        let bytes = unsafe { &raw const (*self.0).trace }.cast();
        text(bytes, TRACE, &self.layout().trace_length)
    }

    /// Notes a finding.
    pub(super) fn find(&self, text: &str) {
        // SAFETY: as above.
        let bytes = unsafe { &raw mut (*self.0).found }.cast();
        append(bytes, FOUND, &self.layout().found_length, text);
    }

    /// The finding.
    pub(super) fn found(&self) -> String {
        // SAFETY: as above.
        let bytes = unsafe { &raw const (*self.0).found }.cast();
        text(bytes, FOUND, &self.layout().found_length)
    }
}

fn append(bytes: *mut u8, room: usize, length: &AtomicU32, text: &str) {
    let at = length.load(Ordering::Relaxed) as usize;
    if at + text.len() > room {
        return;
    }
    // SAFETY: there is room for it, and the child is the only writer.
    unsafe { ptr::copy_nonoverlapping(text.as_ptr(), bytes.add(at), text.len()) };
    length.store((at + text.len()) as u32, Ordering::Release);
}

fn text(bytes: *const u8, room: usize, length: &AtomicU32) -> String {
    let length = (length.load(Ordering::Acquire) as usize).min(room);
    // SAFETY: so many bytes are within the mapping; the child, their only writer, is gone.
    let bytes = unsafe { std::slice::from_raw_parts(bytes, length) };
    String::from_utf8_lossy(bytes).into_owned()
}
