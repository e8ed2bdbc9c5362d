//! Unsat cores and unsat assumptions, checked (B8): what a target says is enough for its `unsat` must not have a model.

use std::sync::Arc;

use oracle::{Class, Core, Evidence, Finding, core_script, weigh};
use smtlib::Script;
use solver::answer::Reply;
use solver::backend::OpenError;
use strategy::{Test, Witness};

use crate::confirmed::{Confirmed, Verdict};
use crate::contestant::Contestant;
use crate::court::last_model;
use crate::lane::{Fit, Lane};
use crate::plan::Way;
use crate::reduction::reduce_core;
use crate::workshop::Workshop;

/// Looks into the cores that a target just gave for a test: the target itself and the references are asked for a model
/// of what the core has, and a model counts when it evaluates to true.
pub fn look(
    lane: &mut Lane<'_>,
    test: &Test,
    fit: Fit,
    cores: Vec<Core>,
    workshop: &mut Workshop<'_>,
) -> Result<Vec<Confirmed>, OpenError> {
    let mut found = Vec::new();
    for core in cores {
        let Some(question) = Question::new(test, &core) else { continue };
        if let Some(witness) = question.model(lane, workshop.references())? {
            found.push(confirm(lane, test, fit, core.check, witness, workshop)?);
        }
    }
    Ok(found)
}

/// Whether a target's core has a model.
pub struct Question {
    script: Script,
    text: Vec<u8>,
}

impl Question {
    /// About the core of a test.
    pub fn new(test: &Test, core: &Core) -> Option<Question> {
        let mut text = core_script(&test.text, core)?;
        text.extend_from_slice(b"(get-model)\n");
        Some(Question { script: Script::parse(&text).ok()?, text })
    }

    /// A model that evaluates to true, whatever the standard leaves open.
    fn model(
        &self,
        lane: &mut Lane<'_>,
        references: &[Contestant],
    ) -> Result<Option<Arc<Witness>>, OpenError> {
        if let Some(witness) = self.model_by(lane, false)? {
            return Ok(Some(witness));
        }
        for reference in references.iter().filter(|it| it.name != lane.contestant.name) {
            let mut other = Lane::open(reference, Way::Spawn, lane.limits())?;
            if let Some(witness) = self.model_by(&mut other, true)? {
                return Ok(Some(witness));
            }
        }
        Ok(None)
    }

    /// One that a solver gives.
    pub fn model_by(&self, lane: &mut Lane<'_>, fresh: bool) -> Result<Option<Arc<Witness>>, OpenError> {
        let given = lane.give(&self.script, &self.text, fresh)?;
        if !given || lane.sound_answers() != [Reply::Sat] {
            return Ok(None);
        }
        let model = last_model(lane).filter(|model| weigh(&self.text, 0, model) == Evidence::Satisfies);
        Ok(model.map(|model| Arc::new(Witness { model })))
    }
}

/// Has a fresh process give the core again: the model must satisfy that one.
fn confirm(
    lane: &mut Lane<'_>,
    test: &Test,
    fit: Fit,
    check: usize,
    witness: Arc<Witness>,
    workshop: &mut Workshop<'_>,
) -> Result<Confirmed, OpenError> {
    let again = given_again(lane, test, fit, check, &witness)?;
    let names = again.as_ref().map(|core| core.names.clone()).unwrap_or_default();
    let finding =
        Finding { class: Class::Core, check: Some(check), evidence: evidence(check, &names), place: None };
    let script = again.and_then(|core| Script::parse(&core_script(&test.text, &core)?).ok());
    let (golden, contestant) = (lane.last().wall_time, lane.contestant);
    let mut shown = Confirmed::shown(lane, test, &test.checks, finding);
    shown.verdict = if script.is_some() { Verdict::Confirmed } else { Verdict::NotAgain };
    shown.witness = Some(witness.model.clone());
    workshop.finish(shown, contestant.family(), script.as_ref(), golden, |_, means| {
        reduce_core(contestant, test, Some(&witness.model), means)
    })
}

/// What is wrong with a core of these names.
pub fn evidence(check: usize, names: &[String]) -> String {
    format!("check {}: unsat, with the core ({}), but a model satisfies that", check + 1, names.join(" "))
}

/// The core that a fresh process gives for a check, if a model satisfies it.
pub fn given_again(
    lane: &mut Lane<'_>,
    test: &Test,
    fit: Fit,
    check: usize,
    witness: &Witness,
) -> Result<Option<Core>, OpenError> {
    let cores = lane.run_fresh(test, fit, "")?.cores;
    let satisfied = |core: &Core| {
        let text = core_script(&test.text, core);
        text.is_some_and(|text| weigh(&text, 0, &witness.model) == Evidence::Satisfies)
    };
    Ok(cores.into_iter().find(|core| core.check == check && satisfied(core)))
}

#[cfg(test)]
mod tests {
    use strategy::{Check, Guise, Refutation, Truth};

    use super::*;
    use crate::mock::{lane, solver, with_open_workshop, with_workshop};

    const TEXT: &str = "(declare-const x Int)\n(assert (> x 1))\n(assert (< x 1))\n(check-sat)\n";

    /// A solver that gives this core to whoever asks for one, and to others a model.
    fn giving(core: &str) -> String {
        format!("if grep -q get-unsat; then echo unsat; echo '{core}'; else echo sat; echo '{MODEL}'; fi")
    }
    const MODEL: &str = "((define-fun x () Int 2) (define-fun smtquake!a0 () Bool true) (define-fun smtquake!a1 () Bool false))";

    fn found(guise: Guise, core: &str) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        let contestant = solver(folder.path(), "solver", &giving(core));
        let checks = vec![Check { truth: Truth::Unsat(Refutation::Negation), model: false }];
        let test = Test { text: TEXT.as_bytes().to_vec(), checks, ..Test::default() };
        let test = guise.of(&test).unwrap();
        let mut lane = lane(&contestant);
        let examined = lane.run(&test, Fit::AsIs, "").unwrap();
        let mut all: Vec<String> = examined.findings.iter().map(|it| it.evidence.clone()).collect();
        let place = |it: &Finding| it.place.as_deref() == Some("a name that is not there");
        assert!(examined.findings.iter().all(place), "one bug, whatever the formula");
        let looked =
            with_workshop(&[], |shop| look(&mut lane, &test, Fit::AsIs, examined.cores, shop).unwrap());
        all.extend(looked.into_iter().map(|it| {
            assert_eq!((it.verdict, it.witness.is_some()), (Verdict::Confirmed, true));
            it.finding.evidence
        }));
        all
    }

    #[test]
    fn a_core_with_a_model_is_none() {
        let evidence = "check 1: unsat, with the core (smtquake!n0), but a model satisfies that";
        assert_eq!(found(Guise::Named, "(smtquake!n0)"), [evidence]);
        assert_eq!(found(Guise::Named, "(smtquake!n0 smtquake!n1)"), Vec::<String>::new());
        let evidence = "check 1: unsat, with the core (smtquake!a0), but a model satisfies that";
        assert_eq!(found(Guise::Assumed, "(smtquake!a0)"), [evidence]);
        assert_eq!(found(Guise::Assumed, "(smtquake!a0 smtquake!a1)"), Vec::<String>::new());
    }

    #[test]
    fn a_core_names_what_is_there() {
        for (guise, core) in [(Guise::Named, "(smtquake!n7)"), (Guise::Assumed, "(x)")] {
            let found = found(guise, core);
            assert!(found.len() == 1 && found[0].contains("which is not there"), "{found:?}");
        }
        assert_eq!(found(Guise::Named, "(smtquake!n0 (not x))"), Vec::<String>::new(), "not understood");
    }

    /// A solver that leaves products out of its cores, and takes two for a solution of everything else.
    #[test]
    fn a_wrong_core_is_made_small() {
        let script = "input=$(cat); case \"$input\" in
            *'(* '*get-unsat*) echo unsat; echo '(a)';;
            *get-unsat*) echo unsat; echo '(a b c)';;
            *) echo sat; echo '((define-fun x () Int 2) (define-fun y () Int 2))';; esac";
        let folder = tempfile::tempdir().unwrap();
        let contestant = solver(folder.path(), "solver", script);
        let text = "(set-option :produce-unsat-cores true)\n(declare-const x Int)\n(declare-const y Int)\n\
            (assert (! (> (+ x y) 1) :named a))\n(assert (! (< (* x y) (* y 0 x)) :named b))\n\
            (assert (! (< y (* 5 0)) :named c))\n(check-sat)\n(get-unsat-core)\n";
        let checks = vec![Check { truth: Truth::Unknown, model: false }];
        let test = Test { text: text.as_bytes().to_vec(), checks, by_script: true, ..Test::default() };
        let mut lane = lane(&contestant);
        let cores = lane.run(&test, Fit::AsIs, "").unwrap().cores;
        let mut found =
            with_open_workshop(&[], |shop| look(&mut lane, &test, Fit::AsIs, cores, shop).unwrap());
        let smaller = found.remove(0).smaller.unwrap();
        let text = String::from_utf8(smaller.text).unwrap();
        assert!(
            text.contains("(get-unsat-core)") && text.contains("(* ") && !text.contains("get-model"),
            "{text}"
        );
        assert!(text.len() < test.text.len() / 2, "{text}");
        assert_eq!(
            smaller.evidence.as_deref(),
            Some("check 1: unsat, with the core (a), but a model satisfies that")
        );
        assert!(smaller.witness.is_some());
    }
}
