//! Handles numbered in the order in which they are made.

use rustc_hash::FxHashMap;

use crate::trace::{Arg, Handle, Kind, Trace};

/// The same trace with handles from 0 on.
pub(super) fn renumbered(trace: &Trace) -> Trace {
    let mut names: FxHashMap<Handle, u32> = FxHashMap::default();
    let mut counts: FxHashMap<Kind, u32> = FxHashMap::default();
    let mut tidy = trace.clone();
    for line in &mut tidy.lines {
        for arg in &mut line.call.args {
            match arg {
                Arg::Handle(handle) => handle.number = names.get(handle).copied().unwrap_or(handle.number),
                Arg::Operator(operator) => {
                    if let Some(sort) = &mut operator.sort {
                        let handle = Handle { kind: Kind::Sort, number: *sort };
                        *sort = names.get(&handle).copied().unwrap_or(*sort);
                    }
                }
                Arg::Number(_) | Arg::Text(_) => {}
            }
        }
        if let Some(handle) = line.call.makes() {
            let next = counts.entry(handle.kind).or_default();
            names.insert(handle, *next);
            line.call.result = Some(*next);
            *next += 1;
        }
    }
    tidy
}
