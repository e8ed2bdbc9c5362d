//! How often to begin anew instead of going on from what is kept.

/// A way to come by an input.
#[derive(Clone, Copy, Debug, Default)]
struct Way {
    seconds: f64,
    new: f64,
}

/// What was seen this long ago, in the worker's seconds, counts half.
const HALF_LIFE: f64 = 30.0;
/// Both ways get at least this share: either may run dry for a while.
const LEAST: f64 = 0.1;

/// Shares the tests between fresh inputs and variants of kept ones, by what is new per second.
#[derive(Clone, Copy, Debug, Default)]
pub struct Balance {
    fresh: Way,
    varied: Way,
}

impl Balance {
    /// Takes in what inputs of one way showed.
    pub fn learn(&mut self, is_fresh: bool, new: usize, seconds: f64) {
        let fading = 0.5_f64.powf(seconds / HALF_LIFE);
        for way in [&mut self.fresh, &mut self.varied] {
            way.seconds *= fading;
            way.new *= fading;
        }
        let way = if is_fresh { &mut self.fresh } else { &mut self.varied };
        way.seconds += seconds;
        // The thousandth of one visit is worth less than the first of another.
        way.new += (new as f64).sqrt();
    }

    /// The share of fresh inputs, from 0 to 1.
    pub fn fresh(&self) -> f64 {
        let rate = |way: Way| if way.seconds > 0.0 { way.new / way.seconds } else { 0.0 };
        let (fresh, varied) = (rate(self.fresh), rate(self.varied));
        if fresh + varied <= 0.0 { 0.5 } else { (fresh / (fresh + varied)).clamp(LEAST, 1.0 - LEAST) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_shows_more_gets_more_and_nobody_starves() {
        let mut balance = Balance::default();
        assert_eq!(balance.fresh(), 0.5);
        for _ in 0..100 {
            balance.learn(true, 1, 1.0);
            balance.learn(false, 16, 1.0);
        }
        assert!((0.15..0.25).contains(&balance.fresh()), "{}", balance.fresh());
        for _ in 0..500 {
            balance.learn(false, 0, 1.0);
        }
        assert!(balance.fresh() > 0.5, "{}", balance.fresh());
        for _ in 0..50 {
            balance.learn(true, 9, 1.0);
        }
        assert_eq!(balance.fresh(), 0.9);
    }
}
