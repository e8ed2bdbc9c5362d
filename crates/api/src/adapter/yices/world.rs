//! Contexts of Yices.

use eval::Value;
use smtlib::theory::{ArithOp, BvOp, Op};
use smtlib::{Arena, SortCtor, SortId};
use solver::host::symbols::{c_text, rust_text};

use super::{Object, Vector, Yices};
use crate::adapter::fold::fold;
use crate::adapter::spell::bits;
use crate::adapter::template::Filling;
use crate::adapter::{Done, Refused, Shelf, World};
use crate::book::{Answer, Book};
use crate::trace::Operator;

/// A context and its parameters.
#[derive(Clone, Copy)]
struct Solver {
    context: Object,
    params: Object,
}

/// Contexts and the terms that were made for them.
pub(super) struct Contexts<'a> {
    yices: &'a Yices,
    sorts: Shelf<i32>,
    terms: Shelf<i32>,
    funs: Shelf<i32>,
    solvers: Shelf<Solver>,
}

impl<'a> Contexts<'a> {
    pub(super) fn new(yices: &'a Yices) -> Contexts<'a> {
        yices.open.set(yices.open.get() + 1);
        Contexts {
            yices,
            sorts: Shelf::new(),
            terms: Shelf::new(),
            funs: Shelf::new(),
            solvers: Shelf::new(),
        }
    }

    /// The result of a call that gives less than 0 when it fails.
    fn checked(&self, result: i32) -> Done<i32> {
        if result >= 0 {
            return Ok(result);
        }
        let f = &self.yices.functions;
        // SAFETY: the text is ours, and is given back after it was copied.
        unsafe {
            let text = (f.error_string)();
            let message = rust_text(text);
            (f.free_string)(text);
            (f.clear_error)();
            Err(Refused(message))
        }
    }

    /// A type of Yices, whose arrays are functions; sorts are not deep, the parser sees to that.
    fn sort_type(&self, arena: &Arena, sort: SortId) -> Done<i32> {
        let f = &self.yices.functions;
        // SAFETY: Yices checks its types itself, and the lists outlive the calls.
        self.checked(unsafe {
            match (arena.sorts.ctor(sort), arena.sorts.args(sort)) {
                (SortCtor::Bool, _) => (f.bool_type)(),
                (SortCtor::Int, _) => (f.int_type)(),
                (SortCtor::Real, _) => (f.real_type)(),
                (SortCtor::BitVec(width), _) => (f.bv_type)(width),
                (SortCtor::Array, &[index, element]) => {
                    let (index, element) = (self.sort_type(arena, index)?, self.sort_type(arena, element)?);
                    (f.function_type)(1, &index, element)
                }
                _ => return Err(Refused::because("it has no such sort")),
            }
        })
    }

    fn applied(&self, operator: &Operator, args: &[i32], width: u32) -> Done<i32> {
        let mut indices = operator.indices.clone();
        match operator.op {
            Op::Arith(ArithOp::ToReal) => {
                return args.first().copied().ok_or_else(|| Refused::because("no argument"));
            }
            Op::BitVec(BvOp::Extract) => indices.reverse(),
            Op::BitVec(BvOp::RotateLeft | BvOp::RotateRight) => {
                indices.iter_mut().for_each(|by| *by %= width.max(1));
            }
            _ => {}
        }
        let missing = || Refused::because("it has no such operator");
        let template = *self.yices.templates.get(&operator.op).ok_or_else(missing)?;
        let call = |args: &[i32]| {
            // A list of terms is an array of 32-bit numbers; single ones are passed as words.
            let mut list = args.to_vec();
            let words: Vec<usize> = args.iter().map(|&arg| arg as usize).collect();
            let filling = Filling { first: None, args: &words, indices: &indices, sort: 0 };
            // SAFETY: Yices checks its terms itself, and the list outlives the call.
            let made = unsafe { template.call_with_list(&filling, list.as_mut_ptr() as usize) };
            // The upper half of a word is not said by a function that gives 32 bits.
            self.checked(
                made.ok_or_else(|| Refused::because("it does not take so many arguments"))? as u32 as i32
            )
        };
        if template.is_binary() && args.len() > 2 {
            let all = |mut links: Vec<i32>| {
                // SAFETY: the list outlives the call.
                self.checked(unsafe { (self.yices.functions.and)(links.len() as u32, links.as_mut_ptr()) })
            };
            return fold(operator.op.row().arity, args, |a, b| call(&[a, b]), all);
        }
        call(args)
    }
}

impl World for Contexts<'_> {
    fn sort(&mut self, at: u32, book: &Book) -> Done {
        let sort = book.sort(at).ok_or_else(|| Refused::because("there is no such sort"))?;
        let made = self.sort_type(&book.script.arena, sort)?;
        self.sorts.put(at, made);
        Ok(())
    }

    fn constant(&mut self, at: u32, name: &str, sort: u32, _: &Book) -> Done {
        let f = &self.yices.functions;
        // SAFETY: Yices checks the type itself; the name is copied.
        let made = unsafe {
            let made = self.checked((f.new_uninterpreted_term)(self.sorts.get(sort)?))?;
            self.checked((f.set_term_name)(made, c_text(name.as_bytes()).as_ptr()))?;
            made
        };
        self.terms.put(at, made);
        Ok(())
    }

    fn function(&mut self, at: u32, _: &str, params: &[u32], result: u32) -> Done {
        let (params, result) = (self.sorts.all(params)?, self.sorts.get(result)?);
        let f = &self.yices.functions;
        // SAFETY: Yices checks its types itself, and the list outlives the call.
        let made = unsafe {
            let kind = self.checked((f.function_type)(params.len() as u32, params.as_ptr(), result))?;
            self.checked((f.new_uninterpreted_term)(kind))?
        };
        self.funs.put(at, made);
        Ok(())
    }

    fn value(&mut self, at: u32, _: u32, value: &Value, way: u32) -> Done {
        let f = &self.yices.functions;
        let rational = |text: String| {
            // SAFETY: the text outlives the call.
            unsafe { (f.parse_rational)(c_text(text.as_bytes()).as_ptr()) }
        };
        let made = match value {
            Value::Bool(value) => {
                let op = if *value { smtlib::theory::CoreOp::True } else { smtlib::theory::CoreOp::False };
                self.applied(&Operator { op: op.into(), indices: Vec::new(), sort: None }, &[], 0)?
            }
            Value::Int(value) => match i64::try_from(value) {
                // SAFETY: it takes any number.
                Ok(small) if way.is_multiple_of(2) => unsafe { (f.int64)(small) },
                _ => rational(value.to_string()),
            },
            Value::Real(value) => {
                let open = || Refused::because("it has no such value");
                rational(value.as_rational().ok_or_else(open)?.to_string())
            }
            Value::BitVec(value) => match value.to_u64() {
                // SAFETY: the value fits the width.
                Some(small) if way.is_multiple_of(2) => unsafe { (f.bvconst_uint64)(value.width(), small) },
                // SAFETY: the text outlives the call.
                _ => unsafe { (f.parse_bvbin)(c_text(bits(value).as_bytes()).as_ptr()) },
            },
            _ => return Err(Refused::because("it has no such value")),
        };
        let made = self.checked(made)?;
        self.terms.put(at, made);
        Ok(())
    }

    fn term(&mut self, at: Option<u32>, operator: &Operator, args: &[u32], book: &Book, _: u32) -> Done {
        // Its contexts take no such term, and are broken by one.
        let by_zero = |&divisor: &u32| match book.value(divisor) {
            Some(Value::Int(value)) => value.is_zero(),
            Some(Value::Real(value)) => value.as_rational().is_some_and(|value| value.is_zero()),
            _ => false,
        };
        let divides = matches!(operator.op, Op::Arith(ArithOp::Div | ArithOp::IntDiv | ArithOp::Mod));
        if divides && args.iter().skip(1).any(by_zero) {
            return Err(Refused::because("it does not divide by zero"));
        }
        let first = args.first().and_then(|&arg| book.sort_of(arg));
        let width = first.and_then(|sort| book.script.arena.sorts.width(sort)).unwrap_or(1);
        let made = self.applied(operator, &self.terms.all(args)?, width)?;
        if let Some(at) = at {
            self.terms.put(at, made);
        }
        Ok(())
    }

    fn apply(&mut self, at: u32, function: u32, args: &[u32]) -> Done {
        let (function, args) = (self.funs.get(function)?, self.terms.all(args)?);
        let f = &self.yices.functions;
        // SAFETY: Yices checks its terms itself, and the list outlives the call.
        let made = self.checked(unsafe { (f.application)(function, args.len() as u32, args.as_ptr()) })?;
        self.terms.put(at, made);
        Ok(())
    }

    fn abuse(&mut self, way: u32) -> Done<Option<String>> {
        let known: Vec<i32> = self.terms.iter().map(|(_, term)| term).collect();
        let missing = || Refused::because("there is nothing to be misused");
        let &term = known.get(way as usize / 7 % known.len().max(1)).ok_or_else(missing)?;
        let rows: Vec<_> =
            super::TABLE.iter().chain(super::TURNED).filter(|row| row.2.contains(['a', '*'])).collect();
        let &&(op, name, _) = rows.get(way as usize % rows.len().max(1)).ok_or_else(missing)?;
        let signature = &op.row().signature;
        let mut args = vec![term; signature.args.len().max(1)];
        let place = (way / 512) as usize % args.len();
        // NULL_TERM, and a number that no term has: Yices checks all of them.
        args[place] = if (way / 4096).is_multiple_of(2) { -1 } else { i32::MAX - 1 };
        let operator = Operator { op, indices: vec![1; signature.indices.len()], sort: None };
        Ok(match self.applied(&operator, &args, 8) {
            Ok(_) => Some(format!("yices_{name} takes {} in place {place} without an error", args[place])),
            Err(_) => None,
        })
    }

    fn solver(&mut self, at: u32, _: u32) -> Done {
        let f = &self.yices.functions;
        // SAFETY: without a configuration a context has all theories and levels; both objects live until `delete`.
        let solver = unsafe {
            let context = (f.new_context)(std::ptr::null_mut());
            if context.is_null() {
                return self.checked(-1).map(drop);
            }
            let params = (f.new_param_record)();
            (f.default_params_for_context)(context, params);
            Solver { context, params }
        };
        self.solvers.put(at, solver);
        Ok(())
    }

    fn inspect(&mut self, term: u32, book: &Book) -> Done<Option<String>> {
        let node = self.terms.get(term)?;
        let sort = book.sort_of(term).ok_or_else(|| Refused::because("there is no such term"))?;
        let ours = self.sort_type(&book.script.arena, sort)?;
        // SAFETY: Yices checks the term itself.
        let told = self.checked(unsafe { (self.yices.functions.type_of_term)(node) })?;
        // Integers are reals, and terms of reals may be known to be integers.
        let number = matches!(book.script.arena.sorts.ctor(sort), SortCtor::Int | SortCtor::Real);
        let wrong = told != ours && !number;
        Ok(wrong.then(|| format!("t{term} is of type {told}, but was made of {ours}")))
    }

    fn set_option(&mut self, solver: u32, name: &str, value: &str) -> Done {
        let (f, solver) = (&self.yices.functions, self.solvers.get(solver)?);
        let name = c_text(name.as_bytes());
        let switch = if value == "true" { f.context_enable_option } else { f.context_disable_option };
        // SAFETY: context and parameters live, and the texts outlive the calls.
        unsafe {
            if matches!(value, "true" | "false") && switch(solver.context, name.as_ptr()) >= 0 {
                return Ok(());
            }
            let value = c_text(value.as_bytes());
            self.checked((f.set_param)(solver.params, name.as_ptr(), value.as_ptr())).map(drop)
        }
    }

    fn assert(&mut self, solver: u32, term: u32, _: u32) -> Done {
        let (solver, term) = (self.solvers.get(solver)?, self.terms.get(term)?);
        // SAFETY: the context lives; Yices checks the term itself.
        self.checked(unsafe { (self.yices.functions.assert_formula)(solver.context, term) }).map(drop)
    }

    fn push(&mut self, solver: u32, levels: u32) -> Done {
        let (f, solver) = (&self.yices.functions, self.solvers.get(solver)?);
        for done in 0..levels {
            // SAFETY: the context lives.
            if let Err(refused) = self.checked(unsafe { (f.push)(solver.context) }) {
                // All or none: above a contradiction it opens no level.
                for _ in 0..done {
                    // SAFETY: this level was opened before.
                    self.checked(unsafe { (f.pop)(solver.context) })?;
                }
                return Err(refused);
            }
        }
        Ok(())
    }

    fn pop(&mut self, solver: u32, levels: u32) -> Done {
        let (f, solver) = (&self.yices.functions, self.solvers.get(solver)?);
        // SAFETY: the context lives; Yices checks its levels itself.
        (0..levels).try_for_each(|_| self.checked(unsafe { (f.pop)(solver.context) }).map(drop))
    }

    fn check(&mut self, solver: u32, assumptions: &[u32], _: u32) -> Done<Answer> {
        let (f, Solver { context, params }) = (&self.yices.functions, self.solvers.get(solver)?);
        let terms = self.terms.all(assumptions)?;
        // SAFETY: context and parameters live, and the list outlives the call.
        let status = unsafe {
            match terms.len() {
                0 => (f.check_context)(context, params),
                n => (f.check_context_with_assumptions)(context, params, n as u32, terms.as_ptr()),
            }
        };
        match status {
            2 | 5 => Ok(Answer::Unknown),
            3 => Ok(Answer::Sat),
            4 => Ok(Answer::Unsat),
            _ => Err(self.checked(-1).err().unwrap_or(Refused::because("the check failed"))),
        }
    }

    fn value_of(&mut self, solver: u32, term: u32, book: &Book) -> Done<String> {
        let (f, solver, built) = (&self.yices.functions, self.solvers.get(solver)?, self.terms.get(term)?);
        let sort = book.sort_of(term).ok_or_else(|| Refused::because("there is no such term"))?;
        // SAFETY: the context lives, and the 1 asks for the values of eliminated variables too.
        let model = unsafe { (f.get_model)(solver.context, 1) };
        if model.is_null() {
            return Err(self.checked(-1).err().unwrap_or(Refused::because("there is no model")));
        }
        // SAFETY: the model lives; the places that are written to are large enough for the term's sort.
        let text = unsafe {
            match book.script.arena.sorts.ctor(sort) {
                SortCtor::Bool => {
                    let mut value = 0;
                    self.checked((f.get_bool_value)(model, built, &mut value))
                        .map(|_| (value != 0).to_string())
                }
                SortCtor::BitVec(width) => {
                    let mut value = vec![0; width as usize];
                    self.checked((f.get_bv_value)(model, built, value.as_mut_ptr())).map(|_| {
                        let digits = value.iter().rev().map(|bit| if *bit == 0 { '0' } else { '1' });
                        format!("#b{}", digits.collect::<String>())
                    })
                }
                ctor @ (SortCtor::Int | SortCtor::Real) => {
                    let (mut over, mut under) = (0, 1);
                    self.checked((f.get_rational64_value)(model, built, &mut over, &mut under))
                        .map(|_| number(over, under, ctor == SortCtor::Real))
                }
                _ => Err(Refused::because("it does not tell arrays as values")),
            }
        };
        // SAFETY: the model is not used after.
        unsafe { (f.free_model)(model) };
        text
    }

    fn core(&mut self, solver: u32, assumed: &[u32]) -> Done<Vec<Option<u32>>> {
        let (f, solver) = (&self.yices.functions, self.solvers.get(solver)?);
        let terms = self.terms.all(assumed)?;
        let mut vector = Vector { capacity: 0, size: 0, data: std::ptr::null_mut() };
        // SAFETY: the context lives, and what the vector has is copied before it goes.
        let core: Vec<i32> = unsafe {
            (f.init_term_vector)(&mut vector);
            let got = self.checked((f.get_unsat_core)(solver.context, &mut vector));
            let core = match vector.size {
                0 => Vec::new(),
                size => std::slice::from_raw_parts(vector.data, size as usize).to_vec(),
            };
            (f.delete_term_vector)(&mut vector);
            got.map(|_| core)?
        };
        let place = |member: &i32| terms.iter().position(|term| term == member).map(|at| assumed[at]);
        Ok(core.iter().map(place).collect())
    }

    fn substitute(&mut self, at: u32, of: u32, from: u32, to: u32) -> Done {
        let (of, from, to) = (self.terms.get(of)?, self.terms.get(from)?, self.terms.get(to)?);
        // SAFETY: Yices checks its terms itself, and the lists of one outlive the call.
        let made = self.checked(unsafe { (self.yices.functions.subst_term)(1, &from, &to, of) })?;
        self.terms.put(at, made);
        Ok(())
    }

    fn reset_assertions(&mut self, solver: u32) -> Done {
        let solver = self.solvers.get(solver)?;
        // SAFETY: the context lives.
        unsafe { (self.yices.functions.reset_context)(solver.context) };
        Ok(())
    }

    fn delete(&mut self, solver: u32) -> Done {
        let (f, solver) = (&self.yices.functions, self.solvers.take(solver)?);
        // SAFETY: both live, and are not used after.
        unsafe {
            (f.free_param_record)(solver.params);
            (f.free_context)(solver.context);
        }
        Ok(())
    }
}

/// A number in SMT-LIB.
fn number(over: i64, under: u64, real: bool) -> String {
    let (digits, point) = (over.unsigned_abs(), if real { ".0" } else { "" });
    let size = if under == 1 { format!("{digits}{point}") } else { format!("(/ {digits}.0 {under}.0)") };
    if over < 0 { format!("(- {size})") } else { size }
}

impl Drop for Contexts<'_> {
    fn drop(&mut self) {
        let solvers: Vec<u32> = self.solvers.iter().map(|(at, _)| at).collect();
        for solver in solvers {
            let _ = self.delete(solver);
        }
        self.yices.open.set(self.yices.open.get() - 1);
        if self.yices.open.get() == 0 {
            // SAFETY: no term, context or model is used after.
            unsafe { (self.yices.functions.reset)() };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_are_written_as_their_sort_wants_them() {
        assert_eq!(number(-5, 1, false), "(- 5)");
        assert_eq!(number(5, 1, true), "5.0");
        assert_eq!(number(-1, 3, true), "(- (/ 1.0 3.0))");
    }
}
