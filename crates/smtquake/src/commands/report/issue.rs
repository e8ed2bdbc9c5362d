//! A bug in the words of an issue: what trackers of solvers ask for, in the order they ask for it.

use campaign::bisect::{Bisection, Mark, Probe};
use oracle::{Class, Severity};

use super::facts::Facts;
use crate::document::Block;

/// One line that says what is wrong.
pub fn title(facts: &Facts) -> String {
    let kind = match facts.finding.class.severity() {
        Severity::Soundness => "soundness",
        Severity::Crash => "crash",
        Severity::Completeness => "incompleteness",
        Severity::Performance => "performance",
    };
    format!("[{kind}] {} {}", facts.finding.target, facts.finding.class.meaning())
}

/// The issue.
pub fn blocks(facts: &Facts) -> Vec<Block> {
    let mut blocks = vec![Block::heading(1, title(facts))];
    for reason in &facts.breaches {
        blocks.push(Block::Notice(format!("not to be reported: {reason}")));
    }
    if let Some(actual) = facts.actual.as_ref().filter(|actual| actual.mark != Mark::Bad) {
        let said = format!("{} did not show it just now: {}", actual.version, actual.answer);
        blocks.push(Block::Notice(said));
    }
    blocks.push(Block::heading(2, "Script"));
    blocks.push(Block::Code("smt2", String::from_utf8_lossy(&facts.smallest.text).into_owned()));
    blocks.extend(answers(facts));
    blocks.extend(known_by(facts));
    blocks.extend(versions(facts));
    blocks.extend(reproduction(facts));
    if !facts.others.is_empty() {
        blocks.push(Block::heading(2, "Other solvers"));
        blocks.push(Block::table(["solver", "answer", "note"], facts.others.iter().map(row).collect()));
    }
    blocks
}

fn row(probe: &Probe) -> [String; 3] {
    [probe.version.clone(), probe.answer.clone(), probe.note.clone().unwrap_or_default()]
}

fn answers(facts: &Facts) -> Vec<Block> {
    let finding = &facts.finding;
    let mut blocks = vec![Block::heading(2, "Expected and actual")];
    let actual: Vec<&str> = match &facts.actual {
        Some(probe) => probe.answer.split_whitespace().collect(),
        None => Vec::new(),
    };
    if finding.class == Class::Crash {
        let expected = facts.expected.join(" ");
        let place = finding.place.as_deref().unwrap_or("an unknown place");
        blocks.push(Block::text(format!(
            "Expected: an answer (`{expected}`). Actual: it breaks at `{place}`."
        )));
    } else {
        let cell = |i: usize| actual.get(i).map_or("not run", |answer| answer).to_owned();
        let rows = facts.expected.iter().enumerate();
        let rows = rows.map(|(i, expected)| [(i + 1).to_string(), expected.clone(), cell(i)]).collect();
        blocks.push(Block::table(["check", "expected", "actual"], rows));
    }
    blocks.push(Block::Code("", finding.evidence.clone()));
    if !facts.output.trim().is_empty() && finding.class == Class::Crash {
        blocks.push(Block::text("What it printed when it was found:"));
        blocks.push(Block::Code("", facts.output.clone()));
    }
    blocks
}

fn known_by(facts: &Facts) -> Vec<Block> {
    if facts.finding.class == Class::Crash {
        return Vec::new();
    }
    let mut blocks = vec![Block::heading(2, "How the expected answer is known")];
    match (&facts.witness, &facts.smallest.witness) {
        (Some(Ok(())), Some(witness)) => {
            blocks.push(Block::text(
                "This model satisfies every assertion. It was checked by exact evaluation, without a solver:",
            ));
            blocks.push(Block::Code("smt2", witness.clone()));
        }
        (Some(Err(doubt)), Some(witness)) => {
            blocks.push(Block::Notice(format!("the witness did not pass its check: {doubt}")));
            blocks.push(Block::Code("smt2", witness.clone()));
        }
        _ => {
            blocks.push(Block::text(
                "The script is unsatisfiable by construction, for the reason given above.",
            ));
        }
    }
    blocks
}

fn versions(facts: &Facts) -> Vec<Block> {
    let mut blocks = vec![Block::heading(2, "Versions")];
    let Some(bisection) = &facts.bisection else {
        blocks.push(Block::text(format!("Found with {}.", facts.finding.target)));
        return blocks;
    };
    blocks.push(Block::text(history(bisection)));
    blocks.push(Block::table(["version", "answer", "note"], bisection.matrix.iter().map(row).collect()));
    blocks
}

/// The lives of the bug in a few sentences.
fn history(bisection: &Bisection) -> String {
    let mut sentences = Vec::new();
    for life in &bisection.lives {
        let before = match &life.last_good {
            Some(good) => format!("last good {good}"),
            None => "no good release before it".to_owned(),
        };
        let after = match &life.fixed_in {
            Some(good) => format!("fixed in {good}"),
            None => format!("last bad {}", life.last_bad),
        };
        sentences.push(format!("First bad {} ({before}), {after}.", life.first_bad));
    }
    sentences.push(match bisection.still_bad {
        Some(true) => format!("The newest release, {}, still shows it.", bisection.newest),
        Some(false) => format!("The newest release, {}, does not show it.", bisection.newest),
        None => format!("The newest release, {}, could not be judged.", bisection.newest),
    });
    sentences.join(" ")
}

fn reproduction(facts: &Facts) -> Vec<Block> {
    let options = match facts.finding.target.split_once('[') {
        Some((_, options)) => format!("needed: `{}`", options.trim_end_matches(']')),
        None => "none needed".to_owned(),
    };
    let mut blocks = vec![Block::heading(2, "To reproduce"), Block::Code("sh", facts.command_line.clone())];
    if !facts.in_script.is_empty() {
        blocks.push(Block::text("At the head of the script:"));
        blocks.push(Block::Code("smt2", facts.in_script.join("\n")));
    }
    blocks.push(Block::text(format!("Options: {options}. Platform: {}.", facts.platform)));
    blocks
}
