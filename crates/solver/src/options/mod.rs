//! Option models: what can be set on a solver, read from the solver itself.
//!
//! A model is made from what the solver prints about its options ([`parse`]) or from records that an
//! API hands out ([`OptionModel::from_records`]), and answers one question before any run is made: is
//! this name with this value an option of this solver?

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

mod bitwuzla;
mod boolector;
mod cvc;
mod help_text;
pub mod nearest;
mod yices;
mod z3;

pub use cvc::parse_mode_help;

use nearest::did_you_mean;

/// Everything that can be set on one solver release.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OptionModel {
    /// The options, in the solver's own order.
    pub options: Vec<SolverOption>,
    /// By option that takes any text: values worth trying that this release knows.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub words: BTreeMap<String, Vec<String>>,
}

/// One option.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SolverOption {
    /// The name as the solver spells it, without leading dashes or colon.
    pub name: String,
    /// What values it takes.
    #[serde(flatten)]
    pub kind: OptionKind,
    /// The default, as text, where the solver tells it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
    /// The solver's own grouping: cvc5's `common`, `regular` and `expert`; Z3's modules; else `regular`.
    pub category: String,
    /// The solver's help text, on one line.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub help: String,
    /// Other names of the same option.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
}

/// What values an option takes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum OptionKind {
    /// `true` or `false`.
    Bool,
    /// A whole number, within bounds where the solver tells them.
    Int {
        /// Least value.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        min: Option<i64>,
        /// Greatest value; unsigned because 64-bit counters are common, signed ones never reach it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        max: Option<u64>,
    },
    /// A decimal number.
    Float,
    /// One of these words.
    Enum {
        /// The words; empty when the solver only says that there are some.
        values: Vec<String>,
    },
    /// Any text, such as a file name.
    String,
}

/// Which printed form an option listing has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Listing {
    /// `z3 -p` and `z3 -pd`.
    Z3,
    /// `cvc5 --help` and `cvc4 --help`.
    Cvc,
    /// `bitwuzla --help`.
    Bitwuzla,
    /// `boolector --help`.
    Boolector,
    /// `yices-smt2 --help`.
    Yices,
    /// A JSON list of [`OptionRecord`]: our Bitwuzla driver and the library host.
    Records,
}

/// One option as an API reports it: cvc5's `cvc5_get_option_info`, `bitwuzla.OptionInfo`,
/// `boolector_get_opt_*`. The library host fills these in; unknown parts stay empty.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OptionRecord {
    /// The option's name.
    pub name: String,
    /// `bool`, `int`, `float`, `mode` or `string`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The default, as text.
    pub default: Option<String>,
    /// Least value of an `int`.
    pub min: Option<i64>,
    /// Greatest value of an `int`.
    pub max: Option<u64>,
    /// Values of a `mode`.
    pub values: Vec<String>,
    /// The solver's category.
    pub category: Option<String>,
    /// Help text.
    pub help: String,
    /// Other names.
    pub aliases: Vec<String>,
}

/// Why an option or its value was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// No such option.
    #[error("there is no option `{name}`{hint}")]
    Unknown {
        /// What was asked for.
        name: String,
        /// `; did you mean …?`, or nothing.
        hint: String,
    },
    /// The option does not take this value.
    #[error("`{value}` is no value of `{name}`: it takes {wanted}{hint}")]
    BadValue {
        /// The option.
        name: String,
        /// The value that was asked for.
        value: String,
        /// What it takes.
        wanted: String,
        /// `; did you mean …?`, or nothing.
        hint: String,
    },
    /// A list of option records is not what it should be.
    #[error("the solver's list of options could not be read: {0}")]
    BadListing(String),
}

/// Reads an option listing as the solver printed it.
pub fn parse(listing: Listing, text: &str) -> Result<OptionModel, OptionError> {
    let options = match listing {
        Listing::Z3 => z3::parse(text),
        Listing::Cvc => cvc::parse(text),
        Listing::Bitwuzla => bitwuzla::parse(text),
        Listing::Boolector => boolector::parse(text),
        Listing::Yices => yices::parse(text),
        Listing::Records => {
            let records: Vec<OptionRecord> =
                serde_json::from_str(text).map_err(|e| OptionError::BadListing(e.to_string()))?;
            return OptionModel::from_records(records);
        }
    };
    if options.is_empty() {
        return Err(OptionError::BadListing("it names no option".to_owned()));
    }
    Ok(OptionModel { options, ..OptionModel::default() })
}

impl OptionModel {
    /// Makes a model from what an API tells.
    pub fn from_records(records: Vec<OptionRecord>) -> Result<OptionModel, OptionError> {
        let options = records.into_iter().map(SolverOption::try_from).collect::<Result<_, _>>()?;
        Ok(OptionModel { options, ..OptionModel::default() })
    }

    /// The option of this name or alias.
    pub fn get(&self, name: &str) -> Option<&SolverOption> {
        self.options
            .iter()
            .find(|option| option.name == name)
            .or_else(|| self.options.iter().find(|option| option.aliases.iter().any(|alias| alias == name)))
    }

    /// Checks that `name` is an option of the solver and `value` one of its values.
    pub fn validate(&self, name: &str, value: &str) -> Result<&SolverOption, OptionError> {
        let Some(option) = self.get(name) else {
            let names = self.options.iter().flat_map(|o| std::iter::once(&o.name).chain(&o.aliases));
            let hint = did_you_mean(name, names.map(String::as_str));
            return Err(OptionError::Unknown { name: name.to_owned(), hint });
        };
        if option.kind.accepts(value) {
            return Ok(option);
        }
        let hint = match &option.kind {
            OptionKind::Enum { values } => did_you_mean(value, values.iter().map(String::as_str)),
            _ => String::new(),
        };
        Err(OptionError::BadValue {
            name: name.to_owned(),
            value: value.to_owned(),
            wanted: option.kind.to_string(),
            hint,
        })
    }

    /// Fills in the values of enumerations that the listing left out, by asking the solver for each
    /// (`ask("arith-prop")` returns what `cvc5 --arith-prop=help` prints).
    pub fn fill_modes(&mut self, mut ask: impl FnMut(&str) -> Option<String>) {
        for option in &mut self.options {
            if !matches!(&option.kind, OptionKind::Enum { values } if values.is_empty()) {
                continue;
            }
            let Some(text) = ask(&option.name) else { continue };
            let (values, default) = parse_mode_help(&text);
            if !values.is_empty() {
                option.kind = OptionKind::Enum { values };
                option.default = default.or(option.default.take());
            }
        }
    }

    /// Fills in defaults that the listing left out, by asking the solver for the values of all at once
    /// (`ask(["cbqi", "seed"])` returns what `(get-option :cbqi)` and `(get-option :seed)` print, a line each). Whoever says
    /// more or less than that is not understood.
    pub fn fill_defaults(&mut self, ask: impl FnOnce(&[&str]) -> String) {
        let lacks = |option: &SolverOption| option.default.is_none() && option.kind != OptionKind::String;
        let names: Vec<&str> =
            self.options.iter().filter(|option| lacks(option)).map(|option| option.name.as_str()).collect();
        let said = ask(&names);
        if said.lines().count() != names.len() {
            return;
        }
        for (option, value) in self.options.iter_mut().filter(|option| lacks(option)).zip(said.lines()) {
            let value = value.trim();
            option.default = option.kind.accepts(value).then(|| value.to_owned());
        }
    }
}

impl OptionKind {
    /// Whether the value is one this kind takes.
    pub fn accepts(&self, value: &str) -> bool {
        match self {
            OptionKind::Bool => matches!(value, "true" | "false"),
            OptionKind::Int { min, max } => match value.parse::<i128>() {
                Ok(n) => min.is_none_or(|min| n >= min.into()) && max.is_none_or(|max| n <= max.into()),
                Err(_) => false,
            },
            OptionKind::Float => value.parse::<f64>().is_ok_and(f64::is_finite),
            OptionKind::Enum { values } => values.is_empty() || values.iter().any(|v| v == value),
            OptionKind::String => true,
        }
    }
}

impl fmt::Display for OptionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionKind::Bool => f.write_str("`true` or `false`"),
            OptionKind::Int { min: Some(min), max: Some(max) } => {
                write!(f, "a whole number from {min} to {max}")
            }
            OptionKind::Int { min: Some(min), max: None } => write!(f, "a whole number from {min} on"),
            OptionKind::Int { min: None, max: Some(max) } => write!(f, "a whole number up to {max}"),
            OptionKind::Int { min: None, max: None } => f.write_str("a whole number"),
            OptionKind::Float => f.write_str("a decimal number"),
            OptionKind::Enum { values } if values.is_empty() => f.write_str("a mode"),
            OptionKind::Enum { values } => write!(f, "one of {}", values.join(", ")),
            OptionKind::String => f.write_str("text"),
        }
    }
}

impl TryFrom<OptionRecord> for SolverOption {
    type Error = OptionError;

    fn try_from(record: OptionRecord) -> Result<SolverOption, OptionError> {
        let kind = match record.kind.as_str() {
            "bool" => OptionKind::Bool,
            "int" => OptionKind::Int { min: record.min, max: record.max },
            "float" => OptionKind::Float,
            "mode" => OptionKind::Enum { values: record.values },
            "string" => OptionKind::String,
            other => {
                return Err(OptionError::BadListing(format!("`{}` has the type `{other}`", record.name)));
            }
        };
        Ok(SolverOption {
            name: record.name,
            kind,
            default: record.default,
            category: record.category.unwrap_or_else(|| "regular".to_owned()),
            help: record.help,
            aliases: record.aliases,
        })
    }
}
