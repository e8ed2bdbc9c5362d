//! Tests from bytes, for an engine that changes bytes and looks what comes of it.
//!
//! The first [`HEAD`] bytes say what kind of test it is and in which group of scripts, the others decide in the grammar of
//! that group. The bytes alone decide, with the grammar: neither the campaign's number nor what was made before. What is
//! known of a test is known as of any other generated one.

use std::fmt::Write;

use super::choices::{Graft, Layout, Tape};
use super::known::{BOUNDS, Known};
use super::script::Shape;
use crate::seed::Seed;
use crate::storm::Stock;
use crate::test::Test;

/// Bytes at the beginning that say how the others are read: the kind of test, and the group.
pub const HEAD: usize = 3;

/// From here on the first byte means a large script: one in sixteen, until somebody finds that they show more.
const LARGE: u8 = 240;

/// What tests are like; the first byte chooses.
const KINDS: &[Kind] = &[
    Kind::Open,
    Kind::Open,
    Kind::Open,
    Kind::Satisfiable,
    Kind::Satisfiable,
    Kind::Unsatisfiable,
    Kind::Scopes(2),
    Kind::Scopes(3),
];

#[derive(Clone, Copy, Debug)]
enum Kind {
    /// A script as it comes: nothing is known.
    Open,
    /// All assertions, made true.
    Satisfiable,
    /// All assertions, and a contradiction.
    Unsatisfiable,
    /// Storm's test of this number, of the same assertions; most have scopes.
    Scopes(u64),
}

impl Known {
    /// Makes the test that `bytes` mean. The same bytes give the same test, whatever was made before.
    pub fn decode(&mut self, bytes: &[u8], test: &mut Test) {
        let (kind, layout) = self.read(bytes, None);
        let name = format!("grammar/{}", self.generator.grammar().logic());
        if !self.known(kind, &name, test) {
            self.open_test(name, test);
        }
        let mut digits = String::with_capacity(2 * layout.bytes.len());
        for byte in layout.bytes {
            // A string takes everything.
            let _ = write!(digits, "{byte:02x}");
        }
        test.provenance.choices = Some(digits.into());
    }

    /// What bytes are made of, with other bytes in the place of one term's if there is a graft.
    pub fn layout(&mut self, bytes: &[u8], graft: Option<&Graft>) -> Layout {
        self.read(bytes, graft).1
    }

    /// Makes the script that bytes mean.
    fn read(&mut self, bytes: &[u8], graft: Option<&Graft>) -> (Kind, Layout) {
        let mut head = [0; HEAD];
        head.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
        let [kind, high, low] = head;
        let group = u64::from(u16::from_be_bytes([high, low]));
        let (kind, large) = (KINDS[usize::from(kind) % KINDS.len()], kind >= LARGE);
        let shape = if matches!(kind, Kind::Open) { Shape::Any } else { Shape::Flat };
        let mut tape = Tape::new(bytes, HEAD, graft);
        self.text.clear();
        self.generator.read(group, shape, large, &mut tape, &mut self.text);
        (kind, tape.layout())
    }

    /// Makes a test of which something is known; false when nothing is.
    fn known(&mut self, kind: Kind, name: &str, test: &mut Test) -> bool {
        if matches!(kind, Kind::Open) || !self.generator.grammar().can_be_known() {
            return false;
        }
        let Ok(seed) = Seed::parse(name, &self.text) else { return false };
        let stock = Stock::whole(&seed, &BOUNDS, "grammar", 0);
        let Some(visit) = self.storm.visit(&stock, &BOUNDS, 0) else { return false };
        match kind {
            Kind::Open => return false,
            Kind::Satisfiable => visit.whole(false, 0, test),
            Kind::Unsatisfiable => visit.whole(true, 1, test),
            Kind::Scopes(number) => visit.test(number, test),
        }
        true
    }
}
