//! Calls that Boolector must complain about.

use std::ptr;
use std::time::Duration;

use super::instance::Instance;
use super::{Object, TABLE};
use crate::adapter::apart::{Apart, apart};
use crate::adapter::{CONTRACT, Done, Refused};

/// Functions of an instance and one node, besides those of operators.
const OF_ONE_NODE: &[&str] = &[
    "assert",
    "assume",
    "failed",
    "copy",
    "release",
    "get_node_id",
    "get_sort",
    "get_symbol",
    "get_width",
    "get_bits",
    "is_const",
    "is_var",
    "is_array",
    "is_array_var",
    "is_param",
    "is_uf",
    "is_fun",
    "bv_assignment",
    "get_index_width",
    "get_fun_arity",
    "get_value",
    "inc",
    "dec",
    "redxor",
    "is_bv_const_zero",
    "is_bv_const_one",
    "is_bv_const_ones",
    "is_bv_const_max_signed",
    "is_bv_const_min_signed",
];

/// Functions of an instance alone.
const OF_NONE: &[&str] = &[
    "get_refs",
    "reset_time",
    "reset_stats",
    "print_stats",
    "fixate_assumptions",
    "reset_assumptions",
    "simplify",
    "push",
    "pop",
    "get_opt",
    "terminate",
    "get_failed_assumptions",
];

/// Functions that take such a node without a word.
const UNGUARDED: &[(&str, Wrong)] = &[
    ("usubo", Wrong::Foreign),
    ("udiv", Wrong::Foreign),
    ("get_sort", Wrong::Foreign),
    ("get_sort", Wrong::Freed),
];

/// What is passed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wrong {
    Nothing,
    Foreign,
    Freed,
}

impl Instance<'_> {
    /// Passes nothing, a node of another instance, or one that was given back, in one place of a function.
    pub(super) fn abused(&self, way: u32) -> Done<Option<String>> {
        if self.traced.is_some() {
            // Arguments are traced before they are looked at.
            return Err(Refused::because("what is traced is not looked at first"));
        }
        let nodes: Vec<Object> = self.terms.iter().map(|(_, node)| node).collect();
        let Some(&node) = nodes.get(way as usize / 7 % nodes.len().max(1)) else { return Ok(None) };
        let choices = TABLE.len() + OF_ONE_NODE.len() + OF_NONE.len();
        let choice = way as usize % choices;
        let (name, arity, indices) = match choice.checked_sub(TABLE.len()) {
            None => {
                let (_, name, template) = TABLE[choice];
                let count = |letter| template.bytes().filter(|&b| b == letter).count();
                (name, count(b'a'), count(b'i'))
            }
            Some(at) if at < OF_ONE_NODE.len() => (OF_ONE_NODE[at], 1, 0),
            Some(at) => (OF_NONE[at - OF_ONE_NODE.len()], 0, 0),
        };
        let places = 1 + arity;
        let place = (way / 512) as usize % places;
        let wrong = match way / 4096 % 3 {
            _ if place == 0 => Wrong::Nothing,
            0 => Wrong::Foreign,
            1 => Wrong::Freed,
            _ => Wrong::Nothing,
        };
        let wrong = if UNGUARDED.contains(&(name, wrong)) { Wrong::Nothing } else { wrong };
        let ended = apart(Duration::from_secs(1), || {
            let stranger = Instance::new(self.boolector);
            let (f, extras) = (&self.boolector.functions, &self.boolector.extras);
            let of = if wrong == Wrong::Foreign { stranger.btor } else { self.btor };
            // SAFETY: sort and nodes are of one instance.
            let strange = unsafe {
                let sort = (f.bitvec_sort)(of, 1);
                let (first, second) = ((f.var)(of, sort, ptr::null()), (f.var)(of, sort, ptr::null()));
                if wrong == Wrong::Freed {
                    // The node is still there, as a part of another one, but nobody has a right to it.
                    (f.and)(of, first, second);
                    let _ = extras.call("release", &[of as usize, first as usize]);
                }
                first
            };
            let mut args = vec![self.btor as usize];
            args.extend(std::iter::repeat_n(node as usize, arity));
            args[place] = if wrong == Wrong::Nothing { 0 } else { strange as usize };
            args.extend(std::iter::repeat_n(0, indices));
            // SAFETY: none: this is the process in which it may break.
            let _ = unsafe { self.boolector.extras.call(name, &args) };
            0
        });
        let what = match wrong {
            Wrong::Nothing => "nothing",
            Wrong::Foreign => "a node of another instance",
            Wrong::Freed => "a node that was given back",
        };
        Ok(match ended {
            Apart::Code(CONTRACT) | Apart::Unknown => None,
            Apart::Code(_) => {
                Some(format!("boolector_{name} takes {what} in place {place} and does not complain"))
            }
            _ if ended.died() => {
                Some(format!("boolector_{name} dies of {what} in place {place} instead of complaining"))
            }
            _ => None,
        })
    }
}
