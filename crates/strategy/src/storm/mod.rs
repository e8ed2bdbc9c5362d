//! STORM (Mansur, Christakis, Wüstholz, Zhang: *Detecting Critical Bugs in SMT Solvers Using Blackbox Mutational
//! Fuzzing*, ESEC/FSE 2020): scripts that are satisfiable by construction.
//!
//! A seed is broken into Boolean [fragments](fragment); an [assignment] gives each its truth value; conjunctions
//! and negations of fragments have theirs by computation ([formula]). Whatever holds under the assignment may be
//! asserted together: the script is satisfiable, and the assignment is its witness.
//!
//! Beyond the paper: truth values come from our evaluator, so that no solver is trusted and every theory works;
//! parts below quantifiers are [opened]; new predicates are [grown] on a seed's terms; [contradictory](contradiction) scripts, whose right answer is `unsat`; [scopes]
//! and assumptions with a known answer at every check.

pub(crate) mod assignment;
mod bounds;
mod contradiction;
mod formula;
mod fragment;
mod grown;
mod instance;
mod minimise;
mod opened;
mod scopes;
mod write;

pub use bounds::Bounds;

use eval::model_text::read_model;
use eval::{Model, Sampler};
use smtlib::theory::Op;
use smtlib::{Features, Script, TermId};

use crate::dice::Dice;
use crate::seed::Seed;
use crate::test::{Provenance, Test};
use assignment::{Assignment, Judge};
use formula::Pools;
use fragment::Fragments;
use grown::grow;
use instance::Picks;
use write::Writer;

/// What storm takes from one seed: its fragments, and some assignments with the truth values they give.
#[derive(Clone, Debug)]
pub struct Stock {
    fragments: Fragments,
    assignments: Vec<Assignment>,
    /// The logic and the declarations.
    head: Vec<u8>,
    /// The check command.
    check: Vec<u8>,
    /// Whether the logic allows only differences of variables, and so no equation with a value.
    differences_only: bool,
    provenance: Provenance,
}

/// Tells the random numbers of [growth](grown) from all others.
const GROWTH: u64 = 0x6772_6f77;

/// Random assignments of a seed; models of a helper solver come on top.
const RANDOM_ASSIGNMENTS: usize = 6;

impl Stock {
    /// Breaks a seed into fragments and evaluates them under random assignments and under `models`: answers of any
    /// solver to `(get-model)` for the seed. A wrong model is no worse than a random one. Predicates are grown of
    /// operators that `knows` lets through.
    pub fn new(
        seed: &Seed,
        models: &[String],
        bounds: &Bounds,
        campaign: u64,
        knows: &dyn Fn(Op) -> bool,
    ) -> Stock {
        let mut script: Script = seed.script.clone();
        let mut roots: Vec<TermId> = seed.roots().collect();
        let mut dice = Dice::new(&[campaign, seed.hash.number(), GROWTH]);
        roots.extend(grow(&mut script, &roots, &seed.logic, bounds.grown, knows, &mut dice));
        let (fragments, terms) = Fragments::of(&mut script, &roots, bounds);
        let models: Vec<_> = models.iter().filter_map(|text| read_model(&mut script, text).ok()).collect();
        let made = Made { seed, script, fragments, terms };
        made.stock("storm", campaign, models, RANDOM_ASSIGNMENTS)
    }

    /// Takes the assertions of a seed whole, for a strategy that made the seed itself.
    pub(crate) fn whole(seed: &Seed, bounds: &Bounds, strategy: &str, campaign: u64) -> Stock {
        let mut script: Script = seed.script.clone();
        let roots: Vec<TermId> = seed.roots().collect();
        let (fragments, terms) = Fragments::these(&mut script, &roots, bounds);
        Made { seed, script, fragments, terms }.stock(strategy, campaign, Vec::new(), 1)
    }

    /// Whether there is anything to make tests of.
    pub fn is_empty(&self) -> bool {
        self.assignments.is_empty()
    }

    /// A script that holds all that tests may be made of: to find out which solvers can be given them.
    pub fn everything(&self) -> Vec<u8> {
        let mut text = self.head.clone();
        for i in 0..self.fragments.len() {
            text.extend_from_slice(b"(assert ");
            text.extend_from_slice(self.fragments.text(i));
            text.extend_from_slice(b")\n");
        }
        text.extend_from_slice(&self.check);
        text
    }

    /// About how much memory it takes.
    pub fn bytes(&self) -> usize {
        let assignments: usize = self.assignments.iter().map(Assignment::bytes).sum();
        self.head.len() + self.fragments.bytes() + assignments
    }

    /// How many fragments there are, and how many have an unknown value under every assignment.
    pub fn fragments(&self) -> (usize, usize) {
        let unknown = (0..self.fragments.len())
            .filter(|&i| self.assignments.iter().all(|assignment| assignment.values[i].is_none()));
        (self.fragments.len(), unknown.count())
    }
}

/// A seed whose fragments are made, and have no values yet.
struct Made<'s> {
    seed: &'s Seed,
    script: Script,
    fragments: Fragments,
    terms: Vec<TermId>,
}

impl Made<'_> {
    /// Evaluates the fragments under `models` and so many random ones.
    fn stock(self, strategy: &str, campaign: u64, models: Vec<Model>, random: usize) -> Stock {
        let Made { seed, script, fragments, terms } = self;
        let number = Dice::new(&[campaign, seed.hash.number()]).number();
        let mut sampler = Sampler::new(&script, number);
        let mut judge = Judge::new(&script.arena, &terms);
        let mut assignments: Vec<Assignment> = Vec::new();
        for mut model in models {
            sampler.complete(&script.arena, &mut model);
            assignments.push(judge.assignment(model));
        }
        for _ in 0..random {
            assignments.push(judge.assignment(sampler.model(&script.arena)));
        }
        assignments.retain(|assignment| assignment.values.iter().any(Option::is_some));
        let mut head = format!("(set-logic {})\n", seed.logic).into_bytes();
        head.extend_from_slice(&seed.declarations);
        head.extend_from_slice(&fragments.declarations);
        let check = match seed.tactic {
            Some(tactic) => format!("(check-sat-using {})\n", seed.script.arena.name(tactic)),
            None => "(check-sat)\n".to_owned(),
        };
        let arithmetic = Features::INTS | Features::REALS;
        Stock {
            fragments,
            assignments,
            head,
            check: check.into_bytes(),
            differences_only: seed.features.has_any(arithmetic) && seed.logic.contains("DL"),
            provenance: Provenance {
                strategy: strategy.into(),
                campaign,
                seed: seed.name.clone(),
                seed_hash: seed.hash.to_string().into(),
                ..Provenance::default()
            },
        }
    }
}

/// Makes tests of one stock after another; keeps its memory in between.
#[derive(Debug, Default)]
pub struct Storm {
    pools: Pools,
}

impl Storm {
    /// A storm with empty pools.
    pub fn new() -> Storm {
        Storm::default()
    }

    /// Begins visit number `visit` of a seed: fills the pools under one of its assignments.
    pub fn visit<'v>(&'v mut self, stock: &'v Stock, bounds: &'v Bounds, visit: u64) -> Option<Visit<'v>> {
        let at = (visit % stock.assignments.len().max(1) as u64) as usize;
        let assignment = stock.assignments.get(at)?;
        let mut dice = dice_of(&stock.provenance, visit, u64::MAX);
        self.pools.fill(&stock.fragments, &assignment.values, bounds, &mut dice);
        if self.pools.is_empty() {
            return None;
        }
        Some(Visit { stock, assignment, pools: &self.pools, bounds, visit })
    }
}

/// A visit of a seed: full pools, from which any number of tests can be made.
#[derive(Clone, Copy, Debug)]
pub struct Visit<'v> {
    stock: &'v Stock,
    assignment: &'v Assignment,
    pools: &'v Pools,
    bounds: &'v Bounds,
    visit: u64,
}

impl<'v> Visit<'v> {
    /// Makes test number `instance`. The same numbers give the same test.
    pub fn test(&self, instance: u64, test: &mut Test) {
        let mut dice = self.begin(instance, test);
        if dice.chance(self.bounds.incremental) {
            self.incremental(&mut dice, test);
        } else {
            let contradictory = dice.chance(self.bounds.contradictory);
            self.instance(Picks::Random, contradictory, &mut dice, test);
        }
    }

    /// Makes a test of all that the seed asserts, each part once and made true, with a contradiction among it if
    /// `contradictory`. The same numbers give the same test.
    pub(crate) fn whole(&self, contradictory: bool, instance: u64, test: &mut Test) {
        let mut dice = self.begin(instance, test);
        self.instance(Picks::Whole, contradictory, &mut dice, test);
    }

    fn begin(&self, instance: u64, test: &mut Test) -> Dice {
        test.clear();
        test.provenance.clone_from(&self.stock.provenance);
        test.provenance.visit = self.visit;
        test.provenance.instance = instance;
        dice_of(&self.stock.provenance, self.visit, instance)
    }

    /// N_M of the paper: how many tests this seed is worth before all seeds are begun anew.
    pub fn instances(&self) -> usize {
        self.bounds.instances(self.pools.initial())
    }

    fn writer(&self) -> Writer<'v> {
        Writer { pools: self.pools, fragments: &self.stock.fragments }
    }
}

fn dice_of(provenance: &Provenance, visit: u64, instance: u64) -> Dice {
    let seed = u64::from_str_radix(provenance.seed_hash.get(..16).unwrap_or("0"), 16).unwrap_or(0);
    Dice::new(&[provenance.campaign, seed, visit, instance])
}
