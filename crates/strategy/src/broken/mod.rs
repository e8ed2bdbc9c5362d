//! Broken scripts, for the parsers of solvers (M7): characters, tokens, s-expressions, lines and commands out of place.
//!
//! A solver may refuse such a script with an error, or take what is left of it. It may not break, hang or eat all memory.
//! Nobody knows what its checks answer, if it has any left: such a test has none that is judged.

mod damage;
mod words;

use serde::{Deserialize, Serialize};

use crate::dice::Dice;
use crate::seed::Seed;
use crate::test::{Provenance, Test};
use damage::DAMAGES;

/// How much, and how often.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Bounds {
    /// Tests of a seed before the next one is visited.
    pub iterations: u64,
    /// What is broken in a test, at most.
    pub damages: usize,
    /// Tests without any check, in percent: what is slow there is slow for no reason.
    pub unchecked: u32,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds { iterations: 32, damages: 4, unchecked: 50 }
    }
}

/// A longer script is cut before it is broken: parsers break on the first kilobytes.
const MOST_BYTES: usize = 16 << 10;

/// A script to break.
pub struct Stock {
    text: Vec<u8>,
    number: u64,
    provenance: Provenance,
}

impl Stock {
    /// Takes a seed.
    pub fn new(seed: &Seed, campaign: u64) -> Stock {
        let mut text = seed.text();
        text.truncate(MOST_BYTES);
        Stock {
            text,
            number: seed.hash.number(),
            provenance: Provenance {
                strategy: "broken".into(),
                campaign,
                seed: seed.name.clone(),
                seed_hash: seed.hash.to_string().into(),
                ..Provenance::default()
            },
        }
    }

    /// About how much memory it takes.
    pub fn bytes(&self) -> usize {
        self.text.len() + 1024
    }

    /// Makes test number `instance` of visit number `visit`. The same numbers give the same test.
    pub fn test(&self, bounds: &Bounds, visit: u64, instance: u64, test: &mut Test) {
        test.clear();
        let mut dice = Dice::new(&[self.provenance.campaign, self.number, visit, instance]);
        test.text.extend_from_slice(&self.text);
        test.provenance.clone_from(&self.provenance);
        (test.provenance.visit, test.provenance.instance) = (visit, instance);
        if dice.chance(bounds.unchecked) {
            while let Some(at) = find(&test.text, b"(check-sat") {
                let end = test.text[at..].iter().position(|&byte| byte == b'\n');
                test.text.drain(at..end.map_or(test.text.len(), |end| at + end));
            }
        }
        for _ in 0..1 + dice.below(bounds.damages.max(1)) {
            let Some(damage) = dice.pick(DAMAGES) else { break };
            (damage.make)(&mut test.text, &mut dice);
            test.provenance.steps.push(damage.name.into());
        }
    }
}

fn find(text: &[u8], word: &[u8]) -> Option<usize> {
    text.windows(word.len()).position(|window| window == word)
}
