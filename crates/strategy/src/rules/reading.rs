//! A rule read in one direction.

use smtlib::theory::{ArithOp, BvOp, Dim, Op, Pattern, Relation, StringOp, Theory as OpTheory};
use smtlib::{Features, Symbols};

use super::book::Ways;
use super::class::Classes;
use super::pattern::{Compiler, Node};
use super::row::{Direction, Rule, Step};
use super::variable::{DATA, Kind, Literals, Variable, relations, variables};

/// A rule read from one of its patterns to the other.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The rule.
    pub rule: &'static Rule,
    /// Whether it is read from left to right.
    pub forward: bool,
    /// What the result may need of a logic that the replaced term did not, besides what its filled-in terms need.
    pub introduces: Features,
    /// By how many operators and variables the result is larger, lists and variables counted as one.
    pub growth: i32,
    weakens: bool,
    strengthens: bool,
    /// In which ways it may apply.
    pub(super) ways: Ways,
    /// The classes of sorts that the first argument can have, or the term itself where it has none.
    pub(super) first: Classes,
    /// How many arguments the term has; `None` for any number.
    pub(super) arguments: Option<usize>,
    pub(super) from: Node,
    pub(super) to: Node,
    pub(super) variables: Vec<Variable>,
    /// The variables that the match leaves open, in the order in which they can be chosen.
    pub(super) open: Vec<usize>,
    /// The numbers that the match leaves open.
    pub(super) open_dims: Vec<u8>,
    pub(super) relations: Vec<(Dim, Relation, Dim)>,
    /// A formula over literals that must hold.
    pub(super) condition: Option<Node>,
}

impl Reading {
    /// Whether what it makes may stand where this is asked for.
    #[inline]
    pub fn allows(&self, step: Step) -> bool {
        match step {
            Step::Weaken => self.weakens,
            Step::Strengthen => self.strengthens,
            Step::Keep => self.weakens && self.strengthens,
        }
    }

    /// Whether the match alone says what the result is.
    pub fn is_determined(&self) -> bool {
        self.open.is_empty() && self.open_dims.is_empty() && !matches!(self.from, Node::Instance(..))
    }

    /// The readings of a rule: those directions in which the one pattern says enough to make the other.
    pub(super) fn of(rule: &'static Rule) -> Result<Vec<Reading>, String> {
        let variables = variables(rule.vars)?;
        let symbols = Symbols::default();
        let compiler = Compiler { variables: &variables, symbols: &symbols };
        let (lhs, rhs) = (compiler.compile(rule.lhs)?, compiler.compile(rule.rhs)?);
        let is_formula = rule.condition.starts_with('(');
        let relations = relations(if is_formula { "" } else { rule.condition })?;
        let condition = if is_formula { Some(compiler.compile(rule.condition)?) } else { None };
        let mut readings = Vec::new();
        for forward in [true, false] {
            let (from, to) = if forward { (&lhs, &rhs) } else { (&rhs, &lhs) };
            let implied = rule.direction == Direction::Equivalent;
            let weakens = implied || (rule.direction == Direction::Weaken) == forward;
            if let Some((open, open_dims)) = open(&variables, from, to, condition.as_ref(), &relations) {
                readings.push(Reading {
                    rule,
                    forward,
                    introduces: features(&variables, to).without(features(&variables, from)),
                    growth: size(to) - size(from),
                    weakens,
                    strengthens: implied || !weakens,
                    first: match from {
                        Node::Op(op) => op.args.first().map_or(Classes::of_node(&variables, from), |arg| {
                            Classes::of_node(&variables, arg)
                        }),
                        _ => Classes::of_node(&variables, from),
                    },
                    arguments: match from {
                        Node::Op(op) if !op.args.iter().any(|arg| matches!(arg, Node::Each(_))) => {
                            Some(op.args.len())
                        }
                        _ => None,
                    },
                    ways: Ways::of(from),
                    from: from.clone(),
                    to: to.clone(),
                    variables: variables.clone(),
                    open,
                    open_dims,
                    relations: relations.clone(),
                    condition: condition.clone(),
                });
            }
        }
        if readings.is_empty() {
            Err("neither pattern says enough to make the other".to_owned())
        } else {
            Ok(readings)
        }
    }
}

/// The letters that a sort mentions: those of sorts, then those of numbers, `Num` as one of its own.
#[derive(Default, PartialEq, Eq)]
struct Letters(u64);

const NUM: u32 = 40;

impl Letters {
    fn add(&mut self, pattern: &Pattern) {
        match pattern {
            Pattern::Var(letter) => self.0 |= 1 << letter,
            Pattern::Num => self.0 |= 1 << NUM,
            Pattern::BitVec(width) => self.add_dim(width),
            Pattern::Float(eb, sb) => {
                self.add_dim(eb);
                self.add_dim(sb);
            }
            Pattern::Array(index, element) => {
                self.add(index);
                self.add(element);
            }
            _ => {}
        }
    }

    /// A number that is computed binds nothing.
    fn add_dim(&mut self, dim: &Dim) {
        if let Some(letter) = dim.variable() {
            self.0 |= 1 << (4 + letter);
        }
    }

    fn has_all(&self, others: &Letters) -> bool {
        others.0 & !self.0 == 0
    }
}

/// What matching `from` leaves open of `to`; `None` when that is more than can be chosen, or `from` cannot be matched.
fn open(
    variables: &[Variable],
    from: &Node,
    to: &Node,
    condition: Option<&Node>,
    relations: &[(Dim, Relation, Dim)],
) -> Option<(Vec<usize>, Vec<u8>)> {
    let mut matchable = !matches!(from, Node::Var(v) if !matches!(variables[*v].kind, Kind::Term(_)));
    let mut bound = from.variables();
    let mut letters = Letters::default();
    from.each(&mut |node| match node {
        Node::Fresh(..) | Node::Local(_) | Node::Field { .. } => matchable = false,
        Node::Each(inner) if !matches!(**inner, Node::Var(_)) => {
            matchable &= !inner.variables().iter().any(|&v| matches!(variables[v].kind, Kind::Sel(_)));
        }
        // A part of the formula becomes the binder's variable, so that both are known.
        Node::Instance(pred, terms) => {
            matchable &= matches!(from, Node::Instance(..));
            bound.push(*terms);
            if let Kind::Pred(binder) = variables[*pred].kind {
                bound.push(binder);
            }
        }
        Node::Op(op) => {
            op.ascription.iter().for_each(|sort| letters.add(sort));
            op.indices.iter().for_each(|dim| letters.add_dim(dim));
        }
        Node::Bits(_, width) => letters.add_dim(width),
        Node::Construct(..) | Node::Select(..) | Node::Is(..) => letters.add(&Pattern::Var(DATA)),
        _ => {}
    });
    for &v in &bound {
        match &variables[v].kind {
            Kind::Term(sort) | Kind::List(sort) | Kind::Literal(sort, _) => letters.add(sort),
            _ => {}
        }
    }
    // A selector says whose it is.
    let of_selectors: Vec<usize> = bound
        .iter()
        .filter_map(|&v| match variables[v].kind {
            Kind::Sel(of) => Some(of),
            _ => None,
        })
        .collect();
    bound.extend(of_selectors);
    let mut needed = to.variables();
    needed.extend(condition.map(Node::variables).unwrap_or_default());
    // A selector needs its constructor, which is declared before it.
    for (v, variable) in variables.iter().enumerate() {
        if let Kind::Sel(of) = variable.kind
            && needed.contains(&v)
        {
            needed.push(of);
        }
    }
    let mut open: Vec<usize> = needed.into_iter().filter(|v| !bound.contains(v)).collect();
    open.sort_unstable();
    open.dedup();
    let mut wanted = Letters::default();
    let mut can = matchable;
    for &v in &open {
        match &variables[v].kind {
            Kind::Literal(_, Literals::Value) => can = false,
            Kind::Term(sort) | Kind::Literal(sort, _) => wanted.add(sort),
            Kind::Ctor | Kind::Sel(_) => wanted.add(&Pattern::Var(DATA)),
            Kind::Terms(binder) => can &= bound.contains(binder),
            _ => can = false,
        }
    }
    let mut dims = Letters::default();
    to.each(&mut |node| match node {
        Node::Fresh(_, sorts, _) => sorts.iter().for_each(|sort| wanted.add(sort)),
        Node::Op(op) => {
            op.ascription.iter().for_each(|sort| wanted.add(sort));
            op.indices.iter().for_each(|dim| dims.add_dim(dim));
        }
        Node::Bits(_, width) => wanted.add_dim(width),
        Node::Numeral(_) if variables.iter().any(|v| mentions_num(&v.kind)) => wanted.add(&Pattern::Num),
        _ => {}
    });
    for (left, _, right) in relations {
        dims.add_dim(left);
        dims.add_dim(right);
    }
    let open_dims = (0..26u8).filter(|letter| (dims.0 & !letters.0) >> (4 + letter) & 1 == 1).collect();
    (can && letters.has_all(&wanted)).then_some((open, open_dims))
}

fn mentions_num(kind: &Kind) -> bool {
    matches!(kind, Kind::Term(Pattern::Num) | Kind::List(Pattern::Num) | Kind::Literal(Pattern::Num, _))
}

fn size(node: &Node) -> i32 {
    let mut size = 0;
    node.each(&mut |node| size += i32::from(!matches!(node, Node::Each(_))));
    size
}

/// What a pattern needs of a logic, sorts of its variables aside.
fn features(variables: &[Variable], node: &Node) -> Features {
    let mut found = Features::NONE;
    node.each(&mut |node| {
        found |= match node {
            Node::Quantifier(..) | Node::Fresh(..) => Features::QUANTIFIERS,
            // A number that becomes a variable may have been a factor.
            Node::Instance(..) => Features::NONE,
            Node::Construct(..) | Node::Select(..) | Node::Is(..) => Features::DATATYPES,
            Node::Text(_) => Features::STRINGS,
            Node::Op(op) => op.candidates.first().map_or(Features::NONE, |&(op_id, _)| {
                let factors = op.args.iter().filter(|arg| !is_literal(variables, arg)).count();
                operator(op_id, factors)
            }),
            _ => Features::NONE,
        };
    });
    if matches!(node, Node::Quantifier(_, _, body) if matches!(**body, Node::Body(_))) {
        found |= Features::NONLINEAR;
    }
    found
}

fn is_literal(variables: &[Variable], node: &Node) -> bool {
    match node {
        Node::Var(v) => matches!(variables[*v].kind, Kind::Literal(..)),
        _ => matches!(node, Node::Numeral(_) | Node::Decimal(_)),
    }
}

fn operator(op: Op, factors: usize) -> Features {
    match op {
        Op::Arith(ArithOp::Mul | ArithOp::Div | ArithOp::IntDiv | ArithOp::Mod) if factors > 1 => {
            Features::LINEAR | Features::NONLINEAR
        }
        Op::Arith(ArithOp::ToReal | ArithOp::ToInt | ArithOp::IsInt) => Features::INTS | Features::REALS,
        Op::Arith(ArithOp::Le | ArithOp::Lt | ArithOp::Ge | ArithOp::Gt) => Features::NONE,
        Op::Arith(_) => Features::LINEAR,
        Op::BitVec(BvOp::ToNat | BvOp::ToInt | BvOp::FromInt) => Features::BIT_VECTORS | Features::INTS,
        Op::String(StringOp::Len | StringOp::IndexOf | StringOp::ToInt | StringOp::ToCode) => {
            Features::STRINGS | Features::INTS
        }
        _ => match op.theory() {
            OpTheory::Core => Features::NONE,
            OpTheory::BitVec => Features::BIT_VECTORS,
            OpTheory::Float => Features::FLOATS,
            OpTheory::Array => Features::ARRAYS,
            OpTheory::String | OpTheory::Regex => Features::STRINGS,
            OpTheory::Datatype => Features::DATATYPES,
            _ => Features::OTHER,
        },
    }
}
