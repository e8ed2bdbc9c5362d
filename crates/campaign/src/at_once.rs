//! Campaigns at the same time, each in a process of its own, so that whatever else the machine does slows all of them down.

use std::env;
use std::io;
use std::process::{Child, Command, Stdio};

/// This program again, with these words.
pub fn again(words: &[&str]) -> io::Result<Command> {
    let mut command = Command::new(env::current_exe()?);
    command.args(words);
    Ok(command)
}

/// Runs all of them, and gives what each has printed by its end. Each is to call
/// [`end_with_parent`](solver::process::end_with_parent) first.
pub fn at_once(commands: Vec<Command>) -> io::Result<Vec<Vec<u8>>> {
    let start = |mut command: Command| {
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        let child = command.spawn();
        (command, child)
    };
    let started: Vec<_> = commands.into_iter().map(start).collect();
    let end = |(command, child): (Command, io::Result<Child>)| {
        let output = child?.wait_with_output()?;
        match output.status.success() {
            true => Ok(output.stdout),
            false => Err(io::Error::other(format!("this has failed: {command:?}"))),
        }
    };
    started.into_iter().map(end).collect()
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
    fn what_each_prints_comes_in_order_and_a_failure_is_named() {
        let printed = at_once(vec![shell("sleep 0.2; echo one"), shell("echo two")]).unwrap();
        assert_eq!(printed, [b"one\n", b"two\n"]);
        let error = at_once(vec![shell("echo one"), shell("exit 3")]).unwrap_err();
        assert!(error.to_string().contains("exit 3"), "{error}");
    }
}
