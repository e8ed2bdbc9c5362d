//! Running a recursive function's body: a branch is computed only when it is chosen, or the recursion would never
//! end.

use super::frame::Frame;
use super::step::{Kind, Plan};
use crate::machine::Machine;

impl Frame {
    /// Computes one slot and what it needs.
    pub(super) fn run_lazily(&mut self, plan: &Plan, machine: &mut Machine, root: u32) {
        self.done.clear();
        self.done.resize(plan.steps.len(), false);
        let mut stack = vec![root];
        while let Some(&slot) = stack.last() {
            if self.done[slot as usize] {
                stack.pop();
                continue;
            }
            match self.next_need(plan, slot) {
                Some(need) => stack.push(need),
                None => {
                    self.exec(plan, machine, slot, &plan.steps[slot as usize]);
                    self.done[slot as usize] = true;
                    stack.pop();
                }
            }
        }
    }

    /// The next argument that a step cannot do without.
    fn next_need(&mut self, plan: &Plan, slot: u32) -> Option<u32> {
        let step = &plan.steps[slot as usize];
        let args = plan.args_of(step);
        let open = |frame: &Frame, a: u32| !frame.done[a as usize];
        match step.kind {
            Kind::Ite => {
                let &[condition, yes, no] = args else { return None };
                if open(self, condition) {
                    return Some(condition);
                }
                if self.unknown[condition as usize] {
                    // Both branches might never end: the value is unknown, as the condition is.
                    let reason = self.reason(&[condition]);
                    for branch in [yes, no] {
                        if open(self, branch) {
                            self.store_unknown(branch, reason.clone());
                        }
                    }
                    return None;
                }
                let chosen = if self.words[condition as usize] != 0 { yes } else { no };
                open(self, chosen).then_some(chosen)
            }
            Kind::And | Kind::Or => {
                let decisive = u64::from(matches!(step.kind, Kind::Or));
                for &arg in args {
                    if open(self, arg) {
                        return Some(arg);
                    }
                    if !self.unknown[arg as usize] && self.words[arg as usize] == decisive {
                        // Decided: what was not computed must not be looked at.
                        for &other in args {
                            if open(self, other) {
                                self.words[other as usize] = decisive;
                                self.clear_unknown(other as usize);
                            }
                        }
                        return None;
                    }
                }
                None
            }
            Kind::Implies => {
                for (i, &arg) in args.iter().enumerate() {
                    if open(self, arg) {
                        return Some(arg);
                    }
                    if i + 1 < args.len() && !self.unknown[arg as usize] && self.words[arg as usize] == 0 {
                        return None;
                    }
                }
                None
            }
            _ => args.iter().copied().find(|&a| open(self, a)),
        }
    }
}
