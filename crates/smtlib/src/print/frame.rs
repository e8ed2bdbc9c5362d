//! Writing a term as text with holes for its parts, with a stack of our own: terms may be deeper than the call stack.

use crate::term::TermId;

/// A term as text around its parts.
#[derive(Debug, Default)]
pub(super) struct Frame {
    /// Each part with the text before it.
    pub(super) parts: Vec<(String, TermId)>,
    /// The text after the last one.
    pub(super) end: String,
}

impl Frame {
    /// A text without parts.
    pub(super) fn text(text: impl Into<String>) -> Frame {
        Frame { parts: Vec::new(), end: text.into() }
    }

    /// Parts between an opening and a closing text, separated by another.
    pub(super) fn joined(open: &str, parts: &[TermId], between: &str, close: &str) -> Frame {
        let before = |i: usize| if i == 0 { open } else { between }.to_owned();
        let parts: Vec<_> = parts.iter().enumerate().map(|(i, &part)| (before(i), part)).collect();
        let open = if parts.is_empty() { open } else { "" };
        Frame { parts, end: format!("{open}{close}") }
    }
}

/// Writes a term; `open` gives the frame of each of its parts.
pub(super) fn write<E>(
    root: TermId,
    out: &mut String,
    open: &mut dyn FnMut(TermId) -> Result<Frame, E>,
) -> Result<(), E> {
    let mut stack = vec![(open(root)?, 0)];
    while let Some((frame, done)) = stack.last_mut() {
        match frame.parts.get(*done) {
            Some((before, part)) => {
                out.push_str(before);
                *done += 1;
                let part = *part;
                stack.push((open(part)?, 0));
            }
            None => {
                out.push_str(&frame.end);
                stack.pop();
            }
        }
    }
    Ok(())
}
