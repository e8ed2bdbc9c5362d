//! Processes and the CPU time of all that they start.

use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result};

/// Runs a command for so long, then interrupts it; gives its standard output and the CPU seconds of its whole tree.
pub fn run(command: &Command, time: Duration) -> Result<(String, f64)> {
    let before = of_children()?;
    let mut limited = Command::new("timeout");
    limited.args(["--signal=INT", "--kill-after=20", &time.as_secs().to_string()]);
    limited.arg(command.get_program()).args(command.get_args());
    if let Some(folder) = command.get_current_dir() {
        limited.current_dir(folder);
    }
    let output = limited.stderr(Stdio::null()).output().context("timeout")?;
    Ok((String::from_utf8_lossy(&output.stdout).into_owned(), of_children()? - before))
}

/// The CPU seconds of all processes that were started here and have ended, and of theirs.
fn of_children() -> Result<f64> {
    // Two of the fields of proc(5) after the name, which may have spaces in it; a tick is a hundredth on Linux.
    let stat = fs::read_to_string("/proc/self/stat")?;
    let after = stat.rsplit(") ").next().unwrap_or_default();
    let ticks = after.split(' ').skip(13).take(2).map(|field| field.parse::<f64>().unwrap_or(0.0));
    Ok(ticks.sum::<f64>() / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_grandchildren_counts() {
        let mut busy = Command::new("sh");
        busy.args(["-c", "sh -c 'i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done'; echo done"]);
        let (said, cpu) = run(&busy, Duration::from_secs(60)).unwrap();
        assert_eq!(said, "done\n");
        assert!(cpu > 0.02, "{cpu}");
    }
}
