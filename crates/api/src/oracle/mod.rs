//! What is wrong with what a library answers.
//!
//! Every constant has a value in a **witness** from its declaration on, so it is known of every formula whether it holds
//! there: `unsat` for what the witness satisfies is a bug, whoever else thinks so. Models are evaluated by us; cores,
//! clones, dumps and new solvers must not contradict what was answered first.

mod broken;
mod cross;
mod model;
mod retold;
mod second;
mod smt1;

use eval::{Evaluator, FunctionTable, Meaning, Missing, Model};
use smtlib::TermId;

use crate::book::{Book, Symbol};
use crate::trace::Kind;

pub(crate) use cross::{Refuted, refuted, with_model};

/// What the witness says of a symbol.
pub(crate) fn witness_meaning(symbol: &Symbol) -> Meaning {
    match symbol.handle.kind {
        Kind::Fun => {
            Meaning::Table(FunctionTable { entries: Default::default(), default: symbol.witness.clone() })
        }
        _ => Meaning::Value(symbol.witness.clone()),
    }
}

/// An evaluator of terms under the witness.
pub(crate) fn witness_of<'b>(book: &'b Book, terms: &[TermId]) -> Evaluator<'b> {
    let mut model = Model::new();
    for symbol in book.symbols() {
        model.set(symbol.fun, witness_meaning(symbol));
    }
    let mut evaluator = Evaluator::new(&book.script.arena, terms).with_missing(Missing::Unknown);
    evaluator.set_model(model);
    evaluator
}
