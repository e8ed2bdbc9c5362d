//! The values of finite sorts, counted and listed.

use std::sync::Arc;

use smtlib::{Arena, FunKind, SortCtor, SortDeclKind, SortId};

use crate::bitvec::BitVec;
use crate::float::{Float, Format, RoundingMode};
use crate::number::Int;
use crate::value::{Data, Value};

/// A finite set of values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Domain {
    /// Both truth values.
    Bool,
    /// All bit-vectors of a width of at most 32.
    BitVec(u32),
    /// All floating-point numbers of a format of at most 32 bits, one NaN.
    Float(Format),
    /// All rounding modes.
    RoundingMode,
    /// A prime field of small order.
    Field(u64),
    /// The first so many elements of an uninterpreted sort.
    Elements(u32),
    /// Values listed one by one: enumerations, tuples and records of small sorts.
    Listed(Arc<[Value]>),
}

/// Domains are listed one by one only up to this many values.
const MAX_LISTED: u64 = 4096;

impl Domain {
    /// The domain of a sort, if it is finite and not too large to count. `elements` tells how many elements an
    /// uninterpreted sort has, where that is known.
    pub fn of(arena: &Arena, sort: SortId, elements: &dyn Fn(SortId) -> Option<u32>) -> Option<Domain> {
        Domain::of_at(arena, sort, elements, 0)
    }

    fn of_at(
        arena: &Arena,
        sort: SortId,
        elements: &dyn Fn(SortId) -> Option<u32>,
        depth: u32,
    ) -> Option<Domain> {
        let sort = arena.sorts.canonical(sort);
        match arena.sorts.ctor(sort) {
            SortCtor::Bool => Some(Domain::Bool),
            SortCtor::RoundingMode => Some(Domain::RoundingMode),
            SortCtor::BitVec(width) if width <= 32 => Some(Domain::BitVec(width)),
            SortCtor::Float(eb, sb) if eb.saturating_add(sb) <= 32 => Format::new(eb, sb).map(Domain::Float),
            SortCtor::Field(order) => {
                arena.name(order).parse().ok().filter(|&n| n < 1 << 32).map(Domain::Field)
            }
            SortCtor::Tuple => {
                let args = arena.sorts.args(sort).to_vec();
                let tuples = product(arena, &args, elements, depth)?;
                Some(Domain::Listed(tuples.into_iter().map(|t| Value::Tuple(t.into())).collect()))
            }
            SortCtor::User(decl) => match arena.sorts.decl(decl).kind {
                SortDeclKind::Datatype(id) => {
                    let mut values = Vec::new();
                    for constructor in &arena.datatype(id).constructors {
                        let fun = arena.fun(constructor.fun);
                        // A parametric or recursive datatype is not listed.
                        if !fun.sort_params.is_empty() || arena.datatype(id).co {
                            return None;
                        }
                        debug_assert!(matches!(fun.kind, FunKind::Constructor(..)));
                        for fields in product(arena, &fun.params, elements, depth)? {
                            let data = Data { constructor: constructor.fun, fields: fields.into() };
                            values.push(Value::Data(Arc::new(data)));
                        }
                    }
                    ((values.len() as u64) <= MAX_LISTED).then(|| Domain::Listed(values.into()))
                }
                _ => elements(sort).map(Domain::Elements),
            },
            _ => None,
        }
    }

    /// How many values there are.
    pub fn size(&self) -> u64 {
        match self {
            Domain::Bool => 2,
            Domain::BitVec(width) => 1 << width,
            // All patterns, the many NaNs counted once.
            Domain::Float(format) => (1 << format.width()) - 2 * ((1 << (format.sb() - 1)) - 1) + 1,
            Domain::RoundingMode => 5,
            Domain::Field(order) => *order,
            Domain::Elements(count) => u64::from(*count),
            Domain::Listed(values) => values.len() as u64,
        }
    }

    /// The values in some fixed order.
    pub fn values(&self) -> Box<dyn Iterator<Item = Value> + '_> {
        match self {
            Domain::Bool => Box::new([false, true].into_iter().map(Value::Bool)),
            Domain::BitVec(width) => {
                Box::new((0..1u64 << width).map(|i| Value::BitVec(BitVec::from_u64(*width, i))))
            }
            Domain::Float(format) => {
                let numbers = (0..1u64 << format.width()).map(|bits| Float::from_ieee_u64(*format, bits));
                let numbers = numbers.filter(|number| !number.is_nan());
                Box::new(numbers.chain([Float::nan(*format)]).map(Value::from))
            }
            Domain::RoundingMode => Box::new(RoundingMode::ALL.into_iter().map(Value::RoundingMode)),
            Domain::Field(order) => Box::new((0..*order).map(|i| Value::Field(Int::from(i)))),
            Domain::Elements(count) => Box::new((0..*count).map(Value::Element)),
            Domain::Listed(values) => Box::new(values.iter().cloned()),
        }
    }
}

/// All lists of values of these sorts.
fn product(
    arena: &Arena,
    sorts: &[SortId],
    elements: &dyn Fn(SortId) -> Option<u32>,
    depth: u32,
) -> Option<Vec<Vec<Value>>> {
    // Recursive datatypes are infinite; nesting this deep is one of them, or too many values anyway.
    if depth > 8 {
        return None;
    }
    let mut lists = vec![Vec::new()];
    for &sort in sorts {
        let domain = Domain::of_at(arena, sort, elements, depth + 1)?;
        if domain.size().checked_mul(lists.len() as u64)? > MAX_LISTED {
            return None;
        }
        lists = lists
            .iter()
            .flat_map(|list| {
                domain.values().map(move |value| {
                    let mut longer = list.clone();
                    longer.push(value);
                    longer
                })
            })
            .collect();
    }
    Some(lists)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_what_is_listed_and_values_are_distinct() {
        let format = Format::new(3, 4).unwrap();
        for domain in
            [Domain::Bool, Domain::BitVec(5), Domain::Float(format), Domain::RoundingMode, Domain::Field(7)]
        {
            let values: std::collections::BTreeSet<Value> = domain.values().collect();
            assert_eq!(values.len() as u64, domain.size(), "{domain:?}");
        }
    }

    #[test]
    fn datatypes_without_recursion_are_listed() {
        let source = b"(declare-datatypes ((E 0) (P 0) (L 0)) (((a) (b) (c)) ((p (x E) (y Bool)))
            ((nil) (cons (h E) (t L)))))(declare-const e E)(declare-const q P)(declare-const l L)";
        let script = smtlib::Script::parse(source).unwrap();
        let size = |name: &str| {
            let (_, fun) = script.arena.funs().find(|(_, f)| script.arena.name(f.name) == name).unwrap();
            Domain::of(&script.arena, fun.result, &|_| None).map(|d| d.size())
        };
        assert_eq!(size("e"), Some(3));
        assert_eq!(size("q"), Some(6));
        assert_eq!(size("l"), None);
    }
}
