//! Elements of uninterpreted sorts by the names that solvers give them.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use smtlib::{Command, FunId, Script, SortCtor, SortDeclId, SortDeclKind, SortId, TermId};

use super::draft::{Draft, quoted};
use crate::model::Model;
use crate::value::Value;

/// An element with the number in its name, by which elements are sorted.
type Numbered<'a> = (Option<u32>, &'a str, FunId);

/// The elements that a text names: `U!val!3` (Z3), `@U_3` (cvc5), `@uc_U_3` (CVC4), `@const_3` (Yices).
#[derive(Default)]
pub(super) struct Elements {
    /// By name: the text of the sort, and where it stands.
    named: BTreeMap<String, (String, u32)>,
    /// Sorts of which the text says that its elements are all there are, with their number where it is stated.
    universes: FxHashMap<String, Option<u32>>,
}

impl Elements {
    pub(super) fn add(&mut self, name: &str, sort: &str, origin: u32) {
        self.named.entry(name.to_owned()).or_insert_with(|| (sort.to_owned(), origin));
    }

    pub(super) fn contains(&self, name: &str) -> bool {
        self.named.contains_key(name)
    }

    pub(super) fn close_universe(&mut self, sort: &str, count: Option<u32>) {
        self.universes.insert(sort.to_owned(), count);
    }

    /// Reads `; cardinality of U is 2`, as CVC4 and cvc5 print it.
    pub(super) fn read_comments(&mut self, text: &str) {
        for line in text.lines() {
            let Some(comment) = line.trim_start().strip_prefix(';') else { continue };
            let Some((sort, count)) =
                comment.trim().strip_prefix("cardinality of ").and_then(|rest| rest.split_once(" is "))
            else {
                continue;
            };
            if let Ok(count) = count.trim().parse() {
                self.close_universe(sort.trim(), Some(count));
            }
        }
    }

    /// Adds the declarations of all elements to a draft.
    pub(super) fn declare(&self, draft: &mut Draft) {
        for (name, (sort, origin)) in &self.named {
            draft.push(&format!("(declare-const {} {sort})", quoted(name)), *origin);
        }
    }

    /// Gives the declared elements their values, and universes their sizes.
    pub(super) fn number(&self, script: &Script, declared: &[FunId], model: &mut Model) {
        let mut by_sort: BTreeMap<SortId, Vec<Numbered>> = BTreeMap::new();
        for &fun in declared {
            let decl = script.arena.fun(fun);
            let name = script.arena.name(decl.name);
            let sort = script.arena.sorts.canonical(decl.result);
            by_sort.entry(sort).or_default().push((number_of(name), name, fun));
        }
        let mut sizes: BTreeMap<SortId, u32> = BTreeMap::new();
        for (sort, stated) in &self.universes {
            let Some(sort) = sort_named(script, sort) else { continue };
            let known = by_sort.get(&sort).map_or(0, |elements| elements.len() as u32);
            sizes.insert(sort, stated.unwrap_or(known).max(known).max(1));
        }
        for (sort, mut elements) in by_sort {
            elements.sort();
            let distinct = elements.windows(2).all(|pair| pair[0].0 != pair[1].0);
            let fitting = |number: u32| sizes.get(&sort).is_none_or(|&size| number < size);
            // The solver's own numbers, unless they leave gaps in a universe or say the same twice.
            let keep = distinct && elements.iter().all(|&(number, ..)| number.is_some_and(fitting));
            for (rank, (number, _, fun)) in (0..).zip(elements) {
                let number = number.filter(|_| keep).unwrap_or(rank);
                model.set_value(fun, Value::Element(number));
            }
        }
        for (sort, size) in sizes {
            model.set_elements(sort, size);
        }
    }
}

/// The number at the end of an element's name.
fn number_of(name: &str) -> Option<u32> {
    let digits = name.len() - name.bytes().rev().take_while(u8::is_ascii_digit).count();
    name[digits..].parse().ok()
}

/// The sort of which a name that nobody declared is an element, by the patterns of Z3, CVC4 and cvc5.
pub(super) fn sort_of_name<'a>(script: &Script, name: &'a str) -> Option<&'a str> {
    let sort = match name.split_once("!val!") {
        Some((sort, number)) => number.bytes().all(|b| b.is_ascii_digit()).then_some(sort)?,
        None => {
            let (prefix, number) = name.strip_prefix('@')?.rsplit_once('_')?;
            let sort = prefix.strip_prefix("uc_").unwrap_or(prefix);
            (!number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())).then_some(sort)?
        }
    };
    declared_sort(script, sort).map(|_| sort)
}

/// The uninterpreted sort of this name, without parameters.
fn sort_named(script: &Script, name: &str) -> Option<SortId> {
    let decl = declared_sort(script, name)?;
    let (arena, sorts) = (&script.arena, &script.arena.sorts);
    // The sort exists when a symbol or a variable of it does; without one, its size says nothing.
    let declared = arena.funs().flat_map(|(_, fun)| fun.params.iter().chain([&fun.result]).copied());
    let of_terms = (0..arena.term_count()).map(|i| arena.sort_of(TermId::from_index(i)));
    declared.chain(of_terms).map(|s| sorts.canonical(s)).find(|&s| sorts.ctor(s) == SortCtor::User(decl))
}

fn declared_sort(script: &Script, name: &str) -> Option<SortDeclId> {
    let name = name.strip_prefix('|').and_then(|n| n.strip_suffix('|')).unwrap_or(name);
    script.commands.iter().rev().find_map(|command| match command {
        Command::DeclareSort(decl, _) => {
            let sort = script.arena.sorts.decl(*decl);
            let plain = sort.arity == 0 && matches!(sort.kind, SortDeclKind::Declared);
            (plain && script.arena.name(sort.name) == name).then_some(*decl)
        }
        _ => None,
    })
}
