//! Printing from a child, in order with what the library prints itself.

use std::ptr;

use rustix::io::Errno;

/// Prints a text on the standard output, after all that the library has printed there so far.
pub(super) fn print(text: &[u8]) {
    flush();
    let mut rest = text;
    while !rest.is_empty() {
        match rustix::io::write(rustix::stdio::stdout(), rest) {
            Ok(n) => rest = &rest[n..],
            Err(Errno::INTR) => {}
            // Nobody reads any more: the backend has gone, and with it the reason to print.
            Err(_) => return,
        }
    }
}

/// Prints `(error "…")` (SMT-LIB 2.7, section 4.1.1), with quotes doubled as in any string literal.
pub(super) fn print_error(message: &str) {
    print(format!("(error \"{}\")\n", message.trim_end().replace('"', "\"\"")).as_bytes());
}

/// Writes out what the library keeps in its C streams; C++ streams go through them.
pub(super) fn flush() {
    // SAFETY: a null stream means all open output streams (fflush(3)).
    unsafe { libc::fflush(ptr::null_mut()) };
}
