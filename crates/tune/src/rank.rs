//! The rank-sum test of Mann and Whitney: whether two samples of times differ.

/// By what chance two samples would differ so much, or more, if nothing made them differ (two-sided). Exact for samples
/// without ties and up to 20 each, else by the normal approximation with its corrections for ties and continuity.
pub fn rank_sum(one: &[f64], other: &[f64]) -> f64 {
    let (n, m) = (one.len(), other.len());
    if n == 0 || m == 0 {
        return 1.0;
    }
    let mut wins = 0.0;
    let mut tied = false;
    for a in one {
        for b in other {
            wins += if a > b { 1.0 } else { 0.0 };
            if a == b {
                wins += 0.5;
                tied = true;
            }
        }
    }
    let pairs = (n * m) as f64;
    let least = f64::min(wins, pairs - wins);
    if !tied && n <= 20 && m <= 20 { exact(n, m, least) } else { normal(one, other, least) }
}

/// Whether the times differ, at the level of the paper (p < 0.01).
pub fn differs(one: &[f64], other: &[f64]) -> bool {
    rank_sum(one, other) < 0.01
}

/// Counts the orders of the samples in which at most so many pairs are won.
fn exact(n: usize, m: usize, least: f64) -> f64 {
    // `ways[i][u]`: orders of i and j elements with u wins of the first, for the j under way.
    let most = n * m;
    let mut ways = vec![vec![0.0; most + 1]; n + 1];
    ways.iter_mut().for_each(|row| row[0] = 1.0);
    for j in 1..=m {
        for i in 1..=n {
            // The greatest is of the first sample, and wins against all of the second, or it is of the second.
            let mut next = ways[i].clone();
            for u in j..=most {
                next[u] += ways[i - 1][u - j];
            }
            ways[i] = next;
        }
    }
    let all: f64 = ways[n].iter().sum();
    let few: f64 = ways[n].iter().take(least.floor() as usize + 1).sum();
    (2.0 * few / all).min(1.0)
}

fn normal(one: &[f64], other: &[f64], least: f64) -> f64 {
    let (n, m) = (one.len() as f64, other.len() as f64);
    let mut all: Vec<f64> = one.iter().chain(other).copied().collect();
    all.sort_by(f64::total_cmp);
    let ties: f64 =
        all.chunk_by(|a, b| a == b).map(|tie| (tie.len() as f64).powi(3) - tie.len() as f64).sum();
    let total = n + m;
    let variance = n * m / 12.0 * ((total + 1.0) - ties / (total * (total - 1.0)));
    if variance <= 0.0 {
        return 1.0;
    }
    let z = ((least - n * m / 2.0).abs() - 0.5).max(0.0) / variance.sqrt();
    // Abramowitz and Stegun, 7.1.26, for the tails of the normal distribution.
    let x = z / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let polynomial = t
        * (0.254_829_592
            + t * (-0.284_496_736 + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))));
    (polynomial * (-x * x).exp()).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_of_the_test_are_met() {
        let low: Vec<f64> = (1..=5).map(f64::from).collect();
        let high: Vec<f64> = (6..=10).map(f64::from).collect();
        // 2 of the 252 orders of five and five are as extreme.
        assert!((rank_sum(&low, &high) - 2.0 / 252.0).abs() < 1e-12);
        assert!(differs(&low, &high) && differs(&high, &low));
        assert!(!differs(&low[..4], &high[..4]), "2 of 70 is not enough");
        // U = 2 of 20: Mann and Whitney's table has 0.032 for one side of 4 and 5.
        let (four, five) = ([1.0, 2.0, 3.0, 6.5], [4.0, 5.0, 7.0, 8.0, 9.0]);
        assert!((rank_sum(&four, &five) / 2.0 - 0.032).abs() < 0.001, "{}", rank_sum(&four, &five));
    }

    #[test]
    fn what_is_the_same_does_not_differ() {
        assert_eq!(rank_sum(&[1.0; 20], &[1.0; 20]), 1.0);
        assert!(!differs(&[1.0, 3.0, 5.0, 7.0, 9.0], &[2.0, 4.0, 6.0, 8.0, 10.0]));
        assert_eq!(rank_sum(&[], &[1.0]), 1.0);
    }

    #[test]
    fn ties_are_taken_into_account() {
        let (one, other) = ([1.0; 10], [[1.0; 2].as_slice(), &[2.0; 8]].concat());
        let p = rank_sum(&one, &other);
        assert!(p > 0.0001 && p < 0.01, "{p}");
    }
}
