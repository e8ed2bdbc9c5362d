//! Cores that are none, made small: every smaller script has the target give a core again that has a model, or that names
//! what is not there.

use oracle::{Class, Core, Evidence, core_script, weigh};
use reduce::{Broken, Patience, Predicate, Shows, Subject};
use smtlib::Script;
use solver::backend::OpenError;
use strategy::{Check, Test, Truth};

use super::smaller::shrink;
use super::{Means, Smaller};
use crate::contestant::Contestant;
use crate::cores::{Question, evidence};
use crate::lane::{Fit, Lane};
use crate::plan::Way;

/// The smallest script whose core is still none. `witness` satisfies the core of the test; without it, that core names what
/// is not there.
pub fn reduce_core(
    target: &Contestant,
    test: &Test,
    witness: Option<&str>,
    means: &Means<'_>,
) -> Result<Option<Smaller>, OpenError> {
    let Ok(script) = Script::parse(&test.text) else { return Ok(None) };
    let others = means.references.iter().filter(|it| it.name != target.name);
    let others = others.map(|it| Lane::open(it, Way::Auto, means.limits));
    let mut trial = CoreTrial {
        target: Lane::open(target, Way::Auto, &means.hurried())?,
        others: others.collect::<Result<_, _>>()?,
        witness: witness.map(str::to_owned),
        evidence: None,
    };
    let Some(reduced) = shrink(script, &mut trial, means) else { return Ok(None) };
    if reduced.progress.accepted == 0 {
        return Ok(None);
    }
    let smaller = Smaller::new(&reduced.subject.script, target);
    Ok(Some(Smaller { witness: trial.witness, evidence: trial.evidence, ..smaller }))
}

struct CoreTrial<'b> {
    target: Lane<'b>,
    others: Vec<Lane<'b>>,
    /// What satisfies the core of the script so far, where that is what is wrong with it.
    witness: Option<String>,
    evidence: Option<String>,
}

/// A core that is none: why, and what satisfies it.
type Wrong = (String, Option<String>);

impl CoreTrial<'_> {
    fn wrong(&mut self, subject: &Subject, fresh: bool) -> Result<Option<Wrong>, OpenError> {
        let fit = self.target.fit(&subject.script)?;
        if fit == Fit::Not {
            return Ok(None);
        }
        let test = test_of(subject);
        let examined = match fresh {
            true => self.target.run_fresh(&test, fit, "")?,
            false => self.target.run(&test, fit, "")?,
        };
        if self.witness.is_none() {
            let stranger = examined.findings.into_iter().find(|it| it.class == Class::Core);
            return Ok(stranger.map(|finding| (finding.evidence, None)));
        }
        for core in examined.cores {
            if let Some(model) = self.model(&test, &core)? {
                return Ok(Some((evidence(core.check, &core.names), Some(model))));
            }
        }
        Ok(None)
    }

    /// A model of a core: the one before, as long as it does; evaluation is cheaper than any solver.
    fn model(&mut self, test: &Test, core: &Core) -> Result<Option<String>, OpenError> {
        let satisfies = |model: &&String| {
            let text = core_script(&test.text, core);
            text.is_some_and(|text| weigh(&text, 0, model) == Evidence::Satisfies)
        };
        if let Some(model) = self.witness.as_ref().filter(satisfies) {
            return Ok(Some(model.clone()));
        }
        let Some(question) = Question::new(test, core) else { return Ok(None) };
        for lane in [&mut self.target].into_iter().chain(&mut self.others) {
            if let Some(witness) = question.model_by(lane, false)? {
                return Ok(Some(witness.model.clone()));
            }
        }
        Ok(None)
    }
}

impl Predicate for CoreTrial<'_> {
    fn holds(&mut self, subject: &Subject, _: Patience) -> Result<Shows, Broken> {
        let wrong = self.wrong(subject, false).map_err(|error| Broken(error.to_string()))?;
        Ok(wrong.is_some().into())
    }

    fn confirms(&mut self, subject: &Subject) -> Result<bool, Broken> {
        let wrong = self.wrong(subject, true).map_err(|error| Broken(error.to_string()))?;
        let Some((evidence, witness)) = wrong else { return Ok(false) };
        (self.evidence, self.witness) = (Some(evidence), witness);
        Ok(true)
    }
}

/// A smaller script as a test of which nothing is known.
pub(super) fn test_of(subject: &Subject) -> Test {
    let checks = subject.script.commands.iter().filter(|command| command.is_check());
    let checks = checks.map(|_| Check { truth: Truth::Unknown, model: false }).collect();
    Test { text: subject.text.clone(), checks, by_script: true, ..Test::default() }
}
