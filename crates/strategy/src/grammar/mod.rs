//! Scripts from nothing: a typed generator over the signature table.
//!
//! A [group] of scripts has a few [sorts](universe) and its own [probabilities](swarm); at these sorts the table is
//! instantiated once, to a finite grammar of [productions]. A [term] of a sort is then made by looking up and drawing,
//! with fuel and a scope: it is well-typed and well-scoped by construction, and within its logic because nothing else is
//! in the grammar. Bound variables are [bound](quantifier) when their uses are known, at the closest Boolean term around
//! them. A [script] declares what it needs where it first needs it.
//!
//! Scripts of the logic `HORN` are [clauses](horn) over predicates, each closed by its own quantifier.
//!
//! [`Known`] draws an assignment for a script and makes its assertions true under it, or contradicts them.
//!
//! All decisions come from [`Choices`]: dice, or any string of bytes.

mod answer;
mod bounds;
mod choices;
mod datatypes;
mod decoded;
mod group;
mod horn;
mod inquiry;
mod known;
mod learn;
mod literal;
mod objective;
mod productions;
mod quantifier;
mod script;
mod sorts;
mod swarm;
mod symbols;
mod term;
mod tree;
mod universe;

pub use answer::Answer;
pub use bounds::Bounds;
pub use choices::{Bytes, Choices, Graft, Layout, Part};
pub use decoded::HEAD;
pub use inquiry::Inquiry;
pub use known::{Known, TESTS, Visit};
pub use learn::Learner;

use rustc_hash::FxHashSet;
use smtlib::theory::{Naming, Op, Table};
use smtlib::{Features, Logic};
use thiserror::Error;

use crate::dice::Dice;
use choices::Tape;
use group::Group;
use script::{Maker, Scratch, Shape};

/// What may stand in a script, besides what its logic and its operators say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Constructs {
    /// `match`
    pub matches: bool,
    /// `define-fun-rec`
    pub recursion: bool,
    /// Datatypes with parameters.
    pub parametric: bool,
    /// Scopes, and checks under assumptions.
    pub scopes: bool,
    /// Floating-point numbers of 16 and 128 bits.
    pub half_floats: bool,
    /// Floating-point numbers of formats that the standard has no names for.
    pub other_floats: bool,
}

impl Constructs {
    /// What every solver knows that takes the logic it belongs to: cvc5 counts all but two formats of floating-point numbers
    /// among its experiments.
    pub fn common() -> Constructs {
        Constructs { half_floats: false, other_floats: false, ..Constructs::default() }
    }
}

impl Default for Constructs {
    fn default() -> Self {
        Constructs {
            matches: true,
            recursion: true,
            parametric: true,
            scopes: true,
            half_floats: true,
            other_floats: true,
        }
    }
}

/// What to generate.
#[derive(Clone, Debug)]
pub struct Grammar {
    logic: Logic,
    /// Whether scripts are Horn clauses.
    clauses: bool,
    features: Features,
    operators: Vec<bool>,
    /// What else may stand in a script.
    pub constructs: Constructs,
    /// How large scripts are.
    pub bounds: Bounds,
    /// What scripts may ask after their last check; those with one check of all assertions ask nothing.
    pub inquiries: Vec<Inquiry>,
}

/// Why there is no such grammar.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GrammarError {
    /// A name that no logic has.
    #[error("there is no logic `{0}`: a name is made of parts, such as QF_AUFBV or UFDTLIA, or is ALL")]
    Logic(String),
    /// A name that no operator has.
    #[error("there is no operator `{0}`")]
    Operator(String),
    /// An operator that the standard does not have.
    #[error("`{0}` is no operator of the standard")]
    Extension(String),
    /// A name that no theory has.
    #[error("there is no theory `{0}`; there are {known}", known = theories())]
    Theory(String),
}

/// Theories by the names that people use, and what they bring.
const THEORIES: &[(&str, Features)] = &[
    ("arrays", Features::ARRAYS),
    ("bv", Features::BIT_VECTORS),
    ("datatypes", Features::DATATYPES),
    ("fp", Features::FLOATS),
    ("ints", Features::INTS.union(Features::LINEAR).union(Features::NONLINEAR)),
    ("quantifiers", Features::QUANTIFIERS),
    ("reals", Features::REALS.union(Features::LINEAR).union(Features::NONLINEAR)),
    ("strings", Features::STRINGS.union(Features::INTS).union(Features::LINEAR)),
    ("uf", Features::FUNCTIONS.union(Features::SORTS)),
];

/// Operators of the standard that are missing in solvers that take the logics they belong to: Z3 has no `divisible`, Yices
/// none of what came with SMT-LIB 2.7.
const RARE: &[&str] = &[
    "divisible",
    "bvnego",
    "bvuaddo",
    "bvsaddo",
    "bvumulo",
    "bvsmulo",
    "bvusubo",
    "bvssubo",
    "bvsdivo",
    "int_to_bv",
    "ubv_to_int",
    "sbv_to_int",
];

fn theories() -> String {
    let names: Vec<&str> = THEORIES.iter().map(|(name, _)| *name).collect();
    names.join(", ")
}

impl Grammar {
    /// All that a logic allows, by the standard's operators.
    pub fn new(logic: &str) -> Result<Grammar, GrammarError> {
        let known = Logic::parse(logic).ok_or_else(|| GrammarError::Logic(logic.to_owned()))?;
        let clauses = logic == horn::LOGIC;
        let standard = |row: &smtlib::theory::Row| row.names[0].0 == Naming::Standard;
        Ok(Grammar {
            features: if clauses { known.features().intersection(horn::FEATURES) } else { known.features() },
            logic: known,
            clauses,
            operators: Table::get().rows().iter().map(standard).collect(),
            constructs: Constructs::default(),
            bounds: Bounds::default(),
            inquiries: Vec::new(),
        })
    }

    /// What scripts may have.
    pub fn features(&self) -> Features {
        self.features
    }

    /// The logic's name.
    pub fn logic(&self) -> &str {
        self.logic.name()
    }

    /// Whether an assignment may be drawn for the symbols of its scripts, to have a test whose answer is known. Predicates of
    /// clauses would need a solution of these.
    pub fn can_be_known(&self) -> bool {
        !self.clauses
    }

    /// Keeps the operators that `knows` lets through.
    pub fn keep(&mut self, knows: &dyn Fn(Op) -> bool) {
        for (row, kept) in Table::get().rows().iter().zip(&mut self.operators) {
            *kept &= knows(row.op);
        }
    }

    /// Keeps the operators that every solver knows that takes their logics.
    pub fn keep_common(&mut self) {
        for (row, kept) in Table::get().rows().iter().zip(&mut self.operators) {
            *kept &= !RARE.contains(&row.names[0].1);
        }
    }

    /// Keeps the operators with these names, the connectives and equality, without which there is no formula.
    pub fn keep_named(&mut self, names: &[String]) -> Result<(), GrammarError> {
        let mut wanted: FxHashSet<Op> = FxHashSet::default();
        for name in names {
            let rows = Table::get().rows().iter();
            let named: Vec<_> = rows.filter(|row| row.names.iter().any(|(_, known)| known == name)).collect();
            if named.is_empty() {
                return Err(GrammarError::Operator(name.clone()));
            }
            if !named.iter().any(|row| row.names[0].0 == Naming::Standard) {
                return Err(GrammarError::Extension(name.clone()));
            }
            wanted.extend(named.iter().map(|row| row.op));
        }
        self.keep(&|op| op.theory() == smtlib::theory::Theory::Core || wanted.contains(&op));
        Ok(())
    }

    /// Keeps to these theories, within the logic.
    pub fn keep_theories(&mut self, names: &[String]) -> Result<(), GrammarError> {
        let mut features = Features::OTHER;
        for name in names {
            let known = THEORIES.iter().find(|(known, _)| known == name);
            features |= known.ok_or_else(|| GrammarError::Theory(name.clone()))?.1;
        }
        self.features = self.features.intersection(features);
        Ok(())
    }

    fn allows(&self, op: Op) -> bool {
        self.operators[op.index()]
    }
}

/// Makes scripts of one grammar; keeps its memory from script to script.
#[derive(Clone, Debug)]
pub struct Generator {
    grammar: Grammar,
    /// The groups drawn last, the latest first, and what they were drawn from.
    groups: Vec<([u64; 2], Group)>,
    scratch: Scratch,
}

/// Groups that are remembered: a guided search goes to and fro.
const GROUPS: usize = 4;
/// Tells the random numbers of groups from those of scripts.
const GROUP: u64 = 0x6772_6f75;
/// Tells the random numbers of scripts with one check from those of others.
const FLAT: u64 = 0x666c_6174;

impl Generator {
    /// A generator of scripts.
    pub fn new(grammar: Grammar) -> Generator {
        Generator { grammar, groups: Vec::new(), scratch: Scratch::default() }
    }

    /// What it generates.
    pub fn grammar(&self) -> &Grammar {
        &self.grammar
    }

    /// The same, to change it.
    pub fn grammar_mut(&mut self) -> &mut Grammar {
        self.groups.clear();
        &mut self.grammar
    }

    /// Appends script number `number` of those that `seed` gives. The same numbers give the same script, whatever was
    /// made before.
    pub fn script(&mut self, seed: u64, number: u64, out: &mut Vec<u8>) {
        let mut dice = Dice::new(&[seed, number]);
        self.write((seed, self.group_of(number)), Shape::Any, None, &mut dice, out);
    }

    /// A script with one check of all assertions, in the group of number `number`; another for each `attempt`.
    fn flat_script(&mut self, seed: u64, number: u64, attempt: u64, out: &mut Vec<u8>) {
        let mut dice = Dice::new(&[seed, number, attempt, FLAT]);
        self.write((seed, self.group_of(number)), Shape::Flat, None, &mut dice, out);
    }

    fn group_of(&self, number: u64) -> u64 {
        number / self.grammar.bounds.group.max(1)
    }

    /// Appends the script that `bytes` mean: the first one chooses the group, the others decide in its grammar.
    pub fn decode(&mut self, bytes: &[u8], out: &mut Vec<u8>) {
        let group = bytes.first().copied().unwrap_or_default();
        let rest = bytes.get(1..).unwrap_or_default();
        self.write((0, u64::from(group)), Shape::Any, None, &mut Bytes(rest), out);
    }

    /// Appends the script that a tape means in the grammar of a group, a large one if wanted.
    fn read(&mut self, group: u64, shape: Shape, large: bool, tape: &mut Tape<'_>, out: &mut Vec<u8>) {
        let bounds = large.then(|| self.grammar.bounds.larger());
        self.write((0, group), shape, bounds.as_ref(), tape, out);
    }

    /// Appends a script of a group, by its own bounds or by other ones.
    fn write(
        &mut self,
        (seed, group): (u64, u64),
        shape: Shape,
        bounds: Option<&Bounds>,
        choices: &mut dyn Choices,
        out: &mut Vec<u8>,
    ) {
        let grammar = &self.grammar;
        match self.groups.iter().position(|(key, _)| *key == [seed, group]) {
            Some(at) => self.groups[..=at].rotate_right(1),
            None => {
                let mut dice = Dice::new(&[seed, group, GROUP]);
                let allowed = |op| grammar.allows(op);
                let (features, constructs) = (grammar.features, &grammar.constructs);
                let drawn = Group::draw(features, constructs, &grammar.bounds, &allowed, &mut dice);
                self.groups.truncate(GROUPS - 1);
                self.groups.insert(0, ([seed, group], drawn));
            }
        }
        let Some((_, group)) = self.groups.first() else { return };
        let features = group.universe.features;
        let (clauses, inquiries) = (grammar.clauses, &grammar.inquiries[..]);
        let shape = match shape {
            _ if clauses => Shape::Clauses,
            Shape::Any if !grammar.constructs.scopes => Shape::Flat,
            shape => shape,
        };
        let recursion = Features::FUNCTIONS | Features::QUANTIFIERS | Features::LINEAR;
        // Z3 takes no recursion in logics of arrays or of products, unless there are datatypes.
        let refused =
            features.has_any(Features::ARRAYS | Features::NONLINEAR) && !features.has(Features::DATATYPES);
        let mut maker = Maker {
            group,
            bounds: bounds.unwrap_or(&grammar.bounds),
            scratch: &mut self.scratch,
            has_functions: features.has(Features::FUNCTIONS) && !clauses,
            has_quantifiers: features.has(Features::QUANTIFIERS),
            has_matches: features.has(Features::DATATYPES) && grammar.constructs.matches,
            inquiries: match shape {
                Shape::Any => inquiries,
                Shape::Flat => &[],
                Shape::Clauses => horn::inquiries(inquiries),
            },
            shape,
            has_recursion: grammar.constructs.recursion && features.has(recursion) && !refused,
        };
        maker.script(grammar.logic.name(), choices, out);
    }
}
