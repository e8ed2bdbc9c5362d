//! Equivalence-preserving rewrites: the same formulas in other words.
//!
//! A strategy of its own, which keeps what is known of its seed, and a [`Noise`] that can be put on any test. Steps are the
//! [rules](crate::rules) that hold in both directions, at random places, and [shapes](shapes) that no rule can say.

mod shapes;

use serde::{Deserialize, Serialize};
use smtlib::{
    Arena, Command, Dialect, Features, Head, Lets, Logic, Measures, Printer, Rewriter, Script, TermId, Walk,
};

use crate::dice::Dice;
use crate::factor::is_factor;
use crate::label::Label;
use crate::language::features_of;
use crate::mutant::Spot;
use crate::rules::Match;
use crate::seed::Seed;
use crate::test::{Check, Provenance, Refutation, Test, Truth};
use crate::walk::{Ground, Made, Pool, Repertoire, witness};
use shapes::SHAPES;

/// How much, and how often.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Bounds {
    /// Tests of a seed before the next one is visited.
    pub iterations: u64,
    /// Rewrites in a test, at most; at least a third of that.
    pub steps: usize,
    /// How many times as long as before a script may become.
    pub growth: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds { iterations: 50, steps: 12, growth: 4 }
    }
}

/// Rewrites that are no rules, in percent.
const SHAPED: u32 = 30;
/// Attempts for each rewrite.
const ATTEMPTS: usize = 6;
/// A larger script is left as it is: its noise would be slower than useful.
const MOST_BYTES: usize = 64 << 10;

/// Says the assertions of tests in other words.
#[derive(Debug, Default)]
pub struct Noise {
    matches: Vec<Match>,
}

impl Noise {
    /// Rewrites a test, as the number says; its truth stays. False when it stays as it was.
    pub fn add(&mut self, test: &mut Test, rules: &Repertoire, bounds: &Bounds, number: u64) -> bool {
        if test.text.len() > MOST_BYTES {
            return false;
        }
        let Ok(mut script) = Script::parse(&test.text) else { return false };
        let mut dice = Dice::new(&[number, test.text.len() as u64]);
        let roots: Vec<TermId> = script.assertions().collect();
        let mut work = Work {
            allowed: allowed(&script),
            pool: Pool::of(&mut script.arena, &mut Rewriter::new(), &roots),
            rewriter: Rewriter::new(),
            measures: Measures::new(Lets::Kept),
            rules,
            matches: &mut self.matches,
        };
        let steps = dice.between(bounds.steps.div_ceil(3), bounds.steps);
        let mut changed = false;
        for _ in 0..steps {
            let Some(&at) = dice.pick(&places(&script)) else { break };
            let Command::Assert(root) = script.commands[at] else { break };
            for _ in 0..ATTEMPTS {
                if let Some(new) = work.step(&mut script, root, &mut dice) {
                    script.commands[at] = Command::Assert(new);
                    changed = true;
                    break;
                }
            }
        }
        if !changed {
            return false;
        }
        let mut text = Vec::with_capacity(2 * test.text.len());
        Printer::new().dialect(Dialect::standard()).script(&script, &mut text);
        if text.len() > bounds.growth.max(1) * test.text.len() {
            return false;
        }
        // A term of a later assertion may have names that are declared only there.
        if declares_late(&script) && !Script::parse(&text).is_ok_and(|script| script.type_errors.is_empty()) {
            return false;
        }
        test.text = text;
        // What it was one step ago is now more than a step away.
        test.previous = None;
        true
    }
}

/// What the logic allows. No quantifier is brought where there is none: the evaluator decides few of them, and nobody could
/// check the truth of the test any more.
fn allowed(script: &Script) -> Features {
    let allowed = Logic::of_script(script).map_or(Features::ALL, |logic| logic.features());
    let quantified = Features::of(script).has(Features::QUANTIFIERS);
    if quantified { allowed } else { allowed.without(Features::QUANTIFIERS) }
}

/// Whether something is declared after the first assertion.
fn declares_late(script: &Script) -> bool {
    let mut rest = script.commands.iter().skip_while(|command| !matches!(command, Command::Assert(_)));
    rest.any(Command::is_declaration)
}

/// The commands that assert something that may be copied.
fn places(script: &Script) -> Vec<usize> {
    let plain = |term: TermId| {
        let mut walk = Walk::new();
        let all = walk.post_order(&script.arena, [term], Lets::Kept);
        !all.iter().any(|&part| matches!(script.arena.term(part).head, Head::Annotated(_)))
    };
    let commands = script.commands.iter().enumerate();
    commands
        .filter(|(_, command)| matches!(command, Command::Assert(term) if plain(*term)))
        .map(|(at, _)| at)
        .collect()
}

struct Work<'w> {
    allowed: Features,
    pool: Pool,
    rewriter: Rewriter,
    measures: Measures,
    rules: &'w Repertoire,
    matches: &'w mut Vec<Match>,
}

impl Work<'_> {
    /// The assertion after a rewrite, if a random choice leads to one.
    fn step(&mut self, script: &mut Script, root: TermId, dice: &mut Dice) -> Option<TermId> {
        let spot = Spot::choose(&mut script.arena, &mut self.measures, root, dice);
        if !self.allowed.has(Features::NONLINEAR) && is_factor(&script.arena, root, &spot.position) {
            return None;
        }
        let new = if dice.chance(SHAPED) {
            let shape = dice.pick(SHAPES)?;
            (shape.make)(&mut script.arena, &mut self.rewriter, spot.term, dice)?
        } else {
            self.matches.clear();
            self.rules.keeping(&script.arena, spot.term, self.matches);
            let found = *dice.pick(self.matches)?;
            let mut filling = Dice::new(&[dice.number()]);
            let (pool, bound) = (&self.pool, &spot.bound);
            let mut fill = |arena: &Arena, sort| pool.pick(arena, sort, bound, &mut filling);
            self.rules.apply(&mut script.arena, &mut self.rewriter, &found, dice, &mut fill)?
        };
        let changed = self.rewriter.replace_at(&mut script.arena, root, &spot.position, new)?;
        let fits = changed != root && features_of(script, changed).is_subset(self.allowed);
        fits.then_some(changed)
    }
}

/// What the strategy takes from one seed.
pub struct Stock {
    seed: Test,
    rules: Repertoire,
    number: u64,
}

impl Stock {
    /// Prepares a seed; `None` when nobody says what it answers. `models` are answers of any solver to `(get-model)`.
    pub fn new(
        seed: &Seed,
        ground: Ground,
        models: &[String],
        campaign: u64,
        rules: Repertoire,
    ) -> Option<Stock> {
        let (text, label) = (ground.text(seed), ground.label());
        let number = Dice::new(&[campaign, seed.hash.number()]).number();
        let (mut script, roots) = ground.into_parts();
        let found =
            if label == Some(Label::Unsat) { None } else { witness(&mut script, &roots, models, number) };
        let truth = match (found, label) {
            (Some((_, witness)), _) => Truth::Sat(witness),
            (None, Some(Label::Sat)) => Truth::Weakened,
            (None, Some(Label::Unsat)) => Truth::Unsat(Refutation::Strengthened),
            (None, None) => return None,
        };
        let provenance = Provenance {
            strategy: "equiv".into(),
            campaign,
            seed: seed.name.clone(),
            seed_hash: seed.hash.to_string().into(),
            ..Provenance::default()
        };
        let checks = vec![Check { truth, model: false }];
        Some(Stock { seed: Test { text, checks, provenance, ..Test::default() }, rules, number })
    }

    /// About how much memory it takes.
    pub fn bytes(&self) -> usize {
        2 * self.seed.text.len() + (16 << 10)
    }

    /// Makes test number `instance` of visit number `visit`. The same numbers give the same test.
    pub fn test(&self, bounds: &Bounds, visit: u64, instance: u64, test: &mut Test) -> Made {
        test.clear();
        test.text.extend_from_slice(&self.seed.text);
        test.checks.clone_from(&self.seed.checks);
        test.provenance.clone_from(&self.seed.provenance);
        (test.provenance.visit, test.provenance.instance) = (visit, instance);
        let (mut noise, mut dice) = (Noise::default(), Dice::new(&[self.number, visit, instance]));
        let changed = (0..ATTEMPTS).any(|_| noise.add(test, &self.rules, bounds, dice.number()));
        if changed { Made::Test } else { Made::Nothing }
    }
}
