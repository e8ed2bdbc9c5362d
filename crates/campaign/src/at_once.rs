//! Campaigns at the same time, each in a process of its own, so that whatever else the machine does slows all of them down.

use std::env;
use std::io::{self, Write};
use std::process::{Child, Command, Stdio};

use serde::Serialize;
use serde::de::DeserializeOwned;
use solver::process::end_with_parent;

/// This program again, with these words.
pub fn again(words: &[&str]) -> io::Result<Command> {
    let mut command = Command::new(env::current_exe()?);
    command.args(words);
    Ok(command)
}

/// Runs all of them, each of which ends by [`be_one_of_them`], and gives what has come of each.
pub fn at_once<T: DeserializeOwned>(commands: Vec<Command>) -> io::Result<Vec<T>> {
    let start = |mut command: Command| {
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        let child = command.spawn();
        (command, child)
    };
    let started: Vec<_> = commands.into_iter().map(start).collect();
    let end = |(command, child): (Command, io::Result<Child>)| {
        let output = child?.wait_with_output()?;
        match output.status.success() {
            true => Ok(serde_json::from_slice(&output.stdout)?),
            false => Err(io::Error::other(format!("this has failed: {command:?}"))),
        }
    };
    started.into_iter().map(end).collect()
}

/// Does the work of one of several processes, for [`at_once`] in its parent, with which it ends.
pub fn be_one_of_them<T, E>(work: impl FnOnce() -> Result<T, E>) -> Result<(), E>
where
    T: Serialize,
    E: From<io::Error>,
{
    end_with_parent()?;
    let text = serde_json::to_string(&work()?).map_err(io::Error::from)?;
    Ok(writeln!(io::stdout(), "{text}")?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn what_comes_of_each_is_in_order_and_a_failure_is_named() {
        let said: Vec<String> =
            at_once(vec![shell("sleep 0.2; echo '\"one\"'"), shell("echo '\"two\"'")]).unwrap();
        assert_eq!(said, ["one", "two"]);
        let failed = at_once::<u32>(vec![shell("echo 1"), shell("exit 3")]).unwrap_err();
        assert!(failed.to_string().contains("exit 3"), "{failed}");
        at_once::<u32>(vec![shell("echo nonsense")]).unwrap_err();
    }
}
