//! Claims: ground terms with the values that the evaluator gives them.

use eval::{Evaluator, Model, Value};
use smtlib::theory::{Naming, Op};
use smtlib::{Arena, Command, Dialect, Printer, Script, SortId, TermId};

use super::generate::{Flavor, Generator};
use super::grammar::{self, Grammar, Sample};
use super::report::Report;
use super::subject::Subject;

/// A ground term and the value we claim for it.
#[derive(Clone)]
pub(super) struct Claim {
    /// The term under the names of today's standard.
    pub(super) term: String,
    /// The term under the names of before, where they differ.
    pub(super) old_term: Option<String>,
    pub(super) value: String,
}

impl Claim {
    /// Whether a string in it is written with the escapes of SMT-LIB 2.6, which older solvers read letter by letter.
    pub(super) fn has_escapes(&self) -> bool {
        self.term.contains("\\u") || self.value.contains("\\u")
    }
}

/// Claims about one subject, and the declarations that they need.
pub(super) struct Claims {
    pub(super) claims: Vec<Claim>,
    pub(super) prelude: &'static str,
    pub(super) higher_order: bool,
    pub(super) flavor: Flavor,
}

/// Makes so many terms of a subject and claims what they are.
pub(super) fn claims_of(
    generator: &mut Generator,
    subject: Subject,
    count: u64,
    report: &mut Report,
) -> Claims {
    let flavor = generator.next_batch(subject);
    let mut claims = Claims { claims: Vec::new(), prelude: "", higher_order: false, flavor };
    match (grammar::of(subject), subject) {
        (Some(grammar), _) => {
            (claims.prelude, claims.higher_order) = (grammar.prelude, grammar.higher_order);
            claims.claims = by_grammar(generator, grammar, subject, count, report);
        }
        (None, Subject::Op(op)) => claims.claims = by_signature(generator, op, count, report),
        (None, Subject::Form(_)) => {}
    }
    claims
}

fn by_signature(generator: &mut Generator, op: Op, count: u64, report: &mut Report) -> Vec<Claim> {
    let subject = Subject::Op(op);
    let mut claims = Vec::new();
    for _ in 0..count {
        let made = generator.term(op);
        let asked = made.and_then(|term| match generator.arena().sort_of(term) {
            SortId::REGLAN => generator.membership(term),
            _ => Some(term),
        });
        let (Some(made), Some(asked)) = (made, asked) else {
            report.line(subject).not_made += 1;
            continue;
        };
        if let Some(claim) = claim(generator.arena(), asked, Model::new(), false, subject, report) {
            generator.keep(made);
            claims.push(claim);
        }
    }
    claims
}

fn by_grammar(
    generator: &mut Generator,
    grammar: &Grammar,
    subject: Subject,
    count: u64,
    report: &mut Report,
) -> Vec<Claim> {
    let samples: Vec<Sample> = (0..count).filter_map(|_| grammar.sample(subject, generator)).collect();
    let mut claims = Vec::new();
    let Some((script, model, terms)) = read(grammar, &samples) else {
        report.line(subject).not_made += count;
        return claims;
    };
    for (sample, term) in samples.iter().zip(terms) {
        let claim = claim(&script.arena, term, model.clone(), sample.whatever, subject, report);
        claims.extend(claim);
    }
    report.line(subject).not_made += count - samples.len() as u64;
    claims
}

/// The samples as terms of a script, and what its symbols mean.
fn read(grammar: &Grammar, samples: &[Sample]) -> Option<(Script, Model, Vec<TermId>)> {
    let mut script = Script::parse(grammar.prelude.as_bytes()).ok()?;
    let model = match grammar.model {
        "" => Model::new(),
        text => eval::model_text::read_model(&mut script, text).ok()?,
    };
    let texts: Vec<&str> = samples.iter().map(|sample| sample.text.as_str()).collect();
    let asked = script.extend(format!("(get-value ({}))", texts.join(" ")).as_bytes()).ok()?;
    let terms = script.commands[asked].first().map(Command::terms)?.to_vec();
    (script.type_errors.is_empty() && terms.len() == samples.len()).then_some((script, model, terms))
}

/// What we claim about a term; nothing where it has no value, or one that rests on our choice.
fn claim(
    arena: &Arena,
    term: TermId,
    model: Model,
    whatever: bool,
    subject: Subject,
    report: &mut Report,
) -> Option<Claim> {
    let line = report.line(subject);
    line.tried += 1;
    let mut evaluator = Evaluator::new(arena, &[term]);
    evaluator.set_model(model);
    let Ok(value) = evaluator.value(0) else {
        line.unknown += 1;
        return None;
    };
    if evaluator.chosen() > 0 && !whatever {
        line.open += 1;
        return None;
    }
    let Some(value) = value_text(arena, arena.sort_of(term), &value) else {
        line.unknown += 1;
        return None;
    };
    let text = |dialect: Dialect| {
        let mut text = Vec::new();
        Printer::new().dialect(dialect).term(arena, term, &mut text);
        String::from_utf8_lossy(&text).into_owned()
    };
    let term = text(Dialect::standard());
    let old = text(Dialect::preferring(&[Naming::Old]));
    let old_term = (old != term).then_some(old);
    Some(Claim { term, old_term, value })
}

/// A value as a term that both Z3 and cvc5 read: Z3's sets have no `set.insert`.
fn value_text(arena: &Arena, sort: SortId, value: &Value) -> Option<String> {
    match value {
        Value::Set(elements) if elements.len() > 1 => {
            let element = *arena.sorts.args(arena.sorts.canonical(sort)).first()?;
            let mut text = String::new();
            for (i, value) in elements.iter().enumerate() {
                let one = format!("(set.singleton {})", value_text(arena, element, value)?);
                text = if i == 0 { one } else { format!("(set.union {text} {one})") };
            }
            Some(text)
        }
        _ => eval::model_text::value_text(arena, sort, value),
    }
}
