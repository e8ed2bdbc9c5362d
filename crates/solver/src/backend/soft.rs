//! The limits that a solver keeps by itself.

use super::Found;
use crate::catalogue::Launch;
use crate::process::Limits;

impl Found {
    /// The same target, told to stop by itself a little before a limit: it then says `unknown`, and a process that is
    /// kept lives on. Only a courtesy: the backend's limits are the ones that count.
    pub fn told_of(&self, limits: &Limits) -> Found {
        let mut told = self.clone();
        if let Launch::Process { args, .. } = &mut told.resolved.launch {
            let rules = &self.profile.run;
            args.extend(rules.time_limit_argument(limits.wall.mul_f64(0.9)));
            args.extend(rules.memory_limit_argument(limits.memory / 10 * 9));
        }
        told
    }
}
