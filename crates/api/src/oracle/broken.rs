//! Damaged texts for a library's own readers: whatever is in them, an error is no crash.

use std::time::Duration;

use ::oracle::{Class, Finding};
use strategy::Dice;

use crate::adapter::apart::apart;
use crate::adapter::{Done, Refused};
use crate::run::{Outcome, Session};

/// The time that a library has to read a damaged text; some of them ask for much.
const PATIENCE: Duration = Duration::from_millis(500);

impl Session<'_> {
    pub(crate) fn check_broken(&mut self, solver: u32, way: u32) -> Done<Outcome> {
        let script = self.world.dump(solver, way)?;
        let damaged = damaged(&script, &mut Dice::new(&[u64::from(way)]));
        let mut world = self.opened_as(solver)?;
        let ended = apart(PATIENCE, || i32::from(world.check_script(&damaged).is_err()));
        if ended == crate::adapter::apart::Apart::Unknown {
            return Err(Refused::because("there is no other process to be had"));
        }
        let finding = |evidence| Finding { class: Class::Parser, check: None, evidence, place: None };
        let died = ended.died().then(|| finding(format!("the process dies of this text:\n{damaged}")));
        Ok(Outcome { said: None, found: died })
    }
}

/// A text with a few characters or lines that are gone, doubled or exchanged.
fn damaged(text: &str, dice: &mut Dice) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..dice.between(1, 3) {
        if bytes.is_empty() {
            break;
        }
        let at = dice.below(bytes.len());
        let end = (at + dice.between(1, 8)).min(bytes.len());
        match dice.below(6) {
            0 => drop(bytes.drain(at..end)),
            1 => {
                let again = bytes[at..end].to_vec();
                bytes.splice(at..at, again);
            }
            2 => bytes[at] = *dice.pick(b"()0123456789 abx#|-\n\"").unwrap_or(&b' '),
            3 => {
                let other = dice.below(bytes.len());
                bytes.swap(at, other);
            }
            // A line that is gone, or the rest of the text.
            4 => {
                let line_end = bytes[at..].iter().position(|&b| b == b'\n').map_or(bytes.len(), |n| at + n);
                drop(bytes.drain(at..line_end));
            }
            _ => bytes.truncate(at),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_is_the_same_for_the_same_number_and_differs_for_most() {
        let text = "(assert (= x y))\n(check-sat)\n";
        let of = |number| damaged(text, &mut Dice::new(&[number]));
        assert_eq!(of(3), of(3));
        assert!((0..50).filter(|&number| of(number) != text).count() > 40);
        assert_eq!(damaged("", &mut Dice::new(&[1])), "");
    }
}
