//! Who gets the time: what shows most new behaviour per second (B2).
//!
//! Discounted upper confidence bounds over rates: an arm's score is the new behaviour that it gave per second, and a bonus
//! that grows while it is left alone. What was seen long ago counts less, because every strategy runs dry. There is no
//! dice in it: the same feedback gives the same choices.

/// What was seen this long ago, in the worker's seconds, counts half.
const HALF_LIFE: f64 = 60.0;
/// How much the bonus of the unknown weighs.
const CURIOSITY: f64 = 1.5;
/// A visit takes at least this long, so that no rate is infinite.
const LEAST_SECONDS: f64 = 1e-3;
/// A target's share of a strategy's time is at most this many times what it would be if all had the same, and at least one
/// part of so many.
const MOST_WEIGHT: f64 = 4.0;

/// What an arm has given lately.
#[derive(Clone, Copy, Debug, Default)]
struct Arm {
    seconds: f64,
    reward: f64,
}

impl Arm {
    fn rate(self) -> f64 {
        self.reward / self.seconds.max(LEAST_SECONDS)
    }

    fn fade(&mut self, by: f64) {
        self.seconds *= by;
        self.reward *= by;
    }

    fn add(&mut self, reward: f64, seconds: f64) {
        self.reward += reward;
        self.seconds += seconds.max(LEAST_SECONDS);
    }
}

/// Shares the time of a worker among strategies, and that of a strategy among targets.
#[derive(Clone, Debug)]
pub struct Bandit {
    strategies: Vec<Arm>,
    /// By strategy and target.
    targets: Vec<Vec<Arm>>,
}

impl Bandit {
    /// A bandit that knows nothing yet.
    pub fn new(strategies: usize, targets: usize) -> Bandit {
        let targets = vec![vec![Arm::default(); targets]; strategies];
        Bandit { strategies: vec![Arm::default(); strategies], targets }
    }

    /// The strategy to go on with, among those that are open.
    pub fn choose(&self, is_open: &dyn Fn(usize) -> bool) -> Option<usize> {
        let open = || (0..self.strategies.len()).filter(|&arm| is_open(arm));
        if let Some(untried) = open().find(|&arm| self.strategies[arm].seconds == 0.0) {
            return Some(untried);
        }
        let total: f64 = self.strategies.iter().map(|arm| arm.seconds).sum();
        // Where nothing new is seen at all, everybody gets the same.
        let best = open().map(|arm| self.strategies[arm].rate()).fold(1e-9, f64::max);
        let score = |arm: usize| {
            let it = self.strategies[arm];
            it.rate() / best + CURIOSITY * ((1.0 + total).ln() / it.seconds.max(LEAST_SECONDS)).sqrt()
        };
        // The first of equals.
        open().reduce(|one, other| if score(other) > score(one) { other } else { one })
    }

    /// Takes in what a visit showed.
    pub fn learn(&mut self, strategy: usize, reward: f64, seconds: f64) {
        let fading = 0.5_f64.powf(seconds / HALF_LIFE);
        self.strategies.iter_mut().chain(self.targets.iter_mut().flatten()).for_each(|arm| arm.fade(fading));
        self.strategies[strategy].add(reward, seconds);
    }

    /// Takes in what a target showed on a visit.
    pub fn learn_target(&mut self, strategy: usize, target: usize, reward: f64, seconds: f64) {
        self.targets[strategy][target].add(reward, seconds);
    }

    /// How many times the time is a target's that would be its own if all had the same.
    pub fn weight(&self, strategy: usize, target: usize) -> f64 {
        let arms = &self.targets[strategy];
        // Nobody is judged by less than a second.
        if arms.iter().any(|arm| arm.seconds < 1.0) {
            return 1.0;
        }
        let sum: f64 = arms.iter().map(|arm| arm.rate()).sum();
        match sum {
            0.0 => 1.0,
            sum => (arms.len() as f64 * arms[target].rate() / sum).clamp(1.0 / MOST_WEIGHT, MOST_WEIGHT),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The seconds that strategies get of a thousand visits, each of which takes and gives so much.
    fn shares(visits: &[(f64, f64)]) -> Vec<f64> {
        let mut bandit = Bandit::new(visits.len(), 1);
        let mut seconds = vec![0.0; visits.len()];
        for _ in 0..1000 {
            let arm = bandit.choose(&|_| true).unwrap();
            let (took, gave) = visits[arm];
            bandit.learn(arm, gave, took);
            seconds[arm] += took;
        }
        let total: f64 = seconds.iter().sum();
        seconds.iter().map(|it| it / total).collect()
    }

    #[test]
    fn new_behaviour_per_second_gets_the_time_and_nobody_starves() {
        let shares = shares(&[(0.5, 1.0), (0.5, 10.0), (0.5, 0.0)]);
        assert!(shares[1] > 0.6, "{shares:?}");
        assert!(shares[0] > 0.02 && shares[2] > 0.02, "{shares:?}");
        assert!(shares[0] > shares[2], "{shares:?}");
    }

    #[test]
    fn rates_count_and_not_visits() {
        let shares = shares(&[(0.1, 2.0), (1.0, 2.0)]);
        assert!(shares[0] > shares[1], "{shares:?}");
    }

    #[test]
    fn where_nothing_is_new_everybody_gets_the_same() {
        let shares = shares(&[(0.5, 0.0), (0.5, 0.0), (0.5, 0.0)]);
        assert!(shares.iter().all(|share| (share - 1.0 / 3.0).abs() < 0.02), "{shares:?}");
    }

    #[test]
    fn a_strategy_that_runs_dry_is_left() {
        let mut bandit = Bandit::new(2, 1);
        let mut late = [0, 0];
        for turn in 0..2000 {
            let arm = bandit.choose(&|_| true).unwrap();
            let dry = arm == 0 && turn > 400;
            bandit.learn(arm, if dry { 0.0 } else { [5.0, 1.0][arm] }, 0.5);
            if turn > 1000 {
                late[arm] += 1;
            }
        }
        assert!(late[1] > 2 * late[0], "{late:?}");
    }

    #[test]
    fn targets_that_show_more_get_more_within_bounds() {
        let mut bandit = Bandit::new(1, 3);
        assert_eq!(bandit.weight(0, 0), 1.0);
        for (target, reward) in [(0, 100.0), (1, 1.0), (2, 10.0)] {
            bandit.learn_target(0, target, reward, 2.0);
        }
        let [a, b, c] = [0, 1, 2].map(|target| bandit.weight(0, target));
        assert!(a > 2.0 && a <= MOST_WEIGHT && b == 1.0 / MOST_WEIGHT && c < 1.0, "{a} {b} {c}");
    }
}
