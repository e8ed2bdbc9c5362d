//! Work over a list on all cores, with results in the order of the list.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// Parsing never recurs on the nesting of terms, but sorts may nest some hundred deep.
const STACK: usize = 16 << 20;

/// How often [`Event::Tick`] comes while there is nothing to tell.
const TICK: Duration = Duration::from_millis(100);

/// What the caller is told.
pub enum Event<R> {
    /// The result of the next element of the list.
    Result(R),
    /// Some time passed.
    Tick,
}

/// Applies `work` to all elements; `on_event` gets the results in order. Its first error ends the whole.
pub fn for_each_in_order<T: Sync, R: Send, E: From<std::io::Error>>(
    list: &[T],
    work: impl Fn(&T) -> R + Sync,
    mut on_event: impl FnMut(Event<R>) -> Result<(), E>,
) -> Result<(), E> {
    let workers = thread::available_parallelism().map_or(1, NonZero::get).min(list.len());
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..workers {
            let (sender, next, work) = (sender.clone(), &next, &work);
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(element) = list.get(index) else { return };
                    // Nobody listens any more after an error.
                    if sender.send((index, work(element))).is_err() {
                        return;
                    }
                }
            })?;
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut expected = 0;
        loop {
            match receiver.recv_timeout(TICK) {
                Ok((index, result)) => {
                    early.insert(index, result);
                    while let Some(result) = early.remove(&expected) {
                        expected += 1;
                        on_event(Event::Result(result))?;
                    }
                }
                Err(RecvTimeoutError::Timeout) => on_event(Event::Tick)?,
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;

    #[test]
    fn results_come_in_order_whoever_is_first() {
        let list: Vec<u64> = (0..200).collect();
        let mut results = Vec::new();
        let slow_start = |&n: &u64| {
            thread::sleep(Duration::from_micros(if n % 7 == 0 { 900 } else { 10 }));
            n * 2
        };
        for_each_in_order(&list, slow_start, |event| {
            if let Event::Result(result) = event {
                results.push(result);
            }
            io::Result::Ok(())
        })
        .unwrap();
        assert_eq!(results, list.iter().map(|n| n * 2).collect::<Vec<_>>());
    }

    #[test]
    fn an_error_of_the_listener_ends_the_work() {
        let list: Vec<u64> = (0..1_000_000).collect();
        let done = AtomicUsize::new(0);
        let result = for_each_in_order(
            &list,
            |_| {
                thread::sleep(Duration::from_micros(50));
                done.fetch_add(1, Ordering::Relaxed)
            },
            |_| Err(io::Error::from(io::ErrorKind::BrokenPipe)),
        );
        assert!(result.is_err());
        assert!(done.load(Ordering::Relaxed) < list.len());
    }

    #[test]
    fn a_worker_may_nest_calls() {
        fn nest(depth: u32) -> u32 {
            let frame = [depth; 256];
            if depth == 0 { 0 } else { 1 + nest(std::hint::black_box(frame)[7] - 1) }
        }
        let run = for_each_in_order(&[5000], |&depth| nest(depth), |_| io::Result::Ok(()));
        assert!(run.is_ok());
    }
}
