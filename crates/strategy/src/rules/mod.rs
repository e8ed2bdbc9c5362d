//! Rules: pairs of patterns of which one implies the other, as data.
//!
//! A [`Rule`] is one row of a table of its theory (`core.rs`, `bv.rs`, …). Its patterns are SMT-LIB text over variables
//! whose sorts may have holes, so one row works at every sort and width:
//!
//! ```text
//! "bv-or-grows"   "x y:(BitVec n)"   (bvult x y)  ⇒  (bvult x (bvor y x))
//! ```
//! `variable.rs` explains how variables are declared. A list variable `ps...` stands for any number of arguments, and
//! `(= xs ys)...` for one term per element. A [`RuleBook`] reads each row in both directions where that is possible
//! ([`Reading`]): what weakens from left to right strengthens from right to left.
//!
//! ```
//! use smtlib::{Rewriter, Script, term_text};
//! use strategy::{Dice, rules::{RuleBook, Step}};
//!
//! let mut script = Script::parse(b"(declare-const p Bool)(declare-const q Bool)(assert (xor p q))").unwrap();
//! let term = script.assertions().next().unwrap();
//! let (book, mut found) = (RuleBook::get(), Vec::new());
//! book.applicable(&script.arena, term, Step::Weaken, &mut found);
//! let xor = found.iter().find(|m| book.reading(m).rule.name == "xor-to-or").unwrap();
//! let (mut rewriter, mut dice) = (Rewriter::new(), Dice::new(&[7]));
//! let weaker = book.apply(&mut script.arena, &mut rewriter, xor, &mut dice, &mut |_, _| None).unwrap();
//! assert_eq!(term_text(&script.arena, weaker), "(or p q)");
//! ```

mod arith;
mod array;
mod book;
mod build;
mod bv;
mod class;
mod core;
mod datatype;
pub mod doc;
mod fp;
pub mod instance;
mod literal;
mod matching;
mod pattern;
mod printed;
pub mod proof;
mod quant;
mod reading;
mod regex;
mod row;
mod sexpr;
mod string;
pub mod trial;
mod uf;
mod variable;

pub use book::{Match, RuleBook};
pub use build::Fill;
pub use reading::Reading;
pub use row::{Direction, Rule, Source, Step, Theory};
