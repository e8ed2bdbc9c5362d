//! Questions to a library that is loaded, in a process of their own: the host itself makes nothing.

use std::fs::File;
use std::io::{Read, Seek, Write};
use std::time::Duration;

use rustix::fs::MemfdFlags;

use super::apart::{Apart, apart};

/// The time that a library has to answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// What `ask` says in a forked child; nothing when that comes to no good end.
pub(super) fn asked(ask: impl FnOnce() -> String) -> Option<String> {
    let mut file = File::from(rustix::fs::memfd_create("asked", MemfdFlags::CLOEXEC).ok()?);
    let ended = apart(PATIENCE, || i32::from(file.write_all(ask().as_bytes()).is_err()));
    let mut text = String::new();
    file.rewind().ok()?;
    file.read_to_string(&mut text).ok()?;
    (ended == Apart::Code(0)).then_some(text)
}
