//! What a script itself finds interesting: its literals, and the characters of its strings.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use smtlib::{Arena, Head, LiteralKind, SortId, TermId};

use crate::machine::Machine;
use crate::model::Model;
use crate::number::{Int, Real};
use crate::value::Value;

/// The constants of a script by sort. Collected once; drawing from it allocates nothing but the value.
#[derive(Clone, Debug, Default)]
pub(super) struct Constants {
    by_sort: FxHashMap<SortId, Vec<Value>>,
    /// The characters of all strings.
    pub(super) letters: Vec<u32>,
}

/// More constants of one sort than this are noise.
const MAX_PER_SORT: usize = 256;

impl Constants {
    pub(super) fn of(arena: &Arena) -> Constants {
        let mut found: FxHashMap<SortId, BTreeSet<Value>> = FxHashMap::default();
        let mut letters = BTreeSet::from([u32::from('a'), u32::from('0')]);
        let mut machine = Machine::new(arena, Model::new());
        for term in (0..arena.term_count()).map(TermId::from_index) {
            let node = arena.term(term);
            if !matches!(node.head, Head::Literal(..)) && !is_fp_triple(arena, term) {
                continue;
            }
            let values = found.entry(node.sort).or_default();
            if values.len() >= MAX_PER_SORT {
                continue;
            }
            let Ok(value) = machine.evaluate(term) else { continue };
            if let Value::Text(text) = &value {
                letters.extend(text.codes().iter().take(MAX_PER_SORT));
            }
            values.insert(value);
        }
        // Integers stand for reals too, and whole reals for integers.
        let ints = found.get(&SortId::INT).cloned().unwrap_or_default();
        let reals = found.get(&SortId::REAL).cloned().unwrap_or_default();
        found.entry(SortId::REAL).or_default().extend(ints.into_iter().map(Value::into_real));
        let whole = reals.into_iter().filter_map(|value| match value {
            Value::Real(real) if real.is_int() => Some(Value::Int(real.floor())),
            _ => None,
        });
        found.entry(SortId::INT).or_default().extend(whole);
        let by_sort = found.into_iter().map(|(sort, values)| (sort, values.into_iter().collect())).collect();
        Constants { by_sort, letters: letters.into_iter().collect() }
    }

    /// The constants of a sort, in a fixed order.
    pub(super) fn of_sort(&self, sort: SortId) -> &[Value] {
        self.by_sort.get(&sort).map_or(&[], Vec::as_slice)
    }
}

/// `(fp #b0 #b… #b…)` of literals: a literal to the reader.
fn is_fp_triple(arena: &Arena, term: TermId) -> bool {
    use smtlib::theory::{FloatOp, Op};
    let node = arena.term(term);
    let literal = |&arg: &TermId| {
        matches!(
            arena.term(arg).head,
            Head::Literal(LiteralKind::Binary | LiteralKind::Hex | LiteralKind::BvNumeral, _)
        )
    };
    matches!(node.head, Head::Op(Op::Float(FloatOp::Fp), ..)) && node.args.iter().all(literal)
}

/// A constant with one added or taken away, where that means something.
pub(super) fn neighbour(value: &Value, up: bool) -> Value {
    match value {
        Value::Int(value) => Value::Int(if up { value + Int::ONE } else { value - Int::ONE }),
        Value::Real(value) => {
            let step = if up { Real::ONE } else { Real::ONE.neg() };
            Value::Real(value.add(&step).unwrap_or_else(|_| value.clone()))
        }
        Value::BitVec(bits) => {
            let one = crate::bitvec::BitVec::one(bits.width());
            Value::BitVec(if up { bits.bvadd(&one) } else { bits.bvsub(&one) })
        }
        other => other.clone(),
    }
}
