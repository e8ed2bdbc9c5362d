//! Running steps.

use smallvec::SmallVec;

use super::frame::Frame;
use super::step::{Input, Kind, Place, Plan, Step};
use crate::machine::Machine;
use crate::theory::{self, Call};
use crate::unknown::{Eval, Unknown};
use crate::value::Value;

impl Frame {
    /// Computes every step.
    pub(super) fn run_all(&mut self, plan: &Plan, machine: &mut Machine) {
        for (i, step) in plan.steps.iter().enumerate() {
            self.exec(plan, machine, i as u32, step);
        }
    }

    /// Computes again what depends on an input.
    pub(super) fn run_affected(&mut self, plan: &Plan, machine: &mut Machine, input: Input) {
        for &i in plan.affected_by(machine.arena, input).iter() {
            self.exec(plan, machine, i, &plan.steps[i as usize]);
        }
    }

    #[inline]
    fn is_unknown(&self, args: &[u32]) -> bool {
        args.iter().any(|&a| self.unknown[a as usize])
    }

    #[inline]
    fn word(&self, slot: u32) -> u64 {
        self.words[slot as usize]
    }

    /// Computes one step from its arguments.
    #[inline]
    pub(super) fn exec(&mut self, plan: &Plan, machine: &mut Machine, slot: u32, step: &Step) {
        let args = plan.args_of(step);
        let result = match &step.kind {
            Kind::Constant | Kind::Input(Input::Var(_)) => return,
            Kind::And => return self.connective(slot, args, 0),
            Kind::Or => return self.connective(slot, args, 1),
            Kind::Implies => return self.implication(slot, args),
            Kind::Ite => return self.ite(slot, step.place, args),
            Kind::Not
            | Kind::Xor
            | Kind::EqWords
            | Kind::DistinctWords
            | Kind::Word1(..)
            | Kind::Word2(..)
            | Kind::WordN(..)
            | Kind::Test1(..)
            | Kind::Test2(..)
            | Kind::Extract(..)
            | Kind::Concat(..)
            | Kind::WordBy(..)
            | Kind::Same => {
                if self.is_unknown(args) {
                    let reason = self.reason(args);
                    return self.store_unknown(slot, reason);
                }
                self.words[slot as usize] = self.strict_word(&step.kind, args);
                return self.clear_unknown(slot as usize);
            }
            Kind::Input(Input::Fun(fun)) => machine.constant(*fun),
            Kind::Unknown(reason) => Err((**reason).clone()),
            Kind::Quantifier(quantifier, child) => self.quantifier(plan, machine, *quantifier, *child),
            Kind::Lambda(term, child) => self.lambda(plan, *term, *child),
            Kind::Match(cases, first) => self.match_value(plan, machine, *cases, *first, args),
            Kind::Apply(..) | Kind::Call(_) | Kind::CallValue => self.strict(plan, machine, step, args),
        };
        self.store_result(slot, step.place, result);
    }

    /// An operator whose arguments are all needed.
    fn strict(&self, plan: &Plan, machine: &mut Machine, step: &Step, args: &[u32]) -> Eval {
        if self.is_unknown(args) {
            return Err(self.reason(args));
        }
        let values: SmallVec<[Value; 4]> =
            args.iter().map(|&a| self.known_value(&plan.steps[a as usize], a)).collect();
        match step.kind {
            Kind::Apply(op, qual) => {
                let call = Call { arena: machine.arena, op, qual, sort: step.sort };
                let values: SmallVec<[&Value; 4]> = values.iter().collect();
                theory::apply(machine, &call, &values)
            }
            Kind::Call(fun) => {
                let arena = machine.arena;
                let params = &arena.fun(fun).params;
                let values: SmallVec<[Value; 4]> =
                    values.into_iter().zip(params).map(|(v, &p)| theory::coerce(arena, v, p)).collect();
                machine.call_fun(fun, &values)
            }
            _ => match values.split_first() {
                Some((function, rest)) => machine.call_value(function, rest),
                None => Err(Unknown::HigherOrder),
            },
        }
    }

    #[inline]
    fn strict_word(&self, kind: &Kind, args: &[u32]) -> u64 {
        let word = |i: usize| self.words[args[i] as usize];
        match *kind {
            Kind::Not => word(0) ^ 1,
            Kind::Xor => args.iter().fold(0, |odd, &a| odd ^ self.word(a)),
            Kind::EqWords => u64::from(args.windows(2).all(|pair| self.word(pair[0]) == self.word(pair[1]))),
            Kind::DistinctWords => {
                let differ =
                    |(i, &a): (usize, &u32)| args[i + 1..].iter().all(|&b| self.word(a) != self.word(b));
                u64::from(args.iter().enumerate().all(differ))
            }
            Kind::Word1(f, w) => f(word(0), w),
            Kind::Word2(f, w) => f(word(0), word(1), w),
            Kind::WordN(f, w) => args[1..].iter().fold(word(0), |result, &a| f(result, self.word(a), w)),
            Kind::Test1(f, w) => u64::from(f(word(0), w)),
            Kind::Test2(f, w) => u64::from(f(word(0), word(1), w)),
            Kind::Extract(high, low) => crate::bitvec::word::extract(word(0), high, low),
            Kind::Concat(low) => crate::bitvec::word::concat(word(0), word(1), low),
            Kind::WordBy(f, by, w) => f(word(0), by, w),
            _ => word(0),
        }
    }

    /// Conjunction (`decisive` 0) or disjunction (`decisive` 1): one decisive argument decides, known or not the
    /// others are.
    fn connective(&mut self, slot: u32, args: &[u32], decisive: u64) {
        let mut unknown = None;
        for &arg in args {
            if self.unknown[arg as usize] {
                unknown = Some(arg);
            } else if self.word(arg) == decisive {
                return self.store_truth(slot, decisive);
            }
        }
        match unknown {
            None => self.store_truth(slot, decisive ^ 1),
            Some(arg) => {
                let reason = self.reason(&[arg]);
                self.store_unknown(slot, reason);
            }
        }
    }

    fn implication(&mut self, slot: u32, args: &[u32]) {
        let Some((&last, premises)) = args.split_last() else { return };
        let mut unknown = None;
        for &premise in premises {
            if self.unknown[premise as usize] {
                unknown = Some(premise);
            } else if self.word(premise) == 0 {
                return self.store_truth(slot, 1);
            }
        }
        if !self.unknown[last as usize] && self.word(last) == 1 {
            return self.store_truth(slot, 1);
        }
        match unknown.or(self.unknown[last as usize].then_some(last)) {
            None => self.store_truth(slot, 0),
            Some(arg) => {
                let reason = self.reason(&[arg]);
                self.store_unknown(slot, reason);
            }
        }
    }

    #[inline]
    fn store_truth(&mut self, slot: u32, truth: u64) {
        self.words[slot as usize] = truth;
        self.clear_unknown(slot as usize);
    }

    fn ite(&mut self, slot: u32, place: Place, args: &[u32]) {
        let &[condition, yes, no] = args else { return };
        if self.unknown[condition as usize] {
            // Equal branches decide even so.
            let agree = !self.is_unknown(&[yes, no])
                && match place {
                    Place::Value => {
                        let (a, b) = (&self.values[yes as usize], &self.values[no as usize]);
                        a == b && !a.is_higher_order()
                    }
                    _ => self.word(yes) == self.word(no),
                };
            if !agree {
                let reason = self.reason(&[condition]);
                return self.store_unknown(slot, reason);
            }
        }
        let chosen = if self.word(condition) != 0 { yes } else { no };
        if self.unknown[chosen as usize] {
            let reason = self.reason(&[chosen]);
            return self.store_unknown(slot, reason);
        }
        match place {
            Place::Value => self.values[slot as usize] = self.values[chosen as usize].clone(),
            _ => self.words[slot as usize] = self.words[chosen as usize],
        }
        self.clear_unknown(slot as usize);
    }
}
