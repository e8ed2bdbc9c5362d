//! Workers that ask predicates, each its own.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Scope;

use crate::predicate::{Broken, Patience, Predicate, Shows};
use crate::subject::Subject;

/// What is asked about a subject.
#[derive(Clone, Copy)]
pub(crate) enum Question {
    Holds(Patience),
    Confirms,
}

struct Job {
    number: usize,
    question: Question,
    subject: Arc<Subject>,
    /// The least number of a job that was answered by yes: those above it are not worth the time.
    first: Arc<AtomicUsize>,
}

/// What was said of a subject; nothing if nobody looked at it.
pub(crate) type Said = Result<Option<Shows>, Broken>;

/// Workers in the order of their predicates.
pub(crate) struct Pool {
    jobs: Sender<Job>,
    answers: Receiver<(usize, Said)>,
    size: usize,
}

impl Pool {
    /// Starts a worker per predicate; they end with the pool.
    pub(crate) fn start<'s, 'e: 's>(
        scope: &'s Scope<'s, 'e>,
        predicates: Vec<Box<dyn Predicate + 'e>>,
    ) -> Pool {
        let (jobs, inbox) = channel::<Job>();
        let (outbox, answers) = channel();
        let inbox = Arc::new(Mutex::new(inbox));
        let size = predicates.len();
        for mut predicate in predicates {
            let (inbox, outbox) = (Arc::clone(&inbox), outbox.clone());
            scope.spawn(move || {
                loop {
                    let next = inbox.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok(Job { number, question, subject, first }) = next else { return };
                    let answer = if first.load(Ordering::Relaxed) < number {
                        Ok(None)
                    } else {
                        let shows = match question {
                            Question::Holds(patience) => predicate.holds(&subject, patience),
                            Question::Confirms => predicate.confirms(&subject).map(Shows::from),
                        };
                        if shows == Ok(Shows::Yes) {
                            first.fetch_min(number, Ordering::Relaxed);
                        }
                        shows.map(Some)
                    };
                    if outbox.send((number, answer)).is_err() {
                        return;
                    }
                }
            });
        }
        Pool { jobs, answers, size }
    }

    /// How many subjects are looked at together.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// The answers to all, in the order of the subjects.
    pub(crate) fn ask_all(&self, question: Question, subjects: &[Arc<Subject>]) -> Vec<Said> {
        self.ask(subjects, |number, subject| {
            let first = Arc::new(AtomicUsize::new(usize::MAX));
            Job { number, question, subject, first }
        })
    }

    /// The answers up to the first yes at least, in the order of the subjects.
    pub(crate) fn ask_first(&self, question: Question, subjects: &[Arc<Subject>]) -> Vec<Said> {
        let first = Arc::new(AtomicUsize::new(usize::MAX));
        self.ask(subjects, |number, subject| Job { number, question, subject, first: Arc::clone(&first) })
    }

    fn ask(&self, subjects: &[Arc<Subject>], job: impl Fn(usize, Arc<Subject>) -> Job) -> Vec<Said> {
        let gone = || Err(Broken("a worker of the reducer has stopped".to_owned()));
        let mut answers = vec![gone(); subjects.len()];
        for (number, subject) in subjects.iter().enumerate() {
            let _ = self.jobs.send(job(number, Arc::clone(subject)));
        }
        for _ in subjects {
            match self.answers.recv() {
                Ok((number, answer)) => answers[number] = answer,
                Err(_) => break,
            }
        }
        answers
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use smtlib::Script;

    use super::*;

    /// Holds for scripts with a `true` in them, and takes its time for all others.
    struct Slow;

    impl Predicate for Slow {
        fn holds(&mut self, subject: &Subject, _: Patience) -> Result<Shows, Broken> {
            let yes = subject.text.windows(4).any(|it| it == b"true");
            if !yes {
                std::thread::sleep(Duration::from_millis(5));
            }
            Ok(yes.into())
        }
    }

    #[test]
    fn nobody_looks_far_beyond_the_first_yes() {
        let text = |i: usize| format!("(assert {})", if i % 10 == 2 { "true" } else { "false" });
        let subjects: Vec<Arc<Subject>> =
            (0..40).map(|i| Arc::new(Subject::new(Script::parse(text(i).as_bytes()).unwrap()))).collect();
        std::thread::scope(|scope| {
            let pool = Pool::start(scope, vec![Box::new(Slow), Box::new(Slow)]);
            let said = pool.ask_first(Question::Holds(Patience::Short), &subjects);
            assert_eq!(said[..3], [Ok(Some(Shows::No)), Ok(Some(Shows::No)), Ok(Some(Shows::Yes))]);
            assert!(said[12..].iter().all(|it| *it == Ok(None)), "{said:?}");
            let said = pool.ask_all(Question::Holds(Patience::Short), &subjects);
            assert_eq!(said.iter().filter(|it| **it == Ok(Some(Shows::Yes))).count(), 4);
        });
    }
}
