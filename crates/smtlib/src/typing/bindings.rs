//! What the letters of a signature stand for in one application.

use crate::sort::{SortCtor, SortId, Sorts};
use crate::theory::{Dim, Pattern, Relation};

const DIMS: usize = 26;

/// Sorts and numbers found so far.
pub(super) struct Bindings {
    sorts: [Option<SortId>; 4],
    /// Whether the sort was found inside another sort, where no coercion can change it.
    rigid: [bool; 4],
    dims: [Option<i64>; DIMS],
    num: Option<SortId>,
    field: Option<SortId>,
}

impl Default for Bindings {
    fn default() -> Self {
        Bindings { sorts: [None; 4], rigid: [false; 4], dims: [None; DIMS], num: None, field: None }
    }
}

impl Bindings {
    /// The sort a letter stands for.
    pub(super) fn var(&self, index: usize) -> Option<SortId> {
        self.sorts[index]
    }

    /// Gives a number to a letter; false when it has another.
    pub(super) fn set_dim(&mut self, variable: u8, value: i64) -> bool {
        *self.dims[variable as usize].get_or_insert(value) == value
    }

    /// Matches an argument's sort against its pattern.
    pub(super) fn bind(&mut self, sorts: &Sorts, pattern: &Pattern, sort: SortId) -> bool {
        self.bind_at(sorts, pattern, sort, false)
    }

    fn bind_at(&mut self, sorts: &Sorts, pattern: &Pattern, sort: SortId, nested: bool) -> bool {
        if sort == SortId::OPAQUE {
            return true;
        }
        match pattern {
            Pattern::Any => true,
            Pattern::Bool => sort == SortId::BOOL,
            Pattern::Int => sort == SortId::INT,
            Pattern::Real => sort == SortId::REAL || (!nested && sort == SortId::INT),
            Pattern::RoundingMode => sort == SortId::ROUNDING_MODE,
            Pattern::String => sort == SortId::STRING,
            Pattern::RegLan => sort == SortId::REGLAN,
            Pattern::Char => sort == SortId::CHAR,
            Pattern::Num => match (self.num, sort) {
                (None, SortId::INT | SortId::REAL) | (Some(SortId::INT), SortId::REAL) => {
                    self.num = Some(sort);
                    true
                }
                (Some(_), SortId::INT | SortId::REAL) => true,
                _ => false,
            },
            Pattern::Var(v) => self.bind_var(sorts, *v as usize, sort, nested),
            Pattern::BitVec(width) => match sorts.ctor(sort) {
                SortCtor::BitVec(actual) => self.bind_dim(width, actual),
                _ => false,
            },
            Pattern::Float(eb, sb) => match sorts.ctor(sort) {
                SortCtor::Float(e, s) => self.bind_dim(eb, e) && self.bind_dim(sb, s),
                _ => false,
            },
            Pattern::Field => match sorts.ctor(sort) {
                SortCtor::Field(_) => *self.field.get_or_insert(sort) == sort,
                _ => false,
            },
            Pattern::Array(index, element) => {
                matches!(sorts.ctor(sort), SortCtor::Array | SortCtor::Fun)
                    && self.bind_all(sorts, &[index, element], sorts.args(sort))
            }
            Pattern::Seq(element) if sort == SortId::STRING => {
                self.bind_at(sorts, element, SortId::CHAR, true)
            }
            Pattern::Seq(element) => {
                sorts.ctor(sort) == SortCtor::Seq && self.bind_all(sorts, &[element], sorts.args(sort))
            }
            Pattern::Set(element) => {
                sorts.ctor(sort) == SortCtor::Set && self.bind_all(sorts, &[element], sorts.args(sort))
            }
            Pattern::Bag(element) => {
                sorts.ctor(sort) == SortCtor::Bag && self.bind_all(sorts, &[element], sorts.args(sort))
            }
            Pattern::Fun(parts) => {
                let parts: Vec<&Pattern> = parts.iter().collect();
                matches!(sorts.ctor(sort), SortCtor::Array | SortCtor::Fun)
                    && self.bind_all(sorts, &parts, sorts.args(sort))
            }
        }
    }

    fn bind_all(&mut self, sorts: &Sorts, patterns: &[&Pattern], args: &[SortId]) -> bool {
        patterns.len() == args.len()
            && patterns.iter().zip(args).all(|(p, &a)| self.bind_at(sorts, p, a, true))
    }

    fn bind_var(&mut self, sorts: &Sorts, v: usize, sort: SortId, nested: bool) -> bool {
        let Some(known) = self.sorts[v] else {
            self.sorts[v] = Some(sort);
            self.rigid[v] = nested;
            return true;
        };
        let fits = known == sort
            || sorts.has_opaque(known)
            || sorts.has_opaque(sort)
            || (known == SortId::REAL && sort == SortId::INT && !nested)
            || (known == SortId::INT && sort == SortId::REAL && !self.rigid[v])
            || same_function(sorts, known, sort);
        if fits && (nested || (known == SortId::INT && sort == SortId::REAL)) {
            self.sorts[v] = Some(sort);
            self.rigid[v] |= nested;
        }
        fits
    }

    fn bind_dim(&mut self, dim: &Dim, actual: u32) -> bool {
        match dim.variable() {
            Some(variable) => self.set_dim(variable, i64::from(actual)),
            None => dim.value(&self.dims) == Some(i64::from(actual)),
        }
    }

    /// Whether the signature's conditions hold; numbers that opaque arguments leave open are no obstacle.
    pub(super) fn hold(&self, conditions: &[(Dim, Relation, Dim)]) -> bool {
        conditions.iter().all(|(left, relation, right)| {
            match (left.value(&self.dims), relation, right.value(&self.dims)) {
                (Some(l), Relation::Less, Some(r)) => l < r,
                (Some(l), Relation::LessEq, Some(r)) => l <= r,
                _ => true,
            }
        })
    }

    /// The sort a pattern stands for; `None` when a width is out of range.
    pub(super) fn sort(&self, sorts: &mut Sorts, pattern: &Pattern) -> Option<SortId> {
        Some(match pattern {
            Pattern::Any => SortId::OPAQUE,
            Pattern::Bool => SortId::BOOL,
            Pattern::Int => SortId::INT,
            Pattern::Real => SortId::REAL,
            Pattern::RoundingMode => SortId::ROUNDING_MODE,
            Pattern::String => SortId::STRING,
            Pattern::RegLan => SortId::REGLAN,
            Pattern::Char => SortId::CHAR,
            Pattern::Num => self.num.unwrap_or(SortId::OPAQUE),
            Pattern::Field => self.field.unwrap_or(SortId::OPAQUE),
            Pattern::Var(v) => self.sorts[*v as usize].unwrap_or(SortId::OPAQUE),
            Pattern::BitVec(width) => match width.value(&self.dims) {
                None => SortId::OPAQUE,
                Some(width) => sorts.bit_vec(u32::try_from(width).ok().filter(|&w| w > 0)?),
            },
            Pattern::Float(eb, sb) => match (eb.value(&self.dims), sb.value(&self.dims)) {
                (Some(eb), Some(sb)) => sorts.float(u32::try_from(eb).ok()?, u32::try_from(sb).ok()?),
                _ => SortId::OPAQUE,
            },
            Pattern::Array(index, element) => {
                let args = [self.sort(sorts, index)?, self.sort(sorts, element)?];
                sorts.make(SortCtor::Array, &args)
            }
            Pattern::Seq(element) => {
                let element = self.sort(sorts, element)?;
                let seq = sorts.make(SortCtor::Seq, &[element]);
                sorts.canonical(seq)
            }
            Pattern::Set(element) => {
                let element = self.sort(sorts, element)?;
                sorts.make(SortCtor::Set, &[element])
            }
            Pattern::Bag(element) => {
                let element = self.sort(sorts, element)?;
                sorts.make(SortCtor::Bag, &[element])
            }
            Pattern::Fun(parts) => {
                let parts: Option<Vec<SortId>> = parts.iter().map(|p| self.sort(sorts, p)).collect();
                sorts.make(SortCtor::Fun, &parts?)
            }
        })
    }
}

/// Whether two sorts differ only in array against function.
pub(super) fn same_function(sorts: &Sorts, a: SortId, b: SortId) -> bool {
    let is_function = |s| matches!(sorts.ctor(s), SortCtor::Array | SortCtor::Fun);
    is_function(a)
        && is_function(b)
        && sorts.args(a).len() == sorts.args(b).len()
        && sorts.args(a).iter().zip(sorts.args(b)).all(|(&a, &b)| a == b || same_function(sorts, a, b))
}
