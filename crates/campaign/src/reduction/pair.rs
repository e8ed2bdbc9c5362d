//! Contradictions made small: a script to which the target gives two answers, by two guises or two configurations.

use oracle::left_open;
use reduce::{Broken, Patience, Predicate, Shows, Subject};
use smtlib::Script;
use solver::answer::Reply;
use solver::backend::OpenError;
use strategy::Guise;

use super::core::test_of;
use super::smaller::shrink;
use super::{Means, Smaller};
use crate::contestant::Contestant;
use crate::lane::Lane;
use crate::plan::Way;

/// Two ways to ask the same, and what is said.
pub struct TwoAnswers<'a> {
    /// The one that is shown: a target, and the guise in which it is asked.
    pub shown: (&'a Contestant, Option<Guise>),
    /// The one that it contradicts, which is asked in plain words.
    pub other: &'a Contestant,
    /// What the one says.
    pub wrong: Reply,
    /// What the other says.
    pub right: Reply,
}

/// The smallest script to which the two still give these answers. `text` is what the other is asked.
pub fn reduce_pair(
    asked: &TwoAnswers<'_>,
    text: &[u8],
    means: &Means<'_>,
) -> Result<Option<Smaller>, OpenError> {
    let Ok(script) = Script::parse(text) else { return Ok(None) };
    let limits = means.hurried();
    let (contestant, guise) = asked.shown;
    let mut trial = PairTrial {
        asked,
        shown: Lane::open(contestant, Way::Auto, &limits)?,
        other: Lane::open(asked.other, Way::Auto, &limits)?,
        // What solvers may differ in must not come in by the way.
        closed: left_open(&script).is_none(),
    };
    let Some(reduced) = shrink(script, &mut trial, means) else { return Ok(None) };
    let Some(shown) = disguised(&reduced.subject, guise) else { return Ok(None) };
    if reduced.progress.accepted == 0 {
        return Ok(None);
    }
    let plain = guise.map(|_| Smaller::new(&reduced.subject.script, asked.other).text);
    Ok(Some(Smaller { plain, ..Smaller::new(&shown.script, contestant) }))
}

struct PairTrial<'b> {
    asked: &'b TwoAnswers<'b>,
    shown: Lane<'b>,
    other: Lane<'b>,
    closed: bool,
}

impl PairTrial<'_> {
    fn shows(&mut self, subject: &Subject, fresh: bool) -> Result<bool, OpenError> {
        if self.closed && left_open(&subject.script).is_some() {
            return Ok(false);
        }
        let Some(disguised) = disguised(subject, self.asked.shown.1) else { return Ok(false) };
        let TwoAnswers { wrong, right, .. } = *self.asked;
        let one = answers(&mut self.shown, &disguised, fresh)?;
        if !one.contains(&wrong) {
            return Ok(false);
        }
        let other = answers(&mut self.other, subject, fresh)?;
        Ok(one.iter().zip(&other).any(|(one, other)| (*one, *other) == (wrong, right)))
    }
}

impl Predicate for PairTrial<'_> {
    fn holds(&mut self, subject: &Subject, _: Patience) -> Result<Shows, Broken> {
        self.shows(subject, false).map(Shows::from).map_err(|error| Broken(error.to_string()))
    }

    fn confirms(&mut self, subject: &Subject) -> Result<bool, Broken> {
        self.shows(subject, true).map_err(|error| Broken(error.to_string()))
    }
}

/// A script in a guise, if it can be put in it.
fn disguised(subject: &Subject, guise: Option<Guise>) -> Option<Subject> {
    let Some(guise) = guise else { return Some(subject.clone()) };
    let test = guise.of(&test_of(subject))?;
    Some(Subject { script: Script::parse(&test.text).ok()?, text: test.text })
}

/// The answers that count; none where it cannot be asked.
fn answers(lane: &mut Lane<'_>, subject: &Subject, fresh: bool) -> Result<Vec<Reply>, OpenError> {
    let given = lane.give(&subject.script, &subject.text, fresh)?;
    Ok(if given { lane.sound_answers() } else { Vec::new() })
}
