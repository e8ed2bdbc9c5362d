//! One disagreement.

use std::sync::Arc;

use oracle::{Class, Conflict, Evidence, Finding, Signature, Voice, believed, left_open, weigh};
use smtlib::Script;
use solver::answer::{Expected, Reply};
use solver::backend::OpenError;
use strategy::{Check, Refutation, Test, Truth, Witness};

use crate::confirm::{Again, confirm, look_again};
use crate::confirmed::{Confirmed, Verdict};
use crate::contestant::Contestant;
use crate::lane::{Fit, Lane};
use crate::plan::Way;
use crate::reduction::{TwoAnswers, reduce_finding, reduce_pair};
use crate::workshop::Workshop;

/// One who takes part.
pub(super) struct Party<'l, 'a> {
    pub(super) lane: &'l mut Lane<'a>,
    pub(super) fit: Fit,
}

/// What a conflict is about.
pub(crate) struct Case<'t> {
    check: usize,
    /// The script up to that check.
    pub(crate) script: Script,
    /// The same as a test, whose truth is to be found.
    pub(crate) plain: Test,
    /// With a model asked for.
    pub(crate) asking: Test,
    test: &'t Test,
}

/// What was said again, by fresh processes.
#[derive(Default)]
struct Hearing {
    sat: Vec<usize>,
    unsat: Vec<usize>,
    /// What the models of those who say `sat` are worth.
    evidence: Vec<(usize, Evidence)>,
    /// One that satisfies everything.
    witness: Option<Arc<Witness>>,
}

impl<'t> Case<'t> {
    /// The part of a test that a check is about.
    pub(crate) fn new(test: &'t Test, check: usize) -> Option<Case<'t>> {
        let whole = Script::parse(&test.text).ok()?;
        let mut checks = whole.commands.iter().enumerate().filter(|(_, command)| command.is_check());
        let (at, _) = checks.nth(check)?;
        let end = whole.command_spans.get(at)?.end as usize;
        let mut text = test.text.get(..end)?.to_vec();
        text.push(b'\n');
        let script = Script::parse(&text).ok()?;
        let mut known: Vec<Check> = test.checks.get(..=check)?.to_vec();
        known[check].model = false;
        let (provenance, by_script) = (test.provenance.clone(), test.by_script);
        let plain = Test { text, checks: known, provenance, by_script, previous: None };
        let mut asking = plain.clone();
        asking.text =
            [b"(set-option :produce-models true)\n", plain.text.as_slice(), b"(get-model)\n"].concat();
        asking.checks[check].model = true;
        Some(Case { check, script, plain, asking, test })
    }

    /// What comes of it.
    pub(super) fn settle(
        &self,
        parties: &mut [Party<'_, '_>],
        conflict: &Conflict,
        workshop: &mut Workshop<'_>,
    ) -> Result<Vec<Confirmed>, OpenError> {
        for party in parties.iter_mut() {
            if party.lane.contestant.trusted {
                party.fit = party.lane.fit(&self.script)?;
            }
        }
        let hearing = self.ask_again(parties, conflict)?;
        let mut found = Vec::new();
        for (i, _) in hearing.evidence.iter().filter(|(_, evidence)| *evidence == Evidence::Falsifies) {
            let finding = self.finding(Class::Model, String::new());
            let Party { lane, fit } = &mut parties[*i];
            found.push(confirm(lane, &self.asking, *fit, "", &finding, None, workshop)?);
        }
        let quarrel = self.quarrel(parties, &hearing, conflict);
        let verdict = |verdict: Verdict| vec![self.unsettled(parties, &conflict.unsat, verdict, &quarrel)];
        if hearing.sat.is_empty() || hearing.unsat.is_empty() {
            found.extend(verdict(Verdict::NotAgain));
            return Ok(found);
        }
        let (truth, class, accused) = match self.truth(parties, &hearing, workshop)? {
            Ok(truth) => {
                let refuted = matches!(truth, Truth::Unsat(_));
                let class = if refuted { Class::Solution } else { Class::Refutation };
                (truth, class, if refuted { &hearing.sat } else { &hearing.unsat })
            }
            Err(_) if is_one_release(parties, &hearing) => {
                // Nobody knows who is right, and the solver is wrong in any case: those with more options are shown.
                let options = |side: &[usize]| side.iter().map(|&i| parties[i].settings()).max();
                let (truth, accused) = match options(&hearing.sat) > options(&hearing.unsat) {
                    true => (Truth::Unsat(Refutation::Agreed), &hearing.sat),
                    false => (Truth::Agreed, &hearing.unsat),
                };
                (truth, Class::Contradiction, accused)
            }
            Err(why) => {
                found.extend(verdict(Verdict::Excused(why)));
                return Ok(found);
            }
        };
        let mut decided = self.plain.clone();
        let by_witness = matches!(truth, Truth::Sat(_));
        let wrong = if matches!(truth, Truth::Unsat(_)) { Class::Solution } else { Class::Refutation };
        decided.checks[self.check].truth = truth;
        let contradicted =
            *if wrong == Class::Solution { &hearing.unsat } else { &hearing.sat }.first().unwrap_or(&0);
        let other = parties[contradicted].lane.contestant;
        for &i in accused {
            let Party { lane, fit } = &mut parties[i];
            let finding = self.finding(wrong, quarrel.clone());
            let again = look_again(lane, &decided, *fit, "", &finding, workshop.references())?;
            let (family, contestant) = (again.family(lane.contestant), lane.contestant);
            let Again { mut confirmed, shown, golden, .. } = again;
            confirmed.finding.class = class;
            confirmed.finding.evidence.clone_from(&quarrel);
            if by_witness {
                confirmed.finding.evidence.push_str("; a model of the former satisfies it, by evaluation");
            }
            let (wrong, right) = match wrong {
                Class::Solution => (Reply::Sat, Reply::Unsat),
                _ => (Reply::Unsat, Reply::Sat),
            };
            let asked = TwoAnswers { shown: (contestant, None), other, wrong, right };
            let script = Script::parse(&shown.text).ok();
            found.push(workshop.finish(
                confirmed,
                &family,
                script.as_ref(),
                golden,
                |_, means| match class {
                    Class::Contradiction => reduce_pair(&asked, &shown.text, means),
                    _ => reduce_finding(contestant, &shown, &finding, means),
                },
            )?);
        }
        Ok(found)
    }

    /// Has everybody say it again, and those who say `sat` show a model.
    fn ask_again(&self, parties: &mut [Party<'_, '_>], conflict: &Conflict) -> Result<Hearing, OpenError> {
        let mut hearing = Hearing::default();
        for &i in &conflict.sat {
            let Party { lane, fit } = &mut parties[i];
            let said = lane.run_fresh(&self.asking, *fit, "")?.said;
            if said.get(self.check) == Some(&Reply::Sat) {
                hearing.sat.push(i);
                if let Some(model) = last_model(lane) {
                    let evidence = weigh(&self.plain.text, self.check, &model);
                    if evidence == Evidence::Satisfies && hearing.witness.is_none() {
                        hearing.witness = Some(Arc::new(Witness { model }));
                    }
                    hearing.evidence.push((i, evidence));
                }
            } else if lane.run_fresh(&self.plain, *fit, "")?.said.get(self.check) == Some(&Reply::Sat) {
                hearing.sat.push(i);
            }
        }
        for &i in &conflict.unsat {
            let Party { lane, fit } = &mut parties[i];
            if lane.run_fresh(&self.plain, *fit, "")?.said.get(self.check) == Some(&Reply::Unsat) {
                hearing.unsat.push(i);
            }
        }
        Ok(hearing)
    }

    /// What is right, or why that is not known.
    fn truth(
        &self,
        parties: &[Party<'_, '_>],
        hearing: &Hearing,
        workshop: &Workshop<'_>,
    ) -> Result<Result<Truth, String>, OpenError> {
        if let Some(witness) = &hearing.witness {
            return Ok(Ok(Truth::Sat(Arc::clone(witness))));
        }
        let hinges = hearing.evidence.iter().find_map(|(_, evidence)| match evidence {
            Evidence::Hinges(what) => Some(what.clone()),
            _ => None,
        });
        if let Some(what) = hinges.or_else(|| left_open(&self.script)) {
            return Ok(Err(format!("the standard leaves open what it hinges on: {what}")));
        }
        let voice = |&i: &usize| parties[i].lane.contestant.voice();
        let mut sat: Vec<Voice<'_>> = hearing.sat.iter().map(voice).collect();
        let mut unsat: Vec<Voice<'_>> = hearing.unsat.iter().map(voice).collect();
        if believed(&sat, &unsat).is_none() {
            let limits = parties[0].lane.limits().clone();
            for reference in workshop.references() {
                if parties.iter().any(|party| party.lane.contestant.name == reference.name) {
                    continue;
                }
                let mut lane = Lane::open(reference, Way::Spawn, &limits)?;
                if !lane.give(&self.script, &self.plain.text, true)? {
                    continue;
                }
                match lane.sound_answers().get(self.check) {
                    Some(Reply::Sat) => sat.push(reference.voice()),
                    Some(Reply::Unsat) => unsat.push(reference.voice()),
                    _ => {}
                }
            }
        }
        Ok(match believed(&sat, &unsat) {
            Some(Reply::Sat) => Ok(Truth::Agreed),
            Some(_) => Ok(Truth::Unsat(Refutation::Agreed)),
            None => Err("nobody can tell who is right: name a solver to believe by `--reference`".to_owned()),
        })
    }

    /// Who says what.
    fn quarrel(&self, parties: &[Party<'_, '_>], hearing: &Hearing, conflict: &Conflict) -> String {
        let side = |now: &[usize], then: &[usize]| {
            let shown = if now.is_empty() { then } else { now };
            let names: Vec<&str> = shown.iter().map(|&i| parties[i].lane.contestant.name.as_str()).collect();
            names.join(" and ")
        };
        let (sat, unsat) = (side(&hearing.sat, &conflict.sat), side(&hearing.unsat, &conflict.unsat));
        format!("check {}: sat by {sat}, unsat by {unsat}", self.check + 1)
    }

    fn finding(&self, class: Class, evidence: String) -> Finding {
        Finding { class, check: Some(self.check), evidence, place: None }
    }

    /// A disagreement that is no finding.
    fn unsettled(
        &self,
        parties: &[Party<'_, '_>],
        unsat: &[usize],
        verdict: Verdict,
        quarrel: &str,
    ) -> Confirmed {
        let lane = &parties[unsat[0]].lane;
        let finding = self.finding(Class::Refutation, quarrel.to_owned());
        let signature = Signature::of(&finding, lane.contestant.family(), "", Some(&self.script));
        let shown = Confirmed::shown(lane, self.test, &self.plain.checks, finding);
        Confirmed { verdict, signature, text: self.plain.text.clone(), standard: None, ..shown }
    }
}

impl Party<'_, '_> {
    /// How many options it is run with.
    fn settings(&self) -> usize {
        self.lane.contestant.found.as_ref().map_or(0, |found| found.settings().len())
    }
}

/// Whether all who take part are one release of one solver, with other options.
fn is_one_release(parties: &[Party<'_, '_>], hearing: &Hearing) -> bool {
    let release = |&i: &usize| {
        let found = parties[i].lane.contestant.found.as_ref();
        found.map(|found: &solver::backend::Found| found.resolved.name.as_str())
    };
    let mut all = hearing.sat.iter().chain(&hearing.unsat).map(release);
    let first = all.next().flatten();
    first.is_some() && all.all(|name| name == first)
}

/// The model that a target printed last, if our evaluator reads it as it is meant.
pub(crate) fn last_model(lane: &Lane<'_>) -> Option<String> {
    let Contestant { knowledge, .. } = lane.contestant;
    if !knowledge.reads_strings_by_the_standard(lane.sent(), &lane.last().stdout) {
        return None;
    }
    let mut replies = lane.expected().iter().zip(&lane.last().replies).rev();
    let (_, reply) = replies.find(|(expected, _)| **expected == Expected::Model)?;
    Some(String::from_utf8_lossy(lane.last().text(reply.text()?)).into_owned())
}
