//! What an instance of Boolector tells about its nodes and about itself.

use std::ffi::c_char;

use smtlib::SortCtor;
use solver::host::symbols::{c_text, rust_text};

use super::Object;
use super::instance::Instance;
use crate::adapter::spell::bits;
use crate::adapter::stream::written;
use crate::adapter::{Done, Refused};
use crate::book::Book;
use crate::oracle::witness_of;

impl Instance<'_> {
    /// The value of a node after sat.
    pub(super) fn assignment(&self, node: Object) -> String {
        let f = &self.boolector.functions;
        // SAFETY: the last answer was sat: the session has checked it. The text is copied before it is given back.
        unsafe {
            let given = (f.bv_assignment)(self.btor, node);
            let text = rust_text(given);
            (f.free_bv_assignment)(self.btor, given);
            text
        }
    }

    fn truth(&self, name: &str, node: Object) -> Done<bool> {
        // SAFETY: the node is of this instance; a truth value is one byte.
        Ok(unsafe { self.extra(name, &[node as usize])? } & 0xff != 0)
    }

    fn number(&self, name: &str, node: Object) -> Done<u32> {
        // SAFETY: the node is of this instance.
        Ok(unsafe { self.extra(name, &[node as usize])? } as u32)
    }

    /// What is told about a term, against what the book knows.
    pub(super) fn inspected(&self, number: u32, book: &Book) -> Done<Option<String>> {
        let node = self.terms.get(number)?;
        let missing = || Refused::because("there is no such term");
        let (sort, term) =
            (book.sort_of(number).ok_or_else(missing)?, book.term(number).ok_or_else(missing)?);
        let arena = &book.script.arena;
        let width = match arena.sorts.ctor(sort) {
            SortCtor::Bool => Some(1),
            SortCtor::BitVec(width) => Some(width),
            _ => None,
        };
        let mut wrong = Vec::new();
        let mut expect = |what: &str, right: bool| {
            if !right {
                wrong.push(what.to_owned());
            }
        };
        // SAFETY: the node is of this instance; what is matched is given back.
        unsafe {
            // The instance is the only function that takes none.
            let owner = self.boolector.extras.call("get_btor", &[node as usize])?;
            expect("get_btor", owner == self.btor as usize);
            let id = self.extra("get_node_id", &[node as usize])? as i32;
            if id > 0 {
                let found = self.extra("match_node_by_id", &[id as usize])?;
                expect("match_node_by_id", self.number("get_node_id", found as Object)? as i32 == id);
                self.extra("release", &[found])?;
            }
            let its_sort = self.extra("get_sort", &[node as usize])?;
            let is = |name: &str| Ok(self.extra(name, &[its_sort])? & 0xff != 0);
            expect("is_bitvec_sort", is("is_bitvec_sort")? == width.is_some());
            // A clone of release 3.2 forgets which of its function sorts are those of arrays.
            let told = is("is_array_sort")?;
            expect("is_array_sort", if width.is_some() { !told } else { told || self.is_clone });
            expect("is_fun_sort", is("is_fun_sort")? == width.is_none());
            if let (Some(width), Ok(told)) = (width, self.extra("bitvec_sort_get_width", &[its_sort])) {
                expect("bitvec_sort_get_width", told as u32 == width);
            }
            let copy = self.extra("copy_sort", &[its_sort])?;
            expect("copy_sort", copy == its_sort);
            self.give_back(copy as Object)?;
            expect(
                "is_equal_sort",
                self.extra("is_equal_sort", &[node as usize, node as usize])? & 0xff != 0,
            );
        }
        expect("is_array", self.truth("is_array", node)? == width.is_none());
        expect("is_fun", self.truth("is_fun", node)? == width.is_none());
        expect("is_param", !self.truth("is_param", node)?);
        self.truth("is_var", node)?;
        self.truth("is_uf", node)?;
        self.truth("is_array_var", node)?;
        match (width, arena.sorts.args(sort)) {
            (Some(width), _) => expect("get_width", self.number("get_width", node)? == width),
            (None, &[index, element]) => {
                let width = |sort| arena.sorts.width(sort).unwrap_or(1);
                expect("get_index_width", self.number("get_index_width", node)? == width(index));
                expect("get_width", self.number("get_width", node)? == width(element));
                expect("get_fun_arity", self.number("get_fun_arity", node)? == 1);
            }
            _ => {}
        }
        if let Some(symbol) =
            book.symbols().iter().find(|symbol| symbol.handle.number == number && width.is_some())
            && symbol.handle.kind == crate::trace::Kind::Term
            && !self.had_levels
        {
            let name = arena.name(arena.fun(symbol.fun).name);
            // SAFETY: the node is of this instance; texts are copied, what is matched is given back.
            unsafe {
                let told = self.extra("get_symbol", &[node as usize])? as *const c_char;
                expect("get_symbol", !told.is_null() && rust_text(told) == name);
                let found =
                    self.extra("match_node_by_symbol", &[c_text(name.as_bytes()).as_ptr() as usize])?;
                expect(
                    "match_node_by_symbol",
                    self.number("get_node_id", found as Object)? == self.number("get_node_id", node)?,
                );
                self.extra("release", &[found])?;
            }
        }
        if width.is_some() && self.truth("is_const", node)? {
            // SAFETY: the node is a constant of this instance; the text is copied before it is given back.
            let told = unsafe {
                let given = self.extra("get_bits", &[node as usize])?;
                let text = rust_text(given as *const c_char);
                self.extra("free_bits", &[given])?;
                text
            };
            let special =
                |first: char, rest: char| told.starts_with(first) && told[1..].chars().all(|bit| bit == rest);
            for (name, holds) in [
                ("is_bv_const_zero", special('0', '0')),
                ("is_bv_const_ones", special('1', '1')),
                ("is_bv_const_min_signed", special('1', '0')),
                ("is_bv_const_max_signed", special('0', '1')),
                ("is_bv_const_one", told.ends_with('1') && !told[..told.len() - 1].contains('1')),
            ] {
                expect(name, self.truth(name, node)? == holds);
            }
            // Boolector thinks that the term has this value everywhere, so it has it in the witness.
            let ours = match witness_of(book, &[term]).value(0) {
                Ok(eval::Value::Bool(value)) => Some(if value { "1" } else { "0" }.to_owned()),
                Ok(eval::Value::BitVec(value)) => Some(bits(&value)),
                _ => None,
            };
            // Assertions may have fixed it to what the witness does not say.
            if let Some(ours) = ours.filter(|_| !self.asserted) {
                expect("get_bits", ours == told);
            }
        }
        Ok((!wrong.is_empty()).then(|| format!("t{number} is not what these say: {}", wrong.join(", "))))
    }

    /// Has something printed, and compares it where it says what is known otherwise.
    pub(super) fn printed(&mut self, way: u32) -> Done<Option<String>> {
        // Dumping simplifies first, which takes the model away.
        self.modelled &= !matches!(way % 12, 3..=7);
        let stream = |name: &'static str, args: &'static [usize]| {
            written(|stream| {
                let all: Vec<usize> = std::iter::once(stream as usize).chain(args.iter().copied()).collect();
                // SAFETY: the stream is open.
                let _ = unsafe { self.extra(name, &all) };
            })
        };
        let flat = !self.functions && !self.quantified;
        let plain = |name: &str, args: &[usize]| {
            // SAFETY: these take the instance, and a text where there is one.
            unsafe { self.extra(name, args).map(drop) }
        };
        match way % 12 {
            // With quantifiers it reads statistics of solvers that were never made.
            0 if !self.quantified => plain("print_stats", &[])?,
            1 => plain("reset_stats", &[])?,
            2 => plain("reset_time", &[])?,
            3 if flat => drop(stream("dump_aiger_ascii", &[0])?),
            4 if flat => drop(stream("dump_aiger_binary", &[1])?),
            5 if flat => drop(stream("dump_btor", &[])?),
            6 | 7 => {
                let nodes: Vec<Object> = self.terms.iter().map(|(_, node)| node).collect();
                let Some(&node) = nodes.get(way as usize / 12 % nodes.len().max(1)) else { return Ok(None) };
                let name = if way % 12 == 6 || !flat { "dump_smt2_node" } else { "dump_btor_node" };
                written(|stream| {
                    // SAFETY: the stream is open, and the node of this instance.
                    let _ = unsafe { self.extra(name, &[stream as usize, node as usize]) };
                })?;
            }
            8 => {
                for name in ["copyright", "version", "git_id", "get_refs", "terminate"] {
                    plain(name, &[])?;
                }
                plain("set_msg_prefix", &[c"msg".as_ptr() as usize])?;
            }
            _ => return self.told_options(),
        }
        Ok(None)
    }

    /// Every option lies within its own bounds.
    fn told_options(&self) -> Done<Option<String>> {
        for (name, &option) in &self.boolector.options {
            // SAFETY: the option is there.
            let ask = |what: &str| unsafe { self.extra(what, &[option as usize]) };
            let (low, high) = (ask("get_opt_min")? as u32, ask("get_opt_max")? as u32);
            let (now, plain) = (ask("get_opt")? as u32, ask("get_opt_dflt")? as u32);
            ask("get_opt_shrt")?;
            ask("get_opt_desc")?;
            if !(low..=high).contains(&now) || !(low..=high).contains(&plain) {
                return Ok(Some(format!("option {name} is {now}, {plain} by default, from {low} to {high}")));
            }
        }
        Ok(None)
    }

    /// The model as it is printed, against the values that are told one by one.
    pub(super) fn printed_model(&self, book: &Book) -> Done<Option<String>> {
        if !self.has_model() {
            return Err(Refused::because("it makes no model"));
        }
        if self.is_clone {
            return Err(Refused::because("a clone may not know what its original has answered"));
        }
        let print = |format: &std::ffi::CStr| {
            written(|stream| {
                // SAFETY: the last answer was sat; the text outlives the call, and the stream is open.
                let _ = unsafe { self.extra("print_model", &[format.as_ptr() as usize, stream as usize]) };
            })
        };
        let (smt2, btor) = (print(c"smt2")?, print(c"btor")?);
        for symbol in book.symbols().iter().filter(|it| it.handle.kind == crate::trace::Kind::Term) {
            let arena = &book.script.arena;
            let (name, sort) = (arena.name(arena.fun(symbol.fun).name), arena.fun(symbol.fun).result);
            let plain = matches!(arena.sorts.ctor(sort), SortCtor::Bool | SortCtor::BitVec(_));
            let Ok(node) = self.terms.get(symbol.handle.number) else { continue };
            if !plain || self.had_levels || self.is_set("output-number-format") {
                continue;
            }
            let told = self.assignment(node);
            let defined = format!("(define-fun {name} () ");
            let in_smt2 = smt2.split_once(&defined).map(|(_, rest)| rest.lines().next().unwrap_or_default());
            let in_btor = btor.lines().find(|line| line.split_whitespace().nth(2) == Some(name));
            let (short, long) = (format!(" {told}"), format!("#b{told}"));
            let truth = if told == "1" { " true)" } else { " false)" };
            let right = in_smt2
                .is_none_or(|text| text.contains(&long) || told.len() == 1 && text.contains(truth))
                && in_btor.is_none_or(|text| text.contains(&short));
            if !right || in_smt2.is_none() && in_btor.is_none() {
                return Ok(Some(format!("{name} is {told}, but printed as {in_smt2:?} and {in_btor:?}")));
            }
        }
        Ok(None)
    }
}
