//! Sorts and terms of cvc5.

use eval::Value;
use smtlib::theory::{ArrayOp, CoreOp, Op};
use smtlib::{Arena, SortCtor, SortId};
use solver::host::symbols::c_text;

use super::Object;
use super::operators::MODES;
use super::world::Manager;
use crate::adapter::fold::fold;
use crate::adapter::spell::{bits, escaped};
use crate::adapter::{Done, Refused};
use crate::book::datatype_of;
use crate::trace::Operator;

impl Manager<'_> {
    /// A sort of cvc5; sorts are not deep, the parser sees to that.
    pub(super) fn sort_object(&self, arena: &Arena, sort: SortId) -> Done<Object> {
        let (f, m) = (&self.cvc5.functions, self.manager);
        // SAFETY: the manager lives, and all sorts are its own.
        let made = unsafe {
            match (arena.sorts.ctor(sort), arena.sorts.args(sort)) {
                (SortCtor::Bool, _) => (f.get_boolean_sort)(m),
                (SortCtor::Int, _) => (f.get_integer_sort)(m),
                (SortCtor::Real, _) => (f.get_real_sort)(m),
                (SortCtor::String, _) => (f.get_string_sort)(m),
                (SortCtor::RegLan, _) => (f.get_regexp_sort)(m),
                (SortCtor::RoundingMode, _) => (f.get_rm_sort)(m),
                (SortCtor::BitVec(width), _) => (f.mk_bv_sort)(m, width),
                (SortCtor::Float(eb, sb), _) => (f.mk_fp_sort)(m, eb, sb),
                (SortCtor::Array, &[index, element]) => {
                    let (index, element) =
                        (self.sort_object(arena, index)?, self.sort_object(arena, element)?);
                    (f.mk_array_sort)(m, index, element)
                }
                (SortCtor::User(_), _) => {
                    let missing = || Refused::because("it has no such sort");
                    return self.datatype(arena, datatype_of(arena, sort).ok_or_else(missing)?, sort);
                }
                _ => return Err(Refused::because("it has no such sort")),
            }
        };
        self.made(made)
    }

    /// A value, by one of the ways that cvc5 has.
    pub(super) fn value_object(&self, value: &Value, way: u32) -> Done<Object> {
        let (f, m) = (&self.cvc5.functions, self.manager);
        let missing = || Refused::because("it has no such value");
        // SAFETY: the manager lives, and the texts outlive the calls.
        let made = unsafe {
            match value {
                Value::Bool(value) => (f.mk_boolean)(m, *value),
                Value::Int(value) => match i64::try_from(value) {
                    Ok(small) if way.is_multiple_of(2) => (f.mk_integer_int64)(m, small),
                    _ => (f.mk_integer)(m, c_text(value.to_string().as_bytes()).as_ptr()),
                },
                Value::Real(value) => {
                    let text = value.as_rational().ok_or_else(missing)?.to_string();
                    (f.mk_real)(m, c_text(text.as_bytes()).as_ptr())
                }
                Value::BitVec(value) => match value.to_u64() {
                    Some(small) if way.is_multiple_of(2) => (f.mk_bv_uint64)(m, value.width(), small),
                    _ => (f.mk_bv)(m, value.width(), c_text(bits(value).as_bytes()).as_ptr(), 2),
                },
                Value::Text(text) => (f.mk_string)(m, c_text(escaped(text).as_bytes()).as_ptr(), true),
                Value::Float(value) => return self.float(&value.to_string()),
                _ => return Err(missing()),
            }
        };
        self.made(made)
    }

    /// A floating-point number as we write it: three bit-vectors, or a name with the format.
    fn float(&self, text: &str) -> Done<Object> {
        let (f, m) = (&self.cvc5.functions, self.manager);
        let missing = || Refused::because("it has no such value");
        let words: Vec<&str> = text.trim_matches(['(', ')']).split_whitespace().collect();
        if let ["_", name, eb, sb] = words[..] {
            let make = match name {
                "+oo" => f.mk_fp_pos_inf,
                "-oo" => f.mk_fp_neg_inf,
                "+zero" => f.mk_fp_pos_zero,
                "-zero" => f.mk_fp_neg_zero,
                _ => f.mk_fp_nan,
            };
            let (eb, sb) = (eb.parse().map_err(|_| missing())?, sb.parse().map_err(|_| missing())?);
            // SAFETY: the manager lives.
            return self.made(unsafe { make(m, eb, sb) });
        }
        let parts: Vec<&str> = words.iter().filter_map(|word| word.strip_prefix("#b")).collect();
        let [_, exponent, significand] = parts[..] else { return Err(missing()) };
        let (eb, sb, all) = (exponent.len() as u32, significand.len() as u32 + 1, parts.concat());
        // SAFETY: the manager lives, and the text outlives the call.
        let number = self.made(unsafe { (f.mk_bv)(m, eb + sb, c_text(all.as_bytes()).as_ptr(), 2) })?;
        // SAFETY: the bit-vector is of this manager and of the format's size.
        self.made(unsafe { (f.mk_fp)(m, eb, sb, number) })
    }

    /// An operator applied to terms.
    pub(super) fn applied(&self, operator: &Operator, args: &[Object]) -> Done<Object> {
        let (f, m) = (&self.cvc5.functions, self.manager);
        // SAFETY: everything is of this manager.
        let special = unsafe {
            match (operator.op, operator.sort, args) {
                (Op::Core(CoreOp::True), ..) => Some((f.mk_boolean)(m, true)),
                (Op::Core(CoreOp::False), ..) => Some((f.mk_boolean)(m, false)),
                (Op::Array(ArrayOp::Const), Some(sort), &[value]) => {
                    Some((f.mk_const_array)(m, self.sorts.get(sort)?, value))
                }
                (op, ..) => MODES.iter().position(|mode| *mode == op).map(|mode| (f.mk_rm)(m, mode as i32)),
            }
        };
        if let Some(made) = special {
            return self.made(made);
        }
        let missing = || Refused::because("it has no such operator");
        let &(kind, any) = self.cvc5.kinds.get(&operator.op).ok_or_else(missing)?;
        if !any && args.len() > 2 && operator.op.row().signature.args.len() == 2 {
            let &(and, _) = self.cvc5.kinds.get(&CoreOp::And.into()).ok_or_else(missing)?;
            let all = |links: Vec<Object>| self.of_kind(and, &[], &links);
            let two = |a, b| self.of_kind(kind, &operator.indices, &[a, b]);
            return fold(operator.op.row().arity, args, two, all);
        }
        self.of_kind(kind, &operator.indices, args)
    }

    /// A term of a kind.
    pub(super) fn of_kind(&self, kind: i32, indices: &[u32], args: &[Object]) -> Done<Object> {
        let (f, m) = (&self.cvc5.functions, self.manager);
        if indices.is_empty() {
            // SAFETY: all terms are of this manager, which checks their sorts, and the list outlives the call.
            return self.made(unsafe { (f.mk_term)(m, kind, args.len(), args.as_ptr()) });
        }
        // SAFETY: the list outlives the call.
        let op = self.made(unsafe { (f.mk_op)(m, kind, indices.len(), indices.as_ptr()) })?;
        // SAFETY: as above.
        self.made(unsafe { (f.mk_term_from_op)(m, op, args.len(), args.as_ptr()) })
    }
}
