//! Sorts and nodes of Boolector.

use eval::Value;
use eval::bitvec::BitVec;
use rustc_hash::{FxHashMap, FxHashSet};
use smtlib::theory::{ArrayOp, CoreOp, Op};
use smtlib::{Arena, Binder, FunKind, Head, Lets, SortCtor, SortId, TermId, VarId, Walk};
use solver::host::symbols::c_text;

use super::instance::Instance;
use super::{Object, TABLE};
use crate::adapter::fold::fold;
use crate::adapter::spell::bits;
use crate::adapter::template::Filling;
use crate::adapter::{Done, Refused};
use crate::book::Book;
use crate::trace::Operator;

impl Instance<'_> {
    /// A sort of Boolector; sorts are not deep, the parser sees to that.
    pub(super) fn sort_object(&self, arena: &Arena, sort: SortId) -> Done<Object> {
        let (f, b) = (&self.boolector.functions, self.btor);
        match (arena.sorts.ctor(sort), arena.sorts.args(sort)) {
            // SAFETY: the instance lives.
            (SortCtor::Bool, _) => Ok(unsafe { (f.bool_sort)(b) }),
            // SAFETY: the instance lives, and the parser allows no width of 0.
            (SortCtor::BitVec(width), _) => Ok(unsafe { (f.bitvec_sort)(b, width) }),
            (SortCtor::Array, &[index, element]) => {
                if arena.sorts.args(sort).iter().any(|&it| arena.sorts.ctor(it) == SortCtor::Array) {
                    return Err(Refused::because("it has no arrays of arrays"));
                }
                let (index, element) = (self.sort_object(arena, index)?, self.sort_object(arena, element)?);
                // SAFETY: all sorts are of this instance, and of bit-vectors; those given back are not used after.
                unsafe {
                    let made = (f.array_sort)(b, index, element);
                    self.give_back(index)?;
                    self.give_back(element)?;
                    Ok(made)
                }
            }
            _ => Err(Refused::because("it has no such sort")),
        }
    }

    /// Gives a sort back.
    ///
    /// # Safety
    ///
    /// It must be of this instance, and must not be used after.
    pub(super) unsafe fn give_back(&self, sort: Object) -> Done {
        // SAFETY: the caller's promise.
        unsafe { self.extra("release_sort", &[sort as usize]).map(drop) }
    }

    pub(super) fn value_object(&self, sort: Object, value: &Value, way: u32) -> Done<Object> {
        let b = self.btor;
        match value {
            Value::Bool(value) => {
                let text = if *value { c"1" } else { c"0" };
                // SAFETY: the text outlives the call.
                Ok(unsafe { (self.boolector.bits)(b, text.as_ptr()) })
            }
            Value::BitVec(value) => self.bit_vector(sort, value, way),
            _ => Err(Refused::because("it has no such value")),
        }
    }

    /// A bit-vector, by one of the ways that Boolector has.
    fn bit_vector(&self, sort: Object, value: &BitVec, way: u32) -> Done<Object> {
        let (f, b, text) = (&self.boolector.functions, self.btor, bits(value));
        let special =
            |first: char, rest: char| text.starts_with(first) && text[1..].chars().all(|bit| bit == rest);
        let names = [
            ("zero", special('0', '0')),
            ("ones", special('1', '1')),
            ("min_signed", special('1', '0')),
            ("max_signed", special('0', '1')),
            ("one", value.to_u64() == Some(1)),
        ];
        // SAFETY: the sort is of this instance and has the value's width; all texts outlive their calls.
        unsafe {
            if let Some((name, _)) = names.iter().find(|(_, is)| *is).filter(|_| way.is_multiple_of(2))
                && let Ok(made) = self.extra(name, &[sort as usize])
            {
                return Ok(made as Object);
            }
            match (way / 2 % 5, value.to_u64()) {
                // Its trace is a text with a gap, of which it dies.
                (0, Some(small)) if self.traced.is_none() && !self.is_clone => {
                    Ok((f.constd)(b, sort, c_text(small.to_string().as_bytes()).as_ptr()))
                }
                (1, Some(small @ 0..=0xffff_ffff)) => Ok((f.unsigned_int)(b, small as u32, sort)),
                (2, Some(small)) => {
                    let text = c_text(format!("{small:x}").as_bytes());
                    self.extra("consth", &[sort as usize, text.as_ptr() as usize]).map(|made| made as Object)
                }
                (3, Some(small @ 0..=0x7fff_ffff)) => {
                    self.extra("int", &[small as usize, sort as usize]).map(|made| made as Object)
                }
                _ => Ok((self.boolector.bits)(b, c_text(text.as_bytes()).as_ptr())),
            }
        }
    }

    /// An operator applied to nodes; `sort` is the one that a constant array has.
    pub(super) fn applied(
        &self,
        operator: &Operator,
        sort: impl FnOnce() -> Done<Object>,
        args: &[Object],
    ) -> Done<Object> {
        let (f, b) = (&self.boolector.functions, self.btor);
        if let (Op::Array(ArrayOp::Const), Some(make), &[value]) = (operator.op, f.const_array, args) {
            let sort = sort()?;
            // SAFETY: sort and value are of this instance, and fit: the book has checked it.
            return Ok(unsafe { make(b, sort, value) });
        }
        let missing = || Refused::because("it has no such operator");
        let template = *self.boolector.templates.get(&operator.op).ok_or_else(missing)?;
        let name = TABLE.iter().find(|row| row.0 == operator.op).map_or("", |row| row.1);
        let call = |args: &[Object]| {
            let words: Vec<usize> = args.iter().map(|&arg| arg as usize).collect();
            let filling =
                Filling { first: Some(b as usize), args: &words, indices: &operator.indices, sort: 0 };
            // SAFETY: all nodes are of this instance and of the sorts that the operator takes.
            let made = self.observed(name, || unsafe { template.call(&filling) });
            made.map(|made| made as Object)
                .ok_or_else(|| Refused::because("it does not take so many arguments"))
        };
        if template.is_binary() && args.len() > 2 {
            // SAFETY: all nodes are truth values of this instance.
            let and = |a, c| Ok(unsafe { (f.and)(b, a, c) });
            let all = |links: Vec<Object>| match links.split_first() {
                Some((first, rest)) => rest.iter().try_fold(*first, |sum, &link| and(sum, link)),
                None => Err(missing()),
            };
            return fold(operator.op.row().arity, args, |a, c| call(&[a, c]), all);
        }
        call(args)
    }

    /// A term of the book, built from its leaves: bound variables are parameters, which a node that exists has none of.
    pub(super) fn built(
        &self,
        book: &Book,
        root: TermId,
        params: &mut FxHashMap<VarId, Object>,
    ) -> Done<Object> {
        let arena = &book.script.arena;
        let funs: FxHashMap<_, _> =
            self.funs.iter().filter_map(|(at, object)| Some((book.fun(at)?, object))).collect();
        let constants: FxHashMap<_, _> = book
            .symbols()
            .iter()
            .filter_map(|symbol| Some((symbol.fun, self.terms.get(symbol.handle.number).ok()?)))
            .collect();
        let unknown = || Refused::because("it has no such term");
        let is_array = |term: TermId| arena.sorts.ctor(arena.sort_of(term)) == SortCtor::Array;
        let mut walk = Walk::new();
        let mut made: FxHashMap<TermId, Object> = FxHashMap::default();
        let mut bound = FxHashSet::default();
        for &part in walk.post_order(arena, [root], Lets::Through) {
            let term = arena.term(part);
            let args: Vec<Object> = term
                .args
                .iter()
                .map(|arg| made.get(arg).copied().ok_or_else(unknown))
                .collect::<Done<_>>()?;
            let node = match term.head {
                Head::Var(var) => match params.get(&var) {
                    Some(&param) => param,
                    None => {
                        let param = self.param(arena, var)?;
                        params.insert(var, param);
                        param
                    }
                },
                Head::Binder(binder, vars) => {
                    let vars = arena.var_list(vars);
                    if vars.iter().any(|var| !bound.insert(*var)) {
                        return Err(Refused::because("a parameter is bound once"));
                    }
                    let mut nodes = vars
                        .iter()
                        .map(|var| params.get(var).copied().map_or_else(|| self.param(arena, *var), Ok))
                        .collect::<Done<Vec<Object>>>()?;
                    let name = match binder {
                        Binder::Forall => "forall",
                        Binder::Exists => "exists",
                        _ => return Err(unknown()),
                    };
                    let list = [nodes.as_mut_ptr() as usize, nodes.len(), args[0] as usize];
                    // SAFETY: parameters and body are of this instance; the list outlives the call.
                    unsafe { self.extra(name, &list)? as Object }
                }
                Head::Fun(fun, _) if args.is_empty() => *constants.get(&fun).ok_or_else(unknown)?,
                Head::Fun(fun, _) => {
                    let function = *funs.get(&fun).ok_or_else(unknown)?;
                    let mut args = args;
                    // SAFETY: everything is of this instance, and the list outlives the call.
                    unsafe {
                        (self.boolector.functions.apply)(
                            self.btor,
                            args.as_mut_ptr(),
                            args.len() as u32,
                            function,
                        )
                    }
                }
                Head::Literal(..) => self.literal(book, part)?,
                Head::Op(Op::Core(CoreOp::Eq | CoreOp::Distinct), ..)
                    if !params.is_empty() && is_array(term.args[0]) =>
                {
                    return Err(Refused::because("it compares no arrays that depend on variables"));
                }
                Head::Op(op, _, qual) => {
                    let indices = &arena.qual(qual).indices;
                    let indices = indices.iter().map(|index| arena.name(index.text).parse().ok());
                    let indices = indices.collect::<Option<Vec<u32>>>().ok_or_else(unknown)?;
                    let operator = Operator { op, indices, sort: None };
                    self.applied(&operator, || self.sort_object(arena, arena.sort_of(part)), &args)?
                }
                _ => return Err(unknown()),
            };
            made.insert(part, node);
        }
        made.get(&root).copied().ok_or_else(unknown)
    }

    fn literal(&self, book: &Book, term: TermId) -> Done<Object> {
        let arena = &book.script.arena;
        let value = eval::Evaluator::new(arena, &[term]).value(0);
        let value = value.map_err(|_| Refused::because("it has no such value"))?;
        let sort = self.sort_object(arena, arena.sort_of(term))?;
        let made = self.value_object(sort, &value, 9);
        // SAFETY: the sort is of this instance, and is not used after.
        unsafe { self.give_back(sort)? };
        made
    }

    fn param(&self, arena: &Arena, var: VarId) -> Done<Object> {
        let sort = self.sort_object(arena, arena.var(var).sort)?;
        // SAFETY: the sort is of this instance; without a name there is no text.
        unsafe {
            let made = self.extra("param", &[sort as usize, 0])?;
            self.give_back(sort)?;
            Ok(made as Object)
        }
    }

    /// A function that the book has defined.
    pub(super) fn defined(&self, book: &Book, at: u32) -> Done<Object> {
        let missing = || Refused::because("there is no such function");
        let fun = book.script.arena.fun(book.fun(at).ok_or_else(missing)?);
        let FunKind::Defined { vars, body: Some(body) } = &fun.kind else { return Err(missing()) };
        if book.script.arena.sorts.ctor(fun.result) == SortCtor::Array {
            return Err(Refused::because("its functions give bit-vectors"));
        }
        let mut params = FxHashMap::default();
        let body = self.built(book, *body, &mut params)?;
        let mut list = Vec::new();
        for var in vars {
            list.push(params.get(var).copied().map_or_else(|| self.param(&book.script.arena, *var), Ok)?);
        }
        // SAFETY: parameters and body are of this instance; the list outlives the call.
        unsafe {
            self.extra("fun", &[list.as_mut_ptr() as usize, list.len(), body as usize])
                .map(|made| made as Object)
        }
    }
}
