//! The signature table, instantiated at the sorts of a group: a finite grammar, in which choosing is looking up.

use smtlib::Features;
use smtlib::theory::{ArithOp, BvOp, CoreOp, FloatOp, Op, Pattern, RegexOp, Relation, Row, Table};

use super::choices::Choices;
use super::sorts::{Bindings, Kind, Sort};
use super::swarm::Weights;
use super::universe::Universe;
use crate::language::takes_more;

/// One way to make a term of a sort: an operator with its indices, and what it is given.
#[derive(Clone, Debug)]
pub(super) struct Production {
    /// The text before the arguments, with its parenthesis.
    pub(super) head: Box<[u8]>,
    pub(super) args: Vec<Slot>,
    /// Whether the last argument may be repeated.
    pub(super) more: bool,
}

/// What an argument may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Slot {
    pub(super) sort: Sort,
    pub(super) filling: Filling,
}

/// Which terms of a sort may stand somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Filling {
    /// All.
    Any,
    /// A literal.
    Literal,
    /// A positive number.
    Divisor,
    /// A string of one letter.
    Letter,
    /// Something like a variable: neither a literal nor arithmetic.
    Atom,
    /// `(- x y)`
    Difference,
}

/// The ways to make terms of one sort.
#[derive(Clone, Debug, Default)]
struct Ways {
    /// Operators by ascending sum of weights, each with its productions.
    families: Vec<Family>,
    /// Names that stand for a value of the sort.
    literals: Vec<Box<[u8]>>,
}

#[derive(Clone, Copy, Debug)]
struct Family {
    until: u32,
    first: u32,
    count: u32,
}

/// The grammar of a group.
#[derive(Clone, Debug, Default)]
pub(super) struct Productions {
    all: Vec<Production>,
    of_sort: Vec<Ways>,
    /// Whether a number may be negative: that is an application of `-`.
    pub(super) negatives: bool,
}

/// Instances of one operator for one result that are kept: enough for variety, few enough to be made often.
const INSTANCES: usize = 12;
/// The largest index that is tried where the signature sets no bound.
const FREE_INDEX: i64 = 5;

impl Productions {
    /// Instantiates the operators that `allowed` lets through.
    pub(super) fn new(
        universe: &Universe,
        weights: &Weights,
        allowed: &dyn Fn(Op) -> bool,
        choices: &mut dyn Choices,
    ) -> Productions {
        let mut productions = Productions {
            all: Vec::new(),
            of_sort: vec![Ways::default(); universe.sorts.len()],
            negatives: universe.has_arithmetic(),
        };
        for row in Table::get().rows().iter().filter(|row| !row.signature.is_special() && allowed(row.op)) {
            for sort in universe.sorts.all() {
                productions.add_row(universe, row, sort, weights.of(row.op), choices);
            }
        }
        if universe.has_arithmetic() && !universe.features.has(Features::LINEAR) {
            productions.add_differences(universe, weights, allowed);
        }
        productions.add_datatypes(universe);
        productions
    }

    pub(super) fn get(&self, number: u32) -> &Production {
        &self.all[number as usize]
    }

    /// Names of values of a sort.
    pub(super) fn literals(&self, sort: Sort) -> &[Box<[u8]>] {
        &self.of_sort[sort.index()].literals
    }

    /// Draws a production for a sort, if there is any.
    pub(super) fn draw(&self, sort: Sort, choices: &mut dyn Choices) -> Option<u32> {
        let families = &self.of_sort[sort.index()].families;
        let total = families.last()?.until as usize;
        let drawn = choices.below(total) as u32;
        let family = families.get(families.partition_point(|family| family.until <= drawn))?;
        Some(family.first + choices.below(family.count as usize) as u32)
    }

    fn add_row(
        &mut self,
        universe: &Universe,
        row: &Row,
        sort: Sort,
        weight: u32,
        choices: &mut dyn Choices,
    ) {
        let mut bindings = Bindings::default();
        if !bindings.fit(&universe.sorts, &row.signature.result, sort) || !is_allowed(universe, row.op, sort)
        {
            return;
        }
        let mut found = Vec::new();
        Instances { universe, row, sort, found: &mut found }.arguments(bindings, &mut Vec::new());
        while found.len() > INSTANCES {
            found.swap_remove(choices.below(found.len()));
        }
        if row.signature.args.is_empty() {
            let ways = &mut self.of_sort[sort.index()];
            for instance in found {
                ways.literals.push(head(row, &instance.indices, 0).into_boxed_slice());
            }
            return;
        }
        let made = found.into_iter().map(|instance| Production {
            head: head(row, &instance.indices, instance.args.len()).into_boxed_slice(),
            args: slots(universe.features, row.op, &instance.args),
            more: takes_more(row) && !is_linear_product(universe.features, row.op),
        });
        let made: Vec<Production> = made.collect();
        self.add_family(sort, weight, made);
    }

    fn add_family(&mut self, sort: Sort, weight: u32, made: Vec<Production>) {
        if made.is_empty() || weight == 0 {
            return;
        }
        let (first, count) = (self.all.len() as u32, made.len() as u32);
        self.all.extend(made);
        let families = &mut self.of_sort[sort.index()].families;
        let until = families.last().map_or(0, |family| family.until) + weight;
        families.push(Family { until, first, count });
    }

    /// Atoms of difference logic: `(op (- x y) c)`. Without [`Features::LINEAR`] there are no other sums.
    fn add_differences(&mut self, universe: &Universe, weights: &Weights, allowed: &dyn Fn(Op) -> bool) {
        let comparisons: [Op; 6] = [
            ArithOp::Le.into(),
            ArithOp::Lt.into(),
            ArithOp::Ge.into(),
            ArithOp::Gt.into(),
            CoreOp::Eq.into(),
            CoreOp::Distinct.into(),
        ];
        if !allowed(ArithOp::Sub.into()) {
            return;
        }
        for op in comparisons.into_iter().filter(|&op| allowed(op)) {
            for sort in universe.sorts.all().filter(|&sort| universe.sorts.is_arithmetic(sort)) {
                let slot = |filling| Slot { sort, filling };
                let args = vec![slot(Filling::Difference), slot(Filling::Literal)];
                let head = head(op.row(), &[], 2).into_boxed_slice();
                self.add_family(Sort::BOOL, 2 * weights.of(op), vec![Production { head, args, more: false }]);
            }
        }
    }

    /// Constructors, selectors and testers: as ordinary as operators.
    fn add_datatypes(&mut self, universe: &Universe) {
        const WEIGHT: u32 = 6;
        let any = |sort| Slot { sort, filling: Filling::Any };
        let production =
            |head: String, args| Production { head: head.into_bytes().into(), args, more: false };
        for instance in universe.datatypes.instances() {
            for constructor in &instance.constructors {
                let own = vec![any(instance.sort)];
                let tester = production(format!("((_ is {})", constructor.name), own.clone());
                self.add_family(Sort::BOOL, WEIGHT, vec![tester]);
                for (selector, sort) in &constructor.fields {
                    self.add_family(*sort, WEIGHT, vec![production(format!("({selector}"), own.clone())]);
                }
                if constructor.fields.is_empty() {
                    let ways = &mut self.of_sort[instance.sort.index()];
                    ways.literals.push(constructor.qualified.clone().into_bytes().into());
                } else {
                    let args = constructor.fields.iter().map(|(_, sort)| any(*sort)).collect();
                    let made = production(format!("({}", constructor.qualified), args);
                    self.add_family(instance.sort, WEIGHT, vec![made]);
                }
            }
        }
    }
}

/// A row at certain sorts and indices.
struct Instance {
    args: Vec<Sort>,
    indices: Vec<i64>,
}

/// The search for all instances of a row with one result.
struct Instances<'a> {
    universe: &'a Universe,
    row: &'a Row,
    sort: Sort,
    found: &'a mut Vec<Instance>,
}

impl Instances<'_> {
    /// Tries every sort for the next argument; a signature has at most a handful.
    fn arguments(&mut self, bindings: Bindings, args: &mut Vec<Sort>) {
        let sorts = &self.universe.sorts;
        let Some(pattern) = self.row.signature.args.get(args.len()) else {
            return self.indices(bindings, args, &mut Vec::new());
        };
        // The table has one row for the identity and the conversion; the standard has only the conversion.
        let converts = self.row.op == Op::Arith(ArithOp::ToReal);
        let pattern = if converts { &Pattern::Int } else { pattern };
        for sort in sorts.all() {
            let mut bound = bindings;
            if bound.fit(sorts, pattern, sort) {
                args.push(sort);
                self.arguments(bound, args);
                args.pop();
            }
        }
    }

    fn indices(&mut self, bindings: Bindings, args: &[Sort], chosen: &mut Vec<i64>) {
        let signature = &self.row.signature;
        let Some(&letter) = signature.indices.get(chosen.len()) else {
            if self.holds(&bindings, args) {
                self.found.push(Instance { args: args.to_vec(), indices: chosen.clone() });
            }
            return;
        };
        let (low, high) = match bindings.dims[usize::from(letter)] {
            Some(known) => (known, known),
            None => (0, self.largest_index(args)),
        };
        for index in low..=high {
            let mut bound = bindings;
            bound.dims[usize::from(letter)] = Some(index);
            chosen.push(index);
            self.indices(bound, args, chosen);
            chosen.pop();
        }
    }

    fn largest_index(&self, args: &[Sort]) -> i64 {
        let widths =
            args.iter().chain([&self.sort]).filter_map(|&sort| match self.universe.sorts.kind(sort) {
                Kind::BitVec(width) => Some(i64::from(width)),
                _ => None,
            });
        widths.max().unwrap_or(FREE_INDEX)
    }

    fn holds(&self, bindings: &Bindings, args: &[Sort]) -> bool {
        let signature = &self.row.signature;
        let sorts = &self.universe.sorts;
        let condition = signature.conditions.iter().all(|(left, relation, right)| {
            match (left.value(&bindings.dims), right.value(&bindings.dims)) {
                (Some(left), Some(right)) => match relation {
                    Relation::Less => left < right,
                    Relation::LessEq => left <= right,
                },
                _ => false,
            }
        });
        let converts = self.row.op == Op::Arith(ArithOp::ToReal);
        condition
            && bindings.is_exactly(sorts, &signature.result, self.sort)
            && (converts
                || signature
                    .args
                    .iter()
                    .zip(args)
                    .all(|(pattern, &sort)| bindings.is_exactly(sorts, pattern, sort)))
    }
}

/// Whether an operator may make a term of a sort in this logic, as far as the sorts alone do not tell.
fn is_allowed(universe: &Universe, op: Op, sort: Sort) -> bool {
    let linear = universe.features.has(Features::LINEAR);
    match op {
        // Constants and comparisons are all that difference logic has besides its differences.
        Op::Arith(ArithOp::Le | ArithOp::Lt | ArithOp::Ge | ArithOp::Gt) => universe.has_arithmetic(),
        // The standard has the absolute value of integers only.
        Op::Arith(ArithOp::Abs) => linear && universe.sorts.kind(sort) == Kind::Int,
        Op::Arith(ArithOp::IsInt) => linear && universe.features.has(Features::INTS),
        Op::Arith(_) | Op::BitVec(BvOp::FromInt) => linear,
        Op::Core(CoreOp::Ite) => linear || !universe.sorts.is_arithmetic(sort),
        _ => true,
    }
}

fn slots(features: Features, op: Op, args: &[Sort]) -> Vec<Slot> {
    let linear = !features.has(Features::NONLINEAR);
    let filling = |at: usize| match op {
        Op::Arith(ArithOp::Mul) if linear && at == 0 => Filling::Literal,
        Op::Arith(ArithOp::Div | ArithOp::IntDiv | ArithOp::Mod) if linear && at == 1 => Filling::Divisor,
        // Few solvers convert a real that they do not know yet.
        Op::Float(FloatOp::FromReal) if at == 1 => Filling::Literal,
        Op::Regex(RegexOp::Range) => Filling::Letter,
        _ => Filling::Any,
    };
    args.iter().enumerate().map(|(at, &sort)| Slot { sort, filling: filling(at) }).collect()
}

/// Whether an operator is a product of which all factors but one are literals.
fn is_linear_product(features: Features, op: Op) -> bool {
    op == Op::Arith(ArithOp::Mul) && !features.has(Features::NONLINEAR)
}

/// `(name`, `((_ name 1 2)`, or for a constant `name` and `(_ name 1 2)`.
fn head(row: &Row, indices: &[i64], args: usize) -> Vec<u8> {
    let open = if args > 0 { "(" } else { "" };
    if indices.is_empty() {
        return format!("{open}{}", row.name()).into_bytes();
    }
    let indices: Vec<String> = indices.iter().map(i64::to_string).collect();
    format!("{open}(_ {} {})", row.name(), indices.join(" ")).into_bytes()
}
