//! Which options matter to which operations: counts of what was seen, and what follows from them.
//!
//! What a formula shows of an option speaks of all its operations together: it did nothing when none of them has to do with
//! it, and something when at least one has. So the chance that an option matters to a formula is that of "or" over its
//! operations, and a hit is shared among them by how likely each is to be its cause. An operation that was innocent once
//! without the others stops being blamed.

use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What an option does to a formula, or to formulas with an operation (Falcon, section 4.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// The formula is refused.
    Conflict,
    /// Nothing that can be seen.
    Irrelevant,
    /// Another answer, other code, another time.
    Relevant,
}

impl Effect {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Effect::Conflict => "conflict",
            Effect::Irrelevant => "irrelevant",
            Effect::Relevant => "relevant",
        }
    }
}

/// What was seen of an option in formulas with an operation. Parts of one where others may be the cause.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cell {
    /// It mattered.
    pub hits: f64,
    /// It did not.
    pub misses: f64,
    /// The formula was refused.
    pub conflicts: f64,
}

/// What is thought of a pair that nobody has looked at: a hit and a miss count so much, beforehand.
const PRIOR_HITS: f64 = 0.1;
const PRIOR_MISSES: f64 = 1.0;
/// Options that matter with less than this chance are left alone.
pub const RELEVANT: f64 = 0.15;
/// Fewer hits may be somebody else's: shares of what was seen before it was clear whose it is.
const LEAST_HITS: f64 = 3.0;

/// What was seen of an operation.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Row {
    /// Formulas that have it.
    pub(crate) seen: f64,
    /// By option: where anything but misses was seen.
    pub(crate) cells: HashMap<usize, Cell>,
}

/// What was learnt about a solver.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Correlations {
    /// The solver, as in `z3@5.4.0`.
    pub solver: String,
    /// Formulas that were looked at.
    pub formulas: u64,
    /// Runs of the solver.
    pub runs: u64,
    /// Seconds of work.
    pub seconds: f64,
    /// The options that were changed.
    pub(crate) options: Vec<String>,
    pub(crate) rows: BTreeMap<String, Row>,
}

impl Correlations {
    /// Nothing yet, about these options.
    pub fn new(solver: &str, options: impl IntoIterator<Item = String>) -> Correlations {
        let options = options.into_iter().collect();
        Correlations { solver: solver.to_owned(), options, ..Correlations::default() }
    }

    /// The options that were changed, in order.
    pub fn options(&self) -> &[String] {
        &self.options
    }

    /// The operations that were seen.
    pub fn operations(&self) -> impl Iterator<Item = &str> {
        self.rows.keys().map(String::as_str)
    }

    /// How many formulas had an operation.
    pub fn seen(&self, operation: &str) -> f64 {
        self.rows.get(operation).map_or(0.0, |row| row.seen)
    }

    /// The place of an option.
    pub fn option(&self, name: &str) -> Option<usize> {
        self.options.iter().position(|option| option == name)
    }

    /// What was seen of a pair.
    pub fn cell(&self, operation: &str, option: usize) -> Cell {
        self.rows.get(operation).map_or(Cell::default(), |row| row.cell(option))
    }

    /// The chance that an option matters to formulas with an operation.
    pub fn chance(&self, operation: &str, option: usize) -> f64 {
        self.cell(operation, option).chance()
    }

    /// By option: the chance that it does anything to a formula with these operations, for somebody who has to look. Where a
    /// pair was seen too seldom, what the option does to formulas at large says more than the prior.
    pub fn guesses(&self, operations: &BTreeSet<String>) -> Vec<f64> {
        let mut nothing = vec![1.0; self.options.len()];
        let mut at_large = vec![0.0; self.options.len()];
        for (name, row) in &self.rows {
            let present = operations.contains(name);
            for (&option, cell) in &row.cells {
                let hits = cell.hits + cell.conflicts;
                at_large[option] += hits;
                if present {
                    nothing[option] *= 1.0 - hits / (hits + cell.misses + 1.0);
                }
            }
        }
        let formulas = self.formulas as f64;
        let guess = |(nothing, hits): (f64, f64)| {
            let at_large = (hits + 0.02) / (formulas + 2.0);
            (1.0 - nothing).max(at_large / 2.0).clamp(0.002, 0.98)
        };
        nothing.into_iter().zip(at_large).map(guess).collect()
    }

    /// What an option does to formulas with an operation.
    pub fn effect(&self, operation: &str, option: usize) -> Effect {
        let cell = self.cell(operation, option);
        if cell.conflicts > cell.hits + cell.misses {
            Effect::Conflict
        } else if cell.hits >= LEAST_HITS && cell.chance() >= RELEVANT {
            Effect::Relevant
        } else {
            Effect::Irrelevant
        }
    }

    /// What an option does to a formula with these operations: it is in the way of all formulas that it is in the way of one
    /// operation of.
    pub fn effect_for(&self, operations: &BTreeSet<String>, option: usize) -> Effect {
        let effects = || operations.iter().map(|operation| self.effect(operation, option));
        if effects().any(|effect| effect == Effect::Conflict) {
            Effect::Conflict
        } else if effects().any(|effect| effect == Effect::Relevant) {
            Effect::Relevant
        } else {
            Effect::Irrelevant
        }
    }

    /// Takes in what options did to a formula with these operations.
    pub fn learn(&mut self, operations: &BTreeSet<String>, effects: &[(usize, Effect)]) {
        self.formulas += 1;
        for &(option, effect) in effects {
            // By the squares of their odds: what explains most hits has most of the blame, so that the innocent are soon
            // clear, and what matters to every formula is not counted against each operator.
            let blame = |operation: &String| {
                let chance = self.chance(operation, option);
                (chance / (1.0 - chance)).powi(2)
            };
            let blames: Vec<f64> = operations.iter().map(blame).collect();
            let sum: f64 = blames.iter().sum();
            for (operation, blame) in operations.iter().zip(blames) {
                let row = self.rows.entry(operation.clone()).or_default();
                let plain = Cell { misses: row.seen, ..Cell::default() };
                match effect {
                    Effect::Irrelevant => {
                        if let Some(cell) = row.cells.get_mut(&option) {
                            cell.misses += 1.0;
                        }
                    }
                    Effect::Relevant => row.cells.entry(option).or_insert(plain).hits += blame / sum,
                    Effect::Conflict => row.cells.entry(option).or_insert(plain).conflicts += blame / sum,
                }
            }
        }
        for operation in operations {
            self.rows.entry(operation.clone()).or_default().seen += 1.0;
        }
    }

    /// How much one more formula with an operation would tell about all options, in nats; less what is known of them.
    pub fn gain(&self, operation: &str) -> f64 {
        let none = Row::default();
        let row = self.rows.get(operation).unwrap_or(&none);
        let listed: f64 = row.cells.values().map(Cell::gain).sum();
        let rest = self.options.len().saturating_sub(row.cells.len()) as f64;
        listed + rest * Cell { misses: row.seen, ..Cell::default() }.gain()
    }
}

impl Row {
    fn cell(&self, option: usize) -> Cell {
        let plain = Cell { misses: self.seen, ..Cell::default() };
        self.cells.get(&option).copied().unwrap_or(plain)
    }
}

impl Cell {
    /// The chance of a hit: the mean of its posterior, a Beta distribution. What is refused counts as no hit.
    pub fn chance(&self) -> f64 {
        let (hits, misses) = self.parameters();
        hits / (hits + misses)
    }

    /// What the next look would tell about the chance: the mutual information of the two.
    pub fn gain(&self) -> f64 {
        let (a, b) = self.parameters();
        let (n, p) = (a + b, a / (a + b));
        let entropy = -p * p.ln() - (1.0 - p) * (1.0 - p).ln();
        let expected = digamma(n + 1.0) - p * digamma(a + 1.0) - (1.0 - p) * digamma(b + 1.0);
        (entropy - expected).max(0.0)
    }

    fn parameters(&self) -> (f64, f64) {
        (self.hits + PRIOR_HITS, self.misses + self.conflicts + PRIOR_MISSES)
    }
}

/// The logarithmic derivative of the gamma function, for positive numbers: by its recurrence to where its series is good.
fn digamma(mut x: f64) -> f64 {
    let mut sum = 0.0;
    while x < 6.0 {
        sum -= 1.0 / x;
        x += 1.0;
    }
    let square = 1.0 / (x * x);
    sum + x.ln() - 0.5 / x - square * (1.0 / 12.0 - square * (1.0 / 120.0 - square / 252.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    fn two_options() -> Correlations {
        Correlations::new("z3", ["smt.string_solver", "rewriter.elim_rem"].map(str::to_owned))
    }

    #[test]
    fn digamma_is_what_tables_have() {
        assert!((digamma(1.0) + 0.577_215_664_9).abs() < 1e-7, "{}", digamma(1.0));
        assert!((digamma(10.0) - 2.251_752_589).abs() < 1e-7);
    }

    #[test]
    fn the_guilty_operation_is_found_among_those_that_go_with_it() {
        let mut table = two_options();
        for round in 0..20 {
            let with = round % 2 == 0;
            let effect = if with { Effect::Relevant } else { Effect::Irrelevant };
            let names = if with { set(&["+", "str.len"]) } else { set(&["+", "mod"]) };
            table.learn(&names, &[(0, effect), (1, Effect::Irrelevant)]);
        }
        assert_eq!(table.effect("str.len", 0), Effect::Relevant);
        assert_eq!(table.effect("+", 0), Effect::Irrelevant, "{:?}", table.cell("+", 0));
        assert_eq!(table.effect("str.len", 1), Effect::Irrelevant);
        assert_eq!(table.effect_for(&set(&["mod", "str.len"]), 0), Effect::Relevant);
        assert_eq!(table.effect_for(&set(&["mod", "never seen"]), 0), Effect::Irrelevant);
    }

    #[test]
    fn a_hit_or_two_may_be_somebody_elses() {
        let mut table = two_options();
        for (seen, effect) in
            [Effect::Irrelevant, Effect::Irrelevant, Effect::Relevant].into_iter().enumerate()
        {
            table.learn(&set(&["mod"]), &[(0, Effect::Relevant), (1, Effect::Irrelevant)]);
            assert_eq!(table.effect("mod", 0), effect, "after {}", seen + 1);
        }
    }

    #[test]
    fn refusals_are_conflicts() {
        let mut table = two_options();
        for _ in 0..5 {
            table.learn(&set(&["push"]), &[(0, Effect::Conflict), (1, Effect::Irrelevant)]);
        }
        assert_eq!(table.effect("push", 0), Effect::Conflict);
        assert_eq!(table.effect("push", 1), Effect::Irrelevant);
    }

    #[test]
    fn what_was_looked_at_often_tells_less() {
        let mut table = two_options();
        let new = table.gain("+");
        let mut last = new;
        for _ in 0..30 {
            table.learn(&set(&["+"]), &[(0, Effect::Irrelevant), (1, Effect::Irrelevant)]);
            assert!(table.gain("+") < last);
            last = table.gain("+");
        }
        assert!(last < new / 10.0, "{new} {last}");
        // What happens now and then is worth more looks than what never does.
        let open = Cell { hits: 15.0, misses: 15.0, conflicts: 0.0 };
        let settled = Cell { hits: 0.0, misses: 30.0, conflicts: 0.0 };
        assert!(open.gain() > 2.0 * settled.gain(), "{} {}", open.gain(), settled.gain());
    }
}
