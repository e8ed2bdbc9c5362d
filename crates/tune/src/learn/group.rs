//! Which of many options do something to a formula: adaptive group testing.
//!
//! Options are changed in groups, each so large that it is an even chance whether one of them does something: then the
//! answer tells most. A group that changes nothing clears all its members; one that does is halved. The chances come from
//! what is known so far, so that groups grow with knowledge. One option alone decides in the end, as in the paper: that two
//! together do something is nothing about either.

use solver::target::Setting;

use crate::correlations::Effect;
use crate::rank::differs;
use crate::signal::{Shown, Sight};

/// An option with a value to try.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The option's number.
    pub option: usize,
    /// The option and its value.
    pub setting: Setting,
    /// The chance that it does something.
    pub chance: f64,
}

/// A group is at most this large: command lines and patience have an end.
const LARGEST: usize = 128;
/// Times are looked into when one is so many times the other, and the difference more than a hiccup of the machine.
const SLOWER: f64 = 2.0;
const HICCUP: f64 = 0.030;
/// Runs of each configuration that are compared by rank.
const SAMPLES: usize = 20;

/// What of a lesson is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// All of it.
    Whole,
    /// What is left without its assertions.
    Blank,
}

/// What each option does to a formula that is `plain` with the defaults. `look` tells what the solver does with it, or with
/// what is left without its assertions, under some settings.
pub fn effects(
    plain: &Sight,
    mut candidates: Vec<Candidate>,
    look: &mut dyn FnMut(Part, &[Setting]) -> Sight,
) -> Vec<(usize, Effect)> {
    candidates.sort_by(|one, other| other.chance.total_cmp(&one.chance));
    let mut test =
        Testing { plain, look, found: Vec::new(), times: Vec::new(), plain_blank: None, blank: None };
    let mut rest = candidates.as_slice();
    while !rest.is_empty() {
        let (group, others) = rest.split_at(group_size(rest));
        test.group(group, false);
        rest = others;
    }
    test.found
}

/// How many of the first have an even chance to do nothing.
fn group_size(candidates: &[Candidate]) -> usize {
    let mut nothing = 1.0;
    let within = |candidate: &&Candidate| {
        nothing *= 1.0 - candidate.chance;
        nothing >= 0.5
    };
    candidates.iter().take(LARGEST).take_while(within).count().max(1)
}

struct Testing<'a> {
    plain: &'a Sight,
    look: &'a mut dyn FnMut(Part, &[Setting]) -> Sight,
    found: Vec<(usize, Effect)>,
    /// Times with the defaults, once they are needed.
    times: Vec<f64>,
    /// The blank lesson with the defaults, once it is needed.
    plain_blank: Option<Sight>,
    /// The blank lesson with the settings that were looked at last.
    blank: Option<(Vec<Setting>, Sight)>,
}

impl Testing<'_> {
    /// Tells what the members of a group do; whether all do nothing. One that is `guilty` holds something for sure.
    fn group(&mut self, group: &[Candidate], guilty: bool) -> bool {
        let settings: Vec<Setting> = group.iter().map(|candidate| candidate.setting.clone()).collect();
        if let [only] = group {
            let effect = self.single(&settings);
            self.found.push((only.option, effect));
            return effect == Effect::Irrelevant;
        }
        let differs = guilty || {
            let sight = (self.look)(Part::Whole, &settings);
            self.is_changed(&sight, &settings) || self.is_slower(&sight)
        };
        if !differs {
            self.found.extend(group.iter().map(|candidate| (candidate.option, Effect::Irrelevant)));
            return true;
        }
        let (one, other) = group.split_at(group.len() / 2);
        let innocent = self.group(one, false);
        self.group(other, innocent && other.len() > 1) && innocent
    }

    fn single(&mut self, settings: &[Setting]) -> Effect {
        let sight = (self.look)(Part::Whole, settings);
        match sight.shown {
            Shown::Refusal => Effect::Conflict,
            Shown::Breakdown | Shown::Lateness => Effect::Relevant,
            // Some counters differ once in a hundred runs of the same: what is there for a reason is there again.
            Shown::Answers if self.is_changed(&sight, settings) => {
                let again = (self.look)(Part::Whole, settings);
                if self.is_changed(&again, settings) { Effect::Relevant } else { Effect::Irrelevant }
            }
            // Time is the dearest signal: it is asked when the others are silent, and there is something to it.
            Shown::Answers if !self.is_slower(&sight) => Effect::Irrelevant,
            Shown::Answers => {
                while self.times.len() < SAMPLES {
                    self.times.push((self.look)(Part::Whole, &[]).time.as_secs_f64());
                }
                let time = |_| (self.look)(Part::Whole, settings).time.as_secs_f64();
                let times: Vec<f64> = (0..SAMPLES).map(time).collect();
                if differs(&times, &self.times) { Effect::Relevant } else { Effect::Irrelevant }
            }
        }
    }

    /// Whether the solver does something else with the formula, and not only for its logic and commands.
    fn is_changed(&mut self, sight: &Sight, settings: &[Setting]) -> bool {
        if sight.is_like(self.plain) {
            return false;
        }
        // Where answers differ, that is enough.
        if (sight.shown, sight.print) != (self.plain.shown, self.plain.print) {
            return true;
        }
        let plain = self.plain_blank.get_or_insert_with(|| (self.look)(Part::Blank, &[]));
        let blank = match self.blank.take() {
            Some((of, blank)) if of == settings => blank,
            _ => (self.look)(Part::Blank, settings),
        };
        let is_changed = !sight.is_set_up(self.plain, &blank, plain);
        self.blank = Some((settings.to_vec(), blank));
        is_changed
    }

    fn is_slower(&self, sight: &Sight) -> bool {
        let (one, other) = (sight.time.as_secs_f64(), self.plain.time.as_secs_f64());
        let (more, less) = (f64::max(one, other), f64::min(one, other));
        more > SLOWER * less && more - less > HICCUP
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn candidates(count: usize, chance: f64) -> Vec<Candidate> {
        let candidate = |option: usize| Candidate {
            option,
            setting: Setting { name: option.to_string(), value: "true".to_owned() },
            chance,
        };
        (0..count).map(candidate).collect()
    }

    fn sight(shown: Shown, print: u64, millis: u64) -> Sight {
        Sight { shown, print, counters: Vec::new(), time: Duration::from_millis(millis) }
    }

    /// A solver that some options do something to.
    fn fake(numbers: &[usize], effect: &Sight, runs: &mut usize, settings: &[Setting]) -> Sight {
        *runs += 1;
        let hit = settings.iter().any(|setting| numbers.iter().any(|it| it.to_string() == setting.name));
        if hit { effect.clone() } else { sight(Shown::Answers, 1, 5) }
    }

    #[test]
    fn few_runs_find_the_few_options_that_matter() {
        let plain = sight(Shown::Answers, 1, 5);
        let mut runs = 0;
        let relevant = [3, 77, 78, 500];
        let changed = sight(Shown::Answers, 2, 5);
        let found = effects(&plain, candidates(600, 0.01), &mut |_, settings| {
            fake(&relevant, &changed, &mut runs, settings)
        });
        assert_eq!(found.len(), 600);
        let mut hits: Vec<usize> = found
            .iter()
            .filter(|(_, effect)| *effect == Effect::Relevant)
            .map(|(option, _)| *option)
            .collect();
        hits.sort_unstable();
        assert_eq!(hits, relevant);
        assert!(runs < 70, "{runs} runs");
    }

    #[test]
    fn refusals_are_conflicts_and_lateness_is_relevance() {
        let plain = sight(Shown::Answers, 1, 5);
        for (shown, expected) in [
            (Shown::Refusal, Effect::Conflict),
            (Shown::Lateness, Effect::Relevant),
            (Shown::Breakdown, Effect::Relevant),
        ] {
            let mut runs = 0;
            let found = effects(&plain, candidates(20, 0.05), &mut |_, settings| {
                fake(&[7], &sight(shown, 0, 5), &mut runs, settings)
            });
            assert!(found.contains(&(7, expected)), "{found:?}");
            assert_eq!(found.iter().filter(|(_, effect)| *effect == Effect::Irrelevant).count(), 19);
        }
    }

    #[test]
    fn time_decides_where_all_else_is_silent() {
        let plain = sight(Shown::Answers, 1, 5);
        let mut runs = 0;
        let slow = sight(Shown::Answers, 1, 300);
        let found =
            effects(&plain, candidates(8, 0.05), &mut |_, settings| fake(&[2], &slow, &mut runs, settings));
        assert!(found.contains(&(2, Effect::Relevant)), "{found:?}");
        assert!(runs > 2 * SAMPLES, "{runs}");
        // A single hiccup is none.
        let mut looks = 0;
        let found = effects(&plain, candidates(8, 0.05), &mut |_, _| {
            looks += 1;
            if looks <= 4 { slow.clone() } else { plain.clone() }
        });
        assert!(found.iter().all(|(_, effect)| *effect == Effect::Irrelevant), "{found:?}");
    }

    #[test]
    fn what_only_two_together_do_is_blamed_on_neither() {
        let plain = sight(Shown::Answers, 1, 5);
        let found = effects(&plain, candidates(4, 0.05), &mut |_, settings| {
            let both = ["0", "3"].iter().all(|name| settings.iter().any(|setting| setting.name == *name));
            sight(Shown::Answers, if both { 2 } else { 1 }, 5)
        });
        assert!(found.iter().all(|(_, effect)| *effect == Effect::Irrelevant), "{found:?}");
    }

    #[test]
    fn what_is_set_up_for_any_formula_is_blamed_on_none() {
        // Options 1 and 6 build an engine that counts itself, and 6 does something with the formula, too.
        let look = |part: Part, settings: &[Setting]| {
            let set = |name: &str| f64::from(settings.iter().any(|setting| setting.name == name));
            let terms = if part == Part::Blank { 2.0 } else { 7.0 + set("6") };
            let counters =
                vec![("terms".to_owned(), terms), ("engines".to_owned(), 1.0 + set("1") + set("6"))];
            Sight { counters, ..sight(Shown::Answers, 1, 5) }
        };
        let found = effects(&look(Part::Whole, &[]), candidates(8, 0.05), &mut { look });
        let hits: Vec<_> = found.iter().filter(|(_, effect)| *effect != Effect::Irrelevant).collect();
        assert_eq!(hits, [&(6, Effect::Relevant)]);
    }
}
