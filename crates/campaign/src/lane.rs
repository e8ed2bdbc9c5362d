//! One target of one worker: how a test reaches it and what comes back.

use std::time::Duration;

use oracle::{Exam, Examined, Tally, answers_before_error, examine, expected_of};
use smtlib::{Command, Printer, Script};
use solver::answer::{Expected, Reply, expected};
use solver::backend::{Backend, BackendKind, OpenError, Request};
use solver::process::Limits;
use solver::run::Run;
use strategy::{Check, Test, Truth};

use crate::contestant::Contestant;
use crate::pace::Pace;
use crate::plan::Way;

/// How the tests of one seed are given to one target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// As they are.
    AsIs,
    /// Printed in its dialect.
    Translated,
    /// Not at all: it lacks something.
    Not,
}

/// A target and a worker's own backends for it.
pub struct Lane<'a> {
    /// The target.
    pub contestant: &'a Contestant,
    way: Way,
    limits: Limits,
    open: Vec<(BackendKind, Box<dyn Backend>)>,
    translated: Vec<u8>,
    expected: Vec<Expected>,
    run: Run,
    /// Whether the test that is under way asks for the target's counters.
    counting: bool,
    /// Time spent inside the target.
    pub inside: Duration,
    /// How long its tests take.
    pub pace: Pace,
    /// Tests of one check, where a process may be told that there is one only.
    single: u64,
}

/// One of so many tests of one check is given to a process that is told so: starting it costs more than a session's test.
const SINGLE: u64 = 16;

impl<'a> Lane<'a> {
    /// Opens a target, and refuses one that cannot be run this way.
    pub fn open(contestant: &'a Contestant, way: Way, limits: &Limits) -> Result<Lane<'a>, OpenError> {
        let mut lane = Lane {
            contestant,
            way,
            limits: limits.clone(),
            open: Vec::new(),
            translated: Vec::new(),
            expected: Vec::new(),
            run: Run::default(),
            counting: false,
            inside: Duration::ZERO,
            pace: Pace::default(),
            single: 0,
        };
        if let Some(found) = &contestant.found {
            let supported = found.profile.session.supported || found.program(BackendKind::Session).is_err();
            if way == Way::Auto {
                lane.way = if supported { Way::Session } else { Way::Spawn };
            }
            let kind = lane.kind(false);
            lane.backend(kind)?;
        }
        Ok(lane)
    }

    /// How tests that are made of these assertions are to be given to the target.
    pub fn fit(&mut self, everything: &Script) -> Result<Fit, OpenError> {
        let knowledge = &self.contestant.knowledge;
        if knowledge.can_express(everything).is_err() || !self.has_tactics(everything)? {
            return Ok(Fit::Not);
        }
        Ok(if knowledge.reads_as_written(everything) { Fit::AsIs } else { Fit::Translated })
    }

    /// Whether the target has the tactics that a script names: they come and go with releases.
    fn has_tactics(&mut self, script: &Script) -> Result<bool, OpenError> {
        for command in &script.commands {
            if let Command::CheckSatUsing(tactic) = *command
                && self.contestant.found.is_some()
            {
                let question = format!("(check-sat-using {})\n", script.arena.name(tactic));
                let reply = self.ask(question.as_bytes(), false, &[Expected::CheckSat])?;
                if reply.trim_ascii_start().starts_with(b"(error") {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Has runs keep to these limits from now on.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// Gives each run so much time from now on.
    pub fn set_time(&mut self, wall: Duration) {
        (self.limits.wall, self.limits.cpu) = (wall, wall.saturating_mul(4));
    }

    /// Runs a test and examines what came back.
    pub fn run(&mut self, test: &Test, fit: Fit, logic: &str) -> Result<Examined, OpenError> {
        // What is broken leaves nothing behind for the next test.
        if test.is_broken() && self.contestant.found.is_some() {
            return self.run_fresh(test, fit, logic);
        }
        if !test.is_incremental() && self.is_for_one_check() {
            return self.run_fresh(test, fit, logic);
        }
        let before = self.inside;
        let examined = self.run_usually(test, fit, logic);
        self.pace.note(self.inside - before);
        examined
    }

    /// Runs a test as most tests are run.
    pub fn run_usually(&mut self, test: &Test, fit: Fit, logic: &str) -> Result<Examined, OpenError> {
        if self.contestant.found.is_none() {
            return Ok(answered_at_once(test));
        }
        self.write(test, fit);
        let incremental = self.expect(test);
        let kind = self.kind(incremental);
        self.attempt(&test.checks, logic, kind)
    }

    /// Whether it is the turn of a process that is not told of checks to come: such a solver simplifies in ways that a
    /// session never sees.
    fn is_for_one_check(&mut self) -> bool {
        let rules = self.contestant.found.as_ref().map(|found| &found.profile.run);
        let differs = self.way == Way::Session && rules.is_some_and(|run| !run.incremental.is_empty());
        self.single += u64::from(differs);
        differs && self.single.is_multiple_of(SINGLE)
    }

    /// The same, with the target's own counters where it has any.
    pub fn run_counted(&mut self, test: &Test, fit: Fit, logic: &str) -> Result<Examined, OpenError> {
        self.counting = self.tells_counters();
        let examined = self.run(test, fit, logic);
        self.counting = false;
        examined
    }

    /// Runs a test again, in a fresh process.
    pub fn run_fresh(&mut self, test: &Test, fit: Fit, logic: &str) -> Result<Examined, OpenError> {
        self.write(test, fit);
        let incremental = self.expect(test);
        self.attempt(&test.checks, logic, BackendKind::Spawn { incremental })
    }

    /// Gives any script to the target, in its dialect; false when it lacks something for it. A session is used unless the
    /// run has to be a fresh process'.
    pub fn give(&mut self, script: &Script, text: &[u8], fresh: bool) -> Result<bool, OpenError> {
        if !self.translate(script, text) {
            return Ok(false);
        }
        let incremental = script.is_incremental();
        let kind = if fresh { BackendKind::Spawn { incremental } } else { self.kind(incremental) };
        self.send(kind)?;
        Ok(true)
    }

    /// Gives any script to a fresh process of the target, in its dialect, with its own counters where it has any; false when
    /// it lacks something for it.
    pub fn give_counted(&mut self, script: &Script, text: &[u8]) -> Result<bool, OpenError> {
        if !self.translate(script, text) {
            return Ok(false);
        }
        if self.tells_counters() {
            self.ask_for_counters();
        }
        self.send(BackendKind::Spawn { incremental: script.is_incremental() })?;
        Ok(true)
    }

    /// What brings a process back to its first state between tests, if one process is given many.
    pub fn reset(&self) -> Option<&'a str> {
        let found = self.contestant.found.as_ref()?;
        (self.way == Way::Session).then_some(found.profile.session.reset.as_str())
    }

    /// Asks a fresh process something else about the same script; gives its whole output.
    pub fn ask(
        &mut self,
        input: &[u8],
        incremental: bool,
        expected: &[Expected],
    ) -> Result<Vec<u8>, OpenError> {
        let place = self.place(BackendKind::Spawn { incremental })?;
        let mut run = Run::default();
        let request = Request { input, expected, limits: &self.limits };
        self.open[place].1.run_into(&request, &mut run);
        Ok(run.stdout)
    }

    /// What a run may use.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The bytes that were sent last.
    pub fn sent(&self) -> &[u8] {
        &self.translated
    }

    /// What the target did last.
    pub fn last(&self) -> &Run {
        &self.run
    }

    /// What the last script was expected to print.
    pub fn expected(&self) -> &[Expected] {
        &self.expected
    }

    /// The answers of the last run that count.
    pub fn sound_answers(&self) -> Vec<Reply> {
        let Some(found) = &self.contestant.found else { return Vec::new() };
        answers_before_error(&self.expected, &self.run, &found.profile)
    }

    /// Writes any script in the target's dialect; false when it lacks something for it.
    fn translate(&mut self, script: &Script, text: &[u8]) -> bool {
        let knowledge = &self.contestant.knowledge;
        if knowledge.can_express(script).is_err() {
            return false;
        }
        self.translated.clear();
        if knowledge.reads_as_written(script) {
            self.translated.extend_from_slice(text);
        } else {
            Printer::new().dialect(knowledge.dialect().clone()).script(script, &mut self.translated);
        }
        self.expected = expected(script);
        true
    }

    fn tells_counters(&self) -> bool {
        self.contestant.found.as_ref().is_some_and(|found| found.profile.run.statistics)
    }

    fn ask_for_counters(&mut self) {
        self.translated.extend_from_slice(b"\n(get-info :all-statistics)\n");
        self.expected.push(Expected::Statistics);
    }

    fn write(&mut self, test: &Test, fit: Fit) {
        self.translated.clear();
        if fit == Fit::Translated
            && let Ok(script) = Script::parse(&test.text)
        {
            let printer = Printer::new().dialect(self.contestant.knowledge.dialect().clone());
            printer.script(&script, &mut self.translated);
        } else {
            self.translated.extend_from_slice(&test.text);
        }
    }

    /// Says what a test prints, and whether it takes a process that goes on after a check.
    fn expect(&mut self, test: &Test) -> bool {
        if test.by_script
            && let Ok(script) = Script::parse(&test.text)
        {
            self.expected = expected(&script);
            return script.is_incremental();
        }
        expected_of(&test.checks, &mut self.expected);
        test.is_incremental()
    }

    fn attempt(&mut self, checks: &[Check], logic: &str, kind: BackendKind) -> Result<Examined, OpenError> {
        if self.counting {
            self.ask_for_counters();
        }
        self.send(kind)?;
        let Some(found) = &self.contestant.found else { return Ok(Examined::default()) };
        // Our evaluator reads strings as the standard does.
        let models =
            self.contestant.knowledge.reads_strings_by_the_standard(&self.translated, &self.run.stdout);
        let exam = Exam { text: &self.translated, checks, expected: &self.expected, logic, models };
        Ok(examine(&exam, &self.run, &found.profile))
    }

    /// Sends what was written, and takes what comes back.
    fn send(&mut self, kind: BackendKind) -> Result<(), OpenError> {
        let place = self.place(kind)?;
        let request = Request { input: &self.translated, expected: &self.expected, limits: &self.limits };
        let start = std::time::Instant::now();
        self.open[place].1.run_into(&request, &mut self.run);
        self.inside += start.elapsed();
        Ok(())
    }

    fn kind(&self, incremental: bool) -> BackendKind {
        match self.way {
            Way::Session => BackendKind::Session,
            Way::Library => BackendKind::Library { incremental },
            Way::Spawn | Way::Auto => BackendKind::Spawn { incremental },
        }
    }

    fn backend(&mut self, kind: BackendKind) -> Result<(), OpenError> {
        self.place(kind).map(|_| ())
    }

    fn place(&mut self, kind: BackendKind) -> Result<usize, OpenError> {
        if let Some(place) = self.open.iter().position(|(open, _)| *open == kind) {
            return Ok(place);
        }
        if let Some(found) = &self.contestant.found {
            self.open.push((kind, found.open(kind)?));
        }
        Ok(self.open.len() - 1)
    }
}

fn answered_at_once(test: &Test) -> Examined {
    let count =
        |wanted: fn(&Truth) -> bool| test.checks.iter().filter(|check| wanted(&check.truth)).count() as u64;
    let sat = count(|truth| matches!(truth, Truth::Sat(_) | Truth::Weakened | Truth::Agreed));
    let unsat = count(|truth| matches!(truth, Truth::Unsat(_)));
    Examined { tally: Tally { runs: 1, sat, unsat, ..Tally::default() }, ..Examined::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mock;

    #[test]
    fn some_tests_of_one_check_leave_the_session() {
        let folder = tempfile::tempdir().unwrap();
        let mut contestant = mock::solver(folder.path(), "z3", "echo sat");
        let turns = |contestant: &Contestant, way| {
            let mut lane = Lane::open(contestant, way, &Limits::default()).unwrap();
            (0..2 * SINGLE).filter(|_| lane.is_for_one_check()).count()
        };
        assert_eq!(turns(&contestant, Way::Session), 0, "it is the same for one check and for many");
        contestant.found.as_mut().unwrap().profile.run.incremental.push("--incremental".to_owned());
        assert_eq!(turns(&contestant, Way::Session), 2);
        assert_eq!(turns(&contestant, Way::Spawn), 0, "every process is a new one");
    }
}
