//! Random regular expressions with the theory's definition of each operator, as a search over all ways to cut a
//! word: exponential, and nothing to get wrong.

use eval::regex::{Regex, Regexes};
use eval::text::Text;
use rand::Rng;

#[derive(Debug, Clone)]
pub enum Re {
    None,
    All,
    Allchar,
    Word(&'static str),
    Range(&'static str, &'static str),
    Concat(Vec<Re>),
    Union(Vec<Re>),
    Inter(Vec<Re>),
    Diff(Vec<Re>),
    Star(Box<Re>),
    Plus(Box<Re>),
    Opt(Box<Re>),
    Comp(Box<Re>),
    Power(Box<Re>, u64),
    Loop(Box<Re>, u64, u64),
    AtLeast(Box<Re>, u64),
}

pub fn text(letters: &str) -> Text {
    Text::from_chars(letters).expect("ASCII")
}

/// All words up to a length over `a`, `b`, which the expressions mention, and `z`, which stands for all others.
pub fn words(longest: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut last = all.clone();
    for _ in 0..longest {
        last = last.iter().flat_map(|word| ["a", "b", "z"].map(|letter| format!("{word}{letter}"))).collect();
        all.extend(last.iter().cloned());
    }
    all
}

impl Re {
    pub fn random(rng: &mut impl Rng, depth: u32) -> Re {
        let mut pick = |n: u64| rng.next_u64() % n;
        if depth == 0 || pick(6) == 0 {
            return match pick(10) {
                0 => Re::None,
                1 => Re::All,
                2 => Re::Allchar,
                3 => Re::Range("a", "b"),
                4 => Re::Range(["b", "", "ab", "a"][pick(4) as usize], ["a", "b", "ba"][pick(3) as usize]),
                _ => Re::Word(["", "a", "b", "ab", "ba", "aab"][pick(6) as usize]),
            };
        }
        let (kind, first, second) = (pick(14), pick(4), pick(4));
        let count = 1 + pick(3);
        let mut one = || Box::new(Re::random(rng, depth - 1));
        let mut many = || (0..=count.min(2)).map(|_| *one()).collect();
        match kind {
            0..=2 => Re::Concat(many()),
            3 | 4 => Re::Union(many()),
            5 => Re::Inter(many()),
            6 => Re::Diff(many()),
            7 => Re::Star(one()),
            8 => Re::Plus(one()),
            9 => Re::Opt(one()),
            10 => Re::Comp(one()),
            11 => Re::Power(one(), first),
            12 => Re::Loop(one(), first, second),
            _ => Re::AtLeast(one(), first),
        }
    }

    pub fn build(&self, regexes: &mut Regexes) -> Regex {
        let mut all = |parts: &[Re]| parts.iter().map(|part| part.build(regexes)).collect::<Vec<_>>();
        match self {
            Re::None => Regex::NONE,
            Re::All => Regex::ALL,
            Re::Allchar => Regex::ALLCHAR,
            Re::Word(word) => regexes.to_re(&text(word)),
            Re::Range(low, high) => regexes.range(&text(low), &text(high)),
            Re::Concat(parts) => {
                let parts = all(parts);
                regexes.concat(&parts)
            }
            Re::Union(parts) => {
                let parts = all(parts);
                regexes.union(&parts)
            }
            Re::Inter(parts) => {
                let parts = all(parts);
                regexes.inter(&parts)
            }
            Re::Diff(parts) => {
                let parts = all(parts);
                regexes.diff(&parts)
            }
            Re::Star(r) => {
                let r = r.build(regexes);
                regexes.star(r)
            }
            Re::Plus(r) => {
                let r = r.build(regexes);
                regexes.plus(r)
            }
            Re::Opt(r) => {
                let r = r.build(regexes);
                regexes.opt(r)
            }
            Re::Comp(r) => {
                let r = r.build(regexes);
                regexes.comp(r)
            }
            Re::Power(r, n) => {
                let r = r.build(regexes);
                regexes.power(r, *n)
            }
            Re::Loop(r, low, high) => {
                let r = r.build(regexes);
                regexes.repeat(r, *low, Some(*high))
            }
            Re::AtLeast(r, low) => {
                let r = r.build(regexes);
                regexes.repeat(r, *low, None)
            }
        }
    }

    pub fn has(&self, w: &str) -> bool {
        match self {
            Re::None => false,
            Re::All => true,
            Re::Allchar => w.len() == 1,
            Re::Word(word) => *word == w,
            Re::Range(low, high) => {
                low.len() == 1 && high.len() == 1 && w.len() == 1 && *low <= w && w <= *high
            }
            Re::Concat(parts) => concat_has(parts, w),
            Re::Union(parts) => parts.iter().any(|part| part.has(w)),
            Re::Inter(parts) => parts.iter().all(|part| part.has(w)),
            Re::Diff(parts) => parts[0].has(w) && !parts[1..].iter().any(|part| part.has(w)),
            Re::Star(r) => star_has(r, w),
            Re::Plus(r) => (0..=w.len()).any(|cut| r.has(&w[..cut]) && star_has(r, &w[cut..])),
            Re::Opt(r) => w.is_empty() || r.has(w),
            Re::Comp(r) => !r.has(w),
            Re::Power(r, n) => power_has(r, *n, w),
            Re::Loop(r, low, high) => (*low..=*high).any(|n| power_has(r, n, w)),
            Re::AtLeast(r, low) => {
                (0..=w.len()).any(|cut| power_has(r, *low, &w[..cut]) && star_has(r, &w[cut..]))
            }
        }
    }
}

fn concat_has(parts: &[Re], w: &str) -> bool {
    match parts {
        [] => w.is_empty(),
        [only] => only.has(w),
        [first, rest @ ..] => (0..=w.len()).any(|cut| first.has(&w[..cut]) && concat_has(rest, &w[cut..])),
    }
}

fn star_has(r: &Re, w: &str) -> bool {
    w.is_empty() || (1..=w.len()).any(|cut| r.has(&w[..cut]) && star_has(r, &w[cut..]))
}

fn power_has(r: &Re, n: u64, w: &str) -> bool {
    match n {
        0 => w.is_empty(),
        _ => (0..=w.len()).any(|cut| r.has(&w[..cut]) && power_has(r, n - 1, &w[cut..])),
    }
}
