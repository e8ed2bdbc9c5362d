//! How far from the beaten track options may lead.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Which options may be set. A level has all options of those before it; what is found says which it needed, so levels are
/// never mixed unseen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// What the solver's developers support for everybody.
    Safe,
    /// All but what is for experts.
    #[default]
    Regular,
    /// Also what is experimental, unmaintained or for experts.
    All,
}

impl Level {
    /// All levels, the safest first.
    pub const EVERY: [Level; 3] = [Level::Safe, Level::Regular, Level::All];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Level::Safe => "safe",
            Level::Regular => "regular",
            Level::All => "all",
        }
    }

    /// This level and those before it.
    pub fn up_to(self) -> impl Iterator<Item = Level> {
        Level::EVERY.into_iter().filter(move |level| *level <= self)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Level, String> {
        let known = Level::EVERY.into_iter().find(|level| level.name() == text);
        known.ok_or_else(|| format!("there is no level `{text}`; there are safe, regular and all"))
    }
}
