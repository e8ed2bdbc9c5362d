//! What a row of a table says.

use serde::Serialize;

/// A pair of patterns of which one implies the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rule {
    /// A name that says what happens from left to right.
    pub name: &'static str,
    /// The table it stands in.
    pub theory: Theory,
    /// Where it comes from.
    pub source: Source,
    /// The variables of both patterns with their sorts.
    pub vars: &'static str,
    /// The left pattern.
    pub lhs: &'static str,
    /// What implies what.
    pub direction: Direction,
    /// The right pattern.
    pub rhs: &'static str,
    /// What must hold besides: relations of numbers (`i < n`), or a formula over literals.
    pub condition: &'static str,
    /// A term over the same variables that the left pattern must not match; empty where it matches any term.
    pub not: &'static str,
}

/// A table: one row per rule.
///
/// ```text
/// "name" source "variables" "left" arrow "right" [if "condition"] not "a term that the left pattern does not match";
/// ```
/// The source is the number in the paper, `template` or `ours`; the arrow is `=>`, `<=` or `==`.
macro_rules! table {
    ($theory:ident: $($name:literal $source:tt $vars:literal $lhs:literal $arrow:tt $rhs:literal
        $(if $condition:literal)? not $not:literal;)*) => {
        pub(super) const RULES: &[crate::rules::Rule] = &[$(crate::rules::Rule {
            name: $name,
            theory: crate::rules::Theory::$theory,
            source: table!(@source $source),
            vars: $vars,
            lhs: $lhs,
            direction: table!(@direction $arrow),
            rhs: $rhs,
            condition: table!(@condition $($condition)?),
            not: $not,
        }),*];
    };
    (@source ours) => { crate::rules::Source::Ours };
    (@source template) => { crate::rules::Source::Template };
    (@source $number:literal) => { crate::rules::Source::Paper($number) };
    (@direction =>) => { crate::rules::Direction::Weaken };
    (@direction <=) => { crate::rules::Direction::Strengthen };
    (@direction ==) => { crate::rules::Direction::Equivalent };
    (@condition) => { "" };
    (@condition $condition:literal) => { $condition };
}
pub(super) use table;

impl Rule {
    /// The whole rule on one line, without its name.
    pub fn text(&self) -> String {
        let arrow = self.direction.arrow();
        let condition =
            if self.condition.is_empty() { String::new() } else { format!("  if {}", self.condition) };
        format!("{}  {arrow}  {}{condition}  [{}]", self.lhs, self.rhs, self.vars)
    }
}

/// What implies what.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// The left pattern implies the right one.
    Weaken,
    /// The right pattern implies the left one.
    Strengthen,
    /// Each implies the other; patterns of any sort are equal.
    Equivalent,
}

impl Direction {
    /// As it is written in documents.
    pub fn arrow(self) -> &'static str {
        match self {
            Direction::Weaken => "⇒",
            Direction::Strengthen => "⇐",
            Direction::Equivalent => "⇔",
        }
    }
}

/// What a walk may do to a term in its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Only what follows from it may take its place.
    Weaken,
    /// Only what it follows from may take its place.
    Strengthen,
    /// Only what equals it may take its place: terms that are no formulas, formulas of ambiguous parity.
    Keep,
}

/// Where a rule comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// The paper's rule of this number, corrected where it is wrong as printed.
    Paper(u8),
    /// An instance of the paper's templates, operator replacement (Def. 3) and homomorphism (Def. 4).
    Template,
    /// Ours.
    Ours,
}

/// The table a rule stands in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Theory {
    Core,
    Arith,
    Bv,
    Fp,
    Array,
    Datatype,
    String,
    Regex,
    Uf,
    Quant,
}

impl Theory {
    /// All tables in the order in which they are listed.
    pub const ALL: [Theory; 10] = {
        use Theory::*;
        [Core, Arith, Bv, Fp, Array, Datatype, String, Regex, Uf, Quant]
    };

    /// The name of its file.
    pub fn name(self) -> &'static str {
        match self {
            Theory::Core => "core",
            Theory::Arith => "arith",
            Theory::Bv => "bv",
            Theory::Fp => "fp",
            Theory::Array => "array",
            Theory::Datatype => "datatype",
            Theory::String => "string",
            Theory::Regex => "regex",
            Theory::Uf => "uf",
            Theory::Quant => "quant",
        }
    }

    /// The rows of its table.
    pub fn rules(self) -> &'static [Rule] {
        match self {
            Theory::Core => super::core::RULES,
            Theory::Arith => super::arith::RULES,
            Theory::Bv => super::bv::RULES,
            Theory::Fp => super::fp::RULES,
            Theory::Array => super::array::RULES,
            Theory::Datatype => super::datatype::RULES,
            Theory::String => super::string::RULES,
            Theory::Regex => super::regex::RULES,
            Theory::Uf => super::uf::RULES,
            Theory::Quant => super::quant::RULES,
        }
    }
}
