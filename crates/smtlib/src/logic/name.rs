//! Names of logics.
//!
//! A name is made of parts in a fixed order, each of which may be absent:
//! `HO_` `QF_` `SEP_` `A`(`X`) `UF` `C` `BV` `FF` `FP` `DT` `S` *arithmetic* `FS`, where arithmetic is `IDL`, `RDL`,
//! `IRDL`, or `L` or `N`, then `IA`, `RA` or `IRA`, then `T` after `N` for transcendental functions. This is the order
//! of the SMT-LIB logics and of cvc5, which takes any composition. `BV`, `FF`, `FP` and `DT` are read in any order.

use super::Features;
use crate::script::Script;

/// A logic: a name and what it allows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Logic {
    name: String,
    features: Features,
}

/// The logics that SMT-LIB has benchmarks of, and those of the string theory.
pub const STANDARD: &[&str] = &[
    "QF_UF",
    "QF_BV",
    "QF_AX",
    "QF_IDL",
    "QF_RDL",
    "QF_LIA",
    "QF_LRA",
    "QF_LIRA",
    "QF_NIA",
    "QF_NRA",
    "QF_NIRA",
    "QF_FP",
    "QF_DT",
    "QF_S",
    "QF_SLIA",
    "QF_SNIA",
    "QF_FF",
    "QF_ABV",
    "QF_ALIA",
    "QF_ALRA",
    "QF_ANIA",
    "QF_UFBV",
    "QF_UFIDL",
    "QF_UFLIA",
    "QF_UFLRA",
    "QF_UFNIA",
    "QF_UFNRA",
    "QF_UFDT",
    "QF_UFDTLIA",
    "QF_UFDTLIRA",
    "QF_UFDTNIA",
    "QF_UFFP",
    "QF_UFFPDTNIRA",
    "QF_UFFPDTLIRA",
    "QF_BVFP",
    "QF_BVFPLRA",
    "QF_FPLRA",
    "QF_BVLRA",
    "QF_AUFBV",
    "QF_AUFLIA",
    "QF_AUFNIA",
    "QF_AUFBVLIA",
    "QF_AUFBVNIA",
    "QF_ABVFP",
    "QF_ABVFPLRA",
    "QF_AUFBVFP",
    "QF_UFBVLIA",
    "QF_UFBVDT",
    "QF_ALL",
    "UF",
    "BV",
    "IDL",
    "RDL",
    "LIA",
    "LRA",
    "LIRA",
    "NIA",
    "NRA",
    "NIRA",
    "FP",
    "ABV",
    "ALIA",
    "ANIA",
    "BVFP",
    "BVFPLRA",
    "FPLRA",
    "ABVFP",
    "ABVFPLRA",
    "UFBV",
    "UFIDL",
    "UFLIA",
    "UFLRA",
    "UFNIA",
    "UFNRA",
    "UFNIRA",
    "UFDT",
    "UFDTLIA",
    "UFDTLIRA",
    "UFDTNIA",
    "UFDTNIRA",
    "UFBVLIA",
    "UFBVFP",
    "UFFPDTNIRA",
    "UFFPDTLIRA",
    "AUFBV",
    "AUFLIA",
    "AUFLIRA",
    "AUFNIA",
    "AUFNIRA",
    "AUFDTLIA",
    "AUFDTLIRA",
    "AUFDTNIRA",
    "AUFBVDTLIA",
    "AUFBVDTNIA",
    "AUFBVDTNIRA",
    "AUFBVFP",
    "AUFFPDTLIRA",
    "AUFFPDTNIRA",
    "SLIA",
];

const UF: Features = Features::FUNCTIONS.union(Features::SORTS);
/// cvc5 counts sequences among strings, and the length of either is an integer.
const TEXT: Features = Features::STRINGS.union(Features::SEQUENCES).union(Features::INTS);
const LINEAR: Features = Features::LINEAR;
const POLYNOMIAL: Features = Features::LINEAR.union(Features::NONLINEAR);
const IRA: Features = Features::INTS.union(Features::REALS);

/// Parts that may follow in any order after `UF`.
const THEORIES: &[(&str, Features)] = &[
    ("BV", Features::BIT_VECTORS),
    ("FF", Features::FIELDS),
    ("FP", Features::FLOATS),
    ("DT", Features::DATATYPES),
];

/// Arithmetic by name; a longer name comes before its beginning.
const ARITHMETIC: &[(&str, Features)] = &[
    ("NIRAT", IRA.union(POLYNOMIAL).union(Features::TRANSCENDENTAL)),
    ("NRAT", Features::REALS.union(POLYNOMIAL).union(Features::TRANSCENDENTAL)),
    ("IRDL", IRA),
    ("IDL", Features::INTS),
    ("RDL", Features::REALS),
    ("LIRA", IRA.union(LINEAR)),
    ("LIA", Features::INTS.union(LINEAR)),
    ("LRA", Features::REALS.union(LINEAR)),
    ("NIRA", IRA.union(POLYNOMIAL)),
    ("NIA", Features::INTS.union(POLYNOMIAL)),
    ("NRA", Features::REALS.union(POLYNOMIAL)),
];

impl Logic {
    /// The logic of this name; `None` when the name is not made of known parts.
    ///
    /// ```
    /// use smtlib::{Features, Logic};
    ///
    /// let logic = Logic::parse("QF_AUFBV").unwrap();
    /// assert!(logic.features().has(Features::ARRAYS | Features::BIT_VECTORS));
    /// assert!(!logic.features().has(Features::QUANTIFIERS));
    /// assert!(Logic::parse("QF_XYZ").is_none());
    /// ```
    pub fn parse(name: &str) -> Option<Logic> {
        let features = features_of_name(name)?;
        Some(Logic { name: name.to_owned(), features })
    }

    /// The logic that a script sets, when it sets one that is known.
    pub fn of_script(script: &Script) -> Option<Logic> {
        script.commands.iter().find_map(|command| match command {
            crate::command::Command::SetLogic(name) => Logic::parse(script.arena.name(*name)),
            _ => None,
        })
    }

    /// The logic's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the logic allows.
    pub fn features(&self) -> Features {
        self.features
    }
}

fn features_of_name(name: &str) -> Option<Features> {
    let (higher_order, rest) = strip(name, "HO_");
    let mut features = if higher_order { Features::HIGHER_ORDER } else { Features::NONE };
    let everything = Features::ALL.without(Features::HIGHER_ORDER);
    match rest {
        // Solvers take whatever they can under these names; functions as values only with `HO_` in cvc5, but in Z3
        // they are arrays.
        "ALL" | "ALL_SUPPORTED" => return Some(Features::ALL),
        "QF_ALL" | "QF_ALL_SUPPORTED" => return Some(Features::ALL.without(Features::QUANTIFIERS)),
        "HORN" => return Some(everything | features),
        "QF_SAT" => return Some(features),
        "SAT" => return Some(features | Features::QUANTIFIERS),
        _ => {}
    }
    let (free, rest) = strip(rest, "QF_");
    if !free {
        features |= Features::QUANTIFIERS;
    }
    let (separation, mut rest) = strip(rest, "SEP_");
    if separation {
        features |= Features::SEPARATION | Features::SETS | UF;
    }
    if rest.is_empty() {
        return None;
    }
    if rest == "AX" {
        return Some(features | Features::ARRAYS | Features::SORTS);
    }
    rest = take(rest, "A", Features::ARRAYS, &mut features);
    rest = take(rest, "UF", UF, &mut features);
    rest = take(rest, "C", Features::CARDINALITY, &mut features);
    while let Some(&(part, theory)) =
        THEORIES.iter().find(|(part, theory)| rest.starts_with(part) && !features.has(*theory))
    {
        rest = take(rest, part, theory, &mut features);
    }
    rest = take(rest, "S", TEXT, &mut features);
    if let Some((part, arithmetic)) = ARITHMETIC.iter().find(|(part, _)| rest.starts_with(part)) {
        rest = take(rest, part, *arithmetic, &mut features);
    }
    rest = take(rest, "FS", Features::SETS | Features::INTS, &mut features);
    rest = take(rest, "FB", Features::BAGS | Features::INTS, &mut features);
    rest.is_empty().then_some(features)
}

fn strip<'a>(name: &'a str, part: &str) -> (bool, &'a str) {
    name.strip_prefix(part).map_or((false, name), |rest| (true, rest))
}

fn take<'a>(name: &'a str, part: &str, brings: Features, features: &mut Features) -> &'a str {
    match name.strip_prefix(part) {
        Some(rest) => {
            *features |= brings;
            rest
        }
        None => name,
    }
}

impl Features {
    /// The least logic that allows these: the standard one that allows the fewest others; where there is none, the
    /// composed name; `ALL` for what no name can say.
    ///
    /// ```
    /// use smtlib::Features;
    ///
    /// assert_eq!((Features::INTS | Features::LINEAR).least_logic().name(), "QF_LIA");
    /// assert_eq!((Features::SETS | Features::BIT_VECTORS).least_logic().name(), "QF_BVFS");
    /// ```
    pub fn least_logic(self) -> Logic {
        let standard = STANDARD
            .iter()
            .filter_map(|name| Logic::parse(name))
            .filter(|logic| self.is_subset(logic.features) && !logic.features.has(Features::OTHER))
            .min_by_key(|logic| logic.features.weight());
        let composed = self.composed_name().and_then(|name| Logic::parse(&name));
        let composed = composed.filter(|logic| self.is_subset(logic.features));
        let everything = Logic { name: self.everything().to_owned(), features: Features::ALL };
        match (standard, composed) {
            // Free symbols, and linear arithmetic instead of differences, are no reason for a name of our own.
            (Some(standard), Some(composed)) => {
                let slack = UF | LINEAR;
                let close = standard.features.without(composed.features).is_subset(slack);
                if close { standard } else { composed }
            }
            (Some(logic), None) | (None, Some(logic)) => logic,
            (None, None) => everything,
        }
    }

    fn everything(self) -> &'static str {
        if self.has(Features::HIGHER_ORDER) { "HO_ALL" } else { "ALL" }
    }

    /// The name made of the parts for these features, in the order that the module describes; `None` when a feature
    /// has no part.
    pub fn composed_name(self) -> Option<String> {
        // cvc5 prints `FB` for bags but does not read it.
        if self.has_any(Features::OTHER | Features::BAGS) {
            return None;
        }
        let mut name = String::new();
        let mut part = |present: bool, text: &str| {
            if present {
                name += text;
            }
        };
        part(self.has(Features::HIGHER_ORDER), "HO_");
        part(!self.has(Features::QUANTIFIERS), "QF_");
        part(self.has(Features::SEPARATION), "SEP_");
        let arrays_only = self.has(Features::ARRAYS)
            && self.without(Features::QUANTIFIERS | Features::HIGHER_ORDER | Features::SEPARATION)
                == Features::ARRAYS.union(self.intersection(Features::SORTS));
        if arrays_only {
            part(true, "AX");
            return Some(name);
        }
        part(self.has(Features::ARRAYS), "A");
        let propositional = self.without(Features::QUANTIFIERS | Features::HIGHER_ORDER) == Features::NONE;
        part(self.has_any(UF) || propositional, "UF");
        part(self.has(Features::CARDINALITY), "C");
        for (text, theory) in THEORIES {
            part(self.has(*theory), text);
        }
        let text = self.has_any(Features::STRINGS | Features::SEQUENCES);
        part(text, "S");
        part(true, self.arithmetic_part(text || self.has(Features::SETS))?);
        part(self.has(Features::SETS), "FS");
        Some(name)
    }

    /// The part for arithmetic. Lengths and cardinalities bring integers of their own.
    fn arithmetic_part(self, has_ints: bool) -> Option<&'static str> {
        let mask = IRA | POLYNOMIAL | Features::TRANSCENDENTAL;
        let mut wanted = self.intersection(mask);
        if wanted == Features::NONE || (has_ints && wanted == Features::INTS) {
            return Some("");
        }
        if wanted.has(Features::TRANSCENDENTAL) {
            wanted |= Features::REALS;
        }
        let fits = ARITHMETIC.iter().filter(|(_, features)| wanted.is_subset(*features));
        fits.min_by_key(|(_, features)| features.weight()).map(|(name, _)| *name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_standard_logic_is_known_and_is_its_own_least_logic() {
        for name in STANDARD.iter().filter(|name| !name.ends_with("ALL")) {
            let logic = Logic::parse(name).unwrap_or_else(|| panic!("{name}"));
            let least = logic.features().least_logic();
            assert_eq!(least.features(), logic.features(), "{name} gives {}", least.name());
        }
    }

    #[test]
    fn composed_names_are_read_back() {
        for name in
            ["QF_AUFBVFPDTSLIRA", "HO_UFLIA", "QF_UFLIAFS", "QF_NRAT", "QF_FF", "QF_SEP_LIA", "AUFDTSNIRAT"]
        {
            let logic = Logic::parse(name).unwrap_or_else(|| panic!("{name}"));
            let composed = logic.features().composed_name().unwrap();
            let again = Logic::parse(&composed).unwrap_or_else(|| panic!("{name} gives {composed}"));
            assert!(logic.features().is_subset(again.features()), "{name} gives {composed}");
        }
    }

    #[test]
    fn names_of_unknown_parts_are_refused() {
        for name in ["", "QF_", "QF_XYZ", "LIAA", "QF_LIAUF", "qf_lia", "HO_", "A_UF", "QF_BVBV"] {
            assert!(Logic::parse(name).is_none(), "{name}");
        }
    }

    #[test]
    fn the_least_logic_is_the_standard_one_that_allows_the_least() {
        let f = |names: &[Features]| names.iter().fold(Features::NONE, |a, &b| a | b);
        use Features as F;
        for (features, name) in [
            (f(&[]), "QF_UF"),
            (f(&[F::QUANTIFIERS]), "UF"),
            (f(&[F::INTS, F::LINEAR]), "QF_LIA"),
            (f(&[F::INTS]), "QF_IDL"),
            (f(&[F::ARRAYS, F::FUNCTIONS, F::BIT_VECTORS]), "QF_AUFBV"),
            (f(&[F::QUANTIFIERS, F::FUNCTIONS, F::INTS, F::LINEAR, F::NONLINEAR]), "UFNIA"),
            (f(&[F::BIT_VECTORS, F::FLOATS]), "QF_BVFP"),
            (f(&[F::STRINGS, F::INTS, F::LINEAR]), "QF_SLIA"),
            (f(&[F::FUNCTIONS, F::DATATYPES, F::INTS, F::LINEAR]), "QF_UFDTLIA"),
            (f(&[F::ARRAYS, F::SORTS]), "QF_AX"),
            (f(&[F::ARRAYS, F::INTS]), "QF_ALIA"),
            (f(&[F::FIELDS]), "QF_FF"),
            (f(&[F::REALS, F::LINEAR, F::NONLINEAR, F::TRANSCENDENTAL]), "QF_NRAT"),
            (f(&[F::QUANTIFIERS, F::OTHER]), "ALL"),
            (f(&[F::OTHER]), "ALL"),
            (f(&[F::HIGHER_ORDER, F::FUNCTIONS, F::INTS, F::LINEAR]), "HO_QF_UFLIA"),
        ] {
            assert_eq!(features.least_logic().name(), name, "{features:?}");
        }
    }
}
