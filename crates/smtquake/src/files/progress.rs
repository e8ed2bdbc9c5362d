//! The progress bar.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Shorter work shows no bar: it would only flicker.
const PATIENCE: Duration = Duration::from_secs(1);

/// A bar on standard error that appears when the work takes longer than a moment, and only for a person.
pub struct Progress {
    started: Instant,
    bar: ProgressBar,
    shown: bool,
    rejected: usize,
}

impl Progress {
    /// A bar for so many files.
    pub fn new(files: usize) -> Progress {
        let bar = ProgressBar::with_draw_target(Some(files as u64), ProgressDrawTarget::hidden());
        // A wrong template would only cost the bar its looks.
        if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} files  {msg}  {eta} left") {
            bar.set_style(style.progress_chars("=> "));
        }
        Progress { started: Instant::now(), bar, shown: false, rejected: 0 }
    }

    /// Another file is done.
    pub fn file_done(&mut self, rejected: bool) {
        self.rejected += usize::from(rejected);
        self.bar.inc(1);
        self.tick();
    }

    /// Some time passed.
    pub fn tick(&mut self) {
        if !self.shown && self.started.elapsed() >= PATIENCE {
            self.shown = true;
            if stderr().is_terminal() {
                self.bar.set_draw_target(ProgressDrawTarget::stderr());
            }
        }
        if self.shown {
            self.bar.set_message(format!("{} rejected", self.rejected));
        }
    }

    /// Does something that prints, without the bar in its way.
    pub fn suspend(&self, print: impl FnOnce()) {
        self.bar.suspend(print);
    }

    /// The work is over: the bar goes away.
    pub fn finish(self) {
        self.bar.finish_and_clear();
    }
}
