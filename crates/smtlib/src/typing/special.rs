//! Operators whose sort no signature can say: those named by an index, ascribed by `as`, or over tuples.

use super::SortList;
use super::bindings::Bindings;
use crate::arena::Arena;
use crate::decl::FunId;
use crate::sort::{SortCtor, SortDeclKind, SortId};
use crate::symbol::Symbol;
use crate::term::{IndexKind, QualId};
use crate::theory::{ArrayOp, BagOp, DatatypeOp, ExtensionOp, Op, RelationOp, Row, SeqOp, SetOp, StringOp};

impl Arena {
    pub(super) fn special_sort(
        &mut self,
        row: &Row,
        qual: QualId,
        args: &[SortId],
        bindings: &Bindings,
    ) -> Option<SortId> {
        match row.op {
            Op::Array(ArrayOp::SelectN | ArrayOp::StoreN) => self.multi_index(row.op, args),
            Op::Array(ArrayOp::Const) => self.const_array(qual, args),
            Op::Array(ArrayOp::Map) => self.array_map(qual, args),
            Op::Array(ArrayOp::AsArray) => self.as_array(qual),
            Op::String(StringOp::Char | StringOp::CharLit) => {
                let [index] = self.qual(qual).indices[..] else { return None };
                let good = matches!(index.kind, IndexKind::Hex | IndexKind::Numeral);
                good.then_some(if row.op == StringOp::Char.into() { SortId::STRING } else { SortId::CHAR })
            }
            Op::Seq(SeqOp::Empty) => self.ascribed(qual, |s| matches!(s, SortCtor::Seq | SortCtor::String)),
            Op::Set(SetOp::Empty | SetOp::Universe) => self.ascribed(qual, |s| s == SortCtor::Set),
            Op::Bag(BagOp::Empty) => self.ascribed(qual, |s| s == SortCtor::Bag),
            Op::Extension(ExtensionOp::SepNil) => self.ascribed(qual, |_| true),
            Op::Set(SetOp::Insert) => {
                let (&set, elements) = args.split_last()?;
                let sort = if set == SortId::OPAQUE {
                    SortId::OPAQUE
                } else {
                    *self.elements(set, SortCtor::Set)?
                };
                (!elements.is_empty() && elements.iter().all(|&e| self.accepts(sort, e))).then_some(set)
            }
            Op::Datatype(op) => self.datatype_op(op, qual, args),
            Op::Extension(ExtensionOp::Apply) => {
                let (&function, rest) = args.split_first()?;
                if rest.is_empty() { None } else { self.call_sort(function, rest) }
            }
            Op::Relation(op) => self.relation(op, qual, args, bindings),
            Op::Bag(BagOp::TableProduct | BagOp::TableProject) if args.contains(&SortId::OPAQUE) => {
                Some(SortId::OPAQUE)
            }
            Op::Bag(BagOp::TableProduct) => {
                let (a, b) = (bindings.var(0)?, bindings.var(1)?);
                let tuple = self.concat_tuples(a, b, 0)?;
                Some(self.sorts.make(SortCtor::Bag, &[tuple]))
            }
            Op::Bag(BagOp::TableProject) => {
                let tuple = self.project(bindings.var(0)?, qual)?;
                Some(self.sorts.make(SortCtor::Bag, &[tuple]))
            }
            // Only the indices are special; the result is as the signature says.
            _ => bindings.sort(&mut self.sorts, &row.signature.result),
        }
    }

    fn ascribed(&self, qual: QualId, fits: impl Fn(SortCtor) -> bool) -> Option<SortId> {
        let qual = self.qual(qual);
        if !qual.indices.is_empty() {
            return None;
        }
        // Without `as` some solvers infer the sort; we cannot.
        let Some(sort) = qual.ascription else { return Some(SortId::OPAQUE) };
        let sort = self.sorts.canonical(sort);
        (fits(self.sorts.ctor(sort)) || self.sorts.has_opaque(sort)).then_some(sort)
    }

    fn elements(&self, sort: SortId, ctor: SortCtor) -> Option<&SortId> {
        if self.sorts.ctor(sort) == ctor { self.sorts.args(sort).first() } else { None }
    }

    fn multi_index(&self, op: Op, args: &[SortId]) -> Option<SortId> {
        let (&array, rest) = args.split_first()?;
        if array == SortId::OPAQUE {
            return Some(SortId::OPAQUE);
        }
        if self.sorts.ctor(array) != SortCtor::Array {
            return None;
        }
        let parts = self.sorts.args(array);
        let wanted = if op == ArrayOp::SelectN.into() { &parts[..parts.len() - 1] } else { parts };
        let fits = rest.len() == wanted.len() && wanted.iter().zip(rest).all(|(&w, &a)| self.accepts(w, a));
        fits.then_some(if op == ArrayOp::SelectN.into() { *parts.last()? } else { array })
    }

    fn const_array(&self, qual: QualId, args: &[SortId]) -> Option<SortId> {
        let sort = self.ascribed(qual, |s| s == SortCtor::Array)?;
        if sort == SortId::OPAQUE {
            return None;
        }
        let element = *self.sorts.args(sort).last()?;
        (args.len() == 1 && self.accepts(element, args[0])).then_some(sort)
    }

    /// `((_ map f) a b)`: the function by its name, pointwise over arrays.
    fn array_map(&mut self, qual: QualId, args: &[SortId]) -> Option<SortId> {
        let [index] = self.qual(qual).indices[..] else { return None };
        let first = *args.first()?;
        if args.contains(&SortId::OPAQUE) || index.kind == IndexKind::Verbatim {
            return Some(SortId::OPAQUE);
        }
        if args.iter().any(|&a| self.sorts.ctor(a) != SortCtor::Array) {
            return None;
        }
        let elements: SortList = args.iter().filter_map(|&a| self.sorts.args(a).last().copied()).collect();
        let result = self.named_function_result(index.text, &elements)?;
        let mut parts: SortList = self.sorts.args(first).into();
        *parts.last_mut()? = result;
        Some(self.sorts.make(SortCtor::Array, &parts))
    }

    fn named_function_result(&mut self, name: Symbol, args: &[SortId]) -> Option<SortId> {
        let user: Vec<FunId> = self.funs().filter(|(_, f)| f.name == name).map(|(id, _)| id).collect();
        if let Some(sort) = user.into_iter().rev().find_map(|fun| self.fun_sort(fun, QualId::NONE, args)) {
            return Some(sort);
        }
        let rows = crate::theory::Table::get().named(name);
        rows.iter().find_map(|(op, _)| self.op_sort(op.row(), QualId::NONE, args))
    }

    fn as_array(&mut self, qual: QualId) -> Option<SortId> {
        let [index] = self.qual(qual).indices[..] else { return None };
        let (_, fun) = self.funs().filter(|(_, f)| f.name == index.text).last()?;
        let mut parts = fun.params.clone();
        parts.push(fun.result);
        let sort = self.sorts.make(SortCtor::Array, &parts);
        Some(self.sorts.canonical(sort))
    }

    fn datatype_op(&mut self, op: DatatypeOp, qual: QualId, args: &[SortId]) -> Option<SortId> {
        let [index] = self.qual(qual).indices[..] else { return None };
        let value = *args.first()?;
        if index.kind == IndexKind::Verbatim || value == SortId::OPAQUE {
            return Some(if op == DatatypeOp::Is { SortId::BOOL } else { value });
        }
        let SortCtor::User(decl) = self.sorts.ctor(value) else { return None };
        let SortDeclKind::Datatype(datatype) = self.sorts.decl(decl).kind else { return None };
        let constructors = &self.datatype(datatype).constructors;
        let named = |fun: FunId| self.fun(fun).name == index.text;
        if op == DatatypeOp::Is {
            let found = args.len() == 1 && constructors.iter().any(|c| named(c.fun));
            return found.then_some(SortId::BOOL);
        }
        let selector = constructors.iter().flat_map(|c| &c.selectors).copied().find(|&s| named(s))?;
        let field = self.fun_sort(selector, QualId::NONE, &[value])?;
        (args.len() == 2 && self.accepts(field, args[1])).then_some(value)
    }

    fn relation(&mut self, op: RelationOp, qual: QualId, args: &[SortId], b: &Bindings) -> Option<SortId> {
        if args.contains(&SortId::OPAQUE) {
            return Some(SortId::OPAQUE);
        }
        let set = |arena: &mut Arena, tuple: SortId| arena.sorts.make(SortCtor::Set, &[tuple]);
        match op {
            RelationOp::Tuple => Some(self.sorts.make(SortCtor::Tuple, args)),
            RelationOp::Unit => Some(self.sorts.make(SortCtor::Tuple, &[])),
            RelationOp::Select | RelationOp::Update => {
                let i = usize::try_from(self.numeral(self.qual(qual).indices.first()?)?).ok()?;
                let field = *self.tuple(args[0])?.get(i)?;
                match op {
                    RelationOp::Select => Some(field),
                    _ => self.accepts(field, args[1]).then_some(args[0]),
                }
            }
            RelationOp::Project => self.project(args[0], qual),
            RelationOp::RelProject => {
                let tuple = self.project(b.var(0)?, qual)?;
                Some(set(self, tuple))
            }
            RelationOp::Join => {
                let tuple = self.concat_tuples(b.var(0)?, b.var(1)?, 1)?;
                Some(set(self, tuple))
            }
            RelationOp::Product => {
                let tuple = self.concat_tuples(b.var(0)?, b.var(1)?, 0)?;
                Some(set(self, tuple))
            }
            RelationOp::Transpose => {
                let mut parts: SortList = self.tuple(b.var(0)?)?.into();
                parts.reverse();
                let tuple = self.sorts.make(SortCtor::Tuple, &parts);
                Some(set(self, tuple))
            }
            RelationOp::JoinImage | RelationOp::Iden => {
                let first = *self.tuple(b.var(0)?)?.first()?;
                let parts: &[SortId] = if op == RelationOp::Iden { &[first, first] } else { &[first] };
                let tuple = self.sorts.make(SortCtor::Tuple, parts);
                Some(set(self, tuple))
            }
            RelationOp::TClosure => Some(args[0]),
            RelationOp::Group => Some(set(self, args[0])),
        }
    }

    fn tuple(&self, sort: SortId) -> Option<&[SortId]> {
        (self.sorts.ctor(sort) == SortCtor::Tuple).then(|| self.sorts.args(sort))
    }

    /// The tuple of `a`'s fields and `b`'s, without `overlap` at the seam, which must be of one sort.
    fn concat_tuples(&mut self, a: SortId, b: SortId, overlap: usize) -> Option<SortId> {
        let (a, b) = (self.tuple(a)?, self.tuple(b)?);
        if overlap == 1 && a.last() != b.first() {
            return None;
        }
        let mut parts: SortList = a.get(..a.len().checked_sub(overlap)?)?.into();
        parts.extend_from_slice(b.get(overlap..)?);
        Some(self.sorts.make(SortCtor::Tuple, &parts))
    }

    fn project(&mut self, tuple: SortId, qual: QualId) -> Option<SortId> {
        let fields = self.tuple(tuple)?;
        let chosen: Option<SortList> = self
            .qual(qual)
            .indices
            .iter()
            .map(|i| fields.get(usize::try_from(self.numeral(i)?).ok()?).copied())
            .collect();
        Some(self.sorts.make(SortCtor::Tuple, &chosen?))
    }
}
