//! The lives of a bug, read off the releases that were looked at.

use serde::{Deserialize, Serialize};

use super::probe::Probe;
use super::search::Mark;

/// A stretch of releases that show the bug.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Life {
    /// The last good release before it, if there is one.
    pub last_good: Option<String>,
    /// The first bad release.
    pub first_bad: String,
    /// The last bad release.
    pub last_bad: String,
    /// The first good release after it, if there is one.
    pub fixed_in: Option<String>,
}

/// The lives of the bug, in the releases' order. Releases that tell nothing end no life and begin none.
pub(super) fn lives(probes: &[Probe]) -> Vec<Life> {
    let mut lives: Vec<Life> = Vec::new();
    let mut last_good: Option<&Probe> = None;
    let mut alive = false;
    for probe in probes {
        match (probe.mark, alive) {
            (Mark::Bad, false) => {
                alive = true;
                lives.push(Life {
                    last_good: last_good.map(|good| good.version.clone()),
                    first_bad: probe.version.clone(),
                    last_bad: probe.version.clone(),
                    fixed_in: None,
                });
            }
            (Mark::Bad, true) => {
                if let Some(life) = lives.last_mut() {
                    life.last_bad.clone_from(&probe.version);
                }
            }
            (Mark::Good, _) => {
                if let Some(life) = lives.last_mut().filter(|_| alive) {
                    life.fixed_in = Some(probe.version.clone());
                }
                alive = false;
                last_good = Some(probe);
            }
            (Mark::Skipped, _) => {}
        }
    }
    lives
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lives in a history of releases 0, 1, 2, … as `last good < first bad..last bad < fixed in`.
    fn of(history: &str) -> Vec<String> {
        let probes: Vec<Probe> = history
            .chars()
            .enumerate()
            .filter_map(|(place, c)| {
                let mark = match c {
                    'g' => Mark::Good,
                    'b' => Mark::Bad,
                    '-' => Mark::Skipped,
                    _ => return None,
                };
                Some(Probe { version: place.to_string(), mark, ..Probe::default() })
            })
            .collect();
        let shown = |end: &Option<String>| end.clone().unwrap_or_default();
        let line = |life: &Life| {
            let Life { last_good, first_bad, last_bad, fixed_in } = life;
            format!("{}<{first_bad}..{last_bad}<{}", shown(last_good), shown(fixed_in))
        };
        lives(&probes).iter().map(line).collect()
    }

    #[test]
    fn a_life_has_neighbours_on_both_sides() {
        assert_eq!(of("ggbbgg"), ["1<2..3<4"]);
        assert_eq!(of("bb"), ["<0..1<"]);
        assert_eq!(of("gg"), Vec::<String>::new());
        assert_eq!(of("gbgbb"), ["0<1..1<2", "2<3..4<"]);
    }

    #[test]
    fn what_tells_nothing_is_neither_end_nor_beginning() {
        assert_eq!(of("--b-bg-"), ["<2..4<5"]);
        assert_eq!(of("g-b--g"), ["0<2..2<5"]);
        assert_eq!(of("g..b....g"), ["0<3..3<8"]);
    }
}
