//! Boolector's own trace of its calls: it must have every call, and what it gave back.

use std::cell::{Cell, RefCell};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::os::fd::AsRawFd;

use rustix::fs::MemfdFlags;

/// Functions that trace nothing.
const SILENT: &[&str] = &[
    "terminate",
    "set_trapi",
    "get_trapi",
    "get_failed_assumptions",
    "parse",
    "copyright",
    "version",
    "git_id",
    "set_term",
];

/// Functions that give nothing back.
const GIVE_NOTHING: &[&str] = &[
    "set_msg_prefix",
    "reset_time",
    "reset_stats",
    "print_stats",
    "push",
    "pop",
    "assert",
    "assume",
    "fixate_assumptions",
    "reset_assumptions",
    "release",
    "set_symbol",
    "free_bits",
    "print_model",
    "release_sort",
    "dump_btor_node",
    "dump_btor",
    "dump_smt2_node",
    "dump_smt2",
    "dump_aiger_ascii",
    "dump_aiger_binary",
];

/// A trace that is looked at after each call.
pub(super) struct Traced {
    stream: *mut libc::FILE,
    file: RefCell<File>,
    seen: Cell<u64>,
    wrong: Cell<Option<String>>,
}

impl Traced {
    pub(super) fn open() -> Option<Traced> {
        let file = File::from(rustix::fs::memfd_create("trace", MemfdFlags::CLOEXEC).ok()?);
        // SAFETY: the stream has a descriptor of its own, and is closed when this goes.
        let stream = unsafe { libc::fdopen(libc::dup(file.as_raw_fd()), c"a".as_ptr()) };
        (!stream.is_null()).then(|| Traced {
            stream,
            file: file.into(),
            seen: Cell::new(0),
            wrong: Cell::new(None),
        })
    }

    /// The stream that Boolector writes to.
    pub(super) fn stream(&self) -> *mut libc::FILE {
        self.stream
    }

    /// Looks at what a call has written; before a call, at what was written by those that nobody looks at.
    pub(super) fn look(&self, call: Option<&str>) {
        let mut file = self.file.borrow_mut();
        let mut text = String::new();
        if file.seek(SeekFrom::Start(self.seen.get())).is_err() || file.read_to_string(&mut text).is_err() {
            return;
        }
        self.seen.set(self.seen.get() + text.len() as u64);
        let Some(name) = call.filter(|name| !SILENT.contains(name)) else { return };
        let returns = text.lines().last().is_some_and(|line| line.starts_with("return"));
        let named = text.split_whitespace().next() == Some(name);
        if !named || returns == GIVE_NOTHING.contains(&name) {
            self.wrong.set(Some(format!("the trace of boolector_{name} is `{}`", text.trim())));
        }
    }

    /// What was wrong since this was asked last.
    pub(super) fn wrong(&self) -> Option<String> {
        self.wrong.take()
    }
}

impl Drop for Traced {
    fn drop(&mut self) {
        // SAFETY: the stream is open, and the instance that writes to it is gone.
        unsafe { libc::fclose(self.stream) };
    }
}
