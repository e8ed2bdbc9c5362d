//! Processes that end with the one that started them.

use std::io;

use rustix::process::{Signal, set_parent_process_death_signal};

/// Has this process told to end when the one that started it does, however that comes to its end.
pub fn end_with_parent() -> io::Result<()> {
    Ok(set_parent_process_death_signal(Some(Signal::TERM))?)
}
