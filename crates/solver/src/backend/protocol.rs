//! How to talk to a solver that stays.

use std::hash::{BuildHasher, RandomState};
use std::io::Write;

use memchr::{memchr, memmem};

/// How to talk to a solver that stays between tests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionProtocol {
    /// What brings it back to its first state.
    pub reset: String,
    /// What makes it print a word on a line of its own; `{}` stands for the word. It may print the word in
    /// quotes (cvc5) or bare (Z3).
    pub echo: String,
    /// Start a new process after a test that printed an error: what it did before the error may remain.
    /// Solvers that end at an error do so anyway.
    pub restart_on_error: bool,
    /// Start a new process after so many tests.
    pub recycle: u32,
}

impl Default for SessionProtocol {
    /// `(reset)`, `(echo "…")`, a new process after an error and after 500 tests.
    fn default() -> Self {
        SessionProtocol {
            reset: "(reset)".into(),
            echo: "(echo \"{}\")".into(),
            restart_on_error: true,
            recycle: 500,
        }
    }
}

/// The words that frame the output of each test of one session: no output can guess them.
///
/// A test is sent as `test, echo end, reset, echo clean`. What is printed before `end` is the test's, what
/// comes between the two is the reset's: a crash in there still belongs to the test that caused it.
#[derive(Debug)]
pub(super) struct Frame {
    secret: u64,
    number: u64,
    end: Vec<u8>,
    clean: Vec<u8>,
    /// What follows the test, ready to send.
    pub tail: Vec<u8>,
}

/// What was found in an output so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Found {
    /// Not the end of the test.
    Nothing,
    /// The test is over, its output being so long; the reset is not.
    End(usize),
    /// All is over; the output of the test is so long, or unknown if its end was not printed.
    Clean(Option<usize>),
}

impl Frame {
    pub fn new() -> Self {
        let secret = RandomState::new().hash_one(std::process::id());
        Frame { secret, number: 0, end: Vec::new(), clean: Vec::new(), tail: Vec::new() }
    }

    /// Makes the words of the next test.
    pub fn advance(&mut self, protocol: &SessionProtocol) {
        self.number += 1;
        for (word, letter) in [(&mut self.end, 'e'), (&mut self.clean, 'c')] {
            word.clear();
            // Writing to memory cannot fail.
            let _ = write!(word, "smtquake-{:016x}-{}{letter}", self.secret, self.number);
        }
        self.tail.clear();
        // On a new line: the test may end in a comment.
        self.tail.push(b'\n');
        push_echo(&mut self.tail, &protocol.echo, &self.end);
        self.tail.extend_from_slice(protocol.reset.as_bytes());
        self.tail.push(b'\n');
        push_echo(&mut self.tail, &protocol.echo, &self.clean);
    }

    /// Looks for the words in `output`, of which nothing before `from` needs to be looked at again.
    pub fn find(&self, output: &[u8], from: usize) -> Found {
        let from = from.saturating_sub(self.end.len() + 2).min(output.len());
        // Only complete lines count, so the last byte is a newline whenever there is something to find.
        let end = whole_line(output, from, &self.end);
        match (end, whole_line(output, end.unwrap_or(from), &self.clean)) {
            (end, Some(_)) => Found::Clean(end),
            (Some(end), None) => Found::End(end),
            (None, None) => Found::Nothing,
        }
    }
}

/// Whether a script closes everything it opens, so that what is sent after it is read as commands.
pub(super) fn closes_itself(script: &[u8]) -> bool {
    let mut depth = 0usize;
    let mut at = 0;
    let skip_to = |at: usize, byte: u8| memchr(byte, &script[at..]).map(|n| at + n + 1);
    while let Some(&byte) = script.get(at) {
        at += 1;
        let next = match byte {
            b'(' => {
                depth += 1;
                continue;
            }
            b')' => {
                depth = depth.saturating_sub(1);
                continue;
            }
            // A doubled quote closes and opens again.
            b'"' => skip_to(at, b'"'),
            b'|' => skip_to(at, b'|'),
            b';' => Some(skip_to(at, b'\n').unwrap_or(script.len())),
            _ => continue,
        };
        match next {
            Some(next) => at = next,
            None => return false,
        }
    }
    depth == 0
}

fn push_echo(tail: &mut Vec<u8>, echo: &str, word: &[u8]) {
    let (before, after) = echo.split_once("{}").unwrap_or((echo, ""));
    tail.extend_from_slice(before.as_bytes());
    tail.extend_from_slice(word);
    tail.extend_from_slice(after.as_bytes());
    tail.push(b'\n');
}

/// Where `word` starts, quotes included, if it ends its line. An error message that quotes the echo command
/// itself does not end its line with the word.
fn whole_line(output: &[u8], from: usize, word: &[u8]) -> Option<usize> {
    for at in memmem::find_iter(&output[from..], word) {
        let (start, end) = (from + at, from + at + word.len());
        let rest = &output[end..];
        let closed = rest.strip_prefix(b"\"");
        let rest = closed.unwrap_or(rest);
        if rest.strip_prefix(b"\r").unwrap_or(rest).starts_with(b"\n") {
            let quoted = closed.is_some() && start > 0 && output[start - 1] == b'"';
            return Some(start - usize::from(quoted));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame() -> (Frame, String, String) {
        let mut frame = Frame::new();
        frame.advance(&SessionProtocol::default());
        let word = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        let (end, clean) = (word(&frame.end), word(&frame.clean));
        (frame, end, clean)
    }

    #[test]
    fn bare_and_quoted_words_end_a_test() {
        let (frame, end, clean) = frame();
        for output in [format!("sat\n{end}\n{clean}\n"), format!("sat\n\"{end}\"\n\"{clean}\"\r\n")] {
            assert_eq!(frame.find(output.as_bytes(), 0), Found::Clean(Some(4)));
        }
    }

    #[test]
    fn garbage_without_a_newline_is_cut_off() {
        let (frame, end, _) = frame();
        assert_eq!(frame.find(format!("\x00((\"{end}\n").as_bytes(), 0), Found::End(4));
        assert_eq!(frame.find(format!("\x00(({end}\n").as_bytes(), 0), Found::End(3));
    }

    #[test]
    fn half_a_word_and_quoted_input_are_not_the_end() {
        let (frame, end, _) = frame();
        assert_eq!(frame.find(&end.as_bytes()[..10], 0), Found::Nothing);
        assert_eq!(frame.find(end.as_bytes(), 0), Found::Nothing);
        assert_eq!(frame.find(format!("(error \"at (echo \"{end}\")\")\n").as_bytes(), 0), Found::Nothing);
    }

    #[test]
    fn a_word_that_arrives_in_two_parts_is_found() {
        let (frame, end, clean) = frame();
        let output = format!("sat\n{end}\n{clean}\n");
        for cut in 0..output.len() {
            let before = frame.find(&output.as_bytes()[..cut], 0);
            assert!(!matches!(before, Found::Clean(_)), "at {cut}");
            let from = if before == Found::Nothing { cut } else { 4 };
            assert_eq!(frame.find(output.as_bytes(), from), Found::Clean(Some(4)), "at {cut}");
        }
    }

    #[test]
    fn scripts_that_swallow_the_end_are_known() {
        for closed in ["", "(check-sat)", "(echo \"a\"\"(\")", "(assert |(|) ; (", ")(x)"] {
            assert!(closes_itself(closed.as_bytes()), "{closed}");
        }
        for open in ["(check-sat", "(echo \"a", "(assert |a)", ")("] {
            assert!(!closes_itself(open.as_bytes()), "{open}");
        }
    }

    #[test]
    fn words_differ_from_test_to_test_and_from_session_to_session() {
        let (mut frame, end, _) = frame();
        frame.advance(&SessionProtocol::default());
        assert_ne!(frame.end, end.as_bytes());
        assert_ne!(Frame::new().secret, frame.secret);
    }
}
