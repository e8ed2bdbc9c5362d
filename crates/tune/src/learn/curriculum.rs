//! What to learn next: the operations that one more formula would tell most about.

use std::collections::{BTreeMap, BTreeSet};

use smtlib::Script;
use smtlib::theory::{Naming, Table, Theory};
use solver::knowledge::{Construct, Knowledge};
use strategy::Dice;
use strategy::grammar::{Bounds, Constructs, Generator, Grammar, Inquiry};

use super::lesson::{Lesson, OPERATIONS};
use crate::correlations::Correlations;
use crate::operations::operations;

/// Logics that together have all theories, alone and in company, with and without quantifiers.
const LOGICS: &[&str] = &[
    "QF_UF",
    "QF_BV",
    "QF_LIA",
    "QF_LRA",
    "QF_IDL",
    "QF_NIA",
    "QF_NRA",
    "QF_LIRA",
    "QF_AX",
    "QF_ALIA",
    "QF_ABV",
    "QF_UFBV",
    "QF_UFLIA",
    "QF_UFLRA",
    "QF_UFNIA",
    "QF_FP",
    "QF_BVFP",
    "QF_S",
    "QF_SLIA",
    "QF_DT",
    "QF_UFDT",
    "QF_UFDTLIA",
    "LIA",
    "LRA",
    "NIA",
    "BV",
    "UF",
    "UFLIA",
    "UFDT",
    "AUFLIA",
    "UFDTLIA",
    "QF_AUFLIA",
    "QF_AUFBV",
];
/// Connectives that are in every lesson.
const BASIC: &[&str] = &["true", "false", "not", "and", "or", "="];
/// Scripts that show which operations a logic has.
const SAMPLES: u64 = 60;
/// Attempts at a formula that has what it was made for.
const ATTEMPTS: u64 = 12;
/// Less than this, per option and formula, is not worth a formula any more.
pub(super) const LEAST_GAIN: f64 = 0.0035;

/// What can be learnt in a logic.
struct Subject {
    logic: &'static str,
    operations: Vec<String>,
}

/// Lessons about all operations that a solver knows.
pub struct Curriculum {
    subjects: Vec<Subject>,
    /// All operations of all subjects.
    operations: BTreeSet<String>,
    knowledge: Knowledge,
    inquiries: Vec<Inquiry>,
    counters: bool,
}

impl Curriculum {
    /// All that a solver with this knowledge can be asked, and can be asked after a check. Its counters are asked for if it
    /// tells any.
    pub fn new(knowledge: &Knowledge, inquiries: &[String], counters: bool) -> Curriculum {
        let inquiries = Inquiry::all().filter(|it| inquiries.iter().any(|name| name == it.name())).collect();
        let mut curriculum = Curriculum {
            subjects: Vec::new(),
            operations: BTreeSet::new(),
            knowledge: knowledge.clone(),
            inquiries,
            counters,
        };
        for logic in LOGICS {
            let Some(grammar) = curriculum.grammar(logic) else { continue };
            let mut generator = Generator::new(grammar);
            let mut seen = BTreeSet::new();
            let mut text = Vec::new();
            for number in 0..SAMPLES {
                text.clear();
                generator.script(1, number, &mut text);
                if let Ok(script) = Script::parse(&text).map_err(drop)
                    && knowledge.can_express(&script).is_ok()
                {
                    seen.extend(operations(&script));
                }
            }
            if !seen.is_empty() {
                curriculum.operations.extend(seen.iter().cloned());
                curriculum.subjects.push(Subject { logic, operations: seen.into_iter().collect() });
            }
        }
        curriculum
    }

    /// How many operations there are to learn about.
    pub fn operations(&self) -> usize {
        self.operations.len()
    }

    /// What one more formula would tell at most, per option; nothing when that is not worth it.
    pub fn worth(&self, table: &Correlations) -> Option<f64> {
        let options = table.options().len().max(1) as f64;
        let best = self.operations.iter().map(|name| table.gain(name) / options).fold(0.0, f64::max);
        (best >= LEAST_GAIN).then_some(best)
    }

    /// Lesson number `number`, by what is known; nothing when no formula was found in some attempts.
    pub fn lesson(&self, table: &Correlations, number: u64) -> Option<Lesson> {
        let mut dice = Dice::new(&[0x1e55_0000, number]);
        let gains: BTreeMap<&str, f64> =
            self.operations.iter().map(|name| (name.as_str(), table.gain(name))).collect();
        let topic = draw(&gains, self.operations.iter().map(String::as_str), 4, &mut dice)?;
        let offering: Vec<&Subject> =
            self.subjects.iter().filter(|subject| subject.operations.iter().any(|it| it == topic)).collect();
        let subject = *dice.pick(&offering)?;
        let grammar = self.lesson_grammar(subject, topic, &gains, &mut dice)?;
        let mut generator = Generator::new(grammar);
        let mut text = Vec::new();
        for attempt in 0..ATTEMPTS {
            text.clear();
            generator.script(number, attempt, &mut text);
            let Ok(script) = Script::parse(&text) else { continue };
            if operations(&script).contains(topic)
                && self.knowledge.can_express(&script).is_ok()
                && self.knowledge.reads_as_written(&script)
            {
                return Lesson::new(&text, self.counters);
            }
        }
        None
    }

    /// A few operators of a subject, the topic among them.
    fn lesson_grammar(
        &self,
        subject: &Subject,
        topic: &str,
        gains: &BTreeMap<&str, f64>,
        dice: &mut Dice,
    ) -> Option<Grammar> {
        let mut grammar = self.grammar(subject.logic)?;
        let is_operator = |name: &&str| {
            let rows = Table::get().rows();
            rows.iter().any(|row| row.names[0] == (Naming::Standard, *name))
        };
        let mut chosen: Vec<String> =
            Some(topic).filter(is_operator).map(str::to_owned).into_iter().collect();
        let all = || subject.operations.iter().map(String::as_str).filter(is_operator);
        for _ in 0..2 * OPERATIONS {
            if chosen.len() < OPERATIONS
                && let Some(name) = draw(gains, all(), 2, dice)
                && !chosen.iter().any(|it| it == name)
            {
                chosen.push(name.to_owned());
            }
        }
        grammar.keep_named(&chosen).ok()?;
        // Fewer connectives: what the operators do is easier to tell.
        let kept = |name: &str| BASIC.contains(&name) || topic.split(' ').next() == Some(name);
        let cores: Vec<&str> = (Table::get().rows().iter())
            .filter(|row| row.theory() == Theory::Core && (kept(row.name()) || dice.chance(20)))
            .map(|row| row.name())
            .collect();
        grammar.keep(&|op| op.theory() != Theory::Core || cores.contains(&op.name()));
        let about = |inquiry: &&Inquiry| topic == format!("get-{}", command_of(inquiry.name()));
        grammar.inquiries = match self.inquiries.iter().find(about) {
            Some(inquiry) => vec![*inquiry],
            None if dice.chance(15) => dice.pick(&self.inquiries).copied().into_iter().collect(),
            None => Vec::new(),
        };
        grammar.bounds.incremental = match topic {
            "push" | "check-sat-assuming" => 100,
            _ => 5,
        };
        Some(grammar)
    }

    fn grammar(&self, logic: &str) -> Option<Grammar> {
        let mut grammar = Grammar::new(logic).ok()?;
        grammar.keep(&|op| self.knowledge.knows(op));
        let has = |construct| self.knowledge.has(construct);
        grammar.constructs = Constructs {
            matches: has(Construct::Match),
            recursion: has(Construct::DefineFunRec),
            parametric: has(Construct::ParametricDatatypes),
            scopes: has(Construct::CheckSatAssuming),
            ..Constructs::common()
        };
        grammar.inquiries.clone_from(&self.inquiries);
        grammar.bounds = Bounds {
            assertions: vec![2, 2, 3, 3, 4, 5],
            fuel: vec![5, 8, 10, 12, 15, 18],
            constants: 3,
            group: 4,
            lets: 0,
            widths: vec![4, 8, 16],
            ..Bounds::default()
        };
        Some(grammar)
    }
}

/// The command of an inquiry, as profiles call it, without `get-`.
fn command_of(inquiry: &str) -> &str {
    match inquiry {
        "values" => "value",
        "core" => "unsat-core",
        "assumptions" => "unsat-assumptions",
        other => other,
    }
}

/// The best of a few that are drawn by lot: mostly what tells most, and sometimes something else.
fn draw<'a>(
    gains: &BTreeMap<&str, f64>,
    names: impl Iterator<Item = &'a str>,
    rounds: usize,
    dice: &mut Dice,
) -> Option<&'a str> {
    let names: Vec<&str> = names.collect();
    let drawn = (0..rounds).filter_map(|_| dice.pick(&names).copied());
    let gain = |name: &str| gains.get(name).copied().unwrap_or(0.0);
    drawn.reduce(|one, other| if gain(other) > gain(one) { other } else { one })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curriculum() -> Curriculum {
        Curriculum::new(&Knowledge::everything(), &["model", "core"].map(str::to_owned), true)
    }

    #[test]
    fn all_theories_and_commands_are_taught() {
        let curriculum = curriculum();
        for name in
            ["bvadd", "str.len", "fp.add", "select", "*", "forall", "apply", "selector", "get-model", "push"]
        {
            assert!(curriculum.operations.contains(name), "{name} of {:?}", curriculum.operations);
        }
    }

    #[test]
    fn lessons_have_few_kinds_of_operators_and_go_where_least_is_known() {
        let curriculum = curriculum();
        let mut table = Correlations::new("z3", (0..50).map(|number| number.to_string()));
        let mut taught = 0;
        for number in 0..200 {
            let Some(lesson) = curriculum.lesson(&table, number) else { continue };
            // Languages begin with a string as terms do with a literal.
            let operators =
                |name: &&String| (name.contains('.') || name.starts_with("bv")) && *name != "str.to_re";
            assert!(lesson.operations.iter().filter(operators).count() <= OPERATIONS, "{lesson:?}");
            let effects: Vec<_> = (0..50).map(|option| (option, crate::Effect::Irrelevant)).collect();
            table.learn(&lesson.operations, &effects);
            taught += 1;
        }
        assert!(taught > 120, "{taught}");
        let untaught = curriculum.operations.iter().filter(|name| table.seen(name) == 0.0).count();
        assert!(untaught * 5 < curriculum.operations(), "{untaught} of {}", curriculum.operations());
        assert!(curriculum.worth(&table).is_some());
    }
}
