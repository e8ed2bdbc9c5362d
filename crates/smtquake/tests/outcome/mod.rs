//! What a run of the program gave: its exit code and its two streams.

use std::process::Output;

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

pub fn json(output: &Output) -> Value {
    let (said, complained) = (stdout(output), stderr(output));
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {said}{complained}"))
}
