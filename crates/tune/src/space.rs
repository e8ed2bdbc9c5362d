//! What may be set on a solver in a test.

use std::borrow::Cow;

use solver::options::{OptionKind, OptionModel, SolverOption};
use solver::profile::Profile;

use crate::knob::Knob;
use crate::level::Level;

/// The options of a solver that may be set in a test.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Space {
    /// The options, in the solver's order.
    pub knobs: Vec<Knob>,
}

impl Space {
    /// What a solver's own list and its profile leave: no option that writes files or prints noise, none that checks its
    /// answers, and none that changes what a script means or what its answers promise.
    pub fn new(model: &OptionModel, profile: &Profile) -> Space {
        let rules = &profile.options;
        let may = |option: &&SolverOption| {
            !rules.is_forbidden(&option.name) && !rules.self_checks.contains(&option.name)
        };
        let knob = |option: &SolverOption| {
            let option = &with_words(option, model);
            let level = |value: &str| {
                (!rules.changes_meaning(&option.name, value)).then(|| level_of(option, value, profile))
            };
            Knob::new(option, &level)
        };
        Space { knobs: model.options.iter().filter(may).filter_map(knob).collect() }
    }

    /// The same with the values of a level.
    pub fn at(&self, level: Level) -> Space {
        Space { knobs: self.knobs.iter().filter_map(|knob| knob.at(level)).collect() }
    }

    /// The option of this name.
    pub fn get(&self, name: &str) -> Option<&Knob> {
        self.knobs.iter().find(|knob| knob.name == name)
    }
}

/// An option that takes any text, as one that takes what is worth trying.
fn with_words<'o>(option: &'o SolverOption, model: &OptionModel) -> Cow<'o, SolverOption> {
    match model.words.get(&option.name) {
        Some(values) if option.kind == OptionKind::String => {
            let kind = OptionKind::Enum { values: values.clone() };
            Cow::Owned(SolverOption { kind, ..option.clone() })
        }
        _ => Cow::Borrowed(option),
    }
}

/// The level that an option's value needs.
fn level_of(option: &SolverOption, value: &str, profile: &Profile) -> Level {
    let rules = &profile.options;
    let expert = option.category == "expert"
        || rules.is_expert(&option.name, value, &option.help)
        || profile.policy.unmaintained_by_setting(&option.name, value).is_some();
    let safe = option.category == "common" || rules.is_safe(&option.name, value);
    match (expert, safe) {
        (true, _) => Level::All,
        (false, true) => Level::Safe,
        (false, false) => Level::Regular,
    }
}

#[cfg(test)]
mod tests {
    use solver::options::{Listing, parse};
    use solver::profile::Profiles;

    use super::*;

    const LISTING: &str = "Global parameters\n    timeout (unsigned int) set timeout (default: 0)\n\
        [module] smt, description: smt\n\
        \x20   random_seed (unsigned int) random seed (default: 0)\n\
        \x20   string_solver (symbol) solver for strings. options are: 'z3str3', 'seq', 'auto' (default: seq)\n\
        \x20   arith.solver (unsigned int) solver: 1 - bellman-ford, 2 - simplex, 6 - lra solver (default: 6)\n\
        \x20   arith.ignore_int (bool) treat integer variables as real (default: false)\n\
        \x20   bv.eq_axioms (bool) add dynamic equality axioms (default: true)\n\
        \x20   seq.use_unicode (bool) dev flag (not for users) enable unicode semantics (default: false)\n\
        \x20   lemma_gc_new (bool) experimental thing (default: false)\n\
        \x20   pull_nested (bool) pull nested quantifiers (default: false)\n";

    fn space() -> Space {
        let model = parse(Listing::Z3, LISTING).unwrap();
        Space::new(&model, Profiles::built_in().unwrap().get("z3").unwrap())
    }

    #[test]
    fn limits_and_changes_of_meaning_are_no_knobs() {
        let names: Vec<String> = space().knobs.into_iter().map(|knob| knob.name).collect();
        let expected = ["random_seed", "string_solver", "arith.solver", "lemma_gc_new", "pull_nested"]
            .map(|it| format!("smt.{it}"));
        assert_eq!(names, expected);
    }

    #[test]
    fn texts_that_a_release_knows_are_values() {
        let listing = "Global parameters\n[module] tactic, description: tactics\n\
            \x20   default_tactic (symbol) overwrite default tactic in strategic solver\n";
        let profiles = Profiles::built_in().unwrap();
        let profile = profiles.get("z3").unwrap();
        let mut model = parse(Listing::Z3, listing).unwrap();
        assert!(Space::new(&model, profile).knobs.is_empty());
        let (name, help) =
            ("tactic.default_tactic", "- (and-then <tactic>+) …\n- simplify …\n- smt …\n- aig …\n");
        model.words.insert(name.to_owned(), profile.options.words[name].known(help));
        let space = Space::new(&model, profile);
        let values =
            |level| Some(space.at(level).get(name)?.values.iter().map(|it| it.0.clone()).collect::<Vec<_>>());
        assert_eq!(values(Level::Regular), None);
        assert_eq!(values(Level::All).unwrap(), ["smt", "(and-then simplify aig smt)"]);
        let knob = space.get(name).unwrap();
        assert!(knob.setting(&knob.default_value()).is_none());
        assert_eq!(knob.setting(&knob.value("smt").unwrap()).unwrap().value, "smt");
    }

    #[test]
    fn what_a_newer_release_calls_expert_is_so_in_an_old_one() {
        let listing = "Options:\n  --ackermann            eliminate functions by ackermannization [*]\n\
            \x20 --static-learning      use static learning (on by default) [*]\n";
        let model = parse(Listing::Cvc, listing).unwrap();
        let space = Space::new(&model, Profiles::built_in().unwrap().get("cvc5").unwrap());
        let names = |level| space.at(level).knobs.into_iter().map(|knob| knob.name).collect::<Vec<_>>();
        assert_eq!(names(Level::Regular), ["static-learning"]);
        assert_eq!(names(Level::All), ["ackermann", "static-learning"]);
    }

    #[test]
    fn levels_come_from_the_profile_and_the_help_and_belong_to_values() {
        let names = |level| space().at(level).knobs.into_iter().map(|knob| knob.name).collect::<Vec<_>>();
        assert_eq!(names(Level::Safe), ["smt.random_seed", "smt.arith.solver"]);
        assert_eq!(names(Level::Regular), ["smt.random_seed", "smt.arith.solver", "smt.pull_nested"]);
        let solver = |level| space().at(level).get("smt.arith.solver").unwrap().values.len();
        assert_eq!((solver(Level::Regular), solver(Level::All)), (1, 2), "a value has a level of its own");
        let words = space().at(Level::All).get("smt.string_solver").unwrap().values.len();
        assert_eq!(words, 2, "z3str3 is not maintained, and `auto` leads to it");
    }
}
