//! Whether a target can be told options at all: one that cannot would be given thousands of tests that it does not read.

use solver::backend::Found;
use strategy::Dice;
use tune::Space;
use tune::learn::{Lesson, Look, SolverLook};
use tune::{Shown, Sight};

/// About so many options are tried, one after another, until one is taken.
const TRIED: usize = 8;
/// Of which so many are named.
const NAMED: usize = 3;
/// Nothing that an option could be in the way of.
const SCRIPT: &[u8] = b"(set-logic QF_UF)\n(declare-const p Bool)\n(assert p)\n(check-sat)\n";

/// The options that were tried and all refused; nothing when one was taken, or the target answers nothing anyway.
pub fn refused(found: &Found, space: &Space) -> Option<String> {
    let mut look = SolverLook::open(found.clone()).ok()?;
    refused_by(&mut look, space)
}

fn refused_by(look: &mut dyn Look, space: &Space) -> Option<String> {
    let lesson = Lesson::new(SCRIPT, false)?;
    let answers = |sight: Sight| sight.shown != Shown::Refusal;
    if !answers(look.look(&lesson, &[])) {
        return None;
    }
    let mut dice = Dice::new(&[0x7769_6c6c]);
    let mut tried = Vec::new();
    // From all over the list: its parts may have reasons of their own to refuse.
    for knob in space.knobs.iter().step_by((space.knobs.len() / TRIED).max(1)) {
        let Some(setting) = knob.setting(&knob.draw(&mut dice)) else { continue };
        if answers(look.look(&lesson, std::slice::from_ref(&setting))) {
            return None;
        }
        tried.push(format!("{}={}", setting.name, setting.value));
    }
    let others = if tried.len() > NAMED { ", …" } else { "" };
    (!tried.is_empty()).then(|| tried[..tried.len().min(NAMED)].join(", ") + others)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use solver::options::{Listing, parse};
    use solver::profile::Profiles;
    use solver::target::Setting;

    use super::*;

    /// Takes options whose names begin with this.
    struct Picky(Option<&'static str>);

    impl Look for Picky {
        fn look(&mut self, _: &Lesson, settings: &[Setting]) -> Sight {
            let takes = |setting: &Setting| self.0.is_some_and(|begin| setting.name.starts_with(begin));
            let shown = if settings.iter().all(takes) { Shown::Answers } else { Shown::Refusal };
            Sight { shown, print: 0, counters: Vec::new(), time: Duration::ZERO }
        }
    }

    #[test]
    fn one_option_that_is_taken_is_enough() {
        let listing = "[module] smt, description: smt\n    mbqi (bool) x (default: true)\n    \
                       pull_nested (bool) x (default: false)\n";
        let model = parse(Listing::Z3, listing).unwrap();
        let space = Space::new(&model, Profiles::built_in().unwrap().get("z3").unwrap());
        assert_eq!(refused_by(&mut Picky(Some("smt.pull")), &space), None);
        let all = "smt.mbqi=false, smt.pull_nested=true";
        assert_eq!(refused_by(&mut Picky(None), &space).as_deref(), Some(all));
    }
}
