//! Terms and sorts to text, with a stack of our own.

use std::ops::Range;

use super::Printer;
use crate::arena::Arena;
use crate::decl::VarId;
use crate::parse::binder_word;
use crate::sort::{SortCtor, SortId};
use crate::symbol::Symbol;
use crate::term::{AttributeValue, AttributesId, Case, Head, IndexKind, LiteralKind, QualId, TermId};

/// Writes a symbol, between bars where it needs them.
pub(super) fn symbol(arena: &Arena, symbol: Symbol, out: &mut Vec<u8>) {
    let name = arena.name(symbol).as_bytes();
    if arena.symbols.needs_bars(symbol) {
        out.push(b'|');
        out.extend_from_slice(name);
        out.push(b'|');
    } else {
        out.extend_from_slice(name);
    }
}

/// Writes text as it is.
pub(super) fn raw(arena: &Arena, text: Symbol, out: &mut Vec<u8>) {
    out.extend_from_slice(arena.name(text).as_bytes());
}

/// Writes a sort.
pub(super) fn sort(arena: &Arena, id: SortId, out: &mut Vec<u8>) {
    sort_within(arena, id, out, usize::MAX);
}

/// Writes a sort, and dots for what goes beyond so many bytes. Sorts are never deep, so this recurs.
pub(super) fn sort_within(arena: &Arena, id: SortId, out: &mut Vec<u8>, limit: usize) {
    use std::io::Write;
    if out.len() > limit {
        out.extend_from_slice("…".as_bytes());
        return;
    }
    let node = arena.sorts.node(id);
    let name: &[u8] = match node.ctor {
        SortCtor::BitVec(width) => {
            // Writing to a vector cannot fail.
            let _ = write!(out, "(_ BitVec {width})");
            return;
        }
        SortCtor::Float(eb, sb) => {
            let _ = write!(out, "(_ FloatingPoint {eb} {sb})");
            return;
        }
        SortCtor::Field(order) => {
            let _ = write!(out, "(_ FiniteField {})", arena.name(order));
            return;
        }
        SortCtor::Verbatim(text) => return raw(arena, text, out),
        SortCtor::Parenthesised => b"",
        SortCtor::Bool => b"Bool",
        SortCtor::Int => b"Int",
        SortCtor::Real => b"Real",
        SortCtor::RoundingMode => b"RoundingMode",
        SortCtor::String => b"String",
        SortCtor::RegLan => b"RegLan",
        SortCtor::Char => b"Char",
        SortCtor::Opaque => b"?",
        SortCtor::Array => b"Array",
        SortCtor::Seq => b"Seq",
        SortCtor::Set => b"Set",
        SortCtor::Bag => b"Bag",
        SortCtor::Tuple => b"Tuple",
        SortCtor::Fun => b"->",
        SortCtor::User(_) | SortCtor::Alias(_) | SortCtor::Param(_) | SortCtor::Written(..) => b"",
    };
    if !node.args.is_empty() {
        out.push(b'(');
    }
    match node.ctor {
        SortCtor::User(decl) | SortCtor::Alias(decl) => symbol(arena, arena.sorts.decl(decl).name, out),
        SortCtor::Param(name) | SortCtor::Written(name, _) => symbol(arena, name, out),
        _ => out.extend_from_slice(name),
    }
    for &arg in &node.args {
        if node.ctor != SortCtor::Parenthesised {
            out.push(b' ');
        }
        sort_within(arena, arg, out, limit);
        if out.len() > limit {
            break;
        }
    }
    if !node.args.is_empty() {
        out.push(b')');
    }
}

/// `((x S) (y T))`
pub(super) fn sorted_vars(arena: &Arena, vars: &[VarId], out: &mut Vec<u8>) {
    out.push(b'(');
    for (i, &var) in vars.iter().enumerate() {
        if i > 0 {
            out.push(b' ');
        }
        let var = arena.var(var);
        out.push(b'(');
        symbol(arena, var.name, out);
        out.push(b' ');
        sort(arena, var.sort, out);
        out.push(b')');
    }
    out.push(b')');
}

/// An identifier with its indices and its ascription.
fn identifier(arena: &Arena, qual: QualId, out: &mut Vec<u8>, name: impl Fn(&mut Vec<u8>)) {
    if qual == QualId::NONE {
        return name(out);
    }
    let qual = arena.qual(qual);
    if qual.ascription.is_some() {
        out.extend_from_slice(b"(as ");
    }
    if qual.indices.is_empty() {
        name(out);
    } else {
        out.extend_from_slice(b"(_ ");
        name(out);
        for index in &qual.indices {
            out.push(b' ');
            match index.kind {
                IndexKind::Symbol => symbol(arena, index.text, out),
                _ => raw(arena, index.text, out),
            }
        }
        out.push(b')');
    }
    if let Some(ascription) = qual.ascription {
        out.push(b' ');
        sort(arena, ascription, out);
        out.push(b')');
    }
}

impl Printer {
    /// Appends the text of a term.
    pub fn term(&self, arena: &Arena, root: TermId, out: &mut Vec<u8>) {
        self.term_noting(arena, root, out, &mut |_, _| {});
    }

    /// Appends the text of a term, and tells of each term in it, from left to right, where its head is written: what
    /// stands before its first argument, without the parenthesis. The terms come as
    /// [`Positions`](crate::Positions) gives them.
    pub fn term_noting(
        &self,
        arena: &Arena,
        root: TermId,
        out: &mut Vec<u8>,
        note: &mut impl FnMut(TermId, Range<usize>),
    ) {
        let mut stack: Vec<Open> = Vec::new();
        let mut next = Some(root);
        loop {
            if let Some(term) = next {
                let start = out.len();
                let compound = self.enter(arena, term, out);
                note(term, start + usize::from(compound)..out.len());
                if compound {
                    stack.push(Open { term, done: 0, attribute: 0, pattern_left: 0 });
                }
            }
            let Some(open) = stack.last_mut() else { return };
            next = step(arena, open, out);
            open.done += 1;
            if next.is_none() {
                stack.pop();
            }
        }
    }

    /// Writes what stands before a term's first argument, or the whole term when it has none.
    #[inline]
    fn enter(&self, arena: &Arena, id: TermId, out: &mut Vec<u8>) -> bool {
        let term = arena.term(id);
        let compound = !term.args.is_empty();
        if compound {
            out.push(b'(');
        }
        match term.head {
            Head::Op(op, read, qual) => {
                let name = self.dialect.name(op, read);
                identifier(arena, qual, out, |out| out.extend_from_slice(name.as_bytes()));
            }
            Head::Fun(fun, qual) => {
                identifier(arena, qual, out, |out| symbol(arena, arena.fun(fun).name, out))
            }
            Head::Unknown(name, qual) => identifier(arena, qual, out, |out| symbol(arena, name, out)),
            Head::Var(var) => symbol(arena, arena.var(var).name, out),
            Head::Literal(LiteralKind::String, text) => {
                out.push(b'"');
                out.extend_from_slice(self.dialect.string(arena.name(text)).as_bytes());
                out.push(b'"');
            }
            Head::Literal(kind, text) => literal(arena, kind, text, term.sort, out),
            Head::Verbatim(text) => raw(arena, text, out),
            Head::Call => {}
            Head::Let(_) => out.extend_from_slice(b"let ("),
            Head::Binder(binder, vars) => {
                raw(arena, binder_word(binder), out);
                out.push(b' ');
                sorted_vars(arena, arena.var_list(vars), out);
            }
            Head::Match(_) => out.extend_from_slice(b"match"),
            Head::Annotated(_) => out.push(b'!'),
        }
        compound
    }
}

/// A term whose arguments are not all written yet.
struct Open {
    term: TermId,
    /// How many arguments are written.
    done: usize,
    /// Of an annotated term, the next attribute to write, and how many terms of a pattern are still to come.
    attribute: usize,
    pattern_left: u32,
}

/// Writes what stands between argument `done - 1` and argument `done`, which is returned to be written next; at the
/// end, what closes the term.
#[inline]
fn step(arena: &Arena, open: &mut Open, out: &mut Vec<u8>) -> Option<TermId> {
    let term = arena.term(open.term);
    let done = open.done;
    let next = term.args.get(done).copied();
    match term.head {
        Head::Let(vars) => {
            if next.is_some() && done > 0 {
                out.push(b')');
            }
            match arena.var_list(vars).get(done) {
                Some(&var) => {
                    if done > 0 {
                        out.push(b' ');
                    }
                    out.push(b'(');
                    symbol(arena, arena.var(var).name, out);
                    out.push(b' ');
                }
                None if next.is_some() => out.extend_from_slice(b") "),
                None => {}
            }
        }
        Head::Match(cases) => match (done, next) {
            (0, _) => out.push(b' '),
            (_, Some(_)) => {
                out.extend_from_slice(if done == 1 { b" (" } else { b") " });
                out.push(b'(');
                case(arena, &arena.cases(cases)[done - 1], out);
                out.push(b' ');
            }
            (1, None) => out.extend_from_slice(b" ()"),
            (_, None) => out.extend_from_slice(b"))"),
        },
        Head::Annotated(attributes) if done > 0 => write_attributes(arena, attributes, open, out),
        Head::Call if done == 0 => {}
        _ if next.is_some() => out.push(b' '),
        _ => {}
    }
    if next.is_none() {
        out.push(b')');
    }
    next
}

fn literal(arena: &Arena, kind: LiteralKind, text: Symbol, sort_id: SortId, out: &mut Vec<u8>) {
    match kind {
        LiteralKind::BvNumeral => {
            use std::io::Write;
            let width = arena.sorts.width(sort_id).unwrap_or_default();
            // Writing to a vector cannot fail.
            let _ = write!(out, "(_ {} {width})", arena.name(text));
        }
        LiteralKind::FieldNumeral(qual) => identifier(arena, qual, out, |out| raw(arena, text, out)),
        _ => raw(arena, text, out),
    }
}

fn case(arena: &Arena, case: &Case, out: &mut Vec<u8>) {
    match case {
        Case::Var(var) => symbol(arena, arena.var(*var).name, out),
        Case::Parenthesised(fun) => {
            out.push(b'(');
            symbol(arena, arena.fun(*fun).name, out);
            out.push(b')');
        }
        Case::Constructor(fun, vars) => {
            if !vars.is_empty() {
                out.push(b'(');
            }
            symbol(arena, arena.fun(*fun).name, out);
            for &var in vars {
                out.push(b' ');
                symbol(arena, arena.var(var).name, out);
            }
            if !vars.is_empty() {
                out.push(b')');
            }
        }
    }
}

/// What stands between two arguments of an annotated term: the end of a pattern, then attributes without terms, then
/// the beginning of the next pattern.
fn write_attributes(arena: &Arena, attributes: AttributesId, open: &mut Open, out: &mut Vec<u8>) {
    let attributes = arena.attributes(attributes);
    if open.pattern_left > 0 {
        open.pattern_left -= 1;
        if open.pattern_left > 0 {
            return out.push(b' ');
        }
        if matches!(attributes[open.attribute - 1].value, AttributeValue::Terms(_)) {
            out.push(b')');
        }
    }
    while let Some(attribute) = attributes.get(open.attribute) {
        open.attribute += 1;
        out.push(b' ');
        raw(arena, attribute.keyword, out);
        match attribute.value {
            AttributeValue::None => {}
            AttributeValue::Symbol(name) => {
                out.push(b' ');
                symbol(arena, name, out);
            }
            AttributeValue::Verbatim(text) => {
                out.push(b' ');
                raw(arena, text, out);
            }
            AttributeValue::Term => {
                out.push(b' ');
                open.pattern_left = 1;
                return;
            }
            AttributeValue::Terms(0) => out.extend_from_slice(b" ()"),
            AttributeValue::Terms(count) => {
                out.extend_from_slice(b" (");
                open.pattern_left = count;
                return;
            }
        }
    }
}
