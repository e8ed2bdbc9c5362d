//! What is kept: inputs, and what each was the first to show.

use std::fmt;

use solver::target::Setting;

use crate::feature::Feature;

/// Something that tests are made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// The bytes that generation decodes to a test in a logic.
    Choices {
        /// The logic.
        logic: String,
        /// The bytes.
        bytes: Vec<u8>,
    },
    /// A script, for strategies that take seeds.
    Script(Vec<u8>),
}

/// Options of a target other than its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Under {
    /// The target's name.
    pub target: String,
    /// What is set on it.
    pub settings: Vec<Setting>,
}

/// An input that was kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The input.
    pub input: Input,
    /// The options under which it shows its features; none for those that targets have anyway.
    pub under: Option<Under>,
    /// The test that was made of it: what choices mean depends on what the targets know. Empty for a script.
    pub text: Vec<u8>,
    /// What it was the first to show.
    pub features: Vec<Feature>,
    /// The time that targets took for it, in seconds; 0 when nobody knows.
    pub seconds: f32,
}

impl Entry {
    /// An input of which nothing is known yet.
    pub fn unseen(input: Input) -> Entry {
        Entry { input, under: None, text: Vec::new(), features: Vec::new(), seconds: 0.0 }
    }

    /// Its name: that of its input, unless there are options to it.
    pub fn name(&self) -> Name {
        match &self.under {
            None => self.input.name(),
            Some(under) => self.input.name_of(&[under.to_string().as_bytes()]),
        }
    }

    /// The script that shows its features.
    pub fn script(&self) -> &[u8] {
        match &self.input {
            Input::Choices { .. } => &self.text,
            Input::Script(text) => text,
        }
    }
}

impl Input {
    /// The word for its kind.
    pub fn kind(&self) -> &'static str {
        match self {
            Input::Choices { .. } => "choices",
            Input::Script(_) => "script",
        }
    }

    /// Its bytes.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Input::Choices { bytes, .. } | Input::Script(bytes) => bytes,
        }
    }

    /// The logic that its bytes are decoded in; empty for a script, which says so itself.
    pub fn logic(&self) -> &str {
        match self {
            Input::Choices { logic, .. } => logic,
            Input::Script(_) => "",
        }
    }

    /// Its name: equal inputs have equal names, on every machine.
    pub fn name(&self) -> Name {
        self.name_of(&[])
    }

    fn name_of(&self, more: &[&[u8]]) -> Name {
        let mut hash = blake3::Hasher::new();
        let own = [self.kind().as_bytes(), self.logic().as_bytes(), self.bytes()];
        for part in own.iter().chain(more) {
            hash.update(&(part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        let mut name = [0; 12];
        name.copy_from_slice(&hash.finalize().as_bytes()[..12]);
        Name(name)
    }
}

/// A line for the target, then one for each option.
impl fmt::Display for Under {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.target)?;
        self.settings.iter().try_for_each(|Setting { name, value }| write!(f, "\n{name}={value}"))
    }
}

impl Under {
    /// What [`fmt::Display`] has written.
    pub fn parse(text: &str) -> Option<Under> {
        let mut lines = text.lines();
        let target = lines.next()?.to_owned();
        let setting = |line: &str| {
            let (name, value) = line.split_once('=')?;
            Some(Setting { name: name.to_owned(), value: value.to_owned() })
        };
        Some(Under { target, settings: lines.map(setting).collect::<Option<_>>()? })
    }
}

/// The name of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name([u8; 12]);

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_of_kind_logic_and_bytes() {
        let choices =
            |logic: &str, bytes: &[u8]| Input::Choices { logic: logic.to_owned(), bytes: bytes.to_vec() };
        let all =
            [choices("A", b"Bc"), choices("AB", b"c"), choices("", b"ABc"), Input::Script(b"ABc".to_vec())];
        for (i, input) in all.iter().enumerate() {
            assert!(all[i + 1..].iter().all(|other| other.name() != input.name()));
        }
        assert_eq!(all[0].name(), choices("A", b"Bc").name());
        assert_eq!(all[0].name().to_string().len(), 24);
    }

    #[test]
    fn options_are_a_part_of_the_name() {
        let plain = Entry::unseen(Input::Script(b"(check-sat)".to_vec()));
        let under = |value: &str| Entry {
            under: Under::parse(&format!("z3@5.4.0\nsmt.arith.solver={value}")),
            ..plain.clone()
        };
        assert_eq!(plain.name(), plain.input.name());
        assert_ne!(under("2").name(), plain.name());
        assert_ne!(under("2").name(), under("6").name());
        let read = under("2").under.unwrap();
        assert_eq!(Under::parse(&read.to_string()), Some(read.clone()));
        assert_eq!(
            (read.settings[0].name.as_str(), read.settings[0].value.as_str()),
            ("smt.arith.solver", "2")
        );
        assert_eq!(Under::parse("z3\nno setting"), None);
    }
}
