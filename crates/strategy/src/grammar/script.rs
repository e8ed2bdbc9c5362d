//! Scripts: declarations where they are first needed, definitions, assertions, scopes and checks.

use super::bounds::{Bounds, draw_size};
use super::choices::Choices;
use super::group::Group;
use super::inquiry::Inquiry;
use super::literal::number;
use super::quantifier::Pending;
use super::sorts::{Kind, Sort};
use super::symbols::{Role, Symbols};
use super::term::{Local, Work};
use super::tree::{Tree, variable};

/// Memory that is kept from script to script.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    pub(super) tree: Tree,
    pub(super) work: Vec<Work>,
    pub(super) scope: Vec<Local>,
    pub(super) pending: Vec<Pending>,
    pub(super) symbols: Symbols,
    /// All commands but those that declare sorts.
    pub(super) body: Vec<u8>,
    /// By sort: whether its declaration is needed.
    mentioned: Vec<bool>,
    pub(super) uses_datatypes: bool,
    /// The symbols at each open scope.
    scopes: Vec<usize>,
    /// Whether assertions get names, and how many have one.
    named: Option<u32>,
    /// Whether checks may have assumptions.
    assumes: bool,
}

/// Makes one script.
pub(super) struct Maker<'g> {
    pub(super) group: &'g Group,
    pub(super) bounds: &'g Bounds,
    pub(super) scratch: &'g mut Scratch,
    pub(super) has_functions: bool,
    pub(super) has_quantifiers: bool,
    pub(super) has_matches: bool,
    /// Whether functions may be defined by recursion.
    pub(super) has_recursion: bool,
    /// What may be asked after the last check.
    pub(super) inquiries: &'g [Inquiry],
    pub(super) shape: Shape,
}

/// What a script is to be like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// As it comes.
    Any,
    /// One check of all assertions.
    Flat,
    /// One check of constrained Horn clauses.
    Clauses,
}

/// What an incremental script does next; the number is its weight, and the first is the smallest.
const MOVES: &[(Move, usize)] =
    &[(Move::Assert, 10), (Move::Check, 3), (Move::Push, 4), (Move::Pop, 3), (Move::Assume, 2)];

#[derive(Clone, Copy, Debug)]
enum Move {
    Assert,
    Check,
    Push,
    Pop,
    Assume,
}

/// Values that are asked for.
const VALUES: usize = 3;
/// Scopes nest this deep.
const LEVELS: usize = 4;

impl Maker<'_> {
    /// Makes a script in `logic`.
    pub(super) fn script(&mut self, logic: &str, choices: &mut dyn Choices, out: &mut Vec<u8>) {
        let sorts = self.group.universe.sorts.len();
        let scratch = &mut *self.scratch;
        scratch.symbols.clear(sorts);
        scratch.body.clear();
        scratch.scopes.clear();
        scratch.mentioned.clear();
        scratch.mentioned.resize(sorts, false);
        scratch.uses_datatypes = false;
        let inquiry = match self.inquiries.len() {
            0 => None,
            // The smallest choice is to ask nothing.
            some => choices.below(some + 1).checked_sub(1).map(|at| self.inquiries[at]),
        };
        self.scratch.named = inquiry.filter(|inquiry| inquiry.takes_names()).map(|_| 0);
        self.scratch.assumes = inquiry != Some(Inquiry::Core);
        let count = draw_size(&self.bounds.assertions, choices);
        match self.shape {
            Shape::Any if choices.chance(self.bounds.incremental) => {
                (0..2 * count).for_each(|_| self.step(choices));
            }
            Shape::Any | Shape::Flat => (0..count).for_each(|_| self.assert(choices)),
            Shape::Clauses => self.clauses(count, choices),
        }
        match inquiry {
            Some(inquiry) if inquiry.takes_assumptions() => self.assume(choices),
            Some(Inquiry::Objectives) => {
                self.aim(choices);
                self.line(b"(check-sat)\n");
            }
            _ => self.line(b"(check-sat)\n"),
        }
        if let Some(inquiry) = inquiry {
            out.extend_from_slice(format!("(set-option :{} true)\n", inquiry.option()).as_bytes());
            self.inquire(inquiry);
        }
        out.extend_from_slice(b"(set-logic ");
        out.extend_from_slice(logic.as_bytes());
        out.extend_from_slice(b")\n");
        self.declare_sorts(out);
        out.extend_from_slice(&self.scratch.body);
    }

    fn step(&mut self, choices: &mut dyn Choices) {
        let total = MOVES.iter().map(|(_, weight)| weight).sum();
        let mut drawn = choices.below(total);
        let next = MOVES.iter().find(|(_, weight)| {
            let here = drawn < *weight;
            drawn = drawn.saturating_sub(*weight);
            here
        });
        match next.map_or(Move::Assert, |(next, _)| *next) {
            Move::Assert => self.assert(choices),
            Move::Check => self.line(b"(check-sat)\n"),
            Move::Push if self.scratch.scopes.len() < LEVELS => {
                let mark = self.scratch.symbols.mark();
                self.scratch.scopes.push(mark);
                self.line(b"(push 1)\n");
            }
            Move::Pop => {
                if let Some(mark) = self.scratch.scopes.pop() {
                    self.scratch.symbols.back_to(mark);
                    self.line(b"(pop 1)\n");
                }
            }
            Move::Assume if self.scratch.assumes => self.assume(choices),
            Move::Push | Move::Assume => {}
        }
    }

    fn assert(&mut self, choices: &mut dyn Choices) {
        choices.mark();
        if choices.chance(self.bounds.definitions) {
            self.define(choices);
        }
        let fuel = draw_size(&self.bounds.fuel, choices);
        self.term(Sort::BOOL, fuel, choices);
        let name = self.scratch.named.as_mut().map(|count| {
            *count += 1;
            format!(" :named n{count}))\n")
        });
        self.line(if name.is_some() { b"(assert (! " } else { b"(assert " });
        self.write_term();
        self.line(name.as_deref().unwrap_or(")\n").as_bytes());
    }

    /// Asks about the last check.
    fn inquire(&mut self, inquiry: Inquiry) {
        if inquiry != Inquiry::Values {
            return self.line(inquiry.command().as_bytes());
        }
        self.line(b"(get-value (");
        let group = self.group;
        let sorts = std::iter::once(&Sort::BOOL).chain(&group.shared);
        let mut known: Vec<u32> = Vec::new();
        for &sort in sorts {
            known.extend_from_slice(self.scratch.symbols.of(Role::Constant, sort));
        }
        known.dedup();
        for &symbol in known.iter().take(VALUES) {
            let name = self.scratch.symbols.get(symbol).name;
            name.write(&mut self.scratch.body);
            self.line(b" ");
        }
        self.line(if known.is_empty() { b"true))\n" } else { b"))\n" });
    }

    /// A check under assumptions: literals, as the standard has them.
    fn assume(&mut self, choices: &mut dyn Choices) {
        let known = self.scratch.symbols.of(Role::Constant, Sort::BOOL).to_vec();
        let mut known: smallvec::SmallVec<[u32; 8]> = known.into();
        if known.is_empty() {
            known.push(self.declare(Role::Constant, Vec::new(), Sort::BOOL));
        }
        let count = choices.between(1, known.len());
        self.line(b"(check-sat-assuming (");
        for (i, &symbol) in known[..count].iter().enumerate() {
            let name = self.scratch.symbols.get(symbol).name;
            if i > 0 {
                self.line(b" ");
            }
            let negated = choices.chance(40);
            if negated {
                self.line(b"(not ");
            }
            name.write(&mut self.scratch.body);
            if negated {
                self.line(b")");
            }
        }
        self.line(b"))\n");
    }

    /// `define-fun`, or `define-fun-rec` with a recursion that ends for every argument: an equation without a solution
    /// would make the whole script unsatisfiable.
    fn define(&mut self, choices: &mut dyn Choices) {
        let group = self.group;
        let sorts = &group.shared;
        let sort = sorts[choices.below(sorts.len())];
        let recursive = group.int.filter(|_| self.has_recursion && choices.chance(30));
        let mut params: Vec<Local> = Vec::new();
        if let Some(int) = recursive {
            params.push(Local { name: self.scratch.symbols.fresh(b'p', 1), sort: int });
        }
        for _ in 0..choices.below(3) {
            let sort = sorts[choices.below(sorts.len())];
            params.push(Local { name: self.scratch.symbols.fresh(b'p', 1), sort });
        }
        if !group.universe.sorts.can_be_declared(sort)
            || params.iter().any(|param| !group.universe.sorts.can_be_declared(param.sort))
        {
            return;
        }
        params.iter().for_each(|param| self.mention(param.sort));
        self.mention(sort);
        // Terms that declare something write its declaration: the definition comes behind it.
        let mut body = Vec::new();
        let name = self.scratch.symbols.fresh(b'd', 1);
        self.scratch.scope.extend_from_slice(&params);
        match recursive {
            None => self.part(sort, choices, &mut body),
            Some(_) => {
                let counter = params[0].name;
                let before = Local { name: self.scratch.symbols.fresh(b'l', 1), sort };
                body.extend_from_slice(b"(ite (<= ");
                counter.write(&mut body);
                body.extend_from_slice(b" 0) ");
                self.part(sort, choices, &mut body);
                body.extend_from_slice(b" (let ((");
                before.name.write(&mut body);
                body.extend_from_slice(b" (");
                name.write(&mut body);
                body.extend_from_slice(b" (- ");
                counter.write(&mut body);
                body.extend_from_slice(b" 1)");
                for param in &params[1..] {
                    body.push(b' ');
                    param.name.write(&mut body);
                }
                body.extend_from_slice(b"))) ");
                self.scratch.scope.push(before);
                self.part(sort, choices, &mut body);
                body.extend_from_slice(b"))");
            }
        }
        self.scratch.scope.clear();
        self.line(if recursive.is_some() { b"(define-fun-rec " } else { b"(define-fun " });
        name.write(&mut self.scratch.body);
        self.line(b" (");
        for param in &params {
            variable(&group.universe.sorts, param.name, param.sort, &mut self.scratch.body);
        }
        self.line(b") ");
        self.line(group.universe.sorts.text(sort).as_bytes());
        self.line(b" ");
        self.line(&body);
        self.line(b")\n");
        let params = params.iter().map(|param| param.sort).collect();
        self.scratch.symbols.add_named(name, Role::Definition, params, sort);
    }

    fn part(&mut self, sort: Sort, choices: &mut dyn Choices, out: &mut Vec<u8>) {
        let fuel = draw_size(&self.bounds.fuel, choices) / 2;
        self.term(sort, fuel, choices);
        self.scratch.tree.write(&self.group.universe, &self.group.productions, out);
    }

    pub(super) fn write_term(&mut self) {
        let Scratch { tree, body, .. } = &mut *self.scratch;
        tree.write(&self.group.universe, &self.group.productions, body);
    }

    /// Adds a symbol and its declaration.
    pub(super) fn declare(&mut self, role: Role, params: Vec<Sort>, sort: Sort) -> u32 {
        params.iter().for_each(|&param| self.mention(param));
        self.mention(sort);
        let symbol = self.scratch.symbols.add(role, params, sort);
        let Scratch { symbols, body, .. } = &mut *self.scratch;
        let (declared, sorts) = (symbols.get(symbol), &self.group.universe.sorts);
        // Both commands are in every script that is long enough.
        let short = role == Role::Constant && declared.name.number % 2 == 1;
        body.extend_from_slice(if short { b"(declare-const " } else { b"(declare-fun " });
        declared.name.write(body);
        if !short {
            body.extend_from_slice(b" (");
            for (i, &param) in declared.params.iter().enumerate() {
                if i > 0 {
                    body.push(b' ');
                }
                body.extend_from_slice(sorts.text(param).as_bytes());
            }
            body.push(b')');
        }
        body.push(b' ');
        body.extend_from_slice(sorts.text(sort).as_bytes());
        body.extend_from_slice(b")\n");
        symbol
    }

    /// Notes that a sort must be declared.
    pub(super) fn mention(&mut self, sort: Sort) {
        if std::mem::replace(&mut self.scratch.mentioned[sort.index()], true) {
            return;
        }
        match self.group.universe.sorts.kind(sort) {
            Kind::Array(index, element) => {
                self.mention(index);
                self.mention(element);
            }
            Kind::Data(_) => self.scratch.uses_datatypes = true,
            _ => {}
        }
    }

    fn declare_sorts(&mut self, out: &mut Vec<u8>) {
        let universe = &self.group.universe;
        let with_datatypes = self.scratch.uses_datatypes;
        for sort in universe.sorts.all() {
            let of_datatypes = with_datatypes && universe.datatypes.mentions.contains(&sort);
            if let Kind::Declared(name) = universe.sorts.kind(sort)
                && (of_datatypes || self.scratch.mentioned[sort.index()])
            {
                out.extend_from_slice(b"(declare-sort S");
                number(u64::from(name), out);
                out.extend_from_slice(b" 0)\n");
            }
        }
        if with_datatypes {
            out.extend_from_slice(universe.datatypes.declarations.as_bytes());
        }
    }

    pub(super) fn line(&mut self, text: &[u8]) {
        self.scratch.body.extend_from_slice(text);
    }
}
