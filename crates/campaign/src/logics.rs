//! Logics prepared for the strategy that needs no seeds: which targets take them, and what all of these know.

use smtlib::Features;
use smtlib::theory::{Op, Table};
use solver::backend::OpenError;
use solver::knowledge::{Construct, Knowledge};
use solver::profile::Gap;
use strategy::grammar::{Constructs, Generator, Grammar, Inquiry, Known};
use strategy::{Check, SeedHash, Test, Truth};

use crate::kitchen::rules;
use crate::lane::{Fit, Lane};
use crate::lateness::Lateness;
use crate::plan::Plan;
use crate::prepared::{Prepared, Standing};
use crate::strategies::{Generated, Material, Noisy};

/// What a target must know for what a logic has, and a command that it must take there: some take any name of a logic, and
/// then nothing else. Formats of floating-point numbers are for the grammar to choose.
const NEEDS: &[(Features, &[Construct], &str)] = &[
    (Features::NONE, &[Construct::DeclareConst, Construct::DefineFun], "(declare-const p Bool)"),
    (
        Features::QUANTIFIERS,
        &[Construct::Forall, Construct::Exists],
        "(assert (forall ((x Bool)) (or x (not x))))",
    ),
    (Features::SORTS, &[Construct::DeclareSort], "(declare-sort S 0)"),
    (Features::ARRAYS, &[Construct::Array], ""),
    (Features::BIT_VECTORS, &[Construct::BitVec], "(declare-const b (_ BitVec 4))"),
    (
        Features::FLOATS,
        &[Construct::Float, Construct::RoundingMode],
        "(declare-const f (_ FloatingPoint 8 24))",
    ),
    (Features::STRINGS, &[Construct::String], "(declare-const s String)"),
    (Features::DATATYPES, &[Construct::Datatypes], "(declare-datatypes ((D 0)) (((c))))"),
    (Features::INTS, &[Construct::Int], "(declare-const i Int)"),
    (Features::REALS, &[Construct::Real], "(declare-const r Real)"),
    (Features::FUNCTIONS, &[], "(declare-fun g (Bool) Bool)"),
];

/// A letter that the grammar's strings have and early releases do not.
const FAR_LETTER: &str = "\\u{2ffff}";

/// Prepares a logic, or says why no target can be given scripts of it.
pub fn prepare(plan: &Plan, lanes: &mut [Lane<'_>], name: &str) -> Result<Prepared, String> {
    let mut grammar = Grammar::new(name).map_err(|error| error.to_string())?;
    grammar.bounds = plan.grammar.clone();
    let features = grammar.features();
    let whole = probe(name, features);
    let mut takes = Vec::new();
    for lane in lanes.iter_mut() {
        let able = can_say(&lane.contestant.knowledge, features);
        takes.push(able && accepts(lane, &whole).map_err(|error| error.to_string())?);
    }
    let able: Vec<&Knowledge> = (lanes.iter().zip(&takes))
        .filter_map(|(lane, &takes)| takes.then_some(&lane.contestant.knowledge))
        .collect();
    if able.is_empty() {
        return Err("no target takes this logic".to_owned());
    }
    let gaps: Vec<&Gap> = (lanes.iter().zip(&takes))
        .filter_map(|(lane, &takes)| lane.contestant.found.as_ref().filter(|_| takes))
        .flat_map(|found| &found.profile.dialect.gaps)
        .filter(|gap| gap.concerns(features))
        .collect();
    let lacks = |name: &str| gaps.iter().any(|gap| gap.operators.iter().any(|lacking| lacking == name));
    let knows = |op: Op| able.iter().all(|knowledge| knowledge.knows(op)) && !lacks(op.name());
    grammar.keep(&knows);
    grammar.constructs = constructs(&able);
    let asked = |inquiry: &Inquiry| {
        let can = |lane: &Lane<'_>| match &lane.contestant.found {
            Some(found) => found.profile.dialect.inquiries.iter().any(|name| name == inquiry.name()),
            None => true,
        };
        let lacks = gaps.iter().any(|gap| gap.inquiries.iter().any(|name| name == inquiry.name()));
        !lacks && lanes.iter().zip(&takes).filter(|(_, takes)| **takes).all(|(lane, _)| can(lane))
    };
    grammar.inquiries = Inquiry::all().filter(asked).collect();
    let as_is = |knowledge: &Knowledge| {
        let known = Table::get().rows().iter().filter(|row| knows(row.op));
        known.into_iter().all(|row| knowledge.knows_name(row.op, 0)) && knowledge.dialect().keeps(FAR_LETTER)
    };
    let fits = (lanes.iter().zip(&takes)).map(|(lane, &takes)| match takes {
        false => Fit::Not,
        true if as_is(&lane.contestant.knowledge) => Fit::AsIs,
        true => Fit::Translated,
    });
    let fits: Vec<Fit> = fits.collect();
    let (lateness, decided) = (vec![Lateness::default(); fits.len()], vec![None; fits.len()]);
    // Nobody has promised to decide what is made from nothing.
    let standing = Standing { logic: String::new(), fits, lateness, whole, decided };
    let known = grammar.can_be_known();
    let mut material: Box<dyn Material> = Box::new(Generated(Known::new(Generator::new(grammar))));
    // In other words, clauses are none.
    if plan.noise > 0 && known {
        // All targets know the operators that rules bring: how scripts are given to them stays the same.
        let (rules, _) = rules(&able, features, features);
        material = Box::new(Noisy { material, rules, number: SeedHash::of(name.as_bytes()).number() });
    }
    Ok(Prepared { material, standing })
}

/// What all of these targets know.
fn constructs(able: &[&Knowledge]) -> Constructs {
    let has = |construct| able.iter().all(|knowledge| knowledge.has(construct));
    Constructs {
        matches: has(Construct::Match),
        recursion: has(Construct::DefineFunRec),
        parametric: has(Construct::ParametricDatatypes),
        scopes: has(Construct::CheckSatAssuming),
        half_floats: has(Construct::HalfFloat),
        other_floats: has(Construct::OtherFloat),
    }
}

/// What a logic needs.
fn needs(
    features: Features,
) -> impl Iterator<Item = &'static (Features, &'static [Construct], &'static str)> {
    NEEDS.iter().filter(move |(feature, ..)| features.has(*feature))
}

fn can_say(knowledge: &Knowledge, features: Features) -> bool {
    needs(features).flat_map(|(_, constructs, _)| *constructs).all(|&construct| knowledge.has(construct))
        && (!features.has(Features::STRINGS) || knowledge.dialect().can_write(FAR_LETTER))
}

/// A script with something of all that a logic has.
fn probe(name: &str, features: Features) -> Test {
    let commands: Vec<&str> = needs(features).map(|(.., command)| *command).collect();
    Test {
        text: format!("(set-logic {name})\n{}\n(check-sat)\n", commands.join("\n")).into_bytes(),
        checks: vec![Check { truth: Truth::Unknown, model: false }],
        ..Test::default()
    }
}

fn accepts(lane: &mut Lane<'_>, probe: &Test) -> Result<bool, OpenError> {
    // The built-in target takes everything.
    if lane.contestant.found.is_none() {
        return Ok(true);
    }
    let tally = lane.run_usually(probe, Fit::AsIs, "")?.tally;
    Ok(tally.sat + tally.unknown > 0 && tally.rejected == 0)
}
