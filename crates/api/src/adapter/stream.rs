//! C streams into memory and out of it.

use std::fs::File;
use std::io::{Read, Seek};
use std::os::fd::{AsRawFd, FromRawFd};

use super::{Done, Refused};

fn failed<T>(_: T) -> Refused {
    Refused::because("no stream can be opened")
}

/// What is written to a stream.
pub(super) fn written(write: impl FnOnce(*mut libc::FILE)) -> Done<String> {
    // SAFETY: the name is a text; the descriptor that it gives is new, and the file's own from there on.
    let descriptor = unsafe { libc::memfd_create(c"written".as_ptr(), libc::MFD_CLOEXEC) };
    if descriptor < 0 {
        return Err(failed(()));
    }
    // SAFETY: as above.
    let mut file = unsafe { File::from_raw_fd(descriptor) };
    // SAFETY: the stream has a descriptor of its own, and is closed here.
    unsafe {
        let stream = libc::fdopen(libc::dup(file.as_raw_fd()), c"w".as_ptr());
        if stream.is_null() {
            return Err(failed(()));
        }
        write(stream);
        libc::fclose(stream);
    }
    let mut bytes = Vec::new();
    file.rewind().map_err(failed)?;
    file.read_to_end(&mut bytes).map_err(failed)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// What is written to the standard output while something is done, and what comes of that. Only for processes of one thread.
pub(super) fn printed<T>(work: impl FnOnce() -> T) -> Done<(T, String)> {
    let mut result = None;
    let text = written(|stream| {
        // SAFETY: both descriptors are open; the standard output is what it was before when this ends.
        unsafe {
            libc::fflush(std::ptr::null_mut());
            let before = libc::dup(1);
            libc::dup2(libc::fileno(stream), 1);
            result = Some(work());
            libc::fflush(std::ptr::null_mut());
            libc::dup2(before, 1);
            libc::close(before);
        }
    })?;
    Ok((result.ok_or_else(|| failed(()))?, text))
}

/// Has a text read from one stream, while another takes what is written and forgets it.
pub(super) fn reading<T>(text: &str, read: impl FnOnce(*mut libc::FILE, *mut libc::FILE) -> T) -> Done<T> {
    // A stream of no bytes cannot be opened.
    let text = if text.is_empty() { "\n" } else { text };
    // SAFETY: the text outlives the stream and is only read; both streams are closed here.
    unsafe {
        let input = libc::fmemopen(text.as_ptr().cast_mut().cast(), text.len(), c"r".as_ptr());
        let output = libc::fopen(c"/dev/null".as_ptr(), c"w".as_ptr());
        if input.is_null() || output.is_null() {
            return Err(failed(()));
        }
        let result = read(input, output);
        libc::fclose(input);
        libc::fclose(output);
        Ok(result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        // SAFETY: the stream is open, and the text ends.
        let text = written(|stream| unsafe {
            libc::fputs(c"some text".as_ptr(), stream);
        });
        assert_eq!(text, Ok("some text".to_owned()));
        // SAFETY: the stream is open.
        let first = reading("xy", |input, _| unsafe { libc::fgetc(input) });
        assert_eq!(first, Ok(i32::from(b'x')));
    }
}
