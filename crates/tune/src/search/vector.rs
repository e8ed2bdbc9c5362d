//! A configuration as a search changes it.

use solver::target::Setting;
use strategy::Dice;

use crate::knob::{Knob, Value};

/// A value for each of some options, in their order.
#[derive(Clone, Debug, PartialEq)]
pub struct Vector(Vec<Value>);

/// So many values of a first vector are others than the default, at most, on average: with more of them most formulas are not
/// decided in time, and nobody wants to hear of what takes twenty options.
pub(super) const MOST_CHANGED: usize = 8;

impl Vector {
    /// Drawn by lot.
    pub fn draw(knobs: &[Knob], dice: &mut Dice) -> Vector {
        let changed = dice.between(1, MOST_CHANGED);
        let length = knobs.len().max(1);
        let value = |knob: &Knob| match dice.below(length) < changed {
            true => knob.draw(dice),
            false => knob.default_value(),
        };
        Vector(knobs.iter().map(value).collect())
    }

    /// The vector of some settings: what they do not say, and what is none of these options, is the default.
    pub fn of(knobs: &[Knob], settings: &[Setting]) -> Vector {
        let value = |knob: &Knob| {
            let setting = settings.iter().find(|setting| setting.name == knob.name);
            setting.and_then(|it| knob.value(&it.value)).unwrap_or_else(|| knob.default_value())
        };
        Vector(knobs.iter().map(value).collect())
    }

    /// The settings: all that is not the default.
    pub fn settings(&self, knobs: &[Knob]) -> Vec<Setting> {
        knobs.iter().zip(&self.0).filter_map(|(knob, value)| knob.setting(value)).collect()
    }

    /// One-point crossover: both children, each with the first values of one parent and the last of the other.
    pub fn cross(&self, other: &Vector, dice: &mut Dice) -> (Vector, Vector) {
        let point = dice.below(self.0.len().max(1));
        let child = |one: &Vector, other: &Vector| Vector([&one.0[..point], &other.0[point..]].concat());
        (child(self, other), child(other, self))
    }

    /// The same with each of its n values changed with a chance of 1/n.
    pub fn mutated(&self, knobs: &[Knob], dice: &mut Dice) -> Vector {
        let length = self.0.len().max(1);
        let value = |(knob, value): (&Knob, &Value)| match dice.below(length) {
            0 => knob.mutate(value, dice),
            _ => value.clone(),
        };
        Vector(knobs.iter().zip(&self.0).map(value).collect())
    }
}

#[cfg(test)]
mod tests {
    use solver::options::{OptionKind, SolverOption};

    use super::*;
    use crate::level::Level;

    fn knobs() -> Vec<Knob> {
        let option = |name: &str, kind: OptionKind, default: &str| SolverOption {
            name: name.to_owned(),
            kind,
            default: Some(default.to_owned()),
            category: String::new(),
            help: String::new(),
            aliases: Vec::new(),
        };
        let words = OptionKind::Enum { values: ["x", "y", "z"].map(str::to_owned).to_vec() };
        [
            option("a", OptionKind::Bool, "true"),
            option("b", OptionKind::Int { min: Some(0), max: None }, "7"),
            option("c", OptionKind::Float, "0.5"),
            option("d", words, "y"),
        ]
        .iter()
        .filter_map(|option| Knob::new(option, &|_| Some(Level::Safe)))
        .collect()
    }

    #[test]
    fn settings_come_back_as_the_same_vector() {
        let knobs = knobs();
        let mut dice = Dice::new(&[5]);
        for _ in 0..50 {
            let vector = Vector::draw(&knobs, &mut dice).mutated(&knobs, &mut dice);
            let settings = vector.settings(&knobs);
            assert_eq!(Vector::of(&knobs, &settings).settings(&knobs), settings);
        }
        assert!(Vector::of(&knobs, &[]).settings(&knobs).is_empty());
    }

    #[test]
    fn children_have_all_values_of_their_parents() {
        let knobs = knobs();
        let mut dice = Dice::new(&[6]);
        for _ in 0..50 {
            let (one, other) = (Vector::draw(&knobs, &mut dice), Vector::draw(&knobs, &mut dice));
            let (first, second) = one.cross(&other, &mut dice);
            for i in 0..knobs.len() {
                let now = (&first.0[i], &second.0[i]);
                assert!(now == (&one.0[i], &other.0[i]) || now == (&other.0[i], &one.0[i]));
            }
        }
    }

    #[test]
    fn about_one_value_is_mutated() {
        let knobs = knobs();
        let mut dice = Dice::new(&[7]);
        let plain = Vector::of(&knobs, &[]);
        let changes: usize = (0..1000).map(|_| plain.mutated(&knobs, &mut dice).settings(&knobs).len()).sum();
        assert!((700..1200).contains(&changes), "{changes}");
    }
}
