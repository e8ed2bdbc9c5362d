//! From a candidate to a finding that nobody has to doubt.
//!
//! A fresh process must show it again, and the truth must hold on the very bytes: a witness by evaluation, a
//! refutation because no witness satisfies it. What does not stand up to this is counted and kept, but is no finding.
//! What shows only in a process that has seen the test before is one: a reset leaves nothing behind, by the standard.

use std::borrow::Cow;
use std::time::Duration;

use oracle::{Class, Finding, ModelVerdict, check_model};
use smtlib::Script;
use solver::answer::{Expected, Reply};
use solver::backend::OpenError;
use strategy::{Test, recheck, storm};

use crate::confirmed::{Confirmed, Verdict};
use crate::contestant::Contestant;
use crate::excuse::{self, excuse};
use crate::lane::{Fit, Lane};
use crate::plan::Way;
use crate::reduction::{Given, reduce_finding, remake};
use crate::workshop::Workshop;

/// What a finding says that shows only the second time.
const SECOND_TIME: &str = ", the second time, after a reset";

/// A candidate that a fresh process was asked about; neither small nor signed yet.
pub struct Again<'t> {
    /// What is known of it.
    pub confirmed: Confirmed,
    /// The test that shows it.
    pub shown: Cow<'t, Test>,
    /// Whether that is the original twice, with a reset in between.
    after_reset: bool,
    /// How long that took.
    pub golden: Duration,
}

impl Again<'_> {
    /// The family in its signature: what only a reset shows is another bug.
    pub fn family(&self, contestant: &Contestant) -> String {
        let family = contestant.family();
        if self.after_reset { format!("{family}{}", oracle::AFTER_RESET) } else { family.to_owned() }
    }
}

/// Looks at a candidate again, makes it small if it is a finding, and signs it.
pub fn confirm(
    lane: &mut Lane<'_>,
    test: &Test,
    fit: Fit,
    logic: &str,
    finding: &Finding,
    storm: Option<storm::Visit<'_>>,
    workshop: &mut Workshop<'_>,
) -> Result<Confirmed, OpenError> {
    let again = look_again(lane, test, fit, logic, finding, workshop.references())?;
    let family = again.family(lane.contestant);
    let Again { confirmed, shown, after_reset, golden } = again;
    let script = Script::parse(&shown.text).ok();
    workshop.finish(confirmed, &family, script.as_ref(), golden, |confirmed, means| {
        let remade = storm
            .filter(|_| !after_reset)
            .and_then(|storm| remake(Given { lane: &mut *lane, fit, logic }, storm, &shown, finding, means));
        reduce_finding(lane.contestant, remade.as_ref().unwrap_or(&shown), &confirmed.finding, means)
    })
}

/// Looks at a candidate again.
pub fn look_again<'t>(
    lane: &mut Lane<'_>,
    test: &'t Test,
    fit: Fit,
    logic: &str,
    finding: &Finding,
    references: &[Contestant],
) -> Result<Again<'t>, OpenError> {
    let mut same = again(lane, test, fit, logic, finding)?;
    let mut shown = Cow::Borrowed(test);
    let mut after_reset = false;
    if same.is_none()
        && !test.is_broken()
        && let Some(command) = lane.reset()
    {
        let twice = test.after_itself(command);
        let check = finding.check.map(|check| check + test.checks.len());
        same = again(lane, &twice, fit, logic, &Finding { check, ..finding.clone() })?;
        if let Some(finding) = &mut same {
            finding.evidence.push_str(SECOND_TIME);
            shown = Cow::Owned(twice);
            after_reset = true;
        }
    }
    let golden = lane.last().wall_time;
    let shown_finding = same.clone().unwrap_or_else(|| finding.clone());
    let mut confirmed = Confirmed::shown(lane, &shown, &shown.checks, shown_finding);
    confirmed.verdict = match same {
        None => Verdict::NotAgain,
        // A crash is wrong whatever the answer would be.
        Some(_) if matches!(finding.class, Class::Crash | Class::Parser) => Verdict::Confirmed,
        Some(_) => match recheck(&test.text, &test.checks) {
            Err(doubt) => Verdict::Doubtful(doubt.to_string()),
            Ok(()) if finding.class == Class::Incomplete => {
                excuse::verdict(excuse(lane, &confirmed.text, shown.is_incremental())?)
            }
            Ok(()) if test.rests_on_label() && finding.class != Class::Model => {
                label_holds(lane, test, references)?
            }
            Ok(()) => Verdict::Confirmed,
        },
    };
    Ok(Again { confirmed, shown, after_reset, golden })
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
