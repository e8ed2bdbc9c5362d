//! What walks take from one seed.

use std::sync::Arc;

use eval::Ledger;
use smtlib::{
    Arena, Checkpoint, Dialect, Features, Lets, Logic, Measures, Printer, Rewriter, Script, TermId,
};

use super::assertion::Assertion;
use super::disambiguate::disambiguated;
use super::memo::Memo;
use super::numerals::decimal;
use super::places::Finder;
use super::pool::Pool;
use super::repertoire::Repertoire;
use super::witness::witness;
use crate::dice::Dice;
use crate::label::{Label, statuses};
use crate::recheck::asserted_at_checks;
use crate::seed::Seed;
use crate::test::{Check, Provenance, Test, Truth, Witness};

/// A seed as walks see it: the assertions of one of its checks, and what that check answers.
#[derive(Clone, Debug)]
pub struct Ground {
    script: Script,
    roots: Vec<TermId>,
    label: Option<Label>,
}

/// Tells the random numbers of the preprocessing, and of witnesses, from all others.
const PREPROCESSING: u64 = 0x7061_7269;
const GUESSING: u64 = 0x6775_6573;

impl Ground {
    /// Of the labelled check with the most assertions, or of everything when no check is labelled. `label` is what is
    /// said of the whole file, by its folder or by solvers: it is about a single check.
    pub fn of(seed: &Seed, label: Option<Label>) -> Ground {
        let mut script = seed.script.clone();
        let (states, statuses) = (asserted_at_checks(&script), statuses(&script));
        let labelled = statuses.iter().zip(&states).filter(|(status, _)| status.is_some());
        let (label, roots) = match labelled.max_by_key(|(_, roots)| roots.len()) {
            Some((status, roots)) if !roots.is_empty() => (*status, roots.clone()),
            _ => (label.filter(|_| states.len() <= 1), seed.roots().collect()),
        };
        let mut rewriter = Rewriter::new();
        // A rule may copy what has a name, and take apart what has a pattern.
        let plain = |root| {
            let root = rewriter.strip_annotations(&mut script.arena, root);
            decimal(&mut script.arena, &mut rewriter, root)
        };
        let roots = roots.into_iter().map(plain).collect();
        Ground { script, roots, label }
    }

    /// The script, and what it asserts at that check.
    pub(crate) fn into_parts(self) -> (Script, Vec<TermId>) {
        (self.script, self.roots)
    }

    /// What is said of it.
    pub fn label(&self) -> Option<Label> {
        self.label
    }

    /// The same with this label.
    #[must_use]
    pub fn labelled(self, label: Label) -> Ground {
        Ground { label: Some(label), ..self }
    }

    /// The paper's preprocessing: every formula of it has a parity. What it answers is not known any more. `None` when
    /// that was so before.
    pub fn disambiguated(&self, seed: &Seed, campaign: u64) -> Option<Ground> {
        let mut script = self.script.clone();
        let mut dice = Dice::new(&[campaign, seed.hash.number(), PREPROCESSING]);
        let roots = disambiguated(&mut script.arena, &mut Rewriter::new(), &self.roots, &mut dice)?;
        Some(Ground { script, roots, label: None })
    }

    /// It as a script: what has to be known about it can be asked of solvers.
    pub fn text(&self, seed: &Seed) -> Vec<u8> {
        let printer = Printer::new().dialect(Dialect::standard());
        let mut text = format!("(set-logic {})\n", seed.logic).into_bytes();
        text.extend_from_slice(&seed.declarations);
        for &root in &self.roots {
            text.extend_from_slice(b"(assert ");
            printer.term(&self.script.arena, root, &mut text);
            text.extend_from_slice(b")\n");
        }
        text.extend_from_slice(b"(check-sat)\n");
        text
    }
}

/// What walks take from one seed.
pub struct Stock {
    pub(super) arena: Arena,
    pub(super) rewriter: Rewriter,
    pub(super) printer: Printer,
    pub(super) memo: Memo,
    pub(super) finder: Finder,
    pub(super) measures: Measures,
    /// The seed's assertions.
    pub(super) begin: Vec<Assertion>,
    pub(super) mark: Checkpoint,
    pub(super) pool: Pool,
    pub(super) label: Label,
    pub(super) witness: Option<Arc<Witness>>,
    pub(super) ledger: Option<Ledger>,
    pub(super) rules: Repertoire,
    /// The logic, and what it allows.
    pub(super) logic: (String, Features),
    pub(super) declarations: Vec<u8>,
    pub(super) check: Vec<u8>,
    pub(super) provenance: Provenance,
}

impl Stock {
    /// Prepares a seed. `models` are answers of any solver to `(get-model)` for it; a wrong one does no harm.
    /// `None` when nobody says what the seed answers.
    pub fn new(
        seed: &Seed,
        ground: Ground,
        models: &[String],
        campaign: u64,
        rules: Repertoire,
    ) -> Option<Stock> {
        let Ground { mut script, roots, label } = ground;
        let number = Dice::new(&[campaign, seed.hash.number(), GUESSING]).number();
        let found = match label {
            Some(Label::Unsat) => None,
            _ => witness(&mut script, &roots, models, number),
        };
        // A witness says more than any label.
        let label = if found.is_some() { Label::Sat } else { label? };
        let (ledger, witness) = found.unzip();
        let (mut rewriter, mut memo, mut finder) = (Rewriter::new(), Memo::default(), Finder::default());
        let mut arena = script.arena;
        let pool = Pool::of(&mut arena, &mut rewriter, &roots);
        memo.keep(&arena);
        let printer = Printer::new().dialect(Dialect::standard());
        let begin = roots
            .iter()
            .map(|&root| Assertion::new(&arena, root, &printer, &mut finder, &mut memo, &rules, label));
        let begin: Vec<Assertion> = begin.collect();
        let features = Logic::parse(&seed.logic).map_or(Features::ALL, |logic| logic.features());
        let check = match seed.tactic {
            Some(tactic) => format!("(check-sat-using {})\n", seed.script.arena.name(tactic)),
            None => "(check-sat)\n".to_owned(),
        };
        Some(Stock {
            mark: arena.checkpoint(),
            arena,
            rewriter,
            printer,
            memo,
            finder,
            measures: Measures::new(Lets::Kept),
            begin,
            pool,
            label,
            witness,
            ledger,
            rules,
            logic: (seed.logic.clone(), features),
            declarations: seed.declarations.clone(),
            check: check.into_bytes(),
            provenance: Provenance {
                strategy: "walk".into(),
                campaign,
                seed: seed.name.clone(),
                seed_hash: seed.hash.to_string().into(),
                ..Provenance::default()
            },
        })
    }

    /// A test of another strategy as the beginning of walks: its truth is the label, its witness the witness. `None`
    /// when it has several checks, or none that says anything.
    pub fn after(test: &Test, rules: Repertoire) -> Option<Stock> {
        let label = match test.checks.as_slice() {
            [Check { truth: Truth::Sat(_) | Truth::Weakened | Truth::Agreed, .. }] => Label::Sat,
            [Check { truth: Truth::Unsat(_), .. }] => Label::Unsat,
            _ => return None,
        };
        let seed = Seed::parse(&test.provenance.seed, &test.text).ok()?;
        let models: Vec<String> = test.witness().map(|witness| witness.model.clone()).into_iter().collect();
        let ground = Ground::of(&seed, Some(label));
        let mut stock = Stock::new(&seed, ground, &models, test.provenance.campaign, rules)?;
        let strategy = format!("{}+walk", test.provenance.strategy).into();
        stock.provenance = Provenance { strategy, ..test.provenance.clone() };
        Some(stock)
    }

    /// What its tests answer.
    pub fn label(&self) -> Label {
        self.label
    }

    /// Whether its tests carry a witness.
    pub fn has_witness(&self) -> bool {
        self.witness.is_some()
    }

    /// About how much memory it takes.
    pub fn bytes(&self) -> usize {
        64 * self.arena.term_count() + 2 * self.declarations.len() + (16 << 10)
    }

    /// Back to the seed: all that was made since is forgotten.
    pub(super) fn roll_back(&mut self) {
        self.arena.rollback(self.mark);
        self.memo.forget();
        self.rewriter.rolled_back(&self.arena);
        if let Some(ledger) = &mut self.ledger {
            ledger.rolled_back(&self.arena);
        }
    }
}
