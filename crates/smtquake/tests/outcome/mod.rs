//! Runs of the program in a folder of their own, and what they gave: the exit code and the two streams.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

pub fn code(output: &Output) -> i32 {
    output.status.code().expect("an exit code, not a signal")
}

pub fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("UTF-8")
}

pub fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("UTF-8")
}

#[allow(dead_code, reason = "not all test programs read JSON")]
pub fn json(output: &Output) -> Value {
    let (said, complained) = (stdout(output), stderr(output));
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {said}{complained}"))
}

/// The program in a folder that also holds its cache and its profiles, and without Python: nothing is fetched.
#[allow(dead_code, reason = "not all test programs run it like this")]
pub fn smtquake(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_smtquake"))
        .args(arguments)
        .current_dir(folder)
        .env("SMTQUAKE_CACHE", folder.join("cache"))
        .env("SMTQUAKE_PROFILES", folder.join("profiles"))
        .env("SMTQUAKE_PYTHON", "/nonexistent/python")
        .output()
        .expect("the program runs")
}
