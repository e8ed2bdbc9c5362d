//! Commands before each test.

use super::{Backend, Request};
use crate::answer::Expected;
use crate::process::Confinement;
use crate::run::Run;

/// A backend whose tests all begin with the same silent commands: options that a solver takes in no other way.
pub(super) struct Preluded {
    backend: Box<dyn Backend>,
    /// The commands, a line each.
    commands: Vec<u8>,
    count: usize,
    // The memory of the last request.
    input: Vec<u8>,
    expected: Vec<Expected>,
}

impl Preluded {
    /// A backend that begins with `commands`; the same one when there are none.
    pub fn over(backend: Box<dyn Backend>, commands: impl Iterator<Item = String>) -> Box<dyn Backend> {
        let lines: Vec<String> = commands.collect();
        if lines.is_empty() {
            return backend;
        }
        let commands = lines.iter().flat_map(|line| [line.as_bytes(), b"\n"]).flatten().copied().collect();
        let count = lines.len();
        Box::new(Preluded { backend, commands, count, input: Vec::new(), expected: Vec::new() })
    }
}

impl Backend for Preluded {
    fn run_into(&mut self, request: &Request<'_>, run: &mut Run) {
        self.input.clear();
        self.input.extend_from_slice(&self.commands);
        self.input.extend_from_slice(request.input);
        self.expected.clear();
        self.expected.resize(self.count, Expected::Silent);
        self.expected.extend_from_slice(request.expected);
        let whole = Request { input: &self.input, expected: &self.expected, limits: request.limits };
        self.backend.run_into(&whole, run);
        // What it says to the options is the caller's only as something that answers no command of the test.
        let own = run.replies.drain(..self.count.min(run.replies.len()));
        let said = own.filter_map(|reply| reply.error().or(reply.text()));
        run.strays.splice(0..0, said);
    }

    fn confinement(&self) -> Confinement {
        self.backend.confinement()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Reply;

    /// Answers each command by what it was sent and told to expect.
    struct Mirror;

    impl Backend for Mirror {
        fn run_into(&mut self, request: &Request<'_>, run: &mut Run) {
            run.clear();
            run.stdout.extend_from_slice(request.input);
            let reply = |expected: &Expected| match expected {
                Expected::CheckSat => Reply::Sat,
                _ => Reply::Silent,
            };
            run.replies.extend(request.expected.iter().map(reply));
        }

        fn confinement(&self) -> Confinement {
            Confinement::None
        }
    }

    #[test]
    fn options_go_before_the_test_and_their_replies_do_not_come_back() {
        let options = ["(set-option :a 1)".to_owned(), "(set-option :b 2)".to_owned()];
        let mut backend = Preluded::over(Box::new(Mirror), options.into_iter());
        let limits = crate::process::Limits::default();
        let request = Request { input: b"(check-sat)", expected: &[Expected::CheckSat], limits: &limits };
        for _ in 0..2 {
            let run = backend.run(&request);
            assert_eq!(run.stdout, b"(set-option :a 1)\n(set-option :b 2)\n(check-sat)");
            assert_eq!(run.replies, [Reply::Sat]);
        }
    }
}
