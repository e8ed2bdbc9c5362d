//! A reduction at work: the best so far on disk, its size over time on the terminal.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use reduce::{Observer, Progress, Reduced, Subject};

/// Shows and saves.
pub struct Shown {
    output: PathBuf,
    bar: ProgressBar,
    failed: Option<io::Error>,
}

impl Shown {
    /// Saves to `output`.
    pub fn new(output: &Path, quiet: bool) -> Shown {
        // indicatif draws on terminals only.
        let bar = if quiet { ProgressBar::hidden() } else { ProgressBar::new_spinner() };
        let style = ProgressStyle::with_template("{spinner} {elapsed}  {msg}");
        if let Ok(style) = style {
            bar.set_style(style);
        }
        Shown { output: output.to_owned(), bar, failed: None }
    }

    /// Saves the last word, and says if it could not be saved.
    pub fn finish(mut self, reduced: &Reduced) -> anyhow::Result<()> {
        self.bar.finish_and_clear();
        use reduce::Ended::{Fixpoint, OutOfTime, Stopped};
        if matches!(reduced.ended, Fixpoint | OutOfTime | Stopped) {
            self.save(&reduced.subject);
        }
        match self.failed {
            Some(error) => Err(error).with_context(|| format!("cannot write {}", self.output.display())),
            None => Ok(()),
        }
    }

    /// Whole or not at all.
    fn save(&mut self, subject: &Subject) {
        let draft = self.output.with_extension("smt2.part");
        let saved = fs::write(&draft, &subject.text).and_then(|()| fs::rename(&draft, &self.output));
        self.failed = saved.err();
    }
}

impl Observer for Shown {
    fn progress(&mut self, progress: &Progress) {
        let Progress { before, bytes, checks, pass, .. } = *progress;
        let share = 100.0 * bytes as f64 / before.max(1) as f64;
        self.bar.set_message(format!("{bytes} bytes ({share:.1} %)  {checks} checks  {pass}"));
        self.bar.tick();
    }

    fn accepted(&mut self, subject: &Subject) {
        self.save(subject);
    }
}
