//! Calls that Boolector must complain about.

use std::ptr;
use std::time::Duration;

use super::instance::Instance;
use super::{OTHER, Object, TABLE, expect_complaint};
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

/// Functions that look at the state of the solver first.
const OF_A_STATE: &[&str] = &["assume", "failed", "bv_assignment", "get_value"];
/// Functions of operators that take arrays, too.
const OF_ANY_SORT: &[&str] = &["eq", "ne", "cond", "read", "write"];
/// Functions of an instance and one node, besides those of operators, that take bit-vectors only.
const OF_BITS: &[&str] = &["assert", "inc", "dec", "redxor"];

/// What is passed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wrong {
    Nothing,
    Foreign,
    Freed,
    /// An array, where a bit-vector is wanted.
    Array,
}

impl Wrong {
    /// What it is, and words of the complaint about it. A function with several guards must not leave it to the next.
    fn told(self) -> (&'static str, &'static str) {
        match self {
            Wrong::Nothing => ("nothing", "must not be NULL"),
            Wrong::Foreign => ("a node of another instance", "belongs to different"),
            Wrong::Freed => ("a node that was given back", "reference counter"),
            Wrong::Array => ("an array", "must be a bit-vector"),
        }
    }
}

/// Calls that are made at a time: what a function guards against is many things.
const CALLS: u32 = 4;

impl Instance<'_> {
    /// Passes what is wrong in one place of a function, a few times.
    pub(super) fn abused(&self, way: u32) -> Done<Option<String>> {
        for call in 0..CALLS {
            let found = self.abused_once(way.wrapping_add(call.wrapping_mul(0x9E37_79B1)))?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    fn abused_once(&self, way: u32) -> Done<Option<String>> {
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
        let is_of_bits = OF_BITS.contains(&name) || choice < TABLE.len() && !OF_ANY_SORT.contains(&name);
        let wrong = match way / 4096 % 4 {
            _ if place == 0 => Wrong::Nothing,
            0 => Wrong::Foreign,
            1 => Wrong::Freed,
            2 if is_of_bits => Wrong::Array,
            _ => Wrong::Nothing,
        };
        let wrong = if UNGUARDED.contains(&(name, wrong)) { Wrong::Nothing } else { wrong };
        let ended = apart(Duration::from_secs(1), || {
            let stranger = Instance::new(self.boolector);
            let (f, extras) = (&self.boolector.functions, &self.boolector.extras);
            let of = if wrong == Wrong::Foreign { stranger.btor } else { self.btor };
            // SAFETY: sort and nodes are of one instance.
            let strange = unsafe {
                let mut sort = (f.bitvec_sort)(of, 1);
                if wrong == Wrong::Array {
                    sort = (f.array_sort)(of, sort, sort);
                }
                let make = if wrong == Wrong::Array { f.array } else { f.var };
                let (first, second) = (make(of, sort, ptr::null()), make(of, sort, ptr::null()));
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
            if !OF_A_STATE.contains(&name) {
                expect_complaint(wrong.told().1);
            }
            // SAFETY: none: this is the process in which it may break.
            let _ = unsafe { self.boolector.extras.call(name, &args) };
            0
        });
        let (what, _) = wrong.told();
        Ok(match ended {
            Apart::Code(CONTRACT) | Apart::Unknown => None,
            Apart::Code(OTHER) => Some(format!(
                "boolector_{name} takes {what} in place {place} and complains of something else"
            )),
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
