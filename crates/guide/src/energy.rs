//! Which entry to go on from: those that show what is rare.
//!
//! An entry's energy is the sum over the features that it was the first to show of one by the number of runs that have been
//! at their place since (after Böhme et al., *Coverage-based Greybox Fuzzing as Markov Chain*, and *Boosting Fuzzer
//! Efficiency: An Information Theoretic Perspective*). Going on from an entry makes its places more common, and its energy
//! less: nothing has to be taken back by hand. An entry that is only a new step at a common place has hardly any.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use strategy::Dice;
use strategy::grammar::HEAD;

use crate::corpus::Corpus;
use crate::input::{Entry, Input};
use crate::sight::Sight;

/// The energy of an entry that shows nothing rare: nobody starves.
const LEAST: f64 = 1e-3;
/// The energy of a script that tells nothing of the targets of today: the user may have brought it for them.
const CURIOUS: f64 = 0.1;
/// The energy that rare features can give an entry, so that the one who discovered a whole part of a solver does not take
/// all the time until that is common.
const MOST: f64 = 4.0;
/// How much an entry's speed may count for it, and how much against it.
const FAST: f64 = 4.0;
const SLOW: f64 = 1.0 / 32.0;

/// One worker's view of the corpus, and whose turn it is.
#[derive(Debug, Default)]
pub struct Energy {
    entries: Vec<Arc<Entry>>,
    /// Those of targets as they are, and those that need options.
    plain: Wheels,
    configured: Wheels,
    /// Entries that tell nothing of the targets of today.
    strangers: Vec<usize>,
    /// Choices by what their bytes are read by: terms of one fit in another.
    kin: FxHashMap<(String, Vec<u8>), Vec<usize>>,
}

/// Entries by what can be made of them.
#[derive(Debug, Default)]
struct Wheels {
    choices: Wheel,
    scripts: Wheel,
}

/// Entries with the sums of their energies so far.
#[derive(Debug, Default)]
struct Wheel {
    entries: Vec<usize>,
    sums: Vec<f64>,
}

impl Energy {
    /// Looks at the corpus again, by what was seen since.
    pub fn refresh(&mut self, corpus: &Corpus, sights: &[Sight]) {
        self.entries = corpus.entries(0);
        (self.plain, self.configured) = (Wheels::default(), Wheels::default());
        self.strangers.clear();
        self.kin.clear();
        let usual = usual_time(&self.entries);
        for (at, entry) in self.entries.iter().enumerate() {
            let own =
                |feature| sights.iter().find(|sight| sight.has(feature)).map(|sight| sight.runs(feature));
            let rare = entry.features.iter().filter_map(|&feature| own(feature));
            let (known, rarity) =
                rare.fold((false, 0.0), |(_, sum), runs| (true, sum + 1.0 / (1.0 + f64::from(runs))));
            if !known {
                self.strangers.push(at);
            }
            let speed = match f64::from(entry.seconds) {
                seconds if seconds > 0.0 => (usual / seconds).clamp(SLOW, FAST),
                _ => 1.0,
            };
            let least = if known || matches!(entry.input, Input::Choices { .. }) { LEAST } else { CURIOUS };
            let energy = rarity.clamp(least, MOST) * speed;
            let wheels = if entry.under.is_some() { &mut self.configured } else { &mut self.plain };
            // What bytes were decoded to is a script like any other.
            wheels.scripts.add(at, energy);
            if let Some(group) = group(&entry.input) {
                wheels.choices.add(at, energy);
                self.kin.entry(group).or_default().push(at);
            }
        }
    }

    /// An entry of choices, by its energy.
    pub fn choices(&self, dice: &mut Dice) -> Option<&Arc<Entry>> {
        self.plain.choices.turn(dice).map(|at| &self.entries[at])
    }

    /// One that was kept with options of a target.
    pub fn configured_choices(&self, dice: &mut Dice) -> Option<&Arc<Entry>> {
        self.configured.choices.turn(dice).map(|at| &self.entries[at])
    }

    /// Another entry of choices whose bytes are read as those of `entry` are.
    pub fn kin(&self, entry: &Entry, dice: &mut Dice) -> Option<&Arc<Entry>> {
        let kin = self.kin.get(&group(&entry.input)?)?;
        let drawn = &self.entries[*dice.pick(kin)?];
        (drawn.input != entry.input).then_some(drawn)
    }

    /// An entry for strategies that take scripts, by its energy.
    pub fn script(&self, dice: &mut Dice) -> Option<&Arc<Entry>> {
        self.plain.scripts.turn(dice).map(|at| &self.entries[at])
    }

    /// One that was kept with options of a target.
    pub fn configured_script(&self, dice: &mut Dice) -> Option<&Arc<Entry>> {
        self.configured.scripts.turn(dice).map(|at| &self.entries[at])
    }

    /// An entry that tells nothing of the targets of today, and that nobody else has claimed.
    pub fn stranger(&mut self, corpus: &Corpus) -> Option<Arc<Entry>> {
        while let Some(at) = self.strangers.pop() {
            if corpus.claim(&self.entries[at]) {
                return Some(Arc::clone(&self.entries[at]));
            }
        }
        None
    }
}

/// What choices are read by: their logic, and the group that the head of their bytes says.
fn group(input: &Input) -> Option<(String, Vec<u8>)> {
    match input {
        Input::Choices { logic, bytes } => {
            Some((logic.clone(), bytes.get(1..HEAD).unwrap_or_default().to_vec()))
        }
        Input::Script(_) => None,
    }
}

/// The time that half of the entries take at most. Not the mean: that is the time of the few slowest, beside which all
/// others are fast alike.
fn usual_time(entries: &[Arc<Entry>]) -> f64 {
    let timed = entries.iter().map(|entry| f64::from(entry.seconds)).filter(|it| *it > 0.0);
    let mut times: Vec<f64> = timed.collect();
    let middle = times.len() / 2;
    if times.is_empty() { 0.0 } else { *times.select_nth_unstable_by(middle, f64::total_cmp).1 }
}

impl Wheel {
    fn add(&mut self, entry: usize, energy: f64) {
        let sum = self.sums.last().copied().unwrap_or(0.0);
        self.entries.push(entry);
        self.sums.push(sum + energy);
    }

    fn turn(&self, dice: &mut Dice) -> Option<usize> {
        let sum = *self.sums.last()?;
        // 53 bits are what a double holds.
        let drawn = (dice.number() >> 11) as f64 / (1u64 << 53) as f64 * sum;
        let at = self.sums.partition_point(|&sum| sum <= drawn).min(self.entries.len() - 1);
        Some(self.entries[at])
    }
}

#[cfg(test)]
mod tests {
    use solver::run::Run;

    use super::*;
    use crate::feature::Feature;

    fn run(edges: &[usize]) -> Run {
        let mut map = vec![0; 64];
        edges.iter().for_each(|&edge| map[edge] = 1);
        Run { coverage: Some(map), ..Run::default() }
    }

    fn keep(corpus: &Corpus, byte: u8, features: Vec<Feature>, seconds: f32) {
        let input = Input::Choices { logic: String::new(), bytes: vec![byte] };
        corpus.keep(Entry { input, under: None, text: Vec::new(), features, seconds }).unwrap();
    }

    /// Shows a run to a worker and keeps its input, if it is new.
    fn show(corpus: &Corpus, sight: &mut Sight, byte: u8, edges: &[usize]) {
        let new = corpus.note(sight.look(&run(edges), ""));
        if !new.is_empty() {
            keep(corpus, byte, new, 0.0);
        }
    }

    fn shares(energy: &Energy) -> [usize; 3] {
        let (mut dice, mut shares) = (Dice::new(&[3]), [0; 3]);
        for _ in 0..3000 {
            shares[usize::from(energy.choices(&mut dice).unwrap().input.bytes()[0])] += 1;
        }
        shares
    }

    #[test]
    fn what_is_rare_gets_the_time_until_it_is_common() {
        let (corpus, mut sight, mut energy) = (Corpus::in_memory(), Sight::new("a"), Energy::default());
        assert!(energy.choices(&mut Dice::new(&[1])).is_none());
        show(&corpus, &mut sight, 0, &[1]);
        show(&corpus, &mut sight, 1, &[1, 2]);
        (0..400).for_each(|_| show(&corpus, &mut sight, 0, &[1, 2]));
        show(&corpus, &mut sight, 2, &[3]);
        energy.refresh(&corpus, std::slice::from_ref(&sight));
        let early = shares(&energy);
        assert!(early[2] > 5 * early[0] && early[0] > 0 && early[1] > 0, "{early:?}");
        (0..400).for_each(|_| show(&corpus, &mut sight, 2, &[3]));
        energy.refresh(&corpus, std::slice::from_ref(&sight));
        let late = shares(&energy);
        assert!(late[2] < 2 * late[0], "{late:?}");
    }

    #[test]
    fn what_another_target_was_told_is_claimed_once() {
        let corpus = Corpus::in_memory();
        show(&corpus, &mut Sight::new("old"), 7, &[1]);
        let mut sight = Sight::new("new");
        show(&corpus, &mut sight, 8, &[2]);
        let mut energies = [Energy::default(), Energy::default()];
        for energy in &mut energies {
            energy.refresh(&corpus, std::slice::from_ref(&sight));
        }
        assert_eq!(energies[0].stranger(&corpus).unwrap().input.bytes(), [7]);
        assert!(energies[0].stranger(&corpus).is_none() && energies[1].stranger(&corpus).is_none());
    }

    #[test]
    fn slow_entries_get_fewer_turns() {
        let (corpus, mut sight, mut energy) = (Corpus::in_memory(), Sight::new("a"), Energy::default());
        // One that never ends makes none of the others fast.
        for (byte, seconds) in [(0u8, 0.001), (1, 0.008), (2, 1e3)] {
            let new = corpus.note(sight.look(&run(&[usize::from(byte)]), ""));
            keep(&corpus, byte, new, seconds);
        }
        energy.refresh(&corpus, std::slice::from_ref(&sight));
        let shares = shares(&energy);
        assert!(shares[0] > 3 * shares[1] && shares[1] > 3 * shares[2] && shares[2] > 0, "{shares:?}");
    }
}
