//! How far learning has come.

use std::io::{IsTerminal, stderr};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tune::learn::Progress;

/// A bar on standard error, for a person.
pub struct Bar(ProgressBar);

impl Bar {
    /// A bar for so much time, or without an end.
    pub fn new(time: Option<Duration>) -> Bar {
        let target = match stderr().is_terminal() {
            true => ProgressDrawTarget::stderr(),
            false => ProgressDrawTarget::hidden(),
        };
        let bar = ProgressBar::with_draw_target(time.map(|time| time.as_secs()), target);
        let template = if time.is_some() { "{bar:30} {elapsed}  {msg}" } else { "{elapsed}  {msg}" };
        // A wrong template would only cost the bar its looks.
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("=> "));
        }
        Bar(bar)
    }

    /// Shows how things stand.
    pub fn show(&mut self, elapsed: Duration, progress: &Progress) {
        self.0.set_position(elapsed.as_secs());
        let (seen, all) = progress.operations;
        self.0.set_message(format!(
            "{} formulas, {} runs, {seen} of {all} operations, {:.4} nats to gain per option",
            progress.formulas, progress.runs, progress.worth
        ));
    }

    /// The work is over: the bar goes away.
    pub fn finish(self) {
        self.0.finish_and_clear();
    }
}
