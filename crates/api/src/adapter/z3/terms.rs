//! Sorts and terms of Z3.

use std::ffi::c_uint;

use eval::Value;
use smtlib::theory::{ArrayOp, Op};
use smtlib::{Arena, SortCtor, SortId};
use solver::host::symbols::c_text;

use super::Context;
use super::functions::Object;
use crate::adapter::fold::fold;
use crate::adapter::spell::escaped;
use crate::adapter::template::Filling;
use crate::adapter::{Done, Refused};
use crate::book::datatype_of;
use crate::trace::Operator;

impl Context<'_> {
    /// The sort of Z3; sorts are not deep, the parser sees to that.
    pub(super) fn sort_object(&mut self, arena: &Arena, sort: SortId) -> Done<Object> {
        if let Some(&known) = self.sorts_of.get(&sort) {
            return Ok(known);
        }
        let (f, c) = (&self.z3.functions, self.context);
        let missing = || Refused::because("it has no such sort");
        let made = match arena.sorts.ctor(sort) {
            SortCtor::Array => {
                let &[index, element] = arena.sorts.args(sort) else { return Err(missing()) };
                let (index, element) = (self.sort_object(arena, index)?, self.sort_object(arena, element)?);
                // SAFETY: both sorts are of this context.
                unsafe { (self.z3.functions.mk_array_sort)(c, index, element) }
            }
            SortCtor::User(_) => {
                let id = datatype_of(arena, sort).ok_or_else(missing)?;
                self.datatype(arena, id, sort)?
            }
            SortCtor::RegLan => {
                let string = self.sort_object(arena, SortId::STRING)?;
                let make = self.z3.functions.mk_re_sort.ok_or_else(missing)?;
                // SAFETY: the sort is of this context.
                unsafe { make(c, string) }
            }
            // SAFETY: none of these calls has a condition but that the context lives.
            ctor => unsafe {
                match ctor {
                    SortCtor::Bool => (f.mk_bool_sort)(c),
                    SortCtor::Int => (f.mk_int_sort)(c),
                    SortCtor::Real => (f.mk_real_sort)(c),
                    SortCtor::BitVec(width) => (f.mk_bv_sort)(c, width),
                    SortCtor::Float(eb, sb) => (f.mk_fpa_sort)(c, eb, sb),
                    SortCtor::RoundingMode => (f.mk_fpa_rounding_mode_sort)(c),
                    SortCtor::String => f.mk_string_sort.ok_or_else(missing)?(c),
                    _ => return Err(missing()),
                }
            },
        };
        let made = self.kept(made)?;
        self.sorts_of.insert(sort, made);
        Ok(made)
    }

    pub(super) fn symbol(&self, name: &str) -> Object {
        // SAFETY: the context lives, and the text outlives the call.
        unsafe { (self.z3.functions.mk_string_symbol)(self.context, c_text(name.as_bytes()).as_ptr()) }
    }

    /// A value, by one of the ways that Z3 has.
    pub(super) fn value_object(&self, sort: Object, value: &Value, way: u32) -> Done<Object> {
        let (f, c) = (&self.z3.functions, self.context);
        let numeral = |text: String| {
            // SAFETY: the sort is of this context, and the text outlives the call.
            unsafe { (f.mk_numeral)(c, c_text(text.as_bytes()).as_ptr(), sort) }
        };
        let made = match value {
            // SAFETY: the context lives.
            Value::Bool(value) => unsafe { if *value { (f.mk_true)(c) } else { (f.mk_false)(c) } },
            Value::Int(value) => match i64::try_from(value) {
                // SAFETY: the sort is of this context.
                Ok(small) if way.is_multiple_of(2) => unsafe { (f.mk_int64)(c, small, sort) },
                _ => numeral(value.to_string()),
            },
            Value::Real(value) => numeral(
                value.as_rational().ok_or_else(|| Refused::because("it has no such value"))?.to_string(),
            ),
            Value::BitVec(value) => match (value.to_u64(), f.mk_bv_numeral) {
                (Some(small), _) if way.is_multiple_of(3) => numeral(small.to_string()),
                // SAFETY: the sort is of this context.
                (Some(small), _) if way % 3 == 1 => unsafe { (f.mk_unsigned_int64)(c, small, sort) },
                (_, Some(make)) => {
                    let bits: Vec<bool> = (0..value.width()).map(|i| value.bit(i)).collect();
                    // SAFETY: the array has so many elements and outlives the call.
                    unsafe { make(c, value.width(), bits.as_ptr()) }
                }
                (Some(small), None) => numeral(small.to_string()),
                (None, None) => return Err(Refused::because("it has no such value")),
            },
            Value::Float(value) => return self.float(&value.to_string(), sort),
            Value::Text(text) => match (f.mk_string, f.mk_u32string) {
                // SAFETY: the text outlives the call.
                (Some(make), Some(_)) if way.is_multiple_of(2) => unsafe {
                    make(c, c_text(escaped(text).as_bytes()).as_ptr())
                },
                // SAFETY: the array has so many elements and outlives the call.
                (_, Some(make)) => unsafe { make(c, text.len() as c_uint, text.codes().as_ptr()) },
                _ => return Err(Refused::because("it has no such characters")),
            },
            _ => return Err(Refused::because("it has no such value")),
        };
        self.kept(made)
    }

    /// A floating-point number, by its three bit-vectors or by its name.
    fn float(&self, text: &str, sort: Object) -> Done<Object> {
        let words: Vec<&str> = text.trim_matches(['(', ')']).split_whitespace().collect();
        let special = super::operators::SPECIAL_FLOATS.iter();
        if let ["_", name, ..] = words[..] {
            let row = special.clone().find(|row| row.0.name() == name);
            let template = row.and_then(|row| self.z3.templates.get(&row.0));
            let filling =
                Filling { first: Some(self.context as usize), args: &[], indices: &[], sort: sort as usize };
            // SAFETY: the sort is of this context.
            let made = template.and_then(|template| unsafe { template.call(&filling) });
            return self.kept(made.ok_or_else(|| Refused::because("it has no such value"))? as Object);
        }
        let (f, c) = (&self.z3.functions, self.context);
        let mut parts = Vec::new();
        for digits in words.iter().filter_map(|word| word.strip_prefix("#b")) {
            let value =
                u64::from_str_radix(digits, 2).map_err(|_| Refused::because("it has no such value"))?;
            // SAFETY: the context lives.
            let sort = unsafe { (f.mk_bv_sort)(c, digits.len() as c_uint) };
            let sort = self.kept(sort)?;
            // SAFETY: the sort is of this context.
            parts.push(self.kept(unsafe { (f.mk_unsigned_int64)(c, value, sort) })?);
        }
        let [sign, exponent, significand] = parts[..] else {
            return Err(Refused::because("it has no such value"));
        };
        // SAFETY: all three are of this context.
        self.kept(unsafe { (f.mk_fpa_fp)(c, sign, exponent, significand) })
    }

    /// An operator applied to terms.
    pub(super) fn applied(&mut self, operator: &Operator, sort: Object, args: &[Object]) -> Done<Object> {
        let c = self.context;
        if let (Op::Array(ArrayOp::Const), Some(at), &[value]) = (operator.op, operator.sort, args) {
            let array = self.sorts.get(at)?;
            // SAFETY: the sort is of this context.
            let index = self.index_sort(array)?;
            // SAFETY: as above.
            return self.kept(unsafe { (self.z3.functions.mk_const_array)(c, index, value) });
        }
        let template = *self
            .z3
            .templates
            .get(&operator.op)
            .ok_or_else(|| Refused::because("it has no such operator"))?;
        let call = |args: &[Object]| {
            let words: Vec<usize> = args.iter().map(|&arg| arg as usize).collect();
            let filling = Filling {
                first: Some(c as usize),
                args: &words,
                indices: &operator.indices,
                sort: sort as usize,
            };
            // SAFETY: everything is of this context, which checks the sorts itself.
            let made = unsafe { template.call(&filling) };
            self.kept(made.ok_or_else(|| Refused::because("it does not take so many arguments"))? as Object)
        };
        if template.is_binary() && args.len() > 2 {
            let all = |links: Vec<Object>| {
                // SAFETY: the terms are of this context, and the list outlives the call.
                self.kept(unsafe { (self.z3.functions.mk_and)(c, links.len() as c_uint, links.as_ptr()) })
            };
            return fold(operator.op.row().arity, args, |a, b| call(&[a, b]), all);
        }
        call(args)
    }

    fn index_sort(&self, array: Object) -> Done<Object> {
        // SAFETY: the sort is one of arrays, which the book has checked.
        let sort = unsafe { (self.z3.functions.get_array_sort_domain)(self.context, array) };
        self.checked().map(|()| sort)
    }
}
