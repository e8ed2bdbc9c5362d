//! What an experiment costs.

use std::fs;

use anyhow::{Context, Result};

/// Of every Linux on every machine that we know.
const TICKS: f64 = 100.0;

/// The processor time of this process and of all that it has started and seen end.
pub(crate) fn processor_seconds() -> Result<f64> {
    let stat = fs::read_to_string("/proc/self/stat")?;
    // The name in brackets may hold anything.
    let rest = stat.rsplit_once(')').context("/proc/self/stat is strange")?.1;
    let ticks: u64 =
        rest.split_whitespace().skip(11).take(4).filter_map(|word| word.parse::<u64>().ok()).sum();
    Ok(ticks as f64 / TICKS)
}
