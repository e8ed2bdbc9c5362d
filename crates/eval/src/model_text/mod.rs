//! Models as text: what solvers print, read; and what we write, for solvers and for ourselves.
//!
//! [`read_model`] takes the answers of Z3, cvc5, CVC4, Yices, Bitwuzla and Boolector to `(get-model)`, and
//! [`read_values`] those to `(get-value …)`. [`write_model`] writes a model as SMT-LIB definitions that
//! [`read_model`] reads back as the same model, and [`value_text`] a value as a term.

mod algebraic;
mod draft;
mod element;
mod error;
mod fixed;
pub(crate) mod instance;
mod items;
mod meaning;
mod read;
mod table;
mod tokens;
mod translate;
mod value;
mod write;
mod yices;

pub(crate) use algebraic::root_obj as algebraic;
pub use error::ModelError;
pub use read::{read_model, read_model_with, read_values, read_values_with};
pub use value::value_text;
pub use write::write_model;
