//! Where output goes.

use std::io::{self, BufWriter, Write};

use anstream::{AutoStream, ColorChoice};
use serde::Serialize;

/// Writes a result for a program, or for people.
pub fn tell(
    json: bool,
    result: &impl Serialize,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    if json {
        serde_json::to_writer_pretty(&mut out, result)?;
        writeln!(out)?;
    } else {
        write(&mut out)?;
    }
    out.flush()
}

/// Whether to colour what goes to standard error: it is a terminal, and the user did not object (`NO_COLOR`,
/// `CLICOLOR`, `TERM=dumb`).
pub fn stderr_has_colour() -> bool {
    AutoStream::choice(&io::stderr()) != ColorChoice::Never
}

/// Whether an error is only that the reader of our output went away, as `head` does.
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context;

    #[test]
    fn a_closed_pipe_is_recognised_under_context() {
        let closed = Err::<(), _>(io::Error::from(io::ErrorKind::BrokenPipe)).context("writing").unwrap_err();
        assert!(is_closed_pipe(&closed));
        let full = Err::<(), _>(io::Error::from(io::ErrorKind::StorageFull)).context("writing").unwrap_err();
        assert!(!is_closed_pipe(&full));
    }
}
