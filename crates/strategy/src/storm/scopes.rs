//! Incremental mode (S4): scopes, assumptions and several checks, each with a known answer.

use super::Visit;
use super::assignment::{FALSE_GUARDS, TRUE_GUARDS};
use crate::dice::Dice;
use crate::test::{Check, Refutation, Test, Truth};

/// Scopes nest this deep.
const LEVELS: usize = 5;

/// A scope of the script being made.
#[derive(Clone, Copy, Debug, Default)]
struct Level {
    /// Why the assertions up to here cannot hold, if they cannot.
    refuted: Option<Refutation>,
    /// By number: whether assuming the false guard contradicts the assertions.
    guarded: [bool; FALSE_GUARDS.len()],
}

/// What the script does next; the number is its weight.
const MOVES: &[(Move, usize)] = &[
    (Move::Assert, 10),
    (Move::Push, 4),
    (Move::Pop, 3),
    (Move::Check, 3),
    (Move::Assume, 2),
    (Move::Contradict, 1),
    (Move::Guard, 1),
    (Move::Forget, 1),
];

#[derive(Clone, Copy, Debug)]
enum Move {
    Assert,
    Push,
    Pop,
    Check,
    Assume,
    Contradict,
    Guard,
    Forget,
}

impl Visit<'_> {
    /// A script with scopes and several checks.
    pub(super) fn incremental(&self, dice: &mut Dice, test: &mut Test) {
        let models = dice.chance(self.bounds.models);
        let forgets = dice.chance(20);
        self.head(models, forgets, &mut test.text);
        for guard in TRUE_GUARDS.iter().chain(&FALSE_GUARDS) {
            test.text.extend_from_slice(format!("(declare-const {guard} Bool)\n").as_bytes());
        }
        let end = test.text.len() + self.bounds.instance_bytes;
        let mut script = Scopes { visit: self, levels: vec![Level::default()], models, test };
        let mut left = dice.between(4, self.bounds.assertions.max(4));
        while left > 0 && script.test.text.len() < end {
            left -= 1;
            match draw(dice) {
                Move::Forget if !forgets => {}
                next => script.perform(next, dice),
            }
        }
        script.check();
    }
}

fn draw(dice: &mut Dice) -> Move {
    let total = MOVES.iter().map(|(_, weight)| weight).sum();
    let mut at = dice.below(total);
    for &(next, weight) in MOVES {
        if at < weight {
            return next;
        }
        at -= weight;
    }
    Move::Assert
}

struct Scopes<'v, 't> {
    visit: &'v Visit<'v>,
    levels: Vec<Level>,
    models: bool,
    test: &'t mut Test,
}

impl Scopes<'_, '_> {
    fn perform(&mut self, next: Move, dice: &mut Dice) {
        let visit = self.visit;
        match next {
            Move::Assert => {
                let id = visit.pools.pick(dice);
                visit.assert(|out| visit.writer().made_true(id, out), &mut self.test.text);
            }
            Move::Push => {
                let count = dice.between(1, 2);
                if self.levels.len() + count <= LEVELS {
                    let top = self.top();
                    self.levels.extend(vec![top; count]);
                    self.command(&format!("(push {count})"));
                }
            }
            Move::Pop => {
                let open = self.levels.len() - 1;
                if open > 0 {
                    let count = dice.between(1, open.min(2));
                    self.levels.truncate(self.levels.len() - count);
                    self.command(&format!("(pop {count})"));
                }
            }
            Move::Check => self.check(),
            Move::Assume => self.assume(dice),
            // The outermost scope stays satisfiable, or every later check would be refuted.
            Move::Contradict if self.levels.len() > 1 => {
                let (contradiction, why) = visit.contradiction(dice);
                for side in contradiction.sides {
                    visit.assert(|out| out.extend_from_slice(&side), &mut self.test.text);
                }
                self.top_mut().refuted.get_or_insert(why);
            }
            Move::Contradict => {}
            Move::Guard => self.guard(dice),
            Move::Forget => {
                self.levels = vec![Level::default()];
                self.command("(reset-assertions)");
            }
        }
    }

    /// Makes a guard imply what it must, or what cannot be.
    fn guard(&mut self, dice: &mut Dice) {
        let (visit, at) = (self.visit, dice.below(FALSE_GUARDS.len()));
        if dice.chance(50) {
            let id = visit.pools.pick(dice);
            let write = |out: &mut Vec<u8>| {
                out.extend_from_slice(format!("(=> {} ", TRUE_GUARDS[at]).as_bytes());
                visit.writer().made_true(id, out);
                out.push(b')');
            };
            return visit.assert(write, &mut self.test.text);
        }
        let id = visit.pools.pick(dice);
        let value = visit.pools.value(id);
        let holds = |out: &mut Vec<u8>| visit.writer().made_true(id, out);
        visit.assert(holds, &mut self.test.text);
        let cannot = |out: &mut Vec<u8>| {
            out.extend_from_slice(format!("(=> {} ", FALSE_GUARDS[at]).as_bytes());
            visit.writer().reshaped(id, !value, dice, out);
            out.push(b')');
        };
        visit.assert(cannot, &mut self.test.text);
        self.top_mut().guarded[at] = true;
    }

    fn check(&mut self) {
        let truth = self.truth();
        self.visit.check(&mut self.test.text);
        self.answer(truth);
    }

    fn assume(&mut self, dice: &mut Dice) {
        let at = dice.below(FALSE_GUARDS.len());
        let top = self.top();
        let mut assumptions: Vec<String> = Vec::new();
        for guard in TRUE_GUARDS {
            if dice.chance(50) {
                assumptions.push(guard.to_owned());
            }
        }
        let truth = if dice.chance(50) && top.guarded[at] {
            assumptions.push(FALSE_GUARDS[at].to_owned());
            Truth::Unsat(top.refuted.unwrap_or(Refutation::Assumption))
        } else {
            assumptions.push(format!("(not {})", FALSE_GUARDS[at]));
            self.truth()
        };
        self.command(&format!("(check-sat-assuming ({}))", assumptions.join(" ")));
        self.answer(truth);
    }

    fn answer(&mut self, truth: Truth) {
        let model = self.models && matches!(truth, Truth::Sat(_));
        if model {
            self.command("(get-model)");
        }
        self.test.checks.push(Check { truth, model });
    }

    fn truth(&self) -> Truth {
        match self.top().refuted {
            Some(why) => Truth::Unsat(why),
            None => self.visit.satisfiable(),
        }
    }

    fn top(&self) -> Level {
        self.levels.last().copied().unwrap_or_default()
    }

    fn top_mut(&mut self) -> &mut Level {
        if self.levels.is_empty() {
            self.levels.push(Level::default());
        }
        let last = self.levels.len() - 1;
        &mut self.levels[last]
    }

    fn command(&mut self, text: &str) {
        self.test.text.extend_from_slice(text.as_bytes());
        self.test.text.push(b'\n');
    }
}
