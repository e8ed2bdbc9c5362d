//! What this process has cost.

use std::time::Duration;
use std::{fs, io};

/// Of every Linux on every machine that we know.
const TICKS: u32 = 100;

/// The processor time of this process and of all that it has started and seen end.
pub fn processor_time() -> io::Result<Duration> {
    let stat = fs::read_to_string("/proc/self/stat")?;
    // The name in brackets may hold anything.
    let rest = stat.rsplit_once(')').ok_or_else(|| io::Error::other("/proc/self/stat is strange"))?.1;
    let ticks: u32 =
        rest.split_whitespace().skip(11).take(4).filter_map(|word| word.parse::<u32>().ok()).sum();
    Ok(Duration::from_secs(1) * ticks / TICKS)
}
