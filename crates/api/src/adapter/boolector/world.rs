//! An instance of Boolector.

use std::ffi::c_char;
use std::io::Read;
use std::os::fd::FromRawFd;
use std::ptr;

use eval::Value;
use smtlib::theory::{ArrayOp, Op};
use smtlib::{Arena, SortCtor, SortId};
use solver::host::symbols::{c_text, rust_text};

use super::{Boolector, Object};
use crate::adapter::fold::fold;
use crate::adapter::spell::bits;
use crate::adapter::template::Filling;
use crate::adapter::{Done, Refused, Shelf, World};
use crate::book::{Answer, Book};
use crate::trace::Operator;

/// An instance and what was made in it.
pub(super) struct Instance<'a> {
    boolector: &'a Boolector,
    btor: Object,
    sorts: Shelf<Object>,
    terms: Shelf<Object>,
    funs: Shelf<Object>,
    levels: u32,
}

fn answer(code: i32) -> Answer {
    match code {
        10 => Answer::Sat,
        20 => Answer::Unsat,
        _ => Answer::Unknown,
    }
}

impl<'a> Instance<'a> {
    pub(super) fn new(boolector: &'a Boolector) -> Instance<'a> {
        // SAFETY: it takes nothing.
        let btor = unsafe { (boolector.functions.new)() };
        let mut instance = Instance::of(boolector, btor);
        for name in ["incremental", "model-gen"] {
            // A Boolector without these would have nothing to test.
            let _ = instance.set_option(0, name, "1");
        }
        instance
    }

    fn of(boolector: &'a Boolector, btor: Object) -> Instance<'a> {
        Instance { boolector, btor, sorts: Shelf::new(), terms: Shelf::new(), funs: Shelf::new(), levels: 0 }
    }

    /// A sort of Boolector; sorts are not deep, the parser sees to that.
    fn sort_object(&self, arena: &Arena, sort: SortId) -> Done<Object> {
        let (f, b) = (&self.boolector.functions, self.btor);
        match (arena.sorts.ctor(sort), arena.sorts.args(sort)) {
            // SAFETY: the instance lives.
            (SortCtor::Bool, _) => Ok(unsafe { (f.bool_sort)(b) }),
            // SAFETY: the instance lives, and the parser allows no width of 0.
            (SortCtor::BitVec(width), _) => Ok(unsafe { (f.bitvec_sort)(b, width) }),
            (SortCtor::Array, &[index, element]) => {
                let (index, element) = (self.sort_object(arena, index)?, self.sort_object(arena, element)?);
                if arena.sorts.args(sort).iter().any(|&it| arena.sorts.ctor(it) == SortCtor::Array) {
                    return Err(Refused::because("it has no arrays of arrays"));
                }
                // SAFETY: both sorts are of this instance, and of bit-vectors.
                Ok(unsafe { (f.array_sort)(b, index, element) })
            }
            _ => Err(Refused::because("it has no such sort")),
        }
    }

    fn applied(&self, operator: &Operator, args: &[Object]) -> Done<Object> {
        let (f, b) = (&self.boolector.functions, self.btor);
        if let (Op::Array(ArrayOp::Const), Some(sort), Some(make), &[value]) =
            (operator.op, operator.sort, f.const_array, args)
        {
            let sort = self.sorts.get(sort)?;
            // SAFETY: sort and value are of this instance, and fit: the book has checked it.
            return Ok(unsafe { make(b, sort, value) });
        }
        let missing = || Refused::because("it has no such operator");
        let template = *self.boolector.templates.get(&operator.op).ok_or_else(missing)?;
        let call = |args: &[Object]| {
            let words: Vec<usize> = args.iter().map(|&arg| arg as usize).collect();
            let filling =
                Filling { first: Some(b as usize), args: &words, indices: &operator.indices, sort: 0 };
            // SAFETY: all nodes are of this instance and of the sorts that the operator takes.
            let made = unsafe { template.call(&filling) };
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

    /// Asks under assumptions, which are gone after it.
    fn ask(&self, assumptions: &[Object]) -> Answer {
        let f = &self.boolector.functions;
        // SAFETY: the nodes are truth values of this instance.
        unsafe {
            assumptions.iter().for_each(|&node| (f.assume)(self.btor, node));
            answer((f.sat)(self.btor))
        }
    }
}

impl World for Instance<'_> {
    fn sort(&mut self, at: u32, book: &Book) -> Done {
        let sort = book.sort(at).ok_or_else(|| Refused::because("there is no such sort"))?;
        let made = self.sort_object(&book.script.arena, sort)?;
        self.sorts.put(at, made);
        Ok(())
    }

    fn constant(&mut self, at: u32, name: &str, sort: u32, book: &Book) -> Done {
        let f = &self.boolector.functions;
        let is_array =
            book.sort(sort).is_some_and(|sort| book.script.arena.sorts.ctor(sort) == SortCtor::Array);
        let make = if is_array { f.array } else { f.var };
        let (sort, name) = (self.sorts.get(sort)?, c_text(name.as_bytes()));
        // SAFETY: the sort is of this instance, and the text is copied.
        let made = unsafe { make(self.btor, sort, name.as_ptr()) };
        self.terms.put(at, made);
        Ok(())
    }

    fn function(&mut self, at: u32, name: &str, params: &[u32], result: u32) -> Done {
        let (mut params, result, name) =
            (self.sorts.all(params)?, self.sorts.get(result)?, c_text(name.as_bytes()));
        let f = &self.boolector.functions;
        // SAFETY: all sorts are of this instance; the list and the text outlive the calls.
        let made = unsafe {
            let sort = (f.fun_sort)(self.btor, params.as_mut_ptr(), params.len() as u32, result);
            (f.uf)(self.btor, sort, name.as_ptr())
        };
        self.funs.put(at, made);
        Ok(())
    }

    fn value(&mut self, at: u32, sort: u32, value: &Value, way: u32) -> Done {
        let (f, b, sort) = (&self.boolector.functions, self.btor, self.sorts.get(sort)?);
        let made = match value {
            // SAFETY: the text outlives the call.
            Value::Bool(value) => unsafe {
                (self.boolector.bits)(b, if *value { c"1" } else { c"0" }.as_ptr())
            },
            Value::BitVec(value) => match (way % 3, value.to_u64()) {
                (0, Some(small)) => {
                    let text = c_text(small.to_string().as_bytes());
                    // SAFETY: the sort is of this instance, the text outlives the call, and the value fits.
                    unsafe { (f.constd)(b, sort, text.as_ptr()) }
                }
                (1, Some(small @ 0..=0xffff_ffff)) => {
                    // SAFETY: the sort is of this instance.
                    unsafe { (f.unsigned_int)(b, small as u32, sort) }
                }
                _ => {
                    let text = c_text(bits(value).as_bytes());
                    // SAFETY: the text outlives the call.
                    unsafe { (self.boolector.bits)(b, text.as_ptr()) }
                }
            },
            _ => return Err(Refused::because("it has no such value")),
        };
        self.terms.put(at, made);
        Ok(())
    }

    fn term(&mut self, at: Option<u32>, operator: &Operator, args: &[u32], _: &Book, _: u32) -> Done {
        let at = at.ok_or_else(|| Refused::because("misuse ends the process"))?;
        let made = self.applied(operator, &self.terms.all(args)?)?;
        self.terms.put(at, made);
        Ok(())
    }

    fn apply(&mut self, at: u32, function: u32, args: &[u32]) -> Done {
        let (function, mut args) = (self.funs.get(function)?, self.terms.all(args)?);
        let f = &self.boolector.functions;
        // SAFETY: everything is of this instance, and the list outlives the call.
        let made = unsafe { (f.apply)(self.btor, args.as_mut_ptr(), args.len() as u32, function) };
        self.terms.put(at, made);
        Ok(())
    }

    fn solver(&mut self, _: u32, _: u32) -> Done {
        Ok(())
    }

    fn set_option(&mut self, _: u32, name: &str, value: &str) -> Done {
        let (f, b) = (&self.boolector.functions, self.btor);
        let value: u32 = match value {
            "true" => 1,
            "false" => 0,
            value => value.parse().map_err(|_| Refused::because(format!("`{value}` is no number")))?,
        };
        // SAFETY: the instance lives; this is the loop that the header gives.
        let mut option = unsafe { (f.first_opt)(b) };
        // SAFETY: as above; the text is copied.
        while unsafe { (f.has_opt)(b, option) } {
            // SAFETY: as above.
            let its_name = unsafe { rust_text((f.get_opt_lng)(b, option)) };
            if its_name == name {
                // SAFETY: the option is there; the value is within its range, or Boolector complains.
                unsafe { (f.set_opt)(b, option, value) };
                return Ok(());
            }
            // SAFETY: as above.
            option = unsafe { (f.next_opt)(b, option) };
        }
        Err(Refused::because(format!("there is no option `{name}`")))
    }

    fn assert(&mut self, _: u32, term: u32) -> Done {
        let term = self.terms.get(term)?;
        // SAFETY: the node is a truth value of this instance.
        unsafe { (self.boolector.functions.assert)(self.btor, term) };
        Ok(())
    }

    fn push(&mut self, _: u32, levels: u32) -> Done {
        // SAFETY: the instance lives and is incremental.
        unsafe { (self.boolector.functions.push)(self.btor, levels) };
        self.levels += levels;
        Ok(())
    }

    fn pop(&mut self, _: u32, levels: u32) -> Done {
        // SAFETY: so many levels are open: the book has checked it.
        unsafe { (self.boolector.functions.pop)(self.btor, levels) };
        self.levels -= levels;
        Ok(())
    }

    fn check(&mut self, _: u32, assumptions: &[u32]) -> Done<Answer> {
        Ok(self.ask(&self.terms.all(assumptions)?))
    }

    fn value_of(&mut self, _: u32, term: u32, book: &Book) -> Done<String> {
        let sort = book.sort_of(term).ok_or_else(|| Refused::because("there is no such term"))?;
        let is_bool = match book.script.arena.sorts.ctor(sort) {
            SortCtor::Bool => true,
            SortCtor::BitVec(_) => false,
            // It tells some elements of an array, and nothing of the others.
            _ => return Err(Refused::because("it does not tell whole arrays")),
        };
        let (f, term) = (&self.boolector.functions, self.terms.get(term)?);
        // SAFETY: the last answer was sat: the session has checked it. The text is copied before it is given back.
        let text = unsafe {
            let given = (f.bv_assignment)(self.btor, term);
            let text = rust_text(given);
            (f.free_bv_assignment)(self.btor, given);
            text
        };
        match (is_bool, text.as_str()) {
            _ if text.contains(|c| c != '0' && c != '1') => Err(Refused::because("the value is left open")),
            (true, "1") => Ok("true".to_owned()),
            (true, _) => Ok("false".to_owned()),
            (false, _) => Ok(format!("#b{text}")),
        }
    }

    fn core(&mut self, _: u32, assumed: &[u32]) -> Done<Vec<Option<u32>>> {
        let (f, terms) = (&self.boolector.functions, self.terms.all(assumed)?);
        // SAFETY: the last answer was unsat, under just these assumptions.
        let failed = |node: &Object| unsafe { (f.failed)(self.btor, *node) };
        Ok(assumed.iter().zip(&terms).filter(|(_, node)| failed(node)).map(|(&at, _)| Some(at)).collect())
    }

    fn delete(&mut self, _: u32) -> Done {
        // The instance goes with its terms, when the world does.
        Ok(())
    }

    fn check_twin(&mut self, _: u32, assumptions: &[u32]) -> Done<Answer> {
        let (f, assumptions) = (&self.boolector.functions, self.terms.all(assumptions)?);
        // SAFETY: the instance lives; its clone is another one, whose nodes are found by those of this one.
        let (twin, there) = unsafe {
            let twin = Instance::of(self.boolector, (f.clone)(self.btor));
            let there: Vec<Object> =
                assumptions.iter().map(|&node| (f.match_node)(twin.btor, node)).collect();
            (twin, there)
        };
        if there.iter().any(|node| node.is_null()) {
            return Err(Refused::because("the clone does not know an assumption"));
        }
        Ok(twin.ask(&there))
    }

    fn dump(&mut self, _: u32) -> Done<String> {
        // It holds what is on a level by assumptions, which it does not dump, and says so.
        if self.levels > 0 {
            return Err(Refused::because("levels are no part of a dump"));
        }
        let failed = |_| Refused::because("no stream can be opened");
        // SAFETY: the descriptor is new, and is owned by the file from there on.
        let mut file =
            unsafe { std::fs::File::from_raw_fd(libc::memfd_create(c"dump".as_ptr(), libc::MFD_CLOEXEC)) };
        // SAFETY: the stream has a descriptor of its own, and is closed here.
        unsafe {
            let stream = libc::fdopen(libc::dup(std::os::fd::AsRawFd::as_raw_fd(&file)), c"w".as_ptr());
            if stream.is_null() {
                return Err(Refused::because("no stream can be opened"));
            }
            (self.boolector.functions.dump_smt2)(self.btor, stream);
            libc::fclose(stream);
        }
        let mut text = String::new();
        std::io::Seek::rewind(&mut file).map_err(failed)?;
        file.read_to_string(&mut text).map_err(failed)?;
        Ok(text)
    }

    fn check_script(&mut self, script: &str) -> Done<Answer> {
        let (text, mut message, mut status) = (c_text(script.as_bytes()), ptr::null_mut::<c_char>(), 0);
        // SAFETY: the streams live until they are closed here, the text as long; the message is the instance's own.
        let code = unsafe {
            let input = libc::fmemopen(text.as_ptr().cast_mut().cast(), text.as_bytes().len(), c"r".as_ptr());
            let output = libc::fopen(c"/dev/null".as_ptr(), c"w".as_ptr());
            if input.is_null() || output.is_null() {
                return Err(Refused::because("no stream can be opened"));
            }
            let name = c"dump".as_ptr();
            let code = (self.boolector.parse)(self.btor, input, name, output, &mut message, &mut status);
            libc::fclose(input);
            libc::fclose(output);
            code
        };
        match code {
            10 | 20 => Ok(answer(code)),
            // BOOLECTOR_PARSE_ERROR
            1 => {
                // SAFETY: the text lives as long as the instance.
                Err(Refused(unsafe { rust_text(message) }))
            }
            _ => Ok(self.ask(&[])),
        }
    }
}

impl Drop for Instance<'_> {
    fn drop(&mut self) {
        let f = &self.boolector.functions;
        // SAFETY: the instance lives, and nothing of it is used after.
        unsafe {
            (f.release_all)(self.btor);
            (f.delete)(self.btor);
        }
    }
}
