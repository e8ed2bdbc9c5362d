//! What is new about what targets do.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use oracle::{Examined, Signature};
use solver::run::{Outcome, Run};

/// Behaviour that one worker has seen.
#[derive(Debug, Default)]
pub struct Behaviours(HashSet<u64>);

/// More than this are not told apart any more.
const MOST: usize = 1 << 20;
/// What a new bug is worth, in pieces of new behaviour.
pub const BUG: f64 = 50.0;

impl Behaviours {
    /// Whether a target has not been seen to do this: by its own counters where it gave them, else by its answers to tests
    /// of this source.
    pub fn is_new(&mut self, target: usize, source: usize, examined: &Examined, run: &Run) -> bool {
        let mut hash = DefaultHasher::new();
        target.hash(&mut hash);
        for reply in &examined.said {
            reply.word().hash(&mut hash);
        }
        match &run.statistics {
            Some(statistics) => statistics.fingerprint().hash(&mut hash),
            None => (source, outcome(&run.outcome), examined.rejection.is_some()).hash(&mut hash),
        }
        self.add(hash.finish())
    }

    /// Whether a bug has not been seen.
    pub fn is_new_bug(&mut self, signature: &Signature) -> bool {
        let mut hash = DefaultHasher::new();
        signature.hash(&mut hash);
        self.add(hash.finish())
    }

    fn add(&mut self, hash: u64) -> bool {
        self.0.len() < MOST && self.0.insert(hash)
    }
}

fn outcome(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Finished => "finished",
        Outcome::Failed(_) => "failed",
        Outcome::Crashed(_) => "crashed",
        Outcome::Exceeded(_) => "exceeded",
        Outcome::Killed(_) => "killed",
        Outcome::NotStarted(_) => "not started",
    }
}

#[cfg(test)]
mod tests {
    use solver::answer::{Reply, Statistics};

    use super::*;

    #[test]
    fn counters_tell_more_than_answers() {
        let mut seen = Behaviours::default();
        let said = |reply| Examined { said: vec![reply], ..Examined::default() };
        let plain = Run::default();
        assert!(seen.is_new(0, 0, &said(Reply::Sat), &plain));
        assert!(!seen.is_new(0, 0, &said(Reply::Sat), &plain));
        assert!(seen.is_new(0, 0, &said(Reply::Unsat), &plain));
        assert!(seen.is_new(1, 0, &said(Reply::Sat), &plain));
        assert!(seen.is_new(0, 1, &said(Reply::Sat), &plain));
        let counted =
            |text: &str| Run { statistics: Some(Statistics::read(text.as_bytes())), ..Run::default() };
        assert!(seen.is_new(0, 0, &said(Reply::Sat), &counted("(:conflicts 1)")));
        assert!(seen.is_new(0, 0, &said(Reply::Sat), &counted("(:conflicts 9)")));
        // Counters say the same of any source.
        assert!(!seen.is_new(0, 7, &said(Reply::Sat), &counted("(:conflicts 9)")));
    }
}
