//! What is known of a candidate that was looked at again.

use oracle::{Class, Finding, Signature};
use strategy::{Check, Previous, Provenance, Test, Truth};

use crate::contestant::Contestant;
use crate::lane::Lane;
use crate::reduction::Smaller;

/// A candidate after confirmation.
#[derive(Clone, Debug)]
pub struct Confirmed {
    /// What became of it.
    pub verdict: Verdict,
    /// What was found.
    pub finding: Finding,
    /// What it has in common with other findings of the same bug.
    pub signature: Signature,
    /// The target.
    pub target: String,
    /// The bytes that show it.
    pub text: Vec<u8>,
    /// The same by the standard, where the target has other escapes in its strings.
    pub standard: Option<Vec<u8>>,
    /// A smaller script that shows it too.
    pub smaller: Option<Smaller>,
    /// The right answers.
    pub answers: Vec<&'static str>,
    /// The witness, for satisfiable checks.
    pub witness: Option<String>,
    /// What the target printed.
    pub stdout: Vec<u8>,
    /// What it printed as errors.
    pub stderr: Vec<u8>,
    /// How it ended.
    pub outcome: String,
    /// How to make the test again.
    pub provenance: Provenance,
    /// The script that is decided one step before, where that is what was found.
    pub previous: Option<Previous>,
    /// The target that takes less time, where that is what was found.
    pub neighbour: Option<String>,
}

/// What became of a candidate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is a finding.
    Confirmed,
    /// A fresh process does not show it.
    NotAgain,
    /// Its truth did not stand up to a second look, for this reason: a bug of ours.
    Doubtful(String),
    /// It is nothing to report, for this reason.
    Excused(String),
}

impl Verdict {
    /// Why there is no finding, in a sentence.
    pub fn doubt(&self) -> Option<String> {
        match self {
            Verdict::Confirmed => None,
            Verdict::NotAgain => Some("a fresh process does not show it".to_owned()),
            Verdict::Doubtful(why) | Verdict::Excused(why) => Some(why.clone()),
        }
    }
}

impl Confirmed {
    /// A finding on a target, of which nothing else is known: what was printed, what is right and what it is called is
    /// added by those who know it.
    pub(crate) fn new(finding: Finding, target: &str, text: Vec<u8>, provenance: Provenance) -> Confirmed {
        Confirmed {
            verdict: Verdict::Confirmed,
            finding,
            signature: Signature(String::new()),
            target: target.to_owned(),
            text,
            standard: None,
            smaller: None,
            answers: Vec::new(),
            witness: None,
            stdout: Vec::new(),
            stderr: Vec::new(),
            outcome: String::new(),
            provenance,
            previous: None,
            neighbour: None,
        }
    }

    /// A test whose truth does not hold.
    pub fn doubtful(test: &Test, doubt: String) -> Confirmed {
        let finding = Finding { class: Class::Refutation, check: None, evidence: doubt.clone(), place: None };
        let (text, provenance) = (test.text.clone(), test.provenance.clone());
        Confirmed {
            verdict: Verdict::Doubtful(doubt),
            signature: Signature("ours".to_owned()),
            ..Confirmed::new(finding, "smtquake", text, provenance).of(test, &test.checks)
        }
    }

    /// What the target's last run, of a test with these checks, shows.
    pub(crate) fn shown(lane: &Lane<'_>, test: &Test, checks: &[Check], finding: Finding) -> Confirmed {
        let run = lane.last();
        let (target, text) = (&lane.contestant.name, lane.sent().to_vec());
        let standard = by_standard(lane.contestant, &text, &test.text);
        Confirmed {
            standard,
            stdout: run.stdout.clone(),
            stderr: run.stderr.clone(),
            outcome: format!("{:?}", run.outcome),
            ..Confirmed::new(finding, target, text, test.provenance.clone()).of(test, checks)
        }
    }

    /// With what is right of a test.
    fn of(mut self, test: &Test, checks: &[Check]) -> Confirmed {
        self.answers = answers(checks);
        self.witness = test.witness().map(|witness| witness.model.clone());
        self
    }
}

/// What a script is by the standard, where a target was sent it with other escapes in its strings.
pub(crate) fn by_standard(target: &Contestant, sent: &[u8], text: &[u8]) -> Option<Vec<u8>> {
    let legacy = target.knowledge.has_legacy_strings() && sent.contains(&b'"');
    (legacy && sent != text).then(|| text.to_vec())
}

fn answers(checks: &[Check]) -> Vec<&'static str> {
    let word = |check: &Check| match check.truth {
        Truth::Sat(_) | Truth::Weakened | Truth::Agreed => "sat",
        Truth::Unsat(_) => "unsat",
        Truth::Same(_) | Truth::Unknown => "unknown",
    };
    checks.iter().map(word).collect()
}
