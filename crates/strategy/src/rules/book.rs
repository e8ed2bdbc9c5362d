//! All rules, found by the head of the terms they apply to.

use std::sync::LazyLock;

use smallvec::SmallVec;
use smtlib::theory::{DatatypeOp, Op, Pattern, Table};
use smtlib::{Arena, Binder, FunKind, Head, Rewriter, SortId, TermId};

use super::build::{Builder, Fill};
use super::class::Classes;
use super::matching::{Bindings, Matcher, is_symmetric};
use super::pattern::Node;
use super::reading::Reading;
use super::row::{Rule, Step, Theory};
use super::variable::{Kind, hold};
use crate::dice::Dice;

/// A reading that applies to a term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Match {
    /// The place of the reading in [`RuleBook::readings`].
    pub reading: u16,
    /// The term it applies to.
    pub term: TermId,
    /// In how many ways: each argument of a conjunction can be the one that is dropped.
    pub ways: u32,
}

/// The rules of all tables, read in all directions.
#[derive(Debug)]
pub struct RuleBook {
    readings: Vec<Reading>,
    by_op: Vec<Vec<u16>>,
    by_function: Vec<u16>,
    by_quantifier: [Vec<u16>; 2],
    /// Those that apply to any formula, and to any term.
    everywhere: [Vec<u16>; 2],
}

/// How often a choice is made again that did not fit its condition.
const ATTEMPTS: usize = 8;

impl RuleBook {
    /// The book; built at the first call.
    pub fn get() -> &'static RuleBook {
        static BOOK: LazyLock<RuleBook> = LazyLock::new(|| {
            let rules = Theory::ALL.into_iter().flat_map(Theory::rules);
            RuleBook::of(rules).unwrap_or_else(|error| panic!("{error}"))
        });
        &BOOK
    }

    /// A book of these rules; the error says which of them is malformed, and how.
    pub fn of(rules: impl IntoIterator<Item = &'static Rule>) -> Result<RuleBook, String> {
        let mut book = RuleBook {
            readings: Vec::new(),
            by_op: vec![Vec::new(); Table::get().rows().len()],
            by_function: Vec::new(),
            by_quantifier: [Vec::new(), Vec::new()],
            everywhere: [Vec::new(), Vec::new()],
        };
        for rule in rules {
            let readings = Reading::of(rule).map_err(|error| format!("rule {}: {error}", rule.name))?;
            readings.into_iter().for_each(|reading| book.add(reading));
        }
        Ok(book)
    }

    fn add(&mut self, reading: Reading) {
        let place = self.readings.len() as u16;
        match &reading.from {
            Node::Op(op) => op.candidates.iter().for_each(|(op, _)| self.by_op[op.index()].push(place)),
            Node::Is(..) => {
                self.by_op[Op::from(DatatypeOp::Is).index()].push(place);
                self.by_function.push(place);
            }
            Node::Construct(..) | Node::Select(..) => self.by_function.push(place),
            Node::Quantifier(binder, ..) => {
                self.by_quantifier[usize::from(*binder == Binder::Exists)].push(place)
            }
            Node::Var(v) => {
                let formula = matches!(&reading.variables[*v].kind, Kind::Term(Pattern::Bool));
                self.everywhere[usize::from(!formula)].push(place);
            }
            Node::Apply(..) | Node::Bits(..) | Node::Numeral(_) | Node::Decimal(_) | Node::Text(_) => {
                self.everywhere[1].push(place);
            }
            _ => self.everywhere[0].push(place),
        }
        self.readings.push(reading);
    }

    /// All readings; a [`Match`] names one by its place.
    pub fn readings(&self) -> &[Reading] {
        &self.readings
    }

    /// The reading of a match.
    pub fn reading(&self, found: &Match) -> &Reading {
        &self.readings[usize::from(found.reading)]
    }

    /// Adds the readings that apply to a term in a place where this step is allowed, each once.
    pub fn applicable(&self, arena: &Arena, term: TermId, step: Step, out: &mut Vec<Match>) {
        let parts = arena.term(term);
        let by_head: &[u16] = match parts.head {
            Head::Op(op, ..) => &self.by_op[op.index()],
            Head::Binder(Binder::Forall, _) => &self.by_quantifier[0],
            Head::Binder(Binder::Exists, _) => &self.by_quantifier[1],
            Head::Fun(fun, _)
                if !matches!(arena.fun(fun).kind, FunKind::Declared | FunKind::Defined { .. }) =>
            {
                &self.by_function
            }
            _ => &[],
        };
        let formulas: &[u16] = if parts.sort == SortId::BOOL { &self.everywhere[0] } else { &[] };
        let own = Classes::of(arena, parts.sort);
        let first = parts.args.first().map_or(own, |&arg| Classes::of(arena, arena.sort_of(arg)));
        for &place in by_head.iter().chain(formulas).chain(&self.everywhere[1]) {
            let reading = &self.readings[usize::from(place)];
            let class = if matches!(reading.from, Node::Op(_)) { first } else { own };
            let fits = reading.arguments.is_none_or(|count| count == parts.args.len());
            if fits && reading.first.meet(class) && reading.allows(step) {
                let fits = |&attempt: &Attempt| matched(reading, arena, term, attempt).is_some();
                let ways = match reading.ways {
                    // By far the most.
                    Ways { symmetric: false, between: None } => u32::from(fits(&(false, 0))),
                    ways => ways.attempts(parts.args.len()).filter(fits).count() as u32,
                };
                if ways > 0 {
                    out.push(Match { reading: place, term, ways });
                }
            }
        }
    }

    /// What a match makes of its term, in one of its ways. `None` when a variable that the rule leaves open cannot be
    /// filled, or its condition does not hold.
    ///
    /// Terms with `:named` inside must not be given: rules may copy them.
    pub fn apply(
        &self,
        arena: &mut Arena,
        rewriter: &mut Rewriter,
        found: &Match,
        dice: &mut Dice,
        fill: &mut Fill<'_>,
    ) -> Option<TermId> {
        let (reading, term) = (self.reading(found), found.term);
        let way = dice.below(found.ways.max(1) as usize);
        let all = reading.ways.attempts(arena.term(term).args.len());
        let bindings = all.filter_map(|attempt| matched(reading, arena, term, attempt)).nth(way)?.found;
        for _ in 0..ATTEMPTS {
            let mut builder = Builder {
                arena,
                rewriter,
                variables: &reading.variables,
                found: bindings.clone(),
                dice,
                fill,
                locals: SmallVec::new(),
                element: 0,
            };
            if let Node::Instance(body, _) = reading.from {
                builder.generalise(body)?;
            }
            builder.complete(&reading.open)?;
            builder.draw_numbers(&reading.open_dims);
            let related = hold(&reading.relations, &builder.found.dims);
            if related && reading.condition.as_ref().is_none_or(|condition| builder.holds(condition)) {
                return builder.node(&reading.to).filter(|&new| new != term);
            }
        }
        None
    }
}

/// Whether the arguments of a symmetric operator are exchanged, and where the fixed part between two lists begins.
type Attempt = (bool, usize);

/// In which ways a pattern may be matched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ways {
    /// Whether the arguments of its operator may be exchanged.
    symmetric: bool,
    /// How many arguments stand between two lists.
    between: Option<usize>,
}

impl Ways {
    /// Those of a pattern.
    pub(super) fn of(node: &Node) -> Ways {
        let Node::Op(op) = node else { return Ways { symmetric: false, between: None } };
        let lists = op.args.iter().filter(|arg| matches!(arg, Node::Each(_))).count();
        Ways { symmetric: is_symmetric(op), between: (lists == 2).then(|| op.args.len() - lists) }
    }

    /// All of them for a term with so many arguments.
    fn attempts(self, arguments: usize) -> impl Iterator<Item = Attempt> {
        let offsets = self.between.map_or(1, |fixed| (arguments + 1).saturating_sub(fixed));
        let orders: &[bool] = if self.symmetric { &[false, true] } else { &[false] };
        orders.iter().flat_map(move |&swapped| (0..offsets).map(move |offset| (swapped, offset)))
    }
}

/// The match of one attempt, if it is one.
#[inline]
fn matched<'a>(
    reading: &'a Reading,
    arena: &'a Arena,
    term: TermId,
    (swapped, offset): Attempt,
) -> Option<Matcher<'a>> {
    let found = Bindings::default();
    let mut matcher = Matcher { arena, variables: &reading.variables, found, offset, swapped };
    matcher.top(&reading.from, term).then_some(matcher)
}
