//! How long a target usually takes, and so how long it is worth waiting for it.
//!
//! A target that answers in some milliseconds or not at all loses the time of dozens of tests with each that it is waited
//! for; one on a busy machine, or behind a slow start, would be cut off by any fixed limit that suits the first.

use std::time::Duration;

/// A target is waited for so many times as long as it usually takes.
const PATIENCE: f64 = 8.0;
/// The least that a target has, so that a process can be started.
const LEAST: Duration = Duration::from_millis(60);
/// What one test counts in the mean.
const WEIGHT: f64 = 1.0 / 64.0;

/// The mean time of a target's tests, the latest ones counting most.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pace {
    mean: Option<f64>,
}

impl Pace {
    /// A test took so long, or was given up after so long: where many are, the limit grows.
    pub fn note(&mut self, time: Duration) {
        let time = time.as_secs_f64();
        self.mean = Some(self.mean.map_or(time, |mean| mean + WEIGHT * (time - mean)));
    }

    /// How long a test may take, and never more than `most`: as long as nothing is known, just that.
    pub fn patience(&self, most: Duration) -> Duration {
        let Some(mean) = self.mean else { return most };
        Duration::from_secs_f64(PATIENCE * mean).max(LEAST).min(most)
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
    fn who_is_cut_off_too_often_gets_more_time() {
        let mut pace = Pace::default();
        pace.note(ms(1));
        for _ in 0..100 {
            pace.note(pace.patience(MOST));
        }
        assert_eq!(pace.patience(MOST), MOST);
    }
}
