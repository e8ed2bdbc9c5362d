//! How to talk to a solver that stays.

use std::hash::{BuildHasher, DefaultHasher, Hasher, RandomState};
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
    /// Options stay set over the reset (Z3): a process serves only tests that set the same ones.
    pub reset_keeps_options: bool,
}

impl Default for SessionProtocol {
    /// `(reset)`, `(echo "…")`, a new process after an error and after 500 tests.
    fn default() -> Self {
        SessionProtocol {
            reset: "(reset)".into(),
            echo: "(echo \"{}\")".into(),
            restart_on_error: true,
            recycle: 500,
            reset_keeps_options: false,
        }
    }
}

/// The word that ends the output of each test of one session: no output can guess it.
///
/// A test is sent as `test, reset, echo word`. The reset comes first, so that a crash in it still belongs to
/// the test that caused it, and one wake-up tells that the solver is ready again.
#[derive(Debug)]
pub(super) struct Frame {
    secret: u64,
    number: u64,
    word: Vec<u8>,
    /// What follows the test, ready to send.
    pub tail: Vec<u8>,
}

impl Frame {
    pub fn new() -> Self {
        let secret = RandomState::new().hash_one(std::process::id());
        Frame { secret, number: 0, word: Vec::new(), tail: Vec::new() }
    }

    /// Makes the word of the next test.
    pub fn advance(&mut self, protocol: &SessionProtocol) {
        self.number += 1;
        self.word.clear();
        // Writing to memory cannot fail.
        let _ = write!(self.word, "smtquake-{:016x}-{}-end", self.secret, self.number);
        let (before, after) = protocol.echo.split_once("{}").unwrap_or((&protocol.echo, ""));
        self.tail.clear();
        // On a new line: the test may end in a comment.
        for part in
            [b"\n", protocol.reset.as_bytes(), b"\n", before.as_bytes(), &self.word, after.as_bytes(), b"\n"]
        {
            self.tail.extend_from_slice(part);
        }
    }

    /// The length of the test's output, once the word has been printed; nothing before `searched` has to be
    /// looked at again.
    pub fn find_end(&self, output: &[u8], searched: usize) -> Option<usize> {
        let from = searched.saturating_sub(self.word.len() + 3);
        for at in memmem::find_iter(&output[from..], &self.word) {
            let (start, end) = (from + at, from + at + self.word.len());
            // An error message that quotes the echo command does not end its line with the word.
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
}

/// The options that a script sets, as a number: equal for scripts that set the same ones in the same order.
pub(super) fn options_set_by(script: &[u8]) -> u64 {
    let mut hash = DefaultHasher::new();
    for at in memmem::find_iter(script, b"(set-option") {
        let command = &script[at..];
        hash.write(&command[..memchr(b')', command).unwrap_or(command.len())]);
    }
    hash.finish()
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

#[cfg(test)]
mod tests {
    use super::*;

    fn frame() -> (Frame, String) {
        let mut frame = Frame::new();
        frame.advance(&SessionProtocol::default());
        let word = String::from_utf8(frame.word.clone()).unwrap();
        (frame, word)
    }

    #[test]
    fn the_word_is_echoed_after_the_reset() {
        let (frame, word) = frame();
        assert_eq!(frame.tail, format!("\n(reset)\n(echo \"{word}\")\n").as_bytes());
    }

    #[test]
    fn bare_and_quoted_words_end_a_test() {
        let (frame, word) = frame();
        for output in [format!("sat\n{word}\n"), format!("sat\n\"{word}\"\n"), format!("sat\n{word}\r\n")] {
            assert_eq!(frame.find_end(output.as_bytes(), 0), Some(4));
        }
    }

    #[test]
    fn garbage_without_a_newline_is_cut_off() {
        let (frame, word) = frame();
        assert_eq!(frame.find_end(format!("\x00((\"{word}\n").as_bytes(), 0), Some(4));
        assert_eq!(frame.find_end(format!("\x00(({word}\n").as_bytes(), 0), Some(3));
    }

    #[test]
    fn half_a_word_and_quoted_input_are_not_the_end() {
        let (frame, word) = frame();
        assert_eq!(frame.find_end(&word.as_bytes()[..10], 0), None);
        assert_eq!(frame.find_end(word.as_bytes(), 0), None);
        assert_eq!(frame.find_end(format!("(error \"at (echo \"{word}\")\")\n").as_bytes(), 0), None);
    }

    #[test]
    fn a_word_that_arrives_in_two_parts_is_found() {
        let (frame, word) = frame();
        let output = format!("sat\n\"{word}\"\r\n");
        for cut in 0..output.len() {
            assert_eq!(frame.find_end(&output.as_bytes()[..cut], 0), None, "at {cut}");
            assert_eq!(frame.find_end(output.as_bytes(), cut), Some(4), "at {cut}");
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
    fn scripts_that_set_other_options_are_told_apart() {
        let of = |script: &str| options_set_by(script.as_bytes());
        let models = of("(set-option :produce-models true)(check-sat)");
        assert_eq!(models, of("(set-logic QF_BV) (set-option :produce-models true) (exit)"));
        assert_ne!(models, of("(set-option :produce-models false)(check-sat)"));
        assert_ne!(models, of("(check-sat)"));
    }

    #[test]
    fn words_differ_from_test_to_test_and_from_session_to_session() {
        let (mut frame, word) = frame();
        frame.advance(&SessionProtocol::default());
        assert_ne!(frame.word, word.as_bytes());
        assert_ne!(Frame::new().secret, frame.secret);
    }
}
