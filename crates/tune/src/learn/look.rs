//! What a solver does with a lesson.

use std::time::Duration;

use solver::answer::Expected;
use solver::backend::{Backend, BackendKind, Found, OpenError, Request};
use solver::catalogue::Launch;
use solver::process::{Limit, Limits};
use solver::run::{Outcome, Run};
use solver::target::Setting;

use super::lesson::Lesson;
use crate::signal::Sight;

/// Somebody who can tell what a solver does.
pub trait Look {
    /// What it does with a lesson under these settings.
    fn look(&mut self, lesson: &Lesson, settings: &[Setting]) -> Sight;
}

/// A real solver, with a fresh process or a fork for each look: nothing that an earlier one did can matter.
pub struct SolverLook {
    found: Found,
    limits: Limits,
    /// One per kind, where options are set in the script: a library's host is worth keeping.
    kept: Vec<(BackendKind, Box<dyn Backend>)>,
    input: Vec<u8>,
    expected: Vec<Expected>,
    run: Run,
}

/// Training formulas are small; what takes longer teaches little more and costs the time of many others.
const MOST_TIME: Duration = Duration::from_millis(600);
/// What takes so many times what it takes with the defaults, and this on top, is late.
const SLOWER: u32 = 8;
const ON_TOP: Duration = Duration::from_millis(60);
/// What stands still for so many times its time, and works for a fifth of it only, was kept from working: it is looked at
/// again.
const PATIENCE: u32 = 8;
const MOST_MEMORY: u64 = 1 << 30;

impl SolverLook {
    /// Opens a solver, and refuses one that cannot be run.
    pub fn open(found: Found) -> Result<SolverLook, OpenError> {
        found.open(BackendKind::Spawn { incremental: false })?;
        let limits = Limits { memory: MOST_MEMORY, ..Limits::default() };
        let (input, expected, run) = (Vec::new(), Vec::new(), Run::default());
        Ok(SolverLook { found, limits, kept: Vec::new(), input, expected, run })
    }

    /// Starting a library's host anew for each configuration would take longer than most lessons.
    fn in_script(&self) -> bool {
        matches!(self.found.resolved.launch, Launch::Library { .. })
    }

    fn give_time(&mut self, time: Duration) {
        (self.limits.cpu, self.limits.wall) = (time, time * PATIENCE);
    }

    fn run(&mut self, lesson: &Lesson, settings: &[Setting]) -> Result<(), OpenError> {
        let kind = BackendKind::Spawn { incremental: lesson.incremental };
        if !self.in_script() {
            let settings = [self.found.settings(), settings].concat();
            let mut backend = self.found.with_settings(settings).open(kind)?;
            let request = Request { input: &lesson.text, expected: &lesson.expected, limits: &self.limits };
            backend.run_into(&request, &mut self.run);
            return Ok(());
        }
        if self.kept.iter().all(|(kept, _)| *kept != kind) {
            self.kept.push((kind, self.found.open(kind)?));
        }
        self.input.clear();
        for setting in settings {
            let command = self.found.profile.options.command(&setting.name, &setting.value);
            self.input.extend_from_slice(command.as_bytes());
            self.input.push(b'\n');
        }
        self.input.extend_from_slice(&lesson.text);
        self.expected.clear();
        self.expected.resize(settings.len(), Expected::Silent);
        self.expected.extend_from_slice(&lesson.expected);
        let request = Request { input: &self.input, expected: &self.expected, limits: &self.limits };
        if let Some((_, backend)) = self.kept.iter_mut().find(|(kept, _)| *kept == kind) {
            backend.run_into(&request, &mut self.run);
        }
        Ok(())
    }
}

impl Look for SolverLook {
    fn look(&mut self, lesson: &Lesson, settings: &[Setting]) -> Sight {
        // A blank lesson takes less than the one that it was made from, which goes on after it.
        let is_first = settings.is_empty() && !lesson.is_blank();
        if is_first {
            self.give_time(MOST_TIME);
        }
        // What cannot be opened with these settings is refused, as if the solver had said so.
        for _ in 0..2 {
            if let Err(error) = self.run(lesson, settings) {
                self.run.clear();
                self.run.outcome = Outcome::NotStarted(error.to_string());
            }
            let idle = self.run.cpu_time < self.limits.cpu / 5;
            if !(idle && self.run.outcome == Outcome::Exceeded(Limit::Wall)) {
                break;
            }
        }
        if is_first {
            self.give_time((self.run.cpu_time * SLOWER + ON_TOP).min(MOST_TIME));
        }
        let script_options = if self.in_script() { settings.len() } else { 0 };
        let refused = self.run.replies.iter().take(script_options).any(|reply| reply.error().is_some());
        let asked: &[Expected] = if self.in_script() { &self.expected } else { &lesson.expected };
        let mut sight = Sight::of(&self.run, asked);
        if refused {
            sight.shown = crate::signal::Shown::Refusal;
        }
        // The words of the settings are not what the solver did.
        if script_options > 0 {
            let replies = self.run.replies.split_off(script_options.min(self.run.replies.len()));
            self.run.replies = replies;
            sight.print = Sight::of(&self.run, &lesson.expected).print;
        }
        sight
    }
}
