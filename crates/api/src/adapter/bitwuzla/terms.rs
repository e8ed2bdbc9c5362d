//! Sorts and terms of Bitwuzla.

use eval::Value;
use eval::bitvec::BitVec;
use eval::float::Float;
use smtlib::theory::{CoreOp, FloatOp, Op};
use smtlib::{Arena, SortCtor, SortId};
use solver::host::symbols::c_text;

use super::Object;
use super::world::Manager;
use crate::adapter::fold::fold;
use crate::adapter::spell::bits;
use crate::adapter::template::Filling;
use crate::adapter::{Done, Refused};
use crate::trace::Operator;

fn missing_value() -> Refused {
    Refused::because("it has no such value")
}

fn missing_operator() -> Refused {
    Refused::because("it has no such operator")
}

impl Manager<'_> {
    /// A sort of Bitwuzla; sorts are not deep, the parser sees to that.
    pub(super) fn sort_object(&self, arena: &Arena, sort: SortId) -> Done<Object> {
        let (f, m) = (&self.bitwuzla.functions, self.manager);
        // SAFETY: the manager lives, and all sorts are its own.
        let made = unsafe {
            match (arena.sorts.ctor(sort), arena.sorts.args(sort)) {
                (SortCtor::Bool, _) => (f.mk_bool_sort)(m),
                (SortCtor::RoundingMode, _) => (f.mk_rm_sort)(m),
                (SortCtor::BitVec(width), _) => (f.mk_bv_sort)(m, width.into()),
                (SortCtor::Float(eb, sb), _) => (f.mk_fp_sort)(m, eb.into(), sb.into()),
                (SortCtor::Array, &[index, element]) => {
                    let (index, element) =
                        (self.sort_object(arena, index)?, self.sort_object(arena, element)?);
                    (f.mk_array_sort)(m, index, element)
                }
                _ => return Err(Refused::because("it has no such sort")),
            }
        };
        self.made(made)
    }

    /// A value of a sort, by one of the ways that Bitwuzla has.
    pub(super) fn value_object(&self, sort: Object, value: &Value, way: u32) -> Done<Object> {
        let (f, m) = (&self.bitwuzla.functions, self.manager);
        match value {
            // SAFETY: the manager lives.
            Value::Bool(true) => self.made(unsafe { (f.mk_true)(m) }),
            // SAFETY: as above.
            Value::Bool(false) => self.made(unsafe { (f.mk_false)(m) }),
            Value::BitVec(value) => self.bit_vector(sort, value, way),
            Value::Float(value) => self.float(sort, value, way),
            _ => Err(missing_value()),
        }
    }

    fn bit_vector(&self, sort: Object, value: &BitVec, way: u32) -> Done<Object> {
        let (f, m, text, width) = (&self.bitwuzla.functions, self.manager, bits(value), value.width());
        let special =
            |first: char, rest: char| text.starts_with(first) && text[1..].chars().all(|bit| bit == rest);
        let named = [
            (f.mk_bv_zero, special('0', '0')),
            (f.mk_bv_ones, special('1', '1')),
            (f.mk_bv_min_signed, special('1', '0')),
            (f.mk_bv_max_signed, special('0', '1')),
            (f.mk_bv_one, value.to_u64() == Some(1)),
        ];
        let spelt = |text: String, base| {
            // SAFETY: the sort is of this manager, and the text outlives the call.
            unsafe { (f.mk_bv_value)(m, sort, c_text(text.as_bytes()).as_ptr(), base) }
        };
        if let Some((make, _)) = named.iter().find(|(_, is)| *is).filter(|_| way.is_multiple_of(2)) {
            // SAFETY: the sort is of this manager.
            return self.made(unsafe { make(m, sort) });
        }
        self.made(match (way / 2 % 5, value.to_u64()) {
            // SAFETY: the sort is of this manager.
            (0, Some(small)) => unsafe { (f.mk_bv_value_uint64)(m, sort, small) },
            (1, Some(small)) if width <= 64 => {
                let signed = ((small << (64 - width)) as i64) >> (64 - width);
                // SAFETY: as above.
                unsafe { (f.mk_bv_value_int64)(m, sort, signed) }
            }
            (2, Some(small)) => spelt(small.to_string(), 10),
            (3, Some(small)) => spelt(format!("{small:x}"), 16),
            _ => spelt(text, 2),
        })
    }

    fn float(&self, sort: Object, value: &Float, way: u32) -> Done<Object> {
        let (f, m, text) = (&self.bitwuzla.functions, self.manager, value.to_string());
        let words: Vec<&str> = text.trim_matches(['(', ')']).split_whitespace().collect();
        if let ["_", name, ..] = words[..] {
            let op = match name {
                "+oo" => FloatOp::PlusInf,
                "-oo" => FloatOp::MinusInf,
                "+zero" => FloatOp::PlusZero,
                "-zero" => FloatOp::MinusZero,
                _ => FloatOp::NaN,
            };
            return self.by_function(op.into(), || Ok(sort), &[]);
        }
        if let (0, Some(make), Ok(real)) = (way % 3, f.mk_fp_from_rational, value.to_real()) {
            let nearest = self.mode(FloatOp::Rne.into())?;
            let (over, under) = (real.numerator().to_string(), real.denominator().to_string());
            let (over, under) = (c_text(over.as_bytes()), c_text(under.as_bytes()));
            // SAFETY: sort and mode are of this manager, and the texts outlive the call.
            return self.made(unsafe { make(m, sort, nearest, over.as_ptr(), under.as_ptr()) });
        }
        let parts = words.iter().filter_map(|word| word.strip_prefix("#b")).map(|text| {
            // SAFETY: the manager lives, and the text outlives the call.
            self.made(unsafe {
                let sort = self.made((f.mk_bv_sort)(m, text.len() as u64))?;
                (f.mk_bv_value)(m, sort, c_text(text.as_bytes()).as_ptr(), 2)
            })
        });
        let &[sign, exponent, significand] = &parts.collect::<Done<Vec<Object>>>()?[..] else {
            return Err(missing_value());
        };
        // SAFETY: the bit-vectors are of this manager.
        self.made(unsafe { (f.mk_fp_value)(m, sign, exponent, significand) })
    }

    /// A rounding mode.
    fn mode(&self, op: Op) -> Done<Object> {
        let &number = self.bitwuzla.modes.get(&op).ok_or_else(missing_operator)?;
        // SAFETY: the manager lives.
        self.made(unsafe { (self.bitwuzla.functions.mk_rm_value)(self.manager, number) })
    }

    /// An operator that has a function of its own, which may take the sort of the result.
    fn by_function(&self, op: Op, sort: impl FnOnce() -> Done<Object>, args: &[Object]) -> Done<Object> {
        let template = self.bitwuzla.templates.get(&op).ok_or_else(missing_operator)?;
        let words: Vec<usize> = args.iter().map(|&arg| arg as usize).collect();
        let (first, sort) = (Some(self.manager as usize), sort()? as usize);
        // SAFETY: sort and terms are of this manager, which checks them.
        let made = unsafe { template.call(&Filling { first, args: &words, indices: &[], sort }) };
        self.made(made.ok_or_else(missing_operator)? as Object)
    }

    /// An operator applied to terms; `sort` is that of the result.
    pub(super) fn applied(
        &self,
        operator: &Operator,
        sort: impl FnOnce() -> Done<Object>,
        args: &[Object],
        way: u32,
    ) -> Done<Object> {
        let op = operator.op;
        if self.bitwuzla.modes.contains_key(&op) {
            return self.mode(op);
        }
        if self.bitwuzla.templates.contains_key(&op) {
            return self.by_function(op, sort, args);
        }
        let &(kind, any) = self.bitwuzla.kinds.get(&op).ok_or_else(missing_operator)?;
        let indices: Vec<u64> = operator.indices.iter().copied().map(u64::from).collect();
        if !any && args.len() > 2 && op.row().signature.args.len() == 2 {
            let &(and, _) = self.bitwuzla.kinds.get(&CoreOp::And.into()).ok_or_else(missing_operator)?;
            let all = |links: Vec<Object>| self.of_kind(and, &[], &links, way);
            return fold(op.row().arity, args, |a, b| self.of_kind(kind, &indices, &[a, b], way), all);
        }
        self.of_kind(kind, &indices, args, way)
    }

    /// A term of a kind, by a function for so many arguments and indices or by one for any.
    pub(super) fn of_kind(&self, kind: i32, indices: &[u64], args: &[Object], way: u32) -> Done<Object> {
        let (f, m) = (&self.bitwuzla.functions, self.manager);
        // SAFETY: all terms are of this manager, which checks their sorts, and the lists outlive the call.
        let made = unsafe {
            let short = match (indices, args) {
                _ if way.is_multiple_of(2) => None,
                ([], &[a]) => f.mk_term1.map(|make| make(m, kind, a)),
                ([], &[a, b]) => f.mk_term2.map(|make| make(m, kind, a, b)),
                ([], &[a, b, c]) => f.mk_term3.map(|make| make(m, kind, a, b, c)),
                (&[i], &[a]) => f.mk_term1_indexed1.map(|make| make(m, kind, a, i)),
                (&[i, j], &[a]) => f.mk_term1_indexed2.map(|make| make(m, kind, a, i, j)),
                (&[i], &[a, b]) => f.mk_term2_indexed1.map(|make| make(m, kind, a, b, i)),
                (&[i, j], &[a, b]) => f.mk_term2_indexed2.map(|make| make(m, kind, a, b, i, j)),
                _ => None,
            };
            let (count, list) = (args.len() as u32, args.as_ptr());
            match (short, indices) {
                (Some(made), _) => made,
                (None, []) => (f.mk_term)(m, kind, count, list),
                _ => (f.mk_term_indexed)(m, kind, count, list, indices.len() as u32, indices.as_ptr()),
            }
        };
        self.made(made)
    }

    /// A term of a kind that binds constants of another one.
    pub(super) fn bound(&self, kind: i32, body: u32, constants: &[u32]) -> Done<Object> {
        let (f, m, body) = (&self.bitwuzla.functions, self.manager, self.terms.get(body)?);
        let substitute =
            f.substitute_term.ok_or_else(|| Refused::because("it does not substitute, nor bind"))?;
        let (constants, mut parts) = (self.terms.all(constants)?, Vec::new());
        for &constant in &constants {
            let name = c_text(format!("bound.{}", self.variables.get()).as_bytes());
            self.variables.set(self.variables.get() + 1);
            // SAFETY: the constant is of this manager, and the text outlives the call.
            parts.push(self.made(unsafe {
                let sort = self.made((f.term_get_sort)(constant))?;
                (f.mk_var)(m, sort, name.as_ptr())
            })?);
        }
        // SAFETY: everything is of this manager, and both lists have so many terms.
        let body = self.made(unsafe { substitute(body, parts.len(), constants.as_ptr(), parts.as_ptr()) })?;
        parts.push(body);
        self.of_kind(kind, &[], &parts, 0)
    }
}
