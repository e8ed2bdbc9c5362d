//! Settings that a library does not take, alone or together.

use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use strategy::Dice;

/// An option and its value.
pub(crate) type Setting = (String, String);

/// What a library does not take.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Conflicts {
    /// Alone.
    pub(crate) alone: Vec<Setting>,
    /// Together.
    pub(crate) pairs: Vec<(Setting, Setting)>,
}

/// Settings of one question: many pairs are asked about at a time, as nearly all of them go together.
const GROUP: usize = 12;
/// Questions about groups, at most.
const QUESTIONS: usize = 600;

impl Conflicts {
    /// Finds out what is not taken. `takes` is asked about some settings together.
    pub(crate) fn found_out(settings: &[Setting], mut takes: impl FnMut(&[&Setting]) -> bool) -> Conflicts {
        let (good, bad): (Vec<&Setting>, Vec<&Setting>) = settings.iter().partition(|it| takes(&[it]));
        let mut conflicts = Conflicts { alone: bad.into_iter().cloned().collect(), pairs: Vec::new() };
        let pairs = (0..good.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
        let mut open: FxHashSet<(usize, usize)> = pairs.filter(|&(i, j)| good[i].0 != good[j].0).collect();
        let (mut dice, mut rivals) =
            (Dice::new(&[good.len() as u64]), FxHashMap::<usize, Vec<usize>>::default());
        for _ in 0..QUESTIONS {
            let mut left: Vec<(usize, usize)> = open.iter().copied().collect();
            left.sort_unstable();
            let Some(&(i, j)) = dice.pick(&left) else { break };
            let mut group = vec![i, j];
            for _ in 0..2 * GROUP {
                let next = dice.below(good.len());
                let known = rivals.get(&next).is_some_and(|them| them.iter().any(|it| group.contains(it)));
                if group.len() < GROUP && !known && group.iter().all(|&it| good[it].0 != good[next].0) {
                    group.push(next);
                }
            }
            let mut taken = |group: &[usize]| takes(&group.iter().map(|&at| good[at]).collect::<Vec<_>>());
            if taken(&group) {
                for (at, &i) in group.iter().enumerate() {
                    for &j in &group[..at] {
                        open.remove(&(i.min(j), i.max(j)));
                    }
                }
                continue;
            }
            match narrowed(group, taken)[..] {
                [i, j] => {
                    open.remove(&(i.min(j), i.max(j)));
                    rivals.entry(i).or_default().push(j);
                    rivals.entry(j).or_default().push(i);
                    conflicts.pairs.push((good[i].clone(), good[j].clone()));
                }
                // More than two that do not go together are told by the library when they meet.
                _ => {
                    open.remove(&(i, j));
                }
            }
        }
        conflicts
    }

    /// Whether a setting may come after others.
    pub(crate) fn allow(&self, before: &[Setting], name: &str, value: &str) -> bool {
        let is = |it: &Setting| it.0 == name && it.1 == value;
        let clashes =
            |(a, b): &(Setting, Setting)| (is(a) && before.contains(b)) || (is(b) && before.contains(a));
        !self.alone.iter().any(is) && !self.pairs.iter().any(clashes)
    }
}

/// As few of a group that is not taken as are still not taken.
fn narrowed(mut group: Vec<usize>, mut taken: impl FnMut(&[usize]) -> bool) -> Vec<usize> {
    let mut at = 0;
    while at < group.len() {
        let member = group.remove(at);
        if taken(&group) {
            group.insert(at, member);
            at += 1;
        }
    }
    group
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setting(name: &str) -> Setting {
        (name.to_owned(), "true".to_owned())
    }

    #[test]
    fn what_does_not_go_together_is_found_among_many() {
        let settings: Vec<Setting> = (0..60).map(|n| setting(&format!("o{n}"))).collect();
        let mut questions = 0;
        let has = |group: &[&Setting], name: &str| group.iter().any(|it| it.0 == name);
        let conflicts = Conflicts::found_out(&settings, |group| {
            questions += 1;
            let together = |a: &str, b: &str| has(group, a) && has(group, b);
            !(has(group, "o7") || together("o3", "o40") || together("o3", "o41"))
        });
        assert_eq!(conflicts.alone, [setting("o7")]);
        let mut pairs: Vec<[String; 2]> =
            conflicts.pairs.iter().map(|(a, b)| [a.0.clone(), b.0.clone()]).collect();
        pairs.iter_mut().for_each(|pair| pair.sort());
        pairs.sort();
        assert_eq!(pairs, [["o3", "o40"], ["o3", "o41"]].map(|pair| pair.map(str::to_owned)));
        assert!(questions < 400, "{questions} questions about 1770 pairs");
        assert!(!conflicts.allow(&[setting("o40")], "o3", "true"));
        assert!(conflicts.allow(&[setting("o40")], "o3", "false") && !conflicts.allow(&[], "o7", "true"));
    }
}
