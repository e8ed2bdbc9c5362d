//! One option, with values that are worth trying.

use solver::options::{OptionKind, SolverOption};
use solver::target::Setting;
use strategy::Dice;

use crate::level::Level;

/// A value of an option, as the search changes it.
#[derive(Clone, Debug, PartialEq, PartialOrd)]
pub enum Value {
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A decimal number.
    Real(f64),
    /// The number of a word.
    Word(usize),
}

/// An option that may be set in a test.
#[derive(Clone, Debug, PartialEq)]
pub struct Knob {
    /// Its name.
    pub name: String,
    /// What values it takes.
    pub kind: OptionKind,
    /// Its default.
    pub default: Option<String>,
    /// Values other than the default, with the level that each needs.
    pub values: Vec<(String, Level)>,
    /// Whether a number may be no other than these: some were left out, for what they mean or for the level that they need.
    pub closed: bool,
}

/// More values of a number tell little more about it.
const MOST_VALUES: usize = 8;
/// Whole numbers beyond this only cost memory: sizes of tables, numbers of threads.
const LARGE: i64 = 10_000;
/// How far polynomial mutation goes: Deb's distribution index.
const SPREAD: f64 = 20.0;

impl Knob {
    /// An option as the solver tells it; nothing when there is no value to try. `level` says what a value needs,
    /// or that it is none for a test.
    pub fn new(option: &SolverOption, level: &dyn Fn(&str) -> Option<Level>) -> Option<Knob> {
        let mut values = match &option.kind {
            OptionKind::Bool => vec!["true".to_owned(), "false".to_owned()],
            OptionKind::Enum { values } => values.clone(),
            OptionKind::Int { .. } => whole_numbers(option),
            OptionKind::Float => decimals(option.default.as_deref()),
            // Any text: names of files, of things that nobody lists.
            OptionKind::String => return None,
        };
        values.retain(|value| Some(value) != option.default.as_ref() && option.kind.accepts(value));
        if matches!(option.kind, OptionKind::Int { .. }) {
            values.truncate(MOST_VALUES);
        }
        let all = values.len();
        let values: Vec<(String, Level)> =
            values.into_iter().filter_map(|value| level(&value).map(|level| (value, level))).collect();
        let (name, kind, default) = (option.name.clone(), option.kind.clone(), option.default.clone());
        let closed = values.len() < all;
        (!values.is_empty()).then_some(Knob { name, kind, default, values, closed })
    }

    /// The same with the values of a level; nothing when there are none.
    pub fn at(&self, level: Level) -> Option<Knob> {
        let values: Vec<_> = self.values.iter().filter(|(_, needs)| *needs <= level).cloned().collect();
        let closed = self.closed || values.len() < self.values.len();
        (!values.is_empty()).then(|| Knob { values, closed, ..self.clone() })
    }

    /// A value as text.
    pub fn text(&self, value: &Value) -> String {
        match value {
            Value::Bool(value) => value.to_string(),
            Value::Int(value) => value.to_string(),
            Value::Real(value) => {
                format!("{value:.6}").trim_end_matches('0').trim_end_matches('.').to_owned()
            }
            Value::Word(number) => self.word(*number).to_owned(),
        }
    }

    /// The setting of a value; nothing for the default.
    pub fn setting(&self, value: &Value) -> Option<Setting> {
        let text = self.text(value);
        let is_default = Some(&text) == self.default.as_ref() || *value == self.default_value();
        (!is_default).then(|| Setting { name: self.name.clone(), value: text })
    }

    /// The value of a text, if it is one.
    pub fn value(&self, text: &str) -> Option<Value> {
        match &self.kind {
            OptionKind::Int { .. } if self.closed && !self.allows(text) => None,
            OptionKind::Bool => text.parse().ok().map(Value::Bool),
            OptionKind::Int { .. } => text.parse().ok().map(Value::Int),
            OptionKind::Float => text.parse().ok().map(Value::Real),
            _ if Some(text) == self.default.as_deref() => Some(Value::Word(0)),
            _ => self.values.iter().position(|(word, _)| word == text).map(|at| Value::Word(at + 1)),
        }
    }

    /// The default; where nobody tells it, what is most usual.
    pub fn default_value(&self) -> Value {
        let told = self.default.as_deref().and_then(|text| self.value(text));
        told.unwrap_or(match &self.kind {
            OptionKind::Bool => Value::Bool(false),
            OptionKind::Int { min, .. } => Value::Int(min.unwrap_or(0)),
            OptionKind::Float => Value::Real(1.0),
            _ => Value::Word(0),
        })
    }

    /// One of the values worth trying.
    pub fn draw(&self, dice: &mut Dice) -> Value {
        let text = dice.pick(&self.values).map_or("", |(text, _)| text.as_str());
        self.value(text).unwrap_or_else(|| self.default_value())
    }

    /// Another value, by the kind of the option (Falcon, section 4.2): a truth value is negated, a whole number gets a delta,
    /// a decimal one goes through polynomial mutation, a word is chosen anew. A number whose values are listed is a word.
    pub fn mutate(&self, value: &Value, dice: &mut Dice) -> Value {
        match (value, &self.kind) {
            (Value::Bool(value), _) if self.allows(&(!value).to_string()) => Value::Bool(!value),
            (Value::Int(now), OptionKind::Int { min, max }) if !self.is_listed() => {
                let width = now.unsigned_abs().clamp(4, LARGE as u64) as usize;
                let delta = dice.between(1, width) as i64;
                let changed =
                    if dice.chance(50) { now.saturating_add(delta) } else { now.saturating_sub(delta) };
                let most = max.map_or(LARGE, |max| i64::try_from(max).unwrap_or(LARGE).min(LARGE));
                let least = min.unwrap_or(-LARGE).max(-LARGE).min(most);
                Value::Int(changed.clamp(least, most))
            }
            (Value::Real(now), _) => Value::Real(polynomial(*now, self.highest(), dice)),
            _ => self.draw(dice),
        }
    }

    /// Whether its values are all that there are, though they are numbers.
    fn is_listed(&self) -> bool {
        self.closed
            || self.values.len() == MOST_VALUES
            || self.values.iter().all(|(text, _)| text.len() == 1) && self.values.len() > 3
    }

    fn allows(&self, text: &str) -> bool {
        Some(text) == self.default.as_deref() || self.values.iter().any(|(value, _)| value == text)
    }

    /// Word number 0 is the default.
    fn word(&self, number: usize) -> &str {
        match number.checked_sub(1) {
            None => self.default.as_deref().unwrap_or_default(),
            Some(at) => self.values.get(at).map_or("", |(word, _)| word.as_str()),
        }
    }

    /// Decimals are ratios, factors and weights: up to a small multiple of the default.
    fn highest(&self) -> f64 {
        let default = self.default.as_deref().and_then(|text| text.parse::<f64>().ok()).unwrap_or(1.0);
        (default.abs() * 4.0).max(1.0)
    }
}

/// Polynomial mutation (Deb) between 0 and `high`.
fn polynomial(now: f64, high: f64, dice: &mut Dice) -> f64 {
    let drawn = dice.below(1 << 20) as f64 / f64::from(1 << 20);
    let power = 1.0 / (SPREAD + 1.0);
    let delta = match drawn < 0.5 {
        true => (2.0 * drawn).powf(power) - 1.0,
        false => 1.0 - (2.0 * (1.0 - drawn)).powf(power),
    };
    (now + delta * high).clamp(0.0, high)
}

/// Numbers that a help text lists (`0 - none, 1 - some, …`); else small ones, and half and twice the default.
fn whole_numbers(option: &SolverOption) -> Vec<String> {
    let listed = listed(&option.help);
    if listed.len() > 1 {
        return listed;
    }
    let default = option.default.as_deref().and_then(|text| text.parse::<i64>().ok()).unwrap_or(0);
    let mut numbers = vec![0, 1];
    // A number that stands for `without a bound` has no half.
    match default {
        0..LARGE => numbers.extend([default / 2, default * 2, 10]),
        _ => numbers.extend([10, 100]),
    }
    let mut seen = Vec::new();
    for number in numbers {
        if number != default && !seen.contains(&number) {
            seen.push(number);
        }
    }
    seen.iter().map(i64::to_string).collect()
}

/// Single numbers in front of a dash or a colon.
fn listed(help: &str) -> Vec<String> {
    let bytes = help.as_bytes();
    let mut numbers: Vec<String> = Vec::new();
    for (at, byte) in bytes.iter().enumerate().filter(|(_, byte)| byte.is_ascii_digit()) {
        let starts = at == 0 || matches!(bytes[at - 1], b' ' | b'(' | b',');
        let rest = help[at + 1..].trim_start();
        let ends = rest.starts_with("- ") || rest.starts_with(": ") || rest.starts_with("-- ");
        let text = char::from(*byte).to_string();
        if starts && ends && !numbers.contains(&text) {
            numbers.push(text);
        }
    }
    numbers
}

fn decimals(default: Option<&str>) -> Vec<String> {
    let default = default.and_then(|text| text.parse::<f64>().ok()).unwrap_or(1.0);
    let numbers = [0.0, default / 2.0, default * 2.0, 1.0];
    let mut texts: Vec<String> =
        numbers.iter().filter(|number| **number != default).map(|number| format!("{number}")).collect();
    texts.dedup();
    texts
}

/// Options `o0`, `o1`, … that are off.
#[cfg(test)]
pub(crate) fn switches(count: usize) -> Vec<Knob> {
    let option = |number: usize| SolverOption {
        name: format!("o{number}"),
        kind: OptionKind::Bool,
        default: Some("false".to_owned()),
        category: String::new(),
        help: String::new(),
        aliases: Vec::new(),
    };
    (0..count).filter_map(|number| Knob::new(&option(number), &|_| Some(Level::Safe))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(kind: OptionKind, default: &str, help: &str) -> SolverOption {
        SolverOption {
            name: "o".to_owned(),
            kind,
            default: Some(default.to_owned()),
            category: "smt".to_owned(),
            help: help.to_owned(),
            aliases: Vec::new(),
        }
    }

    fn knob(kind: OptionKind, default: &str, help: &str) -> Knob {
        Knob::new(&option(kind, default, help), &|_| Some(Level::Safe)).unwrap()
    }

    const UINT: OptionKind = OptionKind::Int { min: Some(0), max: Some(u32::MAX as u64) };

    #[test]
    fn numbers_that_the_help_lists_are_the_values() {
        let help = "select solver: 0 - no solver, 1 - bellman-ford, 2 - simplex, 6 - lra solver";
        let values: Vec<String> = knob(UINT, "6", help).values.into_iter().map(|(value, _)| value).collect();
        assert_eq!(values, ["0", "1", "2"]);
        let plain = knob(UINT, "100", "steps (1-100)");
        assert!(plain.values.iter().any(|(value, _)| value == "200"), "{plain:?}");
    }

    #[test]
    fn what_is_the_default_is_no_setting() {
        let modes = OptionKind::Enum { values: ["seq", "z3str3"].map(str::to_owned).to_vec() };
        for knob in [knob(OptionKind::Bool, "true", ""), knob(UINT, "3", ""), knob(modes, "seq", "")] {
            assert_eq!(knob.setting(&knob.default_value()), None, "{knob:?}");
            let drawn = knob.draw(&mut Dice::new(&[1]));
            let setting = knob.setting(&drawn).unwrap();
            assert!(knob.kind.accepts(&setting.value), "{setting:?}");
            assert_eq!(knob.value(&setting.value), Some(drawn));
        }
    }

    #[test]
    fn mutants_are_other_values_that_the_option_takes() {
        let mut dice = Dice::new(&[2]);
        for knob in
            [knob(OptionKind::Bool, "true", ""), knob(UINT, "3", ""), knob(OptionKind::Float, "1.5", "")]
        {
            let mut value = knob.default_value();
            let mut changed = 0;
            for _ in 0..100 {
                let next = knob.mutate(&value, &mut dice);
                assert!(knob.kind.accepts(&knob.text(&next)), "{next:?}");
                changed += usize::from(next != value);
                value = next;
            }
            assert!(changed > 80, "{knob:?}: {changed}");
        }
    }

    #[test]
    fn no_mutant_is_a_number_that_was_left_out() {
        let help = "solver: 0 - none, 1 - bellman-ford, 2 - simplex, 5 - infinitary, 6 - lra solver";
        let level = |value: &str| match value {
            "0" => None,
            "2" => Some(Level::Safe),
            _ => Some(Level::All),
        };
        let knob = Knob::new(&option(UINT, "6", help), &level).unwrap();
        let mut dice = Dice::new(&[3]);
        let mut drawn = |knob: Knob, allowed: &[i64]| {
            let mut value = knob.default_value();
            for _ in 0..200 {
                value = knob.mutate(&value, &mut dice);
                assert!(matches!(&value, Value::Int(it) if allowed.contains(it)), "{value:?} of {allowed:?}");
            }
        };
        let safe = knob.at(Level::Safe).unwrap();
        // What another level remembers is none of this one's.
        assert_eq!((safe.value("1"), safe.value("6")), (None, Some(Value::Int(6))));
        drawn(safe, &[2, 6]);
        drawn(knob, &[1, 2, 5, 6]);
    }

    #[test]
    fn a_level_has_no_value_that_needs_another() {
        let modes = OptionKind::Enum { values: ["a", "b", "c"].map(str::to_owned).to_vec() };
        let level = |value: &str| Some(if value == "c" { Level::All } else { Level::Regular });
        let knob = Knob::new(&option(modes, "a", ""), &level).unwrap();
        assert_eq!(knob.at(Level::Safe), None);
        assert_eq!(knob.at(Level::Regular).unwrap().values, [("b".to_owned(), Level::Regular)]);
    }
}
