//! What an answer is to make small or large, or what had better hold: it changes which model is found, never whether there is
//! one.

use super::bounds::draw_size;
use super::choices::Choices;
use super::script::Maker;
use super::sorts::{Kind, Sort};

/// Objectives of a check, at most.
const MOST: usize = 3;

/// The commands, the smallest choice first.
const COMMANDS: &[(Aim, &[u8])] =
    &[(Aim::Number, b"(minimize "), (Aim::Number, b"(maximize "), (Aim::Formula, b"(assert-soft ")];

/// What a command is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aim {
    Number,
    Formula,
}

impl Maker<'_> {
    /// Says what the next check is to aim at.
    pub(super) fn aim(&mut self, choices: &mut dyn Choices) {
        let sorts = &self.group.universe.sorts;
        let is_number = |sort: &Sort| matches!(sorts.kind(*sort), Kind::Int | Kind::Real | Kind::BitVec(_));
        let numbers: Vec<Sort> = sorts.all().filter(is_number).collect();
        for _ in 0..choices.between(1, MOST) {
            let (aim, command) = COMMANDS[choices.below(COMMANDS.len())];
            let number = numbers.get(choices.below(numbers.len().max(1))).filter(|_| aim == Aim::Number);
            let (command, sort) = number.map_or((&b"(assert-soft "[..], Sort::BOOL), |&sort| (command, sort));
            let fuel = draw_size(&self.bounds.fuel, choices) / 2;
            self.term(sort, fuel, choices);
            self.line(command);
            self.write_term();
            if sort == Sort::BOOL {
                let (weight, group) = (choices.between(1, 9), choices.below(2));
                self.line(format!(" :weight {weight} :id g{group}").as_bytes());
            }
            self.line(b")\n");
        }
    }
}
