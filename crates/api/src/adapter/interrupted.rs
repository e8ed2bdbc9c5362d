//! Work that another thread interrupts.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// Does the work, and has another thread call `interrupt` if it takes longer than this. The thread is gone when this ends.
pub(super) fn interrupted<T>(
    after: Duration,
    interrupt: impl FnOnce() + Send,
    work: impl FnOnce() -> T,
) -> T {
    let (done, waits) = channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            if waits.recv_timeout(after) == Err(RecvTimeoutError::Timeout) {
                interrupt();
            }
        });
        let result = work();
        drop(done);
        result
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering};

    #[test]
    fn only_what_takes_longer_is_interrupted() {
        let called = AtomicBool::new(false);
        let interrupt = || called.store(true, Ordering::SeqCst);
        interrupted(Duration::from_secs(600), interrupt, || ());
        assert!(!called.load(Ordering::SeqCst));
        // The work goes on until it is interrupted, and would never end otherwise.
        interrupted(Duration::from_millis(1), interrupt, || {
            while !called.load(Ordering::SeqCst) {
                std::thread::yield_now();
            }
        });
    }
}
