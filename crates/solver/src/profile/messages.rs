//! What a solver's messages mean.

use serde::{Deserialize, Serialize};

use super::Pattern;

/// Patterns that tell what a line of output means, besides those that hold for every program
/// ([`Messages::everywhere`]).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Messages {
    /// Noise that means nothing.
    pub benign: Vec<Pattern>,
    /// A feature it does not have: no bug, the test was not for it.
    pub unsupported: Vec<Pattern>,
    /// It goes on without a feature that it does not have, and says so: whatever it does then is not held against it.
    pub disclaimed: Vec<Pattern>,
    /// It ran out of time, memory or steps by itself.
    pub resource_out: Vec<Pattern>,
    /// One of its own assertions failed.
    pub assertion: Vec<Pattern>,
    /// It noticed a fault of its own, such as a model that is not one.
    pub internal_error: Vec<Pattern>,
    /// It died.
    pub crash: Vec<Pattern>,
}

/// What a line of output means, from harmless to grave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MessageClass {
    /// Noise that means nothing.
    Benign,
    /// A feature the solver does not have.
    Unsupported,
    /// It ran out of time, memory or steps by itself.
    ResourceOut,
    /// One of its own assertions failed.
    Assertion,
    /// It noticed a fault of its own.
    InternalError,
    /// It died.
    Crash,
}

/// What assertions, sanitizers and aborts print in any C or C++ program, and panics in any Rust program.
const EVERYWHERE: [(MessageClass, &[&str]); 2] = [
    (
        MessageClass::Assertion,
        &["Assertion `*' failed", "Assertion failed: ", "ASSERTION VIOLATION", "panicked at "],
    ),
    (
        MessageClass::Crash,
        &[
            "Segmentation fault",
            "ERROR: AddressSanitizer",
            "ERROR: LeakSanitizer",
            "WARNING: MemorySanitizer",
            ": runtime error: ",
            "terminate called ",
            "free(): invalid",
            "double free or corruption",
            "malloc(): ",
            "corrupted size vs. prev_size",
            "stack smashing detected",
            "pure virtual method called",
        ],
    ),
];

impl Messages {
    /// What holds for every program.
    pub fn everywhere(line: &str) -> Option<MessageClass> {
        let found = |text: &str| {
            let mut rest = line;
            text.split('*').all(|piece| match rest.split_once(piece) {
                Some((_, after)) => {
                    rest = after;
                    true
                }
                None => false,
            })
        };
        EVERYWHERE.iter().find(|(_, texts)| texts.iter().any(|text| found(text))).map(|(class, _)| *class)
    }

    /// What a line means, if any pattern knows it.
    ///
    /// Noise comes first, so that a profile can excuse what looks like a fault; then the ends of resources,
    /// which programs report in the words of a crash (`terminate called … std::bad_alloc`); then faults, so
    /// that no pattern for a missing feature can hide one.
    pub fn classify(&self, line: &str) -> Option<MessageClass> {
        let first_of = |tables: &[(MessageClass, &Vec<Pattern>)]| {
            let known = |patterns: &[Pattern]| patterns.iter().any(|pattern| pattern.is_in(line));
            tables.iter().find(|(_, patterns)| known(patterns)).map(|(class, _)| *class)
        };
        first_of(&[
            (MessageClass::Benign, &self.benign),
            (MessageClass::ResourceOut, &self.resource_out),
            (MessageClass::Assertion, &self.assertion),
            (MessageClass::InternalError, &self.internal_error),
            (MessageClass::Crash, &self.crash),
        ])
        .or_else(|| Messages::everywhere(line))
        .or_else(|| first_of(&[(MessageClass::Unsupported, &self.unsupported)]))
    }

    /// The line by which it disclaims what it does, if there is one.
    pub fn disclaimer<'o>(&self, output: &'o str) -> Option<&'o str> {
        output.lines().find(|line| self.disclaimed.iter().any(|pattern| pattern.is_in(line)))
    }

    /// What a whole output means: the gravest of its lines. An assertion that is explained in the line
    /// below it by something harmless (cvc5's `Fatal failure within …`, then `Unimplemented code …`) counts
    /// as that.
    pub fn classify_output(&self, output: &str) -> Option<MessageClass> {
        let mut lines = output.lines().filter(|line| !line.trim().is_empty()).peekable();
        let mut gravest = None;
        while let Some(line) = lines.next() {
            let mut class = self.classify(line);
            if class == Some(MessageClass::Assertion)
                && let Some(reason) = lines.peek().and_then(|next| self.classify(next))
                && reason < MessageClass::Assertion
            {
                class = Some(reason);
            }
            gravest = gravest.max(class);
        }
        gravest
    }
}
