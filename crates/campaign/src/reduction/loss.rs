//! Losses of completeness made small: `unknown` where it need not be.
//!
//! A loss is one because somebody decides the script. Of type 1 that is the older release, which has to give the same answer
//! to every smaller script. Of type 2 it is the target itself, on the script one step before; but the step cannot be taken
//! again from a smaller script, and without it any hard formula would do. So somebody else has to decide what the
//! target does not: a reference, or an older release. The answer stays that of the test, so that what is written down about
//! the test's answers holds for all its scripts.

use std::time::Duration;

use reduce::Subject;
use smtlib::Script;
use solver::answer::Reply;
use solver::backend::OpenError;
use solver::process::Limits;
use strategy::{Test, Truth};

use super::finding::reduce_on;
use super::{Bench, Goal, Means, Pace, Smaller, patience};
use crate::contestant::Contestant;
use crate::lane::Lane;
use crate::plan::Way;

/// The smallest script that a target still says `unknown` to, and that `older` still decides; without it, one of the
/// references or of `also`.
pub fn reduce_loss(
    target: &Contestant,
    test: &Test,
    older: Option<&Contestant>,
    also: &[&Contestant],
    means: &Means<'_>,
) -> Result<Option<Smaller>, OpenError> {
    let right = match test.checks.as_slice() {
        [check] if matches!(check.truth, Truth::Unsat(_)) => Reply::Unsat,
        [check] if matches!(check.truth, Truth::Sat(_) | Truth::Weakened | Truth::Agreed) => Reply::Sat,
        _ => return Ok(None),
    };
    let Ok(script) = Script::parse(&test.text) else { return Ok(None) };
    let others: Vec<&Contestant> = means
        .references
        .iter()
        .chain(also.iter().copied())
        .filter(|it| it.name != target.name && older.is_none_or(|older| older.name != it.name))
        .collect();
    let asked = older.map_or_else(|| others.clone(), |older| vec![older]);
    let Some(deciders) = Deciders::of(&asked, &script, right, means.limits)? else { return Ok(None) };
    let wall = means.limits.wall;
    let bench = Bench {
        target: target.clone(),
        references: deciders.who.into_iter().cloned().collect(),
        needed: 1,
        pace: Pace { limits: means.hurried(), patience: wall.min(patience(deciders.slowest)), longest: wall },
    };
    let witness = test.witness().map(|witness| witness.model.clone());
    let goal = Goal::Answer(Reply::Unknown, Some(right));
    let Some(mut smaller) = reduce_on(bench, goal, script, witness, means)? else { return Ok(None) };
    // An older release may be wrong about a smaller script; whoever knows better has a word.
    let everybody: Vec<&Contestant> = older.into_iter().chain(others).collect();
    let Some(deciders) = Deciders::of(&everybody, &smaller.script, right, means.limits)? else {
        return Ok(None);
    };
    let names: Vec<&str> = deciders.who.iter().map(|it| it.name.as_str()).collect();
    let (names, word) = (names.join(" and "), if right == Reply::Sat { "sat" } else { "unsat" });
    let say = if names.contains(" and ") { "say" } else { "says" };
    smaller.evidence = Some(format!("check 1: unknown, but {names} {say} {word}"));
    Ok(Some(smaller))
}

/// Those who give a script its right answer, and how long the slowest of them took.
struct Deciders<'a> {
    who: Vec<&'a Contestant>,
    slowest: Duration,
}

impl<'a> Deciders<'a> {
    /// Asks fresh processes; nothing where nobody decides it, or somebody contradicts.
    fn of(
        asked: &[&'a Contestant],
        script: &Script,
        right: Reply,
        limits: &Limits,
    ) -> Result<Option<Deciders<'a>>, OpenError> {
        let text = Subject::new(script.clone()).text;
        let mut deciders = Deciders { who: Vec::new(), slowest: Duration::ZERO };
        for contestant in asked {
            let mut lane = Lane::open(contestant, Way::Spawn, limits)?;
            if !lane.give(script, &text, true)? {
                continue;
            }
            match lane.sound_answers().as_slice() {
                [said] if *said == right => {
                    deciders.who.push(contestant);
                    deciders.slowest = deciders.slowest.max(lane.last().wall_time);
                }
                [said] if Goal::opposite(*said) == Some(right) => return Ok(None),
                _ => {}
            }
        }
        Ok(Some(deciders).filter(|it| !it.who.is_empty()))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use strategy::{Check, Refutation};

    use super::*;
    use crate::mock::{solver, with_means};

    const TEXT: &str = "(declare-const x Int)(declare-const y Int)(assert (> (+ x y) 1))\
        (assert (< (* x y (mod y 7)) (abs x)))(check-sat)";

    /// A solver that does not decide products, for want of time unless there is a `mod`.
    fn losing(folder: &Path) -> Contestant {
        let script = "input=$(cat); case \"$input\" in *'(* '*) echo unknown;; *) echo unsat;; esac
            case \"$input\" in *mod*reason*) echo '(:reason-unknown incomplete)';; *reason*) echo '(:reason-unknown timeout)';; esac";
        solver(folder, "losing", script)
    }

    /// A solver that decides what has this in it, and says this.
    fn deciding(folder: &Path, name: &str, what: &str, answer: &str) -> Contestant {
        let script = format!("case \"$(cat)\" in *'{what}'*) echo {answer};; *) echo unknown;; esac");
        solver(folder, name, &script)
    }

    fn reduced(older: Option<(&str, &str)>, references: &[(&str, &str)]) -> Option<(String, String)> {
        let folder = tempfile::tempdir().unwrap();
        let target = losing(folder.path());
        let older = older.map(|(what, answer)| deciding(folder.path(), "older", what, answer));
        let references = references.iter().enumerate();
        let references = references
            .map(|(i, (what, answer))| deciding(folder.path(), &format!("reference{i}"), what, answer));
        let references: Vec<Contestant> = references.collect();
        let checks = vec![Check { truth: Truth::Unsat(Refutation::Strengthened), model: false }];
        let test = Test { text: TEXT.as_bytes().to_vec(), checks, ..Test::default() };
        let smaller =
            with_means(&references, |means| reduce_loss(&target, &test, older.as_ref(), &[], means)).unwrap();
        smaller.map(|it| (String::from_utf8(it.text).unwrap(), it.evidence.unwrap()))
    }

    #[test]
    fn the_older_release_decides_every_step() {
        let (text, evidence) = reduced(Some(("abs", "unsat")), &[]).unwrap();
        assert!(["(* ", "mod", "abs"].iter().all(|part| text.contains(part)), "{text}");
        assert!(text.len() < 90, "{text}");
        assert_eq!(evidence, "check 1: unknown, but older says unsat");
    }

    #[test]
    fn without_an_older_release_somebody_else_decides() {
        let (text, evidence) = reduced(None, &[("abs", "unsat"), ("(* ", "unsat")]).unwrap();
        assert!(text.contains("(* ") && text.contains("mod") && !text.contains("abs"), "{text}");
        assert_eq!(evidence, "check 1: unknown, but reference1 says unsat");
    }

    #[test]
    fn everybody_who_decides_is_named_once() {
        let (_, evidence) = reduced(None, &[("(* ", "unsat"), ("mod", "unsat")]).unwrap();
        assert_eq!(evidence, "check 1: unknown, but reference0 and reference1 say unsat");
    }

    #[test]
    fn nothing_is_reduced_that_nobody_decides_or_somebody_contradicts() {
        assert_eq!(reduced(None, &[]), None);
        assert_eq!(reduced(None, &[("nothing", "unsat")]), None);
        assert_eq!(reduced(None, &[("abs", "unsat"), ("abs", "sat")]), None);
        assert_eq!(reduced(Some(("abs", "unsat")), &[("abs", "sat")]), None);
    }
}
