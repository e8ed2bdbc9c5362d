//! Processes and the CPU time of all that they start.

use std::fs;
use std::io::Read;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

/// Runs a command for so long, then kills it with all that it started: a tool that is asked to stop clears its traces away.
/// Gives its standard output and the CPU seconds of its whole tree.
pub fn run(command: &mut Command, time: Duration) -> Result<(String, f64)> {
    let (before, start) = (of_children()?, Instant::now());
    let mut child = command
        .process_group(0)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| format!("{command:?}"))?;
    let mut pipe = child.stdout.take().context("there is no pipe")?;
    let reader = thread::spawn(move || {
        let mut said = String::new();
        pipe.read_to_string(&mut said).map(|_| said)
    });
    while child.try_wait()?.is_none() {
        if start.elapsed() >= time {
            Command::new("kill").args(["-KILL", "--", &format!("-{}", child.id())]).status()?;
            child.wait()?;
            break;
        }
        thread::sleep(Duration::from_millis(20));
    }
    let said = reader.join().ok().context("the output cannot be read")??;
    Ok((said, of_children()? - before))
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
        let (said, cpu) = run(&mut busy, Duration::from_secs(60)).unwrap();
        assert_eq!(said, "done\n");
        assert!(cpu > 0.02, "{cpu}");
    }
}
