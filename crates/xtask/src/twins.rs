//! Two campaigns at the same time, so that whatever else the machine does slows both down.

use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use serde::de::DeserializeOwned;

/// This program again, with these words.
pub(crate) fn again(words: &[&str]) -> Result<Command> {
    let mut command = Command::new(std::env::current_exe().context("cannot find this program")?);
    command.args(words);
    Ok(command)
}

/// Runs both, and reads what each prints at its end.
pub(crate) fn both<T: DeserializeOwned>(commands: [Command; 2]) -> Result<[T; 2]> {
    let started = commands
        .map(|mut command| command.stdout(Stdio::piped()).spawn().context("cannot start this program again"));
    let [one, other] = started.map(|child| {
        let output = child?.wait_with_output()?;
        ensure!(output.status.success(), "a campaign failed");
        Ok(serde_json::from_slice::<T>(&output.stdout)?)
    });
    Ok([one?, other?])
}
