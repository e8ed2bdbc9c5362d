//! From a candidate to a finding that nobody has to doubt.
//!
//! A fresh process must show it again, and the truth must hold on the very bytes: a witness by evaluation, a
//! refutation because no witness satisfies it. What does not stand up to this is counted and kept, but is no finding.
//! What shows only in a process that has seen the test before is one: a reset leaves nothing behind, by the standard.

use std::borrow::Cow;

use oracle::{Class, Finding, ModelVerdict, Signature, check_model};
use smtlib::Script;
use solver::answer::{Expected, Reply};
use solver::backend::OpenError;
use strategy::{Check, Previous, Provenance, Test, Truth, recheck, storm};

use crate::lane::{Contestant, Fit, Lane};
use crate::plan::Way;
use crate::reduction::{Given, Smaller, reduce_finding, remake};
use crate::workshop::Workshop;

/// What a finding says that shows only the second time.
const AFTER_RESET: &str = ", the second time, after a reset";

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
    /// A test whose truth does not hold.
    pub fn doubtful(test: &Test, doubt: String) -> Confirmed {
        let finding = Finding { class: Class::Refutation, check: None, evidence: doubt.clone(), place: None };
        Confirmed {
            verdict: Verdict::Doubtful(doubt),
            signature: Signature("ours".to_owned()),
            target: "smtquake".to_owned(),
            text: test.text.clone(),
            smaller: None,
            answers: answers(&test.checks),
            witness: test.witness().map(|witness| witness.model.clone()),
            stdout: Vec::new(),
            stderr: Vec::new(),
            outcome: String::new(),
            provenance: test.provenance.clone(),
            previous: None,
            finding,
        }
    }

    /// What the target's last run, of a test with these checks, shows.
    pub(crate) fn shown(lane: &Lane<'_>, test: &Test, checks: &[Check], finding: Finding) -> Confirmed {
        let run = lane.last();
        Confirmed {
            verdict: Verdict::Confirmed,
            signature: Signature(String::new()),
            target: lane.contestant.name.clone(),
            smaller: None,
            answers: answers(checks),
            witness: test.witness().map(|witness| witness.model.clone()),
            stdout: run.stdout.clone(),
            stderr: run.stderr.clone(),
            outcome: format!("{:?}", run.outcome),
            provenance: test.provenance.clone(),
            previous: None,
            finding,
            text: lane.sent().to_vec(),
        }
    }
}

/// Looks at a candidate again.
pub fn confirm(
    lane: &mut Lane<'_>,
    test: &Test,
    fit: Fit,
    logic: &str,
    finding: &Finding,
    storm: Option<storm::Visit<'_>>,
    workshop: &mut Workshop<'_>,
) -> Result<Confirmed, OpenError> {
    let mut same = again(lane, test, fit, logic, finding)?;
    let mut shown = Cow::Borrowed(test);
    let mut reset = None;
    if same.is_none()
        && !test.is_broken()
        && let Some(command) = lane.reset()
    {
        let twice = test.after_itself(command);
        let check = finding.check.map(|check| check + test.checks.len());
        same = again(lane, &twice, fit, logic, &Finding { check, ..finding.clone() })?;
        if let Some(finding) = &mut same {
            finding.evidence.push_str(AFTER_RESET);
            shown = Cow::Owned(twice);
            reset = Some(command);
        }
    }
    let golden = lane.last().wall_time;
    let shown_finding = same.clone().unwrap_or_else(|| finding.clone());
    let mut confirmed = Confirmed::shown(lane, test, &shown.checks, shown_finding);
    confirmed.verdict = match same {
        None => Verdict::NotAgain,
        // A crash is wrong whatever the answer would be.
        Some(_) if matches!(finding.class, Class::Crash | Class::Parser) => Verdict::Confirmed,
        Some(_) => match recheck(&test.text, &test.checks) {
            Err(doubt) => Verdict::Doubtful(doubt.to_string()),
            Ok(()) if finding.class == Class::Incomplete => excuse(lane, &confirmed.text, &shown.checks)?,
            Ok(()) if test.rests_on_label() && finding.class != Class::Model => {
                label_holds(lane, test, workshop.references())?
            }
            Ok(()) => Verdict::Confirmed,
        },
    };
    let family = lane.contestant.family().to_owned();
    let family = if reset.is_some() { format!("{family} after reset") } else { family };
    let sign = |target: &str, script: Option<&Script>| {
        Signature::of(&confirmed.finding, &family, options_of(target), script)
    };
    let first = sign(&confirmed.target, Script::parse(&shown.text).ok().as_ref());
    let mut signature = first.clone();
    if confirmed.verdict == Verdict::Confirmed
        && let Some(means) = workshop.means_for(&first, finding.class, golden)
    {
        let remade = storm
            .filter(|_| reset.is_none())
            .and_then(|storm| remake(Given { lane: &mut *lane, fit, logic }, storm, &shown, finding, &means));
        let test = remade.as_ref().unwrap_or(&shown);
        let smaller = reduce_finding(lane.contestant, test, &confirmed.finding, &means)?;
        if let Some(smaller) = smaller {
            signature = sign(&smaller.target, Some(&smaller.script));
            confirmed.target.clone_from(&smaller.target);
            confirmed.smaller = Some(smaller);
        }
        workshop.done(&signature);
    }
    confirmed.signature = signature;
    Ok(confirmed)
}

/// The finding in a fresh process, if it is shown.
fn again(
    lane: &mut Lane<'_>,
    test: &Test,
    fit: Fit,
    logic: &str,
    finding: &Finding,
) -> Result<Option<Finding>, OpenError> {
    let limits = lane.limits().clone();
    if finding.class == Class::Parser {
        // A busy machine is not the solver's fault.
        lane.set_time(limits.wall.saturating_mul(4));
    }
    let examined = lane.run_fresh(test, fit, logic);
    lane.set_limits(limits);
    Ok(examined?.findings.into_iter().find(|other| is_same(other, finding)))
}

/// Whether two findings on one test are the same.
pub(crate) fn is_same(one: &Finding, other: &Finding) -> bool {
    one.class == other.class && one.check == other.check && one.place == other.place
}

/// Whether nobody contradicts a truth that rests on a label: no other solver agrees with the target, and no model of the
/// target's satisfies the script.
fn label_holds(lane: &mut Lane<'_>, test: &Test, references: &[Contestant]) -> Result<Verdict, OpenError> {
    let doubtful = |why: String| Ok(Verdict::Doubtful(format!("the label or a rule is wrong: {why}")));
    let Ok(script) = Script::parse(&test.text) else { return doubtful("the test does not parse".to_owned()) };
    let wrong = lane.last().answers(lane.expected()).next();
    for reference in references.iter().filter(|reference| reference.name != lane.contestant.name) {
        let mut other = Lane::open(reference, Way::Spawn, lane.limits())?;
        if other.give(&script, &test.text, true)?
            && wrong.is_some()
            && other.last().answers(other.expected()).next() == wrong
        {
            return doubtful(format!("{} agrees with the target", reference.name));
        }
    }
    if wrong == Some(Reply::Sat) {
        let mut asked = b"(set-option :produce-models true)\n".to_vec();
        asked.extend_from_slice(lane.sent());
        asked.extend_from_slice(b"(get-model)\n");
        let reply = lane.ask(&asked, false, &[Expected::Silent, Expected::CheckSat, Expected::Model])?;
        let text = String::from_utf8_lossy(&reply);
        let model = text.split_once("sat").map_or("", |(_, model)| model);
        if check_model(&asked, 0, model) == ModelVerdict::Holds {
            return doubtful("the target's model satisfies the test".to_owned());
        }
    }
    Ok(Verdict::Confirmed)
}

/// `unknown` for lack of time, memory or steps is nothing to report.
pub(crate) fn excuse(lane: &mut Lane<'_>, text: &[u8], checks: &[Check]) -> Result<Verdict, OpenError> {
    const EXCUSES: &[&str] = &["timeout", "canceled", "resource", "memout", "memory", "interrupted", "limit"];
    let mut asked = text.to_vec();
    asked.extend_from_slice(b"(get-info :reason-unknown)\n");
    let reply = lane.ask(&asked, checks.len() > 1, &[Expected::Info])?;
    let reason = String::from_utf8_lossy(&reply).to_lowercase();
    Ok(match EXCUSES.iter().find(|excuse| reason.contains(*excuse)) {
        Some(excuse) => Verdict::Excused(format!("unknown because of {excuse}")),
        None => Verdict::Confirmed,
    })
}

fn answers(checks: &[Check]) -> Vec<&'static str> {
    let word = |check: &Check| match check.truth {
        Truth::Sat(_) | Truth::Weakened | Truth::Agreed => "sat",
        Truth::Unsat(_) => "unsat",
        Truth::Same(_) | Truth::Unknown => "unknown",
    };
    checks.iter().map(word).collect()
}

/// The options in a target's name.
pub(crate) fn options_of(name: &str) -> &str {
    name.split_once('[').map_or("", |(_, options)| options.trim_end_matches(']'))
}
