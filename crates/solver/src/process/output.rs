//! Collecting what a process prints.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::buffer::spare_capacity;
use rustix::fs::{OFlags, fcntl_setfl};
use rustix::io::Errno;
use rustix::pipe::{PipeFlags, pipe_with};

/// The reading end of a pipe that a process prints to; never blocks.
#[derive(Debug)]
pub struct Capture {
    pipe: Option<OwnedFd>,
}

/// What reading gave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// Everything there was.
    Waiting,
    /// The other side is closed.
    Closed,
    /// More than allowed.
    TooMuch,
}

impl Capture {
    /// A capture and the end to print to.
    pub fn new() -> io::Result<(Self, OwnedFd)> {
        let (reader, writer) = pipe_with(PipeFlags::CLOEXEC)?;
        fcntl_setfl(&reader, OFlags::NONBLOCK)?;
        Ok((Capture { pipe: Some(reader) }, writer))
    }

    /// What to poll; `None` once closed.
    pub fn source(&self) -> Option<BorrowedFd<'_>> {
        self.pipe.as_ref().map(AsFd::as_fd)
    }

    /// Appends everything available to `text`, which may grow to `most` bytes.
    pub fn read(&mut self, text: &mut Vec<u8>, most: usize) -> Progress {
        let Some(pipe) = &self.pipe else { return Progress::Closed };
        loop {
            if text.len() > most {
                text.truncate(most);
                return Progress::TooMuch;
            }
            if text.capacity() - text.len() < 4096 {
                text.reserve(64 << 10);
            }
            let room = text.capacity() - text.len();
            match rustix::io::read(pipe, spare_capacity(text)) {
                Ok(0) => {
                    self.pipe = None;
                    return Progress::Closed;
                }
                // A pipe that did not fill the room is empty now: no second call to learn that.
                Ok(n) if n < room && text.len() <= most => return Progress::Waiting,
                Ok(_) | Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return Progress::Waiting,
                Err(_) => {
                    self.pipe = None;
                    return Progress::Closed;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_collected_up_to_the_limit() {
        let (mut capture, writer) = Capture::new().unwrap();
        let mut text = Vec::new();
        assert_eq!(capture.read(&mut text, 10), Progress::Waiting);
        rustix::io::write(&writer, b"sat\n").unwrap();
        assert_eq!(capture.read(&mut text, 10), Progress::Waiting);
        assert_eq!(text, b"sat\n");
        rustix::io::write(&writer, b"unsat\nunsat\n").unwrap();
        assert_eq!(capture.read(&mut text, 10), Progress::TooMuch);
        assert_eq!(text, b"sat\nunsat\n");
        drop(writer);
        assert_eq!(capture.read(&mut text, 10), Progress::Closed);
        assert!(capture.source().is_none());
    }
}
