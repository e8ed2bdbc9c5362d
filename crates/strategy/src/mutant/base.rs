//! What mutators take from one seed.

use std::sync::Arc;

use eval::{Ledger, Value};
use smtlib::theory::Op;
use smtlib::{Checkpoint, Dialect, Features, Logic, Printer, Rewriter, Script, TermId};

use crate::dice::Dice;
use crate::seed::Seed;
use crate::test::{Check, Provenance, Test, Truth, Witness};
use crate::walk::{Ground, witness};

/// A seed as mutators see it: the assertions of one of its checks, and a model of them if one is known.
pub struct Base {
    /// Holds the arena. Its commands mean nothing here.
    pub(crate) script: Script,
    pub(crate) rewriter: Rewriter,
    pub(crate) printer: Printer,
    pub(crate) roots: Vec<TermId>,
    /// What the logic allows.
    pub(crate) allowed: Features,
    /// Whether scripts may be of the logic of everything.
    pub(crate) general: bool,
    witness: Option<(Ledger, Arc<Witness>)>,
    logic: String,
    declarations: Vec<u8>,
    check: Vec<u8>,
    provenance: Provenance,
    /// All before the first mutant.
    mark: Option<Checkpoint>,
    /// How many terms the seed has.
    seeds: usize,
}

/// Whether assertions hold under the witness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// All do.
    Holds,
    /// One does not.
    Fails,
    /// Nobody can tell.
    Unknown,
}

/// What a mutant is, apart from its assertions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Draft {
    /// Whether the witness satisfies it.
    pub(crate) holds: bool,
    /// Whether it needs more than its seed's logic allows.
    pub(crate) beyond: bool,
    /// Whether a model is asked for.
    pub(crate) model: bool,
    pub(crate) visit: u64,
    pub(crate) instance: u64,
}

/// Tells the random numbers of witnesses from all others.
const GUESSING: u64 = 0x6d75_7461;

impl Base {
    /// Prepares a seed. `models` are answers of any solver to `(get-model)` for it; a wrong one does no harm. `general`
    /// says whether mutants may leave the seed's logic for the logic of everything.
    pub fn new(strategy: &str, seed: &Seed, models: &[String], campaign: u64, general: bool) -> Base {
        let (mut script, roots) = Ground::of(seed, None).into_parts();
        let number = Dice::new(&[campaign, seed.hash.number(), GUESSING]).number();
        let witness = witness(&mut script, &roots, models, number);
        script.commands.clear();
        let seeds = script.arena.term_count();
        let check = match seed.tactic {
            Some(tactic) => format!("(check-sat-using {})\n", seed.script.arena.name(tactic)),
            None => "(check-sat)\n".to_owned(),
        };
        Base {
            script,
            rewriter: Rewriter::new(),
            printer: Printer::new().dialect(Dialect::standard()),
            roots,
            allowed: Logic::parse(&seed.logic).map_or(Features::ALL, |logic| logic.features()),
            general,
            witness,
            logic: seed.logic.clone(),
            declarations: seed.declarations.clone(),
            check: check.into_bytes(),
            provenance: Provenance {
                strategy: strategy.into(),
                campaign,
                seed: seed.name.clone(),
                seed_hash: seed.hash.to_string().into(),
                ..Provenance::default()
            },
            mark: None,
            seeds,
        }
    }

    /// Whether a model of the seed is known.
    pub fn has_witness(&self) -> bool {
        self.witness.is_some()
    }

    /// The model, if one is known.
    pub fn witness(&self) -> Option<&Arc<Witness>> {
        self.witness.as_ref().map(|(_, witness)| witness)
    }

    /// About how much memory it takes.
    pub fn bytes(&self) -> usize {
        64 * self.script.arena.term_count() + 2 * self.declarations.len() + (16 << 10)
    }

    /// Says that all that is in the arena now stays.
    pub(crate) fn keep(&mut self) {
        self.mark = Some(self.script.arena.checkpoint());
    }

    /// Back to the seed: all terms that were made since are forgotten.
    pub(crate) fn roll_back(&mut self) {
        let Some(mark) = self.mark else { return };
        self.script.arena.rollback(mark);
        self.rewriter.rolled_back(&self.script.arena);
        if let Some((ledger, _)) = &mut self.witness {
            ledger.rolled_back(&self.script.arena);
        }
    }

    /// Whether a term was there before the first mutant.
    pub(crate) fn is_seeds(&self, term: TermId) -> bool {
        term.index() < self.seeds
    }

    /// The dice of a visit.
    pub(crate) fn dice(&self, visit: u64) -> Dice {
        let seed = self.provenance.seed_hash.get(..16).unwrap_or("0");
        Dice::new(&[self.provenance.campaign, u64::from_str_radix(seed, 16).unwrap_or(0), visit])
    }

    /// What the witness says of a formula.
    pub(crate) fn answer(&mut self, term: TermId) -> Answer {
        let Some((ledger, _)) = &mut self.witness else { return Answer::Unknown };
        match ledger.value(&self.script.arena, term) {
            Ok(Value::Bool(true)) => Answer::Holds,
            Ok(_) => Answer::Fails,
            Err(_) => Answer::Unknown,
        }
    }

    /// Makes a test of assertions that are written by `write`.
    pub(crate) fn say(&self, draft: Draft, test: &mut Test, write: impl FnOnce(&mut Vec<u8>)) {
        test.clear();
        let text = &mut test.text;
        if draft.model {
            text.extend_from_slice(b"(set-option :produce-models true)\n");
        }
        text.extend_from_slice(b"(set-logic ");
        text.extend_from_slice(if draft.beyond { b"ALL" } else { self.logic.as_bytes() });
        text.extend_from_slice(b")\n");
        text.extend_from_slice(&self.declarations);
        write(text);
        text.extend_from_slice(&self.check);
        if draft.model {
            text.extend_from_slice(b"(get-model)\n");
        }
        let truth = match &self.witness {
            Some((_, witness)) if draft.holds => Truth::Sat(witness.clone()),
            _ => Truth::Unknown,
        };
        test.checks.push(Check { truth, model: draft.model });
        test.provenance.clone_from(&self.provenance);
        test.provenance.visit = draft.visit;
        test.provenance.instance = draft.instance;
    }
}

/// Operators without a name of the standard are left to the seeds that have them.
pub(crate) fn is_standard(op: Op) -> bool {
    op.row().names[0].0 == smtlib::theory::Naming::Standard
}
