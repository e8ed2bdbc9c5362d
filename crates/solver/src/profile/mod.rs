//! Solver profiles: how a solver is run and what its words mean, as data.
//!
//! A profile is a TOML file. Those of the known solvers are built in; a user's folder of profiles adds
//! to them or, by the same name, replaces them. `extends = "z3"` takes over everything the file does
//! not say itself; its `messages` are added to those of the profile it extends.

use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use smtlib::Features;

use crate::knowledge::Construct;
use crate::options::Listing;

mod messages;
mod pattern;
mod policy;
mod store;
mod template;

pub use messages::{MessageClass, Messages};
pub use pattern::Pattern;
pub use policy::{Policy, Unmaintained, Usage};
pub use store::{ProfileError, Profiles};
pub use template::Template;

/// How to treat a solver.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Profile {
    /// The name targets use.
    pub name: String,
    /// The profile this one is made from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extends: Option<String>,
    /// How to start it.
    pub run: RunRules,
    /// How to set options.
    pub options: OptionRules,
    /// How to keep one process for many tests.
    pub session: SessionRules,
    /// What it can be given.
    pub dialect: DialectRules,
    /// What its messages mean.
    pub messages: Messages,
    /// What its developers want and do not want reported.
    pub policy: Policy,
    /// Other ways in which it decides the same questions, by name: the options that choose them.
    pub engines: BTreeMap<String, BTreeMap<String, String>>,
}

/// How to start a solver.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RunRules {
    /// Arguments that make it read one script from standard input.
    pub stdin: Vec<String>,
    /// Arguments that make it read scripts from standard input and answer each command at once.
    pub session: Vec<String>,
    /// Arguments that are needed besides when the script uses push and pop.
    pub incremental: Vec<String>,
    /// The argument that limits the time of a check, with `{}` for the number.
    pub time_limit: Option<Template>,
    /// The unit of `time_limit`.
    pub time_unit: TimeUnit,
    /// The argument that limits memory, with `{}` for megabytes.
    pub memory_limit: Option<Template>,
    /// Environment variables it is given.
    pub environment: BTreeMap<String, String>,
    /// Whether it tells its counters in little time: `(get-info :all-statistics)`.
    pub statistics: bool,
}

/// The unit of a time limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TimeUnit {
    /// Milliseconds.
    #[default]
    Milliseconds,
    /// Seconds.
    Seconds,
}

/// How to set options.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OptionRules {
    /// How a setting is passed.
    pub style: OptionStyle,
    /// Arguments that make it list its options.
    pub list: Vec<String>,
    /// The form of that list.
    pub listing: Option<Listing>,
    /// The argument that lists the values of one option, with `{}` for its name.
    pub list_modes: Option<Template>,
    /// The command that tells the value of one option, with `{}` for its name, where the list has no defaults.
    pub ask_default: Option<Template>,
    /// Options that must never be set in a test: they write files, print noise or read more input.
    /// A trailing `*` stands for any characters.
    pub never: Vec<Pattern>,
    /// Options that check the solver's own answers.
    pub self_checks: Vec<String>,
    /// Options, or settings (`name=value`), that change what a script means, or what an answer to it promises: under them
    /// another answer is no bug.
    pub meaning: Vec<Pattern>,
    /// Options, or settings, that its developers support for everybody, where the solver itself does not say so.
    pub safe: Vec<Pattern>,
    /// Options, or settings, for experts, experimental or unmaintained, where the solver itself does not say so.
    pub expert: Vec<Pattern>,
    /// Words in the help of such options, in lower case.
    pub expert_help: Vec<String>,
    /// By option that takes any text: what is worth trying.
    pub words: BTreeMap<String, Words>,
}

/// Values of an option that takes any text, such as a tactic.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Words {
    /// What has the solver list the names that it knows: a release is given no value with another one.
    pub vocabulary: Option<String>,
    /// Values as they are.
    pub values: Vec<String>,
    /// Values with a place for each of the parts.
    pub frames: Vec<Template>,
    /// What stands there.
    pub parts: Vec<String>,
}

impl Words {
    /// All values.
    pub fn all(&self) -> impl Iterator<Item = String> {
        let framed = self.parts.iter().flat_map(|part| self.frames.iter().map(move |frame| frame.fill(part)));
        self.values.iter().cloned().chain(framed)
    }

    /// The values of which a release knows all names, by the list that it gave: a name in each line, behind a dash.
    pub fn known(&self, listed: &str) -> Vec<String> {
        let listed: HashSet<&str> =
            listed.lines().filter_map(|line| names(line).find(|it| *it != "-")).collect();
        let knows =
            |value: &String| self.vocabulary.is_none() || names(value).all(|name| listed.contains(name));
        self.all().filter(knows).collect()
    }
}

/// The names in a text with parentheses.
fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || c == '(' || c == ')').filter(|name| !name.is_empty())
}

/// How a setting is passed to a solver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum OptionStyle {
    /// `name=value` as an argument (Z3).
    #[serde(rename = "name=value")]
    NameValue,
    /// `--name=value`; a Boolean as `--name` or `--no-name` (cvc5, Boolector).
    #[serde(rename = "--name=value")]
    DashDash,
    /// `--name=value`, also for Booleans (Bitwuzla's module).
    #[serde(rename = "--name=bool")]
    DashDashBool,
    /// `--name` for a switch, `--name=value` for others; a switch cannot be turned off (Yices).
    #[serde(rename = "--switch")]
    Switch,
    /// `(set-option :name value)` at the head of the script (SMT-LIB 2.7, section 4.1.7).
    #[default]
    #[serde(rename = "set-option")]
    SetOption,
}

/// How to keep one process for many tests.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SessionRules {
    /// Whether it can be kept at all.
    pub supported: bool,
    /// What brings it back to its first state.
    pub reset: String,
    /// Whether options survive the reset (Z3): a process is then good for one configuration only.
    pub reset_keeps_options: bool,
    /// What makes it print a word on a line of its own, with `{}` for the word.
    pub echo: Template,
    /// Whether a test that printed an error spoils the process.
    pub restart_on_error: bool,
    /// A new process after so many tests.
    pub recycle: u32,
}

impl Default for SessionRules {
    fn default() -> SessionRules {
        SessionRules {
            supported: true,
            reset: "(reset)".to_owned(),
            reset_keeps_options: false,
            echo: Template::from_parts("(echo \"", "\")"),
            restart_on_error: true,
            recycle: 500,
        }
    }
}

/// What a solver can be given.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DialectRules {
    /// The theories it knows, by a sample of which it is tried out; each release is asked for its operators.
    pub theories: Vec<String>,
    /// By option: what it knows only when that is `true`.
    pub unlocks: BTreeMap<String, Vec<Construct>>,
    /// Operators that it takes but does not claim to decide, by their standard names: `unknown` is no news of them.
    pub undecided: Vec<String>,
    /// What it can be asked after a check: `model`, `values`, `assignment`, `core`, `mixed-core` (of a check under
    /// assumptions), `assumptions`, `proof`.
    pub inquiries: Vec<String>,
    /// What it lacks in some logics only.
    pub gaps: Vec<Gap>,
}

/// What a solver lacks in some logics, though it has it in others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gap {
    /// The logics.
    pub logics: Logics,
    /// Operators, by their standard names.
    #[serde(default)]
    pub operators: Vec<String>,
    /// What it cannot be asked.
    #[serde(default)]
    pub inquiries: Vec<String>,
}

/// Logics by something that they have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Logics {
    /// Those with quantifiers.
    Quantifiers,
    /// Those with arrays.
    Arrays,
    /// Those with products of variables.
    Nonlinear,
}

impl Gap {
    /// Whether a logic with these features is one of them.
    pub fn concerns(&self, features: Features) -> bool {
        features.has(match self.logics {
            Logics::Quantifiers => Features::QUANTIFIERS,
            Logics::Arrays => Features::ARRAYS,
            Logics::Nonlinear => Features::NONLINEAR,
        })
    }
}

impl RunRules {
    /// The argument that limits the time of a check, if the solver has one. Rounded up: the limit is
    /// a courtesy to the solver, the backend's own is the one that counts.
    pub fn time_limit_argument(&self, limit: Duration) -> Option<String> {
        let number = match self.time_unit {
            TimeUnit::Milliseconds => limit.as_nanos().div_ceil(1_000_000),
            TimeUnit::Seconds => limit.as_nanos().div_ceil(1_000_000_000),
        };
        self.time_limit.as_ref().map(|template| template.fill(&number.max(1).to_string()))
    }

    /// The argument that limits memory to so many bytes, if the solver has one.
    pub fn memory_limit_argument(&self, bytes: u64) -> Option<String> {
        self.memory_limit.as_ref().map(|template| template.fill(&(bytes >> 20).max(1).to_string()))
    }
}

impl OptionRules {
    /// The argument that sets an option, or `None` when it has to be set in the script.
    pub fn argument(&self, name: &str, value: &str) -> Option<String> {
        match (self.style, value) {
            (OptionStyle::NameValue, _) => Some(format!("{name}={value}")),
            (OptionStyle::DashDash | OptionStyle::Switch, "true") => Some(format!("--{name}")),
            (OptionStyle::DashDash, "false") => Some(format!("--no-{name}")),
            (OptionStyle::DashDash | OptionStyle::DashDashBool | OptionStyle::Switch, _) => {
                Some(format!("--{name}={value}"))
            }
            (OptionStyle::SetOption, _) => None,
        }
    }

    /// The command that sets an option in a script.
    pub fn command(&self, name: &str, value: &str) -> String {
        format!("(set-option :{name} {value})")
    }

    /// Whether a setting changes what a script means or what its answers promise.
    pub fn changes_meaning(&self, name: &str, value: &str) -> bool {
        matches(&self.meaning, name, value)
    }

    /// Whether the profile counts a setting among those that everybody may use.
    pub fn is_safe(&self, name: &str, value: &str) -> bool {
        matches(&self.safe, name, value)
    }

    /// Whether the profile counts a setting among those for experts, by its name or by its help.
    pub fn is_expert(&self, name: &str, value: &str, help: &str) -> bool {
        let help = help.to_lowercase();
        matches(&self.expert, name, value) || self.expert_help.iter().any(|word| help.contains(word.as_str()))
    }

    /// Whether an option must never be set in a test.
    pub fn is_forbidden(&self, name: &str) -> bool {
        self.never.iter().any(|pattern| pattern.is_whole(name))
    }
}

/// Whether a pattern is the whole name of an option, or the whole of its setting.
fn matches(patterns: &[Pattern], name: &str, value: &str) -> bool {
    let setting = format!("{name}={value}");
    patterns.iter().any(|pattern| pattern.is_whole(name) || pattern.is_whole(&setting))
}
