//! How long a target usually takes, and so how long it is worth waiting for it.
//!
//! A target that answers in some milliseconds or not at all loses the time of dozens of tests with each that it is waited
//! for; one on a busy machine, or behind a slow start, would be cut off by any fixed limit that suits the first.

use std::time::Duration;

/// A target is waited for so many times as long as it usually takes.
const PATIENCE: f64 = 4.0;
/// The least that a target has, so that a process can be started.
const LEAST: Duration = Duration::from_millis(40);
/// What it usually takes is more than nine of ten tests take: each longer one raises it nine times as much as a shorter
/// one lowers it. Not the mean, which is the time of the few that are given up.
const RAISE: f64 = 1.045;
const LOWER: f64 = 0.9951;

/// The time that nine of ten of a target's tests take at most, the latest ones counting most.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pace {
    usual: Option<f64>,
}

impl Pace {
    /// A test took so long, or was given up after so long: where many are, the limit grows.
    pub fn note(&mut self, time: Duration) {
        let time = time.as_secs_f64().max(1e-6);
        let step = |usual: f64| usual * if time > usual { RAISE } else { LOWER };
        self.usual = Some(self.usual.map_or(time, step));
    }

    /// How long a test may take, and never more than `most`: as long as nothing is known, just that.
    pub fn patience(&self, most: Duration) -> Duration {
        let Some(usual) = self.usual else { return most };
        Duration::from_secs_f64(PATIENCE * usual).max(LEAST).min(most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOST: Duration = Duration::from_millis(250);

    fn ms(number: u64) -> Duration {
        Duration::from_millis(number)
    }

    #[test]
    fn the_quick_are_not_waited_for() {
        let mut pace = Pace::default();
        assert_eq!(pace.patience(MOST), MOST);
        pace.note(ms(1));
        assert_eq!(pace.patience(MOST), LEAST);
        assert_eq!(pace.patience(ms(10)), ms(10));
    }

    #[test]
    fn a_few_that_never_end_change_little() {
        let mut pace = Pace::default();
        for test in 0..4000 {
            pace.note(if test % 20 == 0 { pace.patience(MOST) } else { ms(20) });
        }
        assert!(pace.patience(MOST) < ms(100), "{pace:?}");
    }

    #[test]
    fn who_is_cut_off_too_often_gets_more_time() {
        let mut pace = Pace::default();
        for test in 0..4000 {
            pace.note(if test % 4 == 0 { pace.patience(MOST) } else { ms(1) });
        }
        assert_eq!(pace.patience(MOST), MOST);
    }
}
