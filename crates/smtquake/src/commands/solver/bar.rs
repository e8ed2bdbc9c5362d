//! How far fetching has come, drawn for a person.

use std::io::{IsTerminal, stderr};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use solver::catalogue::Stage;

/// How often the spinner turns while nothing else moves.
const TURN: Duration = Duration::from_millis(120);

/// One line on standard error, and only when that is a terminal.
pub struct Bar {
    bar: ProgressBar,
    bytes: ProgressStyle,
    spinner: ProgressStyle,
}

impl Bar {
    /// The line, still empty.
    pub fn new() -> Bar {
        let target = match stderr().is_terminal() {
            true => ProgressDrawTarget::stderr(),
            false => ProgressDrawTarget::hidden(),
        };
        let bar = ProgressBar::with_draw_target(None, target);
        // A wrong template would only cost the bar its looks.
        let style = |template, otherwise: fn() -> ProgressStyle| {
            ProgressStyle::with_template(template).unwrap_or_else(|_| otherwise())
        };
        // No rate and no time left: a stage is over before either is more than a guess.
        let bytes = style("{prefix} {msg} {bar:30} {bytes}/{total_bytes}", ProgressStyle::default_bar);
        let spinner = style("{prefix} {spinner} {wide_msg}", ProgressStyle::default_spinner);
        bar.enable_steady_tick(TURN);
        Bar { bar, bytes: bytes.progress_chars("=> "), spinner }
    }

    /// A solver has come to a stage; it is number `index` of `count`.
    pub fn show(&self, index: usize, count: usize, target: &str, stage: &Stage) {
        self.bar.set_prefix(format!("[{}/{count}] {target}:", index + 1));
        let (message, done) = words(stage);
        match done {
            Some((done, total)) => {
                self.bar.set_style(self.bytes.clone());
                self.bar.set_length(total);
                self.bar.set_position(done);
            }
            None => self.bar.set_style(self.spinner.clone()),
        }
        self.bar.set_message(message);
    }

    /// A solver is being tried out.
    pub fn verifying(&self) {
        self.bar.set_style(self.spinner.clone());
        self.bar.set_message("solving a problem of each theory");
    }

    /// Does something that writes to the terminal, with the line out of its way.
    pub fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    /// The work is over: the line goes away.
    pub fn finish(self) {
        self.bar.finish_and_clear();
    }
}

/// A stage in words, and how much of it is done, where that is known.
fn words(stage: &Stage) -> (String, Option<(u64, u64)>) {
    match stage {
        Stage::Waiting => ("another process is adding it: waiting".to_owned(), None),
        Stage::Resolving => ("asking the package index".to_owned(), None),
        Stage::Downloading { done, total: Some(total) } => ("fetching".to_owned(), Some((*done, *total))),
        Stage::Downloading { done: 0, total: None } => ("fetching".to_owned(), None),
        Stage::Downloading { done, total: None } => {
            (format!("fetching, {} MB so far", done / 1_000_000), None)
        }
        Stage::Building { line } => (format!("building: {line}"), None),
        Stage::Unpacking { done, total } => ("unpacking".to_owned(), Some((*done, *total))),
        Stage::Checking => ("trying it out".to_owned(), None),
        Stage::Done => ("installed".to_owned(), None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_drawn_only_where_the_end_is_known() {
        assert_eq!(words(&Stage::Downloading { done: 1, total: Some(4) }).1, Some((1, 4)));
        assert_eq!(words(&Stage::Unpacking { done: 2, total: 4 }).1, Some((2, 4)));
        let unknown = words(&Stage::Downloading { done: 7_500_000, total: None });
        assert_eq!(unknown, ("fetching, 7 MB so far".to_owned(), None));
        assert!(words(&Stage::Building { line: "Compiling x".to_owned() }).0.ends_with("Compiling x"));
    }
}
