//! The processor time of this thread.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Time this thread has run; on systems that do not tell it, time that has passed.
pub(crate) fn time() -> Duration {
    // Linux: nanoseconds on the processor, nanoseconds waiting, number of slices.
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    match told.and_then(|text| text.split_whitespace().next()?.parse().ok()) {
        Some(nanoseconds) => Duration::from_nanos(nanoseconds),
        None => {
            static START: OnceLock<Instant> = OnceLock::new();
            START.get_or_init(Instant::now).elapsed()
        }
    }
}
