//! A target that contradicts itself: it answers a test in another guise otherwise than the test (self-contradiction).
//!
//! Where a model evaluates to true, the `unsat` is wrong, whichever of the two it is. Otherwise nobody knows what is right,
//! but the target is wrong in any case.

use std::sync::Arc;

use oracle::{Class, Evidence, Finding, left_open, weigh};
use smtlib::Script;
use solver::answer::Reply;
use solver::backend::OpenError;
use strategy::{Guise, Previous, Refutation, Test, Truth, Witness};

use crate::confirm::{Again, look_again};
use crate::confirmed::{Confirmed, Verdict};
use crate::court::{Case, last_model};
use crate::lane::{Fit, Lane};
use crate::reduction::{Smaller, TwoAnswers, reduce_finding, reduce_pair};
use crate::workshop::Workshop;

/// A test and itself in another guise.
pub struct Pair<'t> {
    /// The test, and how it is given to the target.
    pub plain: (&'t Test, Fit),
    /// The same in the guise.
    pub other: (&'t Test, Fit),
    /// The guise.
    pub guise: Guise,
}

/// Looks into the checks of which nothing is known, and to which a target gave two answers: to the test, and to its guise.
pub fn look(
    lane: &mut Lane<'_>,
    pair: &Pair<'_>,
    said: (&[Reply], &[Reply]),
    workshop: &mut Workshop<'_>,
) -> Result<Vec<Confirmed>, OpenError> {
    let mut found = Vec::new();
    for (check, (one, other)) in said.0.iter().zip(said.1).enumerate() {
        let unknown = pair.plain.0.checks.get(check).is_some_and(|it| it.truth == Truth::Unknown);
        let conflict = matches!((one, other), (Reply::Sat, Reply::Unsat) | (Reply::Unsat, Reply::Sat));
        if unknown && conflict {
            found.extend(settle(lane, pair, check, *one == Reply::Sat, workshop)?);
        }
    }
    Ok(found)
}

fn settle(
    lane: &mut Lane<'_>,
    pair: &Pair<'_>,
    check: usize,
    plain_is_sat: bool,
    workshop: &mut Workshop<'_>,
) -> Result<Option<Confirmed>, OpenError> {
    let sides = (Case::new(pair.plain.0, check), Case::new(pair.other.0, check));
    let (Some(plain), Some(other)) = sides else { return Ok(None) };
    let (sat, unsat) = match plain_is_sat {
        true => ((&plain, pair.plain.1), (&other, pair.other.1)),
        false => ((&other, pair.other.1), (&plain, pair.plain.1)),
    };
    let mut evidence = Evidence::None;
    let mut witness = None;
    let mut said_again = lane.run_fresh(&sat.0.asking, sat.1, "")?.said.get(check) == Some(&Reply::Sat);
    if said_again {
        if let Some(model) = last_model(lane) {
            evidence = weigh(&sat.0.plain.text, check, &model);
            // What satisfies the one satisfies the other, but for names of ours.
            let both = evidence == Evidence::Satisfies
                && weigh(&unsat.0.plain.text, check, &model) == Evidence::Satisfies;
            witness = both.then(|| Arc::new(Witness { model }));
        }
    } else {
        said_again = lane.run_fresh(&sat.0.plain, sat.1, "")?.said.get(check) == Some(&Reply::Sat);
    }
    let hinges = match evidence {
        Evidence::Satisfies => None,
        Evidence::Hinges(what) => Some(what),
        Evidence::Falsifies | Evidence::None => left_open(&plain.script),
    };
    let evidence = |check: usize| {
        let answer = if plain_is_sat { ("unsat", "sat") } else { ("sat", "unsat") };
        format!("check {}: {} {}, but {} otherwise", check + 1, answer.0, pair.guise.name(), answer.1)
    };
    // With a witness, the one who says `unsat` is wrong; else the guise is shown, and the test beside it.
    let by_witness = witness.is_some();
    let (shown, fit) = if by_witness { unsat } else { (&other, pair.other.1) };
    let (truth, class) = match (witness, plain_is_sat) {
        (Some(witness), _) => (Truth::Sat(witness), Class::Refutation),
        (None, true) => (Truth::Agreed, Class::Refutation),
        (None, false) => (Truth::Unsat(Refutation::Agreed), Class::Solution),
    };
    let mut test = shown.plain.clone();
    test.checks[check].truth = truth;
    let finding = Finding { class, check: Some(check), evidence: evidence(check), place: None };
    let again = look_again(lane, &test, fit, "", &finding, workshop.references())?;
    let (family, contestant) = (again.family(lane.contestant), lane.contestant);
    let Again { mut confirmed, shown, golden, .. } = again;
    confirmed.finding.evidence.clone_from(&finding.evidence);
    if !by_witness {
        confirmed.finding.class = Class::Contradiction;
        let (text, rule) = (plain.plain.text.clone(), pair.guise.name());
        confirmed.previous = Some(Previous { text, rule, size: 1 });
    }
    if !said_again {
        confirmed.verdict = Verdict::NotAgain;
    } else if let (Some(what), Verdict::Confirmed) = (hinges, &confirmed.verdict) {
        let why = format!("the standard leaves open what it hinges on: {what}");
        confirmed.verdict = Verdict::Excused(why);
    }
    let (wrong, right) = if plain_is_sat { (Reply::Unsat, Reply::Sat) } else { (Reply::Sat, Reply::Unsat) };
    let asked = TwoAnswers { shown: (contestant, Some(pair.guise)), other: contestant, wrong, right };
    let script = Script::parse(&shown.text).ok();
    let finished = workshop.finish(confirmed, &family, script.as_ref(), golden, |_, means| {
        // What the standard leaves open is excused by a model here, and nobody has one of a smaller script.
        if !by_witness
            && left_open(&plain.script).is_none()
            && let Some(smaller) = reduce_pair(&asked, &plain.plain.text, means)?
        {
            return Ok(Some(Smaller { evidence: Some(evidence(0)), ..smaller }));
        }
        reduce_finding(contestant, &shown, &finding, means)
    })?;
    Ok(Some(finished))
}

#[cfg(test)]
mod tests {
    use strategy::Check;

    use super::*;
    use crate::mock::{lane, solver, with_open_workshop, with_workshop};

    /// What comes of a solver that says `unsat` to scopes and `sat` to everything else, with this model.
    fn found(assertion: &str, model: &str) -> (Class, Verdict, bool) {
        let folder = tempfile::tempdir().unwrap();
        let script = format!(
            "input=$(cat); case \"$input\" in *push*) echo unsat;; *get-model*) echo sat; echo '{model}';; *) echo sat;; esac"
        );
        let contestant = solver(folder.path(), "solver", &script);
        let text = format!("(declare-const x Int)\n(assert {assertion})\n(check-sat)\n").into_bytes();
        let checks = vec![Check { truth: Truth::Unknown, model: false }];
        let test = Test { text, checks, ..Test::default() };
        let other = Guise::Scoped.of(&test).unwrap();
        let pair = Pair { plain: (&test, Fit::AsIs), other: (&other, Fit::AsIs), guise: Guise::Scoped };
        let mut lane = lane(&contestant);
        let said = [&test, &other].map(|test| lane.run(test, Fit::AsIs, "").unwrap().said);
        let mut found =
            with_workshop(&[], |workshop| look(&mut lane, &pair, (&said[0], &said[1]), workshop).unwrap());
        assert_eq!(found.len(), 1);
        let found = found.remove(0);
        assert_eq!(found.finding.evidence, "check 1: unsat in a scope, but sat otherwise");
        (found.finding.class, found.verdict, found.previous.is_some())
    }

    #[test]
    fn a_solver_that_contradicts_itself_is_wrong() {
        let (class, verdict, both) = found("(> x 1)", "((define-fun x () Int 2))");
        assert_eq!((class, verdict, both), (Class::Refutation, Verdict::Confirmed, false));
        let (class, verdict, both) = found("(> x 1)", "()");
        assert_eq!((class, verdict, both), (Class::Contradiction, Verdict::Confirmed, true));
        let (_, verdict, _) = found("(= (div 1 x) 7)", "((define-fun x () Int 0))");
        assert!(matches!(verdict, Verdict::Excused(_)), "{verdict:?}");
    }

    #[test]
    fn a_contradiction_is_made_small_in_both_its_guises() {
        let folder = tempfile::tempdir().unwrap();
        // Wrong about products in a scope.
        let contestant = solver(
            folder.path(),
            "solver",
            "case \"$(cat)\" in *push*'(* '*) echo unsat;; *) echo sat;; esac",
        );
        let text = "(declare-const x Int)(declare-const y Int)(assert (> x 1))(assert (< (* x y 7) (+ x y)))\n(check-sat)\n";
        let checks = vec![Check { truth: Truth::Unknown, model: false }];
        let test = Test { text: text.as_bytes().to_vec(), checks, ..Test::default() };
        let other = Guise::Scoped.of(&test).unwrap();
        let pair = Pair { plain: (&test, Fit::AsIs), other: (&other, Fit::AsIs), guise: Guise::Scoped };
        let mut lane = lane(&contestant);
        let said = (&[Reply::Sat][..], &[Reply::Unsat][..]);
        let mut found = with_open_workshop(&[], |workshop| look(&mut lane, &pair, said, workshop).unwrap());
        let found = found.remove(0);
        assert_eq!((found.finding.class, &found.verdict), (Class::Contradiction, &Verdict::Confirmed));
        let smaller = found.smaller.unwrap();
        let text = String::from_utf8(smaller.text).unwrap();
        let plain = String::from_utf8(smaller.plain.unwrap()).unwrap();
        assert!(text.contains("(push 1)") && text.contains("(* ") && !text.contains("(> x 1)"), "{text}");
        assert!(!plain.contains("push") && plain.contains("(* "), "{plain}");
        assert_eq!(smaller.evidence.unwrap(), "check 1: unsat in a scope, but sat otherwise");
        assert!(found.signature.0.starts_with("contradiction "), "{}", found.signature);
        assert!(!found.signature.0.contains('>'), "{}", found.signature);
    }
}
