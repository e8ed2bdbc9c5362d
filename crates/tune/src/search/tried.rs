//! What was tried how often.

use std::collections::HashMap;

use solver::target::Setting;
use strategy::Dice;

use super::vector::{MOST_CHANGED, Vector};
use crate::knob::Knob;

/// How often each value of an option was tried.
#[derive(Clone, Debug, Default)]
pub struct Tried(HashMap<Setting, u32>);

/// Of so many values that are drawn, the one that was tried least is taken.
const LEAST_OF: usize = 4;

impl Tried {
    /// Notes that a configuration was tried.
    pub fn add(&mut self, settings: &[Setting]) {
        for setting in settings {
            *self.0.entry(setting.clone()).or_default() += 1;
        }
    }

    /// A vector of values that were tried seldom: chance alone takes long to come to the last of many.
    pub fn draw(&self, knobs: &[Knob], dice: &mut Dice) -> Vector {
        let mut settings: Vec<Setting> = Vec::new();
        for _ in 0..dice.between(1, MOST_CHANGED.min(knobs.len().max(1))) {
            let drawn = (0..LEAST_OF).filter_map(|_| {
                let knob = dice.pick(knobs)?;
                knob.setting(&knob.draw(dice))
            });
            let drawn: Vec<Setting> = drawn.collect();
            let times = |setting: &&Setting| self.0.get(*setting).copied().unwrap_or(0);
            let rarest = drawn.iter().min_by_key(times).cloned();
            let is_new = |it: &Setting| settings.iter().all(|setting| setting.name != it.name);
            settings.extend(rarest.filter(is_new));
        }
        Vector::of(knobs, &settings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knob::switches;

    #[test]
    fn all_values_are_tried_sooner_than_by_chance() {
        let knobs = switches(120);
        let until_all = |seldom: bool| {
            let (mut tried, mut dice) = (Tried::default(), Dice::new(&[3]));
            (1..10_000).find(|_| {
                let vector = match seldom {
                    true => tried.draw(&knobs, &mut dice),
                    false => Vector::draw(&knobs, &mut dice),
                };
                tried.add(&vector.settings(&knobs));
                tried.0.len() == knobs.len()
            })
        };
        let (seldom, chance) = (until_all(true).unwrap(), until_all(false).unwrap());
        assert!(2 * seldom < chance, "{seldom} {chance}");
    }
}
