//! The sorts of one group of scripts, as the generator handles them: small numbers, with their text beside them.

use smtlib::theory::Pattern;

/// A sort of the group.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub(super) struct Sort(pub(super) u16);

impl Sort {
    pub(super) const BOOL: Sort = Sort(0);

    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// What a sort is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Bool,
    Int,
    Real,
    RoundingMode,
    String,
    RegLan,
    BitVec(u32),
    Float(u32, u32),
    Array(Sort, Sort),
    /// A declared sort, by number.
    Declared(u32),
    /// A datatype, or an instance of one, by number.
    Data(u32),
}

/// All sorts of a group: the formulas of a group move among these and no others, so that the grammar is finite.
#[derive(Clone, Debug, Default)]
pub(super) struct Sorts {
    kinds: Vec<Kind>,
    texts: Vec<String>,
}

impl Sorts {
    /// The truth values only.
    pub(super) fn new() -> Sorts {
        let mut sorts = Sorts::default();
        sorts.add(Kind::Bool);
        sorts
    }

    /// The sort that is this, added if it is new.
    pub(super) fn add(&mut self, kind: Kind) -> Sort {
        let text = match kind {
            Kind::Bool => "Bool".to_owned(),
            Kind::Int => "Int".to_owned(),
            Kind::Real => "Real".to_owned(),
            Kind::RoundingMode => "RoundingMode".to_owned(),
            Kind::String => "String".to_owned(),
            Kind::RegLan => "RegLan".to_owned(),
            Kind::BitVec(width) => format!("(_ BitVec {width})"),
            Kind::Float(eb, sb) => format!("(_ FloatingPoint {eb} {sb})"),
            Kind::Array(index, element) => format!("(Array {} {})", self.text(index), self.text(element)),
            Kind::Declared(number) => format!("S{number}"),
            Kind::Data(number) => format!("D{number}"),
        };
        self.add_as(kind, text)
    }

    /// The same, for a sort whose text its kind does not tell.
    pub(super) fn add_as(&mut self, kind: Kind, text: String) -> Sort {
        let at = self.kinds.iter().position(|known| *known == kind).unwrap_or_else(|| {
            self.kinds.push(kind);
            self.texts.push(text);
            self.kinds.len() - 1
        });
        Sort(at as u16)
    }

    pub(super) fn len(&self) -> usize {
        self.kinds.len()
    }

    pub(super) fn all(&self) -> impl Iterator<Item = Sort> + use<> {
        (0..self.kinds.len() as u16).map(Sort)
    }

    pub(super) fn kind(&self, sort: Sort) -> Kind {
        self.kinds[sort.index()]
    }

    pub(super) fn text(&self, sort: Sort) -> &str {
        &self.texts[sort.index()]
    }

    pub(super) fn is_arithmetic(&self, sort: Sort) -> bool {
        matches!(self.kind(sort), Kind::Int | Kind::Real)
    }

    /// Whether symbols may have this sort: no solver reasons about unknown languages.
    pub(super) fn can_be_declared(&self, sort: Sort) -> bool {
        self.kind(sort) != Kind::RegLan
    }
}

/// What the letters of a signature stand for so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bindings {
    pub(super) dims: [Option<i64>; smtlib::theory::DIMS],
    sorts: [Option<Sort>; 4],
    num: Option<Sort>,
}

impl Default for Bindings {
    fn default() -> Self {
        Bindings { dims: [None; smtlib::theory::DIMS], sorts: [None; 4], num: None }
    }
}

impl Bindings {
    /// Binds the letters of `pattern` so that it is `sort`, if it can be. A compound number whose letters are not all
    /// bound is let through: see [`Bindings::is_exactly`].
    pub(super) fn fit(&mut self, sorts: &Sorts, pattern: &Pattern, sort: Sort) -> bool {
        match (pattern, sorts.kind(sort)) {
            (Pattern::Bool, Kind::Bool)
            | (Pattern::Int, Kind::Int)
            | (Pattern::Real, Kind::Real)
            | (Pattern::RoundingMode, Kind::RoundingMode)
            | (Pattern::String, Kind::String)
            | (Pattern::RegLan, Kind::RegLan) => true,
            (Pattern::Num, Kind::Int | Kind::Real) => *self.num.get_or_insert(sort) == sort,
            (Pattern::Var(letter), kind) => {
                kind != Kind::RegLan && *self.sorts[usize::from(*letter)].get_or_insert(sort) == sort
            }
            (Pattern::BitVec(width), Kind::BitVec(actual)) => self.number(width, actual),
            (Pattern::Float(eb, sb), Kind::Float(e, s)) => self.number(eb, e) && self.number(sb, s),
            (Pattern::Array(index, element), Kind::Array(i, e)) => {
                self.fit(sorts, index, i) && self.fit(sorts, element, e)
            }
            _ => false,
        }
    }

    /// Whether `pattern` is `sort` now that all letters are bound.
    pub(super) fn is_exactly(mut self, sorts: &Sorts, pattern: &Pattern, sort: Sort) -> bool {
        self.fit(sorts, pattern, sort)
    }

    fn number(&mut self, dim: &smtlib::theory::Dim, actual: u32) -> bool {
        let actual = i64::from(actual);
        match dim.variable() {
            Some(letter) => *self.dims[usize::from(letter)].get_or_insert(actual) == actual,
            None => dim.value(&self.dims).is_none_or(|value| value == actual),
        }
    }
}
