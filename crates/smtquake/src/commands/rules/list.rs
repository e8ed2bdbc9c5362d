//! `smtquake rules list`.

use std::collections::BTreeSet;

use serde::Serialize;
use strategy::rules::proof::Proof;
use strategy::rules::{Direction, Rule, Theory};

use super::rules;
use crate::commands::solver::table;
use crate::exit::Exit;
use crate::terminal::tell;

/// List the rules and how far each is proved
///
/// The proofs are those that `smtquake rules prove` recorded for this very text of a rule.
#[derive(clap::Args)]
pub struct Args {
    /// Only the rules of one table: core, arith, bv, fp, array, datatype, string, regex, uf or quant
    #[arg(long, value_name = "NAME", value_parser = super::theory)]
    theory: Option<Theory>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Listed {
    rules: Vec<Shown>,
}

/// A rule; as JSON it is one of the `rules`.
#[derive(Serialize)]
pub struct Shown {
    name: &'static str,
    theory: Theory,
    direction: Direction,
    text: String,
    proof: String,
}

impl Shown {
    /// A rule with what is known about its truth.
    pub fn new(rule: &Rule, proof: String) -> Shown {
        Shown { name: rule.name, theory: rule.theory, direction: rule.direction, text: rule.text(), proof }
    }
}

/// Does what the command line asks.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let recorded = |rule: &Rule| rule.proof().map_or("unproved".to_owned(), ToString::to_string);
    let proofs: Vec<&Proof> = rules(args.theory).filter_map(Rule::proof).collect();
    let listed = Listed { rules: rules(args.theory).map(|rule| Shown::new(rule, recorded(rule))).collect() };
    tell(args.json, &listed, |out| {
        let row = |rule: &Shown| {
            let proof = without_options(&rule.proof);
            [rule.name.to_owned(), rule.theory.name().to_owned(), proof, rule.text.clone()]
        };
        let rows: Vec<_> = listed.rules.iter().map(row).collect();
        table::write(out, ["name", "theory", "proof", "rule"], &rows)?;
        let by: BTreeSet<&str> =
            proofs.iter().flat_map(|proof| proof.by.keys()).map(String::as_str).collect();
        let by: Vec<&str> = by.into_iter().collect();
        writeln!(out, "{} rules, proved by {}", rows.len(), by.join(" and "))
    })?;
    Ok(Exit::Success)
}

/// The same solvers with the same options proved all: below the table they are said once.
fn without_options(proof: &str) -> String {
    let mut short = String::new();
    let mut inside = false;
    for letter in proof.chars() {
        inside = (inside && letter != ']') || letter == '[';
        if !inside && letter != ']' {
            short.push(letter);
        }
    }
    short
}

#[cfg(test)]
mod tests {
    use super::without_options;

    #[test]
    fn options_are_left_out() {
        assert_eq!(without_options("proved: a@1[x=1,y=2] 4/4 b@2 4/4"), "proved: a@1 4/4 b@2 4/4");
    }
}
