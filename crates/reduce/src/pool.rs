//! Workers that ask predicates, each its own.

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
}

/// Workers in the order of their predicates.
pub(crate) struct Pool {
    jobs: Sender<Job>,
    answers: Receiver<(usize, Result<Shows, Broken>)>,
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
                    let Ok(Job { number, question, subject }) = next else { return };
                    let answer = match question {
                        Question::Holds(patience) => predicate.holds(&subject, patience),
                        Question::Confirms => predicate.confirms(&subject).map(Shows::from),
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

    /// The answers, in the order of the subjects.
    pub(crate) fn ask(&self, question: Question, subjects: &[Arc<Subject>]) -> Vec<Result<Shows, Broken>> {
        let gone = || Err(Broken("a worker of the reducer has stopped".to_owned()));
        let mut answers = vec![gone(); subjects.len()];
        for (number, subject) in subjects.iter().enumerate() {
            let _ = self.jobs.send(Job { number, question, subject: Arc::clone(subject) });
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
