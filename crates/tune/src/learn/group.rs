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

/// What each option does to a formula that is `plain` with the defaults. `look` tells what the solver does with it under
/// some settings.
pub fn effects(
    plain: &Sight,
    mut candidates: Vec<Candidate>,
    look: &mut dyn FnMut(&[Setting]) -> Sight,
) -> Vec<(usize, Effect)> {
    candidates.sort_by(|one, other| other.chance.total_cmp(&one.chance));
    let mut test = Testing { plain, look, found: Vec::new(), times: Vec::new() };
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
    look: &'a mut dyn FnMut(&[Setting]) -> Sight,
    found: Vec<(usize, Effect)>,
    /// Times with the defaults, once they are needed.
    times: Vec<f64>,
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
            let sight = (self.look)(&settings);
            self.seems_to_differ(&sight)
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
        let sight = (self.look)(settings);
        match sight.shown {
            Shown::Refusal => Effect::Conflict,
            Shown::Breakdown | Shown::Lateness => Effect::Relevant,
            // Some counters differ once in a hundred runs of the same: what is there for a reason is there again.
            Shown::Answers if sight.print != self.plain.print => {
                let again = (self.look)(settings);
                let same = again.shown == Shown::Answers && again.print == self.plain.print;
                if same { Effect::Irrelevant } else { Effect::Relevant }
            }
            // Time is the dearest signal: it is asked when the others are silent, and there is something to it.
            Shown::Answers if !self.is_slower(&sight) => Effect::Irrelevant,
            Shown::Answers => {
                while self.times.len() < SAMPLES {
                    self.times.push((self.look)(&[]).time.as_secs_f64());
                }
                let times: Vec<f64> =
                    (0..SAMPLES).map(|_| (self.look)(settings).time.as_secs_f64()).collect();
                if differs(&times, &self.times) { Effect::Relevant } else { Effect::Irrelevant }
            }
        }
    }

    fn seems_to_differ(&self, sight: &Sight) -> bool {
        sight.shown != Shown::Answers || sight.print != self.plain.print || self.is_slower(sight)
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
        Sight { shown, print, time: Duration::from_millis(millis) }
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
        let found = effects(&plain, candidates(600, 0.01), &mut |settings| {
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
            let found = effects(&plain, candidates(20, 0.05), &mut |settings| {
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
            effects(&plain, candidates(8, 0.05), &mut |settings| fake(&[2], &slow, &mut runs, settings));
        assert!(found.contains(&(2, Effect::Relevant)), "{found:?}");
        assert!(runs > 2 * SAMPLES, "{runs}");
        // A single hiccup is none.
        let mut looks = 0;
        let found = effects(&plain, candidates(8, 0.05), &mut |_| {
            looks += 1;
            if looks <= 4 { slow.clone() } else { plain.clone() }
        });
        assert!(found.iter().all(|(_, effect)| *effect == Effect::Irrelevant), "{found:?}");
    }

    #[test]
    fn what_only_two_together_do_is_blamed_on_neither() {
        let plain = sight(Shown::Answers, 1, 5);
        let found = effects(&plain, candidates(4, 0.05), &mut |settings| {
            let both = ["0", "3"].iter().all(|name| settings.iter().any(|setting| setting.name == *name));
            sight(Shown::Answers, if both { 2 } else { 1 }, 5)
        });
        assert!(found.iter().all(|(_, effect)| *effect == Effect::Irrelevant), "{found:?}");
    }
}
