//! What a solver's messages mean.

use serde::{Deserialize, Serialize};

use super::Pattern;

/// Patterns that tell what a line of output means. Those of a profile are looked at before those that
/// hold for every program ([`Messages::everywhere`]).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Messages {
    /// Noise that means nothing.
    pub benign: Vec<Pattern>,
    /// A feature it does not have: no bug, the test was not for it.
    pub unsupported: Vec<Pattern>,
    /// It ran out of time, memory or steps by itself.
    pub resource_out: Vec<Pattern>,
    /// One of its own assertions failed.
    pub assertion: Vec<Pattern>,
    /// It noticed a fault of its own, such as a model that is not one.
    pub internal_error: Vec<Pattern>,
    /// It died.
    pub crash: Vec<Pattern>,
}

/// What a line of output means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
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

    /// What a line means, if any pattern knows it. What is harmless comes first, so that a profile can
    /// excuse a message that would look like a fault.
    pub fn classify(&self, line: &str) -> Option<MessageClass> {
        let tables = [
            (MessageClass::Benign, &self.benign),
            (MessageClass::Unsupported, &self.unsupported),
            (MessageClass::ResourceOut, &self.resource_out),
            (MessageClass::Assertion, &self.assertion),
            (MessageClass::InternalError, &self.internal_error),
            (MessageClass::Crash, &self.crash),
        ];
        tables
            .iter()
            .find(|(_, patterns)| patterns.iter().any(|pattern| pattern.is_in(line)))
            .map(|(class, _)| *class)
            .or_else(|| Messages::everywhere(line))
    }
}
