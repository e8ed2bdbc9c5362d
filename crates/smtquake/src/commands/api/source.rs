//! Traces from files: written as such, or as scripts.

use std::fs;
use std::path::Path;

use anyhow::Context;
use api::{Trace, from_script};
use smtlib::Script;

/// Reads a trace, or a script (`.smt2`) as the calls that say the same.
pub fn read(path: &Path) -> anyhow::Result<Trace> {
    let name = || path.display().to_string();
    let text = fs::read_to_string(path).with_context(name)?;
    if path.extension().is_some_and(|end| end == "smt2") {
        let script = Script::parse(text.as_bytes()).with_context(name)?;
        return from_script(&script, "").with_context(name);
    }
    Trace::read(&text).with_context(name)
}
