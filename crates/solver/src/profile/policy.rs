//! What a solver's developers want and do not want reported.

use serde::{Deserialize, Serialize};

use super::Pattern;

/// What a solver's developers want and do not want reported.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Policy {
    /// At most so many reports a week.
    pub reports_per_week: Option<u32>,
    /// Arguments under which its developers promise soundness.
    pub safe_arguments: Vec<String>,
    /// Settings under which bugs are as welcome as under none; where there are any, other settings come last.
    pub welcome: Vec<Pattern>,
    /// Why a script that sets a logic and uses tactics is not reported, where it is not.
    pub logic_with_tactics: Option<String>,
    /// Parts that nobody maintains: what is found there is not reported.
    pub unmaintained: Vec<Unmaintained>,
    /// Further wishes, for the report's reader.
    pub notes: Vec<String>,
}

/// A part of a solver that nobody maintains.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unmaintained {
    /// What it is.
    pub part: String,
    /// Settings that switch it on: `smt.string_solver=z3str3`.
    #[serde(default)]
    pub settings: Vec<Pattern>,
    /// Tactics that use it.
    #[serde(default)]
    pub tactics: Vec<String>,
}

/// How something was found, as far as policies ask.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Settings, on the command line or in the script, with their values.
    pub settings: Vec<(String, String)>,
    /// The words of the script's tactics.
    pub tactics: Vec<String>,
    /// Whether the script sets a logic.
    pub sets_logic: bool,
}

impl Policy {
    /// Why something that was found in this way is not to be reported, or not yet: sentences for people.
    pub fn breaches(&self, usage: &Usage) -> Vec<String> {
        let mut reasons = Vec::new();
        if self.reports_per_week == Some(0) {
            reasons.push("its developers take no reports any more".to_owned());
        }
        let by_setting =
            usage.settings.iter().filter_map(|(name, value)| self.unmaintained_by_setting(name, value));
        let by_tactic = usage.tactics.iter().filter_map(|tactic| self.unmaintained_by_tactic(tactic));
        reasons.extend(by_setting.chain(by_tactic).map(|part| format!("nobody maintains {}", part.part)));
        reasons.extend(
            self.logic_with_tactics.clone().filter(|_| usage.sets_logic && !usage.tactics.is_empty()),
        );
        let setting = |(name, value): &(String, String)| format!("{name}={value}");
        let is_welcome = |setting: &String| self.welcome.iter().any(|pattern| pattern.is_whole(setting));
        let unwelcome = usage.settings.iter().map(setting).find(|setting| !is_welcome(setting));
        if let Some(setting) = unwelcome.filter(|_| !self.welcome.is_empty()) {
            reasons.push(format!("it needs `{setting}`: bugs under default options come first"));
        }
        reasons.dedup();
        reasons
    }

    /// What to know before reporting something that was found with these settings and tactics: sentences for people.
    pub fn advice<'a>(
        &self,
        settings: impl IntoIterator<Item = (&'a str, &'a str)>,
        tactics: impl IntoIterator<Item = &'a str>,
    ) -> Vec<String> {
        let by_setting =
            settings.into_iter().filter_map(|(name, value)| self.unmaintained_by_setting(name, value));
        let by_tactic = tactics.into_iter().filter_map(|tactic| self.unmaintained_by_tactic(tactic));
        let mut advice: Vec<String> = by_setting
            .chain(by_tactic)
            .map(|part| format!("nobody maintains {}: do not report it", part.part))
            .collect();
        advice.dedup();
        match self.reports_per_week {
            None => {}
            Some(0) => advice.push("its developers take no reports any more".to_owned()),
            Some(most) => advice.push(format!("its developers want at most {most} reports a week")),
        }
        if !self.safe_arguments.is_empty() {
            advice.push(format!("see whether it also happens under `{}`", self.safe_arguments.join(" ")));
        }
        advice.extend(self.notes.iter().cloned());
        advice
    }

    /// The unmaintained part that a setting switches on.
    pub fn unmaintained_by_setting(&self, name: &str, value: &str) -> Option<&Unmaintained> {
        let setting = format!("{name}={value}");
        self.unmaintained.iter().find(|part| part.settings.iter().any(|pattern| pattern.is_whole(&setting)))
    }

    /// The unmaintained part that a tactic uses.
    pub fn unmaintained_by_tactic(&self, tactic: &str) -> Option<&Unmaintained> {
        self.unmaintained.iter().find(|part| part.tactics.iter().any(|name| name == tactic))
    }
}
