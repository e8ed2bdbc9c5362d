//! A bug in the words of an issue: what trackers of solvers ask for, in the order they ask for it.

use campaign::FindingFile;
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
    if let Some(actual) = facts.actual.as_ref().filter(|actual| actual.mark != Mark::Bad)
        // One run says nothing about times.
        && facts.finding.class != Class::Slow
    {
        let said = format!("{} did not show it just now: {}", actual.version, actual.answer);
        blocks.push(Block::Notice(said));
    }
    blocks.push(Block::heading(2, "Script"));
    blocks.push(Block::Code("smt2", String::from_utf8_lossy(&facts.smallest.text).into_owned()));
    if let Some(compared) = &facts.smallest.compared {
        blocks.push(Block::heading(2, "Compared with"));
        blocks.push(Block::Code("smt2", compared.clone()));
    }
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
    blocks.push(Block::Code("", finding.evidence_of(facts.smallest.file).to_owned()));
    blocks.extend(origin(finding, facts.smallest.file).map(Block::text));
    if !facts.output.trim().is_empty() && finding.class == Class::Crash {
        blocks.push(Block::text("What it printed when it was found:"));
        blocks.push(Block::Code("", facts.output.clone()));
    }
    blocks
}

/// Which script is which: how what was found looked before it was reduced to another thing.
pub fn origin(finding: &FindingFile, file: &str) -> Option<String> {
    let evidence = finding.reduced.as_ref().filter(|_| file == "reduced.smt2").map(|_| &finding.evidence)?;
    let before = match (&finding.step, finding.class) {
        (Some(_), Class::Incomplete) => " of test.smt2, which is one step after previous.smt2",
        (Some(_), _) => " of test.smt2, which asks what previous.smt2 asks",
        (None, _) => " of test.smt2",
    };
    Some(format!(
        "That is {file}, reduced from test.smt2. What was found first{before}: {}",
        evidence.trim_end()
    ))
}

fn known_by(facts: &Facts) -> Vec<Block> {
    if facts.finding.class == Class::Crash {
        return Vec::new();
    }
    let mut blocks = vec![Block::heading(2, "How the expected answer is known")];
    if let (Class::Core, Some(witness)) = (facts.finding.class, &facts.smallest.witness) {
        let text = "This model satisfies everything in the core, and all that is asserted without a name. It was verified by \
                    exact evaluation, without a solver:";
        blocks.extend([Block::text(text), Block::Code("smt2", witness.clone())]);
        return blocks;
    }
    // The witness of a test with several checks may be about another one.
    let witness = facts.smallest.witness.as_ref().filter(|_| about(facts) != Some("unsat"));
    match (&facts.witness, witness) {
        (Some(Ok(())), Some(witness)) => {
            blocks.push(Block::text(
                "This model satisfies every assertion at the check. It was verified by exact evaluation, without a solver:",
            ));
            blocks.push(Block::Code("smt2", witness.clone()));
        }
        (Some(Err(doubt)), Some(witness)) => {
            blocks.push(Block::Notice(format!("the witness did not pass its check: {doubt}")));
            blocks.push(Block::Code("smt2", witness.clone()));
        }
        _ => blocks.push(Block::text(by_construction(facts))),
    }
    blocks
}

/// The right answer of the check that the finding is about.
fn about(facts: &Facts) -> Option<&str> {
    let check = if facts.expected.len() == 1 { Some(0) } else { facts.finding.check };
    facts.expected.get(check?).map(String::as_str)
}

/// Why an answer without a witness is known. A reduced script is no longer what was constructed.
fn by_construction(facts: &Facts) -> &'static str {
    if facts.finding.class == Class::Contradiction {
        return "Nobody knows what is right here; but the two answers cannot both be.";
    }
    match (about(facts) == Some("unsat"), facts.smallest.file) {
        (_, "reduced.smt2") if facts.finding.reduced.is_some() => "It rests on those who are named above.",
        (true, "reduced.smt2") => {
            "The test that this script was reduced from is unsatisfiable by construction, for the reason given above. Of the \
             script itself the other solvers below say so."
        }
        (true, _) => "The script is unsatisfiable by construction, for the reason given above.",
        (false, _) => {
            "There is no witness in the finding's folder: the answer rests on the other solvers below."
        }
    }
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

#[cfg(test)]
mod tests {
    use campaign::Smallest;

    use super::*;
    use crate::document::markdown;

    /// A finding about the second of two checks, whose answers are these.
    fn facts(answers: [&str; 2], file: &'static str) -> Facts {
        let answers = answers.map(str::to_owned).to_vec();
        let finding = FindingFile {
            class: Class::Solution,
            target: "z3@4.8.7[a=1]".to_owned(),
            signature: String::new(),
            evidence: "check 2: sat, but <why>".to_owned(),
            reduced: None,
            doubt: None,
            check: Some(1),
            place: None,
            outcome: String::new(),
            answers: answers.clone(),
            step: None,
            neighbour: None,
            provenance: Default::default(),
        };
        let witness = Some("((define-fun x () Int 1))".to_owned());
        Facts {
            expected: answers,
            smallest: Smallest {
                file,
                text: b"(check-sat)(check-sat)".to_vec(),
                witness,
                witness_file: None,
                standard: None,
                compared: None,
            },
            actual: None,
            output: String::new(),
            witness: Some(Ok(())),
            bisection: None,
            command_line: "z3 -in < bug.smt2".to_owned(),
            in_script: Vec::new(),
            platform: "here".to_owned(),
            others: Vec::new(),
            breaches: Vec::new(),
            wishes: Vec::new(),
            finding,
        }
    }

    #[test]
    fn a_witness_of_another_check_proves_nothing() {
        let text = markdown(&blocks(&facts(["sat", "unsat"], "test.smt2")));
        assert!(text.contains("unsatisfiable by construction, for the reason"), "{text}");
        assert!(!text.contains("define-fun"), "{text}");
        let reduced = markdown(&blocks(&facts(["sat", "unsat"], "reduced.smt2")));
        assert!(reduced.contains("was reduced from is unsatisfiable"), "{reduced}");
        let own = markdown(&blocks(&facts(["unsat", "sat"], "test.smt2")));
        assert!(own.contains("define-fun x"), "{own}");
    }

    #[test]
    fn needed_options_are_named() {
        let text = markdown(&blocks(&facts(["sat", "unsat"], "test.smt2")));
        assert!(text.contains("Options: needed: `a=1`."), "{text}");
    }

    #[test]
    fn a_reduced_loss_says_which_script_is_which() {
        let mut facts = facts(["unknown", "sat"], "reduced.smt2");
        facts.finding.class = Class::Incomplete;
        facts.finding.evidence = "check 1: unknown, but sat one step before, by rule and-to-or".to_owned();
        facts.finding.reduced = Some("check 1: unknown, but z3@5.4.0 says sat".to_owned());
        facts.finding.step = Some(campaign::StepTaken { rule: "and-to-or".to_owned(), size: 2 });
        facts.smallest.witness = None;
        let text = markdown(&blocks(&facts));
        assert!(text.contains("check 1: unknown, but z3@5.4.0 says sat"), "{text}");
        assert!(text.contains("test.smt2, which is one step after previous.smt2: check 1"), "{text}");
        assert!(text.contains("It rests on those who are named above."), "{text}");
    }
}
