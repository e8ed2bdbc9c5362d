//! A bar of rounds on standard error, for a person who waits.

use std::io::{IsTerminal, stderr};

use api::Tally;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// The bar.
pub struct Rounds {
    bar: ProgressBar,
}

impl Rounds {
    /// A bar of so many rounds, or of any number; none where nobody looks.
    pub fn new(rounds: Option<u64>, hidden: bool) -> Rounds {
        let shown = !hidden && stderr().is_terminal();
        let target = if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(rounds, target);
        let template = match rounds {
            Some(_) => "{bar:40} {pos}/{len} rounds  {msg}  {eta} left",
            None => "{spinner} {pos} rounds  {msg}  {elapsed}",
        };
        // A wrong template would only cost the bar its looks.
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("=> "));
        }
        Rounds { bar }
    }

    /// So far.
    pub fn show(&self, tally: &Tally) {
        self.bar.set_position(tally.rounds);
        self.bar.set_message(format!("{} sat, {} unsat", tally.sat, tally.unsat));
    }

    /// Does something that prints, without the bar in its way.
    pub fn suspend(&self, print: impl FnOnce()) {
        self.bar.suspend(print);
    }
}

impl Drop for Rounds {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
