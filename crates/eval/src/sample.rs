//! A plain value of any sort, for what nobody fixed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use smtlib::{Arena, SortCtor, SortDeclKind, SortId};

use crate::array::Array;
use crate::bitvec::BitVec;
use crate::float::{Float, Format, RoundingMode};
use crate::number::{Int, Real};
use crate::regex::Regex;
use crate::text::Text;
use crate::value::{Data, Value};

/// The plainest value of a sort: zero, empty, the smallest constructor. `None` where the sort has no value that we
/// can write down: functions, and sorts we do not know.
pub fn default_value(arena: &Arena, sort: SortId) -> Option<Value> {
    default_at(arena, sort, &mut Vec::new())
}

fn default_at(arena: &Arena, sort: SortId, open: &mut Vec<SortId>) -> Option<Value> {
    let sort = arena.sorts.canonical(sort);
    Some(match arena.sorts.ctor(sort) {
        SortCtor::Bool => Value::Bool(false),
        SortCtor::Int => Value::Int(Int::ZERO),
        SortCtor::Real => Value::Real(Real::ZERO),
        SortCtor::RoundingMode => Value::RoundingMode(RoundingMode::Rne),
        SortCtor::String => Value::Text(Text::default()),
        SortCtor::RegLan => Value::Regex(Regex::NONE),
        SortCtor::Char => Value::Char(0),
        SortCtor::BitVec(width) => Value::BitVec(BitVec::zero(width)),
        SortCtor::Float(eb, sb) => Value::from(Float::zero(Format::new(eb, sb)?, false)),
        SortCtor::Field(_) => Value::Field(Int::ZERO),
        SortCtor::Array => {
            let element = *arena.sorts.args(sort).last()?;
            Value::Array(Arc::new(Array::constant(default_at(arena, element, open)?)))
        }
        SortCtor::Seq => Value::Seq(Arc::from([])),
        SortCtor::Set => Value::Set(Arc::new(BTreeSet::new())),
        SortCtor::Bag => Value::Bag(Arc::new(BTreeMap::new())),
        SortCtor::Tuple => {
            let fields: Option<Vec<Value>> =
                arena.sorts.args(sort).iter().map(|&s| default_at(arena, s, open)).collect();
            Value::Tuple(fields?.into())
        }
        SortCtor::User(decl) => match arena.sorts.decl(decl).kind {
            SortDeclKind::Datatype(id) => {
                // A constructor that needs a value of a sort we are making already is no way out.
                if open.contains(&sort) {
                    return None;
                }
                open.push(sort);
                let datatype = arena.datatype(id);
                let made = datatype.constructors.iter().find_map(|constructor| {
                    let fun = arena.fun(constructor.fun);
                    // Fields of parametric sorts need an instance; values of those come from terms only.
                    if !fun.sort_params.is_empty() && !fun.params.is_empty() {
                        return None;
                    }
                    let fields: Option<Vec<Value>> =
                        fun.params.iter().map(|&s| default_at(arena, s, open)).collect();
                    Some(Data { constructor: constructor.fun, fields: fields?.into() })
                });
                open.pop();
                Value::Data(Arc::new(made?))
            }
            _ => Value::Element(0),
        },
        _ => return None,
    })
}
