//! The document of all rules, made from the tables.

use std::fmt::Write;

use super::printed;
use super::row::{Rule, Source, Theory};
use super::trial;

const HEAD: &str = "\
# Rules

Walks replace a formula by a weaker or a stronger one, or a term by an equal one, by these rules. This page is made from
the tables in `crates/strategy/src/rules/`; `SMTQUAKE_BLESS=1 cargo test -p strategy --test rules` writes it.

`p ⇒ q` weakens from left to right and strengthens from right to left; `p ⇔ q` does both both ways. `ps...` stands for
any number of arguments, `(= xs ys)...` for one term per element. `A`, `B` are any sorts, `Num` is Int or Real, `n`, `m`,
`i`, `j` and `k` any numbers that fit, `Num>=0` a literal that is not negative, `Data` a datatype with different
constructors `C` and `E` and a selector `S` of `C`, `X` the variables of a quantifier. A variable that only the result has
is filled with a term of the script.

The source is the number in the paper (M. Bringolf, Fuzz-testing SMT Solvers with Formula Weakening and Strengthening), one of
its two templates, operator replacement and homomorphism, or we ourselves. What each was proved by is in
`crates/strategy/src/rules/proofs.tsv`, and `smtquake rules list` shows it.
";

/// The document, in Markdown.
pub fn markdown() -> String {
    let mut text = HEAD.to_owned();
    let count = |theory: Theory| format!("{} {}", theory.rules().len(), theory.name());
    let all: usize = Theory::ALL.into_iter().map(|theory| theory.rules().len()).sum();
    let proved = Theory::ALL.into_iter().flat_map(Theory::rules).filter(|rule| is_proved(rule)).count();
    let counts: Vec<String> = Theory::ALL.into_iter().map(count).collect();
    line(&mut text, &format!("\n{all} rules, {proved} of them proved: {}.", counts.join(", ")));
    for theory in Theory::ALL {
        line(&mut text, &format!("\n## {}\n", theory.name()));
        line(&mut text, "| name | source | rule | variables |\n|---|---|---|---|");
        for rule in theory.rules() {
            let condition =
                if rule.condition.is_empty() { String::new() } else { format!(" if `{}`", rule.condition) };
            let proof = if is_proved(rule) { "" } else { " (unproved)" };
            line(
                &mut text,
                &format!(
                    "| {}{proof} | {} | `{}` {} `{}`{condition} | `{}` |",
                    rule.name,
                    source(rule),
                    rule.lhs,
                    rule.direction.arrow(),
                    rule.rhs,
                    rule.vars
                ),
            );
        }
    }
    text.push_str(&as_printed());
    text
}

fn is_proved(rule: &Rule) -> bool {
    rule.proof().is_some_and(|proof| proof.is_complete())
}

fn source(rule: &Rule) -> String {
    match rule.source {
        Source::Paper(number) => format!("({number})"),
        Source::Template => "template".to_owned(),
        Source::Ours => "ours".to_owned(),
    }
}

fn line(text: &mut String, line: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{line}");
}

/// What is wrong with the paper's rules as they are printed.
fn as_printed() -> String {
    let mut text = "\n## As printed in the paper\n\n".to_owned();
    for (number, note) in printed::NOTES {
        line(&mut text, &format!("- ({number}) {note}"));
    }
    for rule in printed::RULES {
        line(
            &mut text,
            &format!("\nA counter-example of {}, `{}`, by our evaluator:\n", source(rule), rule.text()),
        );
        if let Some((claim, model)) = counter_example(rule) {
            line(&mut text, &format!("```smt2\n; false: {claim}\n{}\n```", model.trim_end()));
        }
    }
    text
}

/// A claim that our evaluator finds to be false, and the model.
pub fn counter_example(rule: &Rule) -> Option<(String, String)> {
    rule.instances().into_iter().find_map(|instance| {
        let model = trial::sample(&instance, 10_000, 1).counter?;
        Some((instance.claim, model))
    })
}

/// The paper's rules as they are printed, where they do not hold.
pub fn wrong_as_printed() -> &'static [Rule] {
    printed::RULES
}
