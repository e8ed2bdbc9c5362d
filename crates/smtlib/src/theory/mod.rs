//! The signature table: one row per operator of every theory, read by the type checker, the evaluator, the
//! generators, the dialects and the API adapters.
//!
//! Each theory has its file and its enum of operators; [`Op`] unites them. A row's signature is text in the small
//! language of [`Signature`]. Adding an operator is adding a row; the crates that keep a column of their own
//! (evaluation, generation, C calls) match on the theory's enum, so the compiler asks for the new cell.

mod signature;

pub mod arith;
pub mod array;
pub mod bag;
pub mod bv;
pub mod core;
pub mod datatype;
pub mod extension;
pub mod field;
pub mod float;
pub mod regex;
pub mod relation;
pub mod seq;
pub mod set;
pub mod string;
pub mod transcendental;

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

pub use arith::ArithOp;
pub use array::ArrayOp;
pub use bag::BagOp;
pub use bv::BvOp;
pub use core::CoreOp;
pub use datatype::DatatypeOp;
pub use extension::ExtensionOp;
pub use field::FieldOp;
pub use float::FloatOp;
pub use regex::RegexOp;
pub use relation::RelationOp;
pub use seq::SeqOp;
pub use set::SetOp;
pub use signature::{DIMS, Dim, Pattern, Relation, Signature};
pub use string::StringOp;
pub use transcendental::TranscendentalOp;

use crate::symbol::{Symbol, word};

/// How an operator takes more arguments than its signature names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arity {
    /// Exactly as the signature says.
    Fixed,
    /// `(f a b c)` is `(f (f a b) c)`.
    LeftAssoc,
    /// `(f a b c)` is `(f a (f b c))`.
    RightAssoc,
    /// `(f a b c)` is `(and (f a b) (f b c))`.
    Chainable,
    /// `(f a b c)` holds of each pair.
    Pairwise,
    /// The last pattern of the signature repeats, zero times or more.
    Variadic,
}

/// How the truth of an operator's value follows the truth of its Boolean arguments (the parity of the
/// weakening/strengthening paper, section 3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Monotonicity {
    /// Says nothing: no Boolean argument, or not monotone (`xor`, `=`).
    None,
    /// Grows with every argument (`and`, `or`).
    Up,
    /// Shrinks with every argument (`not`).
    Down,
    /// Shrinks with all arguments but the last, with which it grows (`=>`).
    Implication,
    /// Grows with the two branches; the condition says nothing (`ite`).
    Branches,
}

/// Who uses a name of an operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Naming {
    /// SMT-LIB 2.6 or 2.7.
    Standard,
    /// Solvers before SMT-LIB 2.6 settled the name (Z3 up to 4.8.7, CVC4).
    Old,
    /// Z3 only.
    Z3,
    /// cvc5 (and the later CVC4) only.
    Cvc,
}

/// A theory of SMT-LIB or of a solver.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Theory {
    Core,
    Arith,
    BitVec,
    Float,
    Array,
    String,
    Regex,
    Seq,
    Set,
    Relation,
    Bag,
    Datatype,
    Field,
    Transcendental,
    Extension,
}

/// One row of the table.
#[derive(Debug)]
pub struct Row {
    /// The operator.
    pub op: Op,
    /// Its names, the preferred one first.
    pub names: &'static [(Naming, &'static str)],
    /// Sorts of indices, arguments and result.
    pub signature: Signature,
    /// The signature as written in the table.
    pub text: &'static str,
    /// How it takes more arguments.
    pub arity: Arity,
    /// How it carries truth.
    pub monotonicity: Monotonicity,
}

impl Row {
    /// The preferred name.
    pub fn name(&self) -> &'static str {
        self.names[0].1
    }

    /// The theory.
    pub fn theory(&self) -> Theory {
        self.op.theory()
    }
}

/// A row as its theory's file writes it.
pub(crate) struct RowText {
    op: Op,
    names: &'static [(Naming, &'static str)],
    text: &'static str,
    arity: Arity,
    monotonicity: Monotonicity,
}

/// Declares a theory: its enum of operators and its rows. A row is
/// `Id [Naming "name", …] "signature" flags…;` and flags are variants of [`Arity`] and [`Monotonicity`].
macro_rules! theory {
    ($(#[$doc:meta])* $enum:ident = $theory:ident {
        $($id:ident [$($naming:ident $name:literal),+] $text:literal $($arity:ident)? $(/ $mono:ident)?;)*
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum $enum { $(#[doc = concat!("`", $($name, "` `",)+ $text, "`")] $id),* }

        impl $enum {
            /// All operators of this theory.
            pub const ALL: &'static [$enum] = &[$($enum::$id),*];

            pub(super) const ROWS: &'static [crate::theory::RowText] = &[$(crate::theory::RowText {
                op: crate::theory::Op::$theory($enum::$id),
                names: &[$((crate::theory::Naming::$naming, $name)),+],
                text: $text,
                arity: crate::theory::theory!(@arity $($arity)?),
                monotonicity: crate::theory::theory!(@mono $($mono)?),
            }),*];
        }

        impl From<$enum> for crate::theory::Op {
            fn from(op: $enum) -> Self {
                crate::theory::Op::$theory(op)
            }
        }
    };
    (@arity) => { crate::theory::Arity::Fixed };
    (@arity $arity:ident) => { crate::theory::Arity::$arity };
    (@mono) => { crate::theory::Monotonicity::None };
    (@mono $mono:ident) => { crate::theory::Monotonicity::$mono };
}
pub(crate) use theory;

macro_rules! ops {
    ($($theory:ident($enum:ident)),* $(,)?) => {
        /// Any operator of the table.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[allow(missing_docs)]
        pub enum Op { $($theory($enum)),* }

        impl Op {
            /// The theory the operator belongs to.
            pub fn theory(self) -> Theory {
                match self { $(Op::$theory(_) => Theory::$theory),* }
            }

            /// The operator's number among all operators: dense, in the order of the table.
            #[inline]
            pub fn index(self) -> usize {
                #[allow(unused_assignments, unused_mut)]
                {
                    let mut base = 0;
                    $(if let Op::$theory(op) = self { return base + op as usize; }
                    base += $enum::ALL.len();)*
                    unreachable!("every theory is listed")
                }
            }
        }

        fn row_texts() -> impl Iterator<Item = &'static RowText> {
            [$($enum::ROWS),*].into_iter().flatten()
        }
    };
}

ops! {
    Core(CoreOp), Arith(ArithOp), BitVec(BvOp), Float(FloatOp), Array(ArrayOp), String(StringOp), Regex(RegexOp),
    Seq(SeqOp), Set(SetOp), Relation(RelationOp), Bag(BagOp), Datatype(DatatypeOp), Field(FieldOp),
    Transcendental(TranscendentalOp), Extension(ExtensionOp),
}

impl Op {
    /// The operator's row.
    #[inline]
    pub fn row(self) -> &'static Row {
        &Table::get().rows[self.index()]
    }

    /// The preferred name.
    pub fn name(self) -> &'static str {
        self.row().name()
    }
}

/// All rows, and where a name leads.
#[derive(Debug)]
pub struct Table {
    rows: Vec<Row>,
    names: Vec<&'static str>,
    /// By symbol: the operators of that name and which of their names it is.
    by_symbol: Vec<Vec<(Op, u8)>>,
}

impl Table {
    /// The table; built at the first call.
    #[inline]
    pub fn get() -> &'static Table {
        static TABLE: OnceLock<Table> = OnceLock::new();
        TABLE.get_or_init(Table::build)
    }

    fn build() -> Table {
        let rows: Vec<Row> = row_texts()
            .map(|text| Row {
                op: text.op,
                names: text.names,
                signature: Signature::parse(text.text)
                    .unwrap_or_else(|error| panic!("the signature of {:?}: {error}", text.op)),
                text: text.text,
                arity: text.arity,
                monotonicity: text.monotonicity,
            })
            .collect();
        // Symbols are numbered as `Symbols::default` will intern them: words first, then names in this order.
        let mut number: FxHashMap<&str, usize> = word::ALL.iter().copied().zip(0..).collect();
        let mut names = Vec::new();
        let mut by_symbol: Vec<Vec<(Op, u8)>> = vec![Vec::new(); word::ALL.len()];
        for row in &rows {
            for (spelling, &(_, name)) in row.names.iter().enumerate() {
                let index = *number.entry(name).or_insert_with(|| {
                    names.push(name);
                    by_symbol.push(Vec::new());
                    by_symbol.len() - 1
                });
                by_symbol[index].push((row.op, spelling as u8));
            }
        }
        Table { rows, names, by_symbol }
    }

    /// All rows.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The operators that `symbol` may mean, and which of their names it is.
    #[inline]
    pub fn named(&self, symbol: Symbol) -> &[(Op, u8)] {
        self.by_symbol.get(symbol.index()).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn names(&self) -> &[&'static str] {
        &self.names
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbol::Symbols;

    #[test]
    fn every_row_is_found_by_its_index_and_each_of_its_names() {
        let symbols = Symbols::default();
        for (index, row) in Table::get().rows().iter().enumerate() {
            assert_eq!(row.op.index(), index);
            for (spelling, &(_, name)) in row.names.iter().enumerate() {
                let symbol = symbols.lookup(name).expect(name);
                assert!(Table::get().named(symbol).contains(&(row.op, spelling as u8)), "{name}");
            }
        }
    }

    #[test]
    fn the_table_covers_what_the_design_promises() {
        assert!(Table::get().rows().len() >= 340, "{} rows", Table::get().rows().len());
    }
}
