//! How often to come by inputs in which way: anew, or by one of several changes of what is kept.

use strategy::Dice;

/// A way to come by inputs.
#[derive(Clone, Copy, Debug, Default)]
struct Way {
    seconds: f64,
    new: f64,
}

/// What was seen this long ago, in the worker's seconds, counts half: where every visit shows something or nothing.
const HALF_LIFE: f64 = 30.0;
/// Every way gets at least this part of an equal share: each may run dry for a while.
const LEAST: f64 = 0.2;

/// Shares the visits among ways, by what is new per second.
#[derive(Clone, Debug)]
pub struct Balance {
    ways: Vec<Way>,
    half_life: f64,
}

impl Balance {
    /// So many ways, all alike.
    pub fn new(ways: usize) -> Balance {
        Balance { ways: vec![Way::default(); ways], half_life: HALF_LIFE }
    }

    /// The same with a longer memory, for what is seen seldom.
    pub fn remembering(self, half_life: f64) -> Balance {
        Balance { half_life, ..self }
    }

    /// Takes in what inputs of one way showed.
    pub fn learn(&mut self, way: usize, new: usize, seconds: f64) {
        let fading = 0.5_f64.powf(seconds / self.half_life);
        for way in &mut self.ways {
            way.seconds *= fading;
            way.new *= fading;
        }
        if let Some(way) = self.ways.get_mut(way) {
            way.seconds += seconds;
            way.new += new as f64;
        }
    }

    /// The share of each way; together 1.
    pub fn shares(&self) -> Vec<f64> {
        let rate = |way: &Way| if way.seconds > 0.0 { way.new / way.seconds } else { 0.0 };
        let all: f64 = self.ways.iter().map(rate).sum();
        let equal = 1.0 / self.ways.len().max(1) as f64;
        let own = |way: &Way| if all > 0.0 { rate(way) / all } else { equal };
        self.ways.iter().map(|way| LEAST * equal + (1.0 - LEAST) * own(way)).collect()
    }

    /// The way that has had the least of its share of the time; chance decides among equals. Visits differ in length, so that
    /// to draw by shares would give most of the time to those who take long.
    pub fn choose(&self, dice: &mut Dice) -> usize {
        self.choose_by(&self.shares(), dice)
    }

    /// The same by other shares than its own.
    pub fn choose_by(&self, shares: &[f64], dice: &mut Dice) -> usize {
        let had: Vec<f64> = self.ways.iter().zip(shares).map(|(way, share)| way.seconds / share).collect();
        let least = had.iter().copied().fold(f64::INFINITY, f64::min);
        let equals: Vec<usize> = (0..had.len()).filter(|&way| had[way] <= least).collect();
        dice.pick(&equals).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_better_way_gets_more_and_every_way_gets_some() {
        let mut balance = Balance::new(2);
        assert_eq!(balance.shares(), [0.5, 0.5]);
        for _ in 0..100 {
            balance.learn(0, 1, 1.0);
            balance.learn(1, 4, 1.0);
        }
        assert!((0.2..0.3).contains(&balance.shares()[0]), "{balance:?}");
        for _ in 0..500 {
            balance.learn(1, 0, 1.0);
        }
        assert!(balance.shares()[0] > 0.5, "{balance:?}");
        for _ in 0..50 {
            balance.learn(0, 9, 1.0);
        }
        let shares = balance.shares();
        assert!((shares[1] - 0.1).abs() < 1e-3 && (shares[0] + shares[1] - 1.0).abs() < 1e-6, "{shares:?}");
    }

    #[test]
    fn time_is_shared_and_not_visits() {
        let mut balance = Balance::new(3);
        let mut dice = Dice::new(&[5]);
        let mut spent = [0.0; 3];
        for _ in 0..3000 {
            let way = balance.choose(&mut dice);
            // The second is four times as good as the others, the third takes ten times as long for the same.
            let (new, seconds) = [(1, 0.01), (4, 0.01), (10, 0.1)][way];
            balance.learn(way, new, seconds);
            spent[way] += seconds;
        }
        let all: f64 = spent.iter().sum();
        let shares = spent.map(|it| it / all);
        assert!((0.5..0.7).contains(&shares[1]) && (shares[0] - shares[2]).abs() < 0.1, "{shares:?}");
    }
}
