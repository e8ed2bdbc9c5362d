//! Values of every sort.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use smtlib::{FunId, Symbol, TermId, VarId};

use crate::array::Array;
use crate::bitvec::BitVec;
use crate::float::{Float, RoundingMode};
use crate::number::{Int, Real};
use crate::regex::Regex;
use crate::text::Text;

/// A value. Equality is SMT-LIB's `=`, except for regular languages and functions, which the evaluator compares
/// itself. The order is some total order, for use in maps and sets; it means nothing.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(Int),
    /// A real number, exact.
    Real(Real),
    /// A bit-vector.
    BitVec(BitVec),
    /// A floating-point number; all NaNs of a format are one value.
    Float(Arc<Float>),
    /// A rounding mode.
    RoundingMode(RoundingMode),
    /// A string.
    Text(Text),
    /// A character of Z3's `Char`.
    Char(u32),
    /// A regular language of the evaluator's own store.
    Regex(Regex),
    /// An array.
    Array(Arc<Array>),
    /// A sequence.
    Seq(Arc<[Value]>),
    /// A finite set.
    Set(Arc<BTreeSet<Value>>),
    /// A bag: how often each element is in it, never zero times.
    Bag(Arc<BTreeMap<Value, Int>>),
    /// A tuple.
    Tuple(Arc<[Value]>),
    /// A value of a datatype.
    Data(Arc<Data>),
    /// An element of an uninterpreted sort, by number; elements of different sorts never meet.
    Element(u32),
    /// An element of a finite field: its least non-negative representative.
    Field(Int),
    /// A function as a value.
    Function(Arc<Closure>),
}

/// A value built by a constructor.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Data {
    /// The constructor.
    pub constructor: FunId,
    /// Its arguments.
    pub fields: Box<[Value]>,
}

/// A function with what it needs from around it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Closure {
    /// The function itself.
    pub code: Code,
    /// The values of the variables that are free in it.
    pub captured: Box<[(VarId, Value)]>,
    /// Arguments it has been given already.
    pub given: Box<[Value]>,
}

/// What a closure runs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Code {
    /// A function of the script.
    Fun(FunId),
    /// A lambda term.
    Lambda(TermId),
    /// A function that the script names by an index (`(_ map f)`): an operator of the table or of the script.
    Named(Symbol),
}

/// A function given by some of its values and a value everywhere else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionTable {
    /// The values that differ from the default.
    pub entries: BTreeMap<Box<[Value]>, Value>,
    /// The value everywhere else.
    pub default: Value,
}

impl FunctionTable {
    /// The value at `args`.
    pub fn get(&self, args: &[Value]) -> &Value {
        self.entries.get(args).unwrap_or(&self.default)
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Value::Bool(value)
    }
}

impl From<Int> for Value {
    fn from(value: Int) -> Self {
        Value::Int(value)
    }
}

impl From<Real> for Value {
    fn from(value: Real) -> Self {
        Value::Real(value)
    }
}

impl From<BitVec> for Value {
    fn from(value: BitVec) -> Self {
        Value::BitVec(value)
    }
}

impl From<Float> for Value {
    fn from(value: Float) -> Self {
        Value::Float(Arc::new(value))
    }
}

impl From<Text> for Value {
    fn from(value: Text) -> Self {
        Value::Text(value)
    }
}

impl Value {
    /// The truth value; a value of another sort has none, which only an ill-typed term can ask for.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// Whether the value is, or holds, a function or a regular language: those are not compared by `==`.
    pub fn is_higher_order(&self) -> bool {
        match self {
            Value::Function(_) | Value::Regex(_) => true,
            Value::Array(array) => array.is_higher_order(),
            Value::Seq(items) | Value::Tuple(items) => items.iter().any(Value::is_higher_order),
            Value::Data(data) => data.fields.iter().any(Value::is_higher_order),
            _ => false,
        }
    }

    /// The value as one of sort Real, where solvers coerce an integer.
    pub fn into_real(self) -> Value {
        match self {
            Value::Int(value) => Value::Real(Real::from(value)),
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_stays_small() {
        assert!(size_of::<Value>() <= 56, "{}", size_of::<Value>());
    }
}
