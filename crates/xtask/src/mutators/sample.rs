//! What mutants are like: how many are no scripts, and how many were there before.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::Result;
use serde::Serialize;

use super::NEW;
use crate::reducers::program;

/// What was seen in some mutants.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Sample {
    /// The share of mutants that the newest Z3 refuses.
    pub invalid: f64,
    /// The share of mutants that were there before.
    pub duplicates: f64,
}

/// Looks at mutants: at all for duplicates, at evenly spread ones for validity.
pub fn look(mutants: &[Vec<u8>], count: usize, work: &Path) -> Result<Sample> {
    let distinct: HashSet<&Vec<u8>> = mutants.iter().collect();
    let z3 = program(NEW)?;
    let file = work.join("mutant.smt2");
    let (mut seen, mut refused): (usize, usize) = (0, 0);
    for text in mutants.iter().step_by((mutants.len() / count.max(1)).max(1)) {
        fs::write(&file, text)?;
        let said = Command::new(&z3).arg("-T:1").arg(&file).stderr(Stdio::null()).output()?;
        let said = String::from_utf8_lossy(&said.stdout);
        seen += 1;
        // An error about a model that is not there is none about the script.
        let wrong = |line: &str| line.starts_with("(error") && !line.contains("model is not available");
        if let Some(why) = said.lines().find(|line| wrong(line)) {
            refused += 1;
            if refused == 1 {
                eprintln!("refused, for example: {why}\n{}", String::from_utf8_lossy(text));
            }
        }
    }
    let share = |part: usize, whole: usize| if whole == 0 { 0.0 } else { part as f64 / whole as f64 };
    Ok(Sample {
        invalid: share(refused, seen),
        duplicates: share(mutants.len() - distinct.len(), mutants.len()),
    })
}
