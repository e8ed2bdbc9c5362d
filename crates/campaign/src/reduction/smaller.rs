//! Findings made small, and what that may take.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use reduce::{Ended, Observer, Predicate, Progress, Reduced, Settings, Subject, reduce};
use smtlib::{Printer, Script};
use solver::process::Limits;

use super::patience;
use crate::confirmed::by_standard;
use crate::contestant::Contestant;

/// A finding made small.
#[derive(Clone, Debug)]
pub struct Smaller {
    /// The script.
    pub script: Script,
    /// As it was sent to the target.
    pub text: Vec<u8>,
    /// The same by the standard, where the target has other escapes in its strings.
    pub standard: Option<Vec<u8>>,
    /// What satisfies it, where that matters: of a core, what satisfies the core.
    pub witness: Option<String>,
    /// The target, with no more options than it takes to show it, here and in the test itself.
    pub target: String,
    /// What was seen of it, where that is another thing than was seen of the test.
    pub evidence: Option<String>,
    /// The same question in plain words, where the script asks it in a guise.
    pub plain: Option<Vec<u8>>,
}

impl Smaller {
    /// A script as a target is given it.
    pub(crate) fn new(script: &Script, target: &Contestant) -> Smaller {
        let mut text = Vec::new();
        Printer::new().dialect(target.knowledge.dialect().clone()).script(script, &mut text);
        let standard = by_standard(target, &text, &Subject::new(script.clone()).text);
        let (script, target) = (script.clone(), target.name.clone());
        Smaller { script, text, standard, witness: None, target, evidence: None, plain: None }
    }
}

/// What a reduction may use.
#[derive(Clone, Copy, Debug)]
pub struct Means<'a> {
    /// Solvers that may be asked what is right.
    pub references: &'a [Contestant],
    /// What a run of the target may use.
    pub limits: &'a Limits,
    /// How long the test took.
    pub golden: Duration,
    /// When to be done.
    pub deadline: Instant,
    /// Set when all is to stop.
    pub stop: &'a AtomicBool,
}

impl Means<'_> {
    /// What a run of the target on a smaller script may use.
    pub(super) fn hurried(&self) -> Limits {
        Limits { wall: self.limits.wall.min(patience(self.golden)), ..self.limits.clone() }
    }
}

/// The smallest script for which a predicate holds; nothing where it does not hold for the script itself. The script was
/// seen to show it once: a candidate becomes a finding only by a new process.
pub(super) fn shrink(script: Script, predicate: &mut dyn Predicate, means: &Means<'_>) -> Option<Reduced> {
    let settings = Settings { stop: means.stop, deadline: Some(means.deadline), seen: 1 };
    let reduced = reduce(script, vec![Box::new(predicate)], settings, &mut Nobody);
    matches!(reduced.ended, Ended::Fixpoint | Ended::OutOfTime | Ended::Stopped).then_some(reduced)
}

struct Nobody;

impl Observer for Nobody {
    fn progress(&mut self, _: &Progress) {}
    fn accepted(&mut self, _: &Subject) {}
}
