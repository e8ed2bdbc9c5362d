//! What is known about the truth of each rule.
//!
//! `smtquake rules prove` asks solvers and writes `proofs.tsv`: a line per rule with a fingerprint of its text, so that
//! an edited rule is an unproved one.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;

use super::row::Rule;

/// How far a rule was proved.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Proof {
    /// At how many sorts, widths and lengths.
    pub instances: u32,
    /// Instances whose negation two solvers or more refuted.
    pub twice: u32,
    /// Other instances that were true in all models over small domains.
    pub exhausted: u32,
    /// Who refuted how many.
    pub by: BTreeMap<String, u32>,
}

impl Proof {
    /// Whether every instance was proved.
    pub fn is_complete(&self) -> bool {
        self.instances > 0 && self.twice + self.exhausted == self.instances
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_complete() { "proved:" } else { "unproved:" })?;
        for (name, count) in &self.by {
            write!(f, " {name} {count}/{}", self.instances)?;
        }
        if self.exhausted > 0 {
            write!(f, " evaluated {}/{}", self.exhausted, self.instances)?;
        }
        Ok(())
    }
}

impl Rule {
    /// A number that changes with all that the rule says.
    pub fn fingerprint(&self) -> String {
        let text = format!("{} {}", self.name, self.text());
        blake3::hash(text.as_bytes()).to_hex()[..16].to_owned()
    }

    /// What was recorded about this very text.
    pub fn proof(&self) -> Option<&'static Proof> {
        let (fingerprint, proof) = RECORDED.0.get(self.name)?;
        (*fingerprint == self.fingerprint()).then_some(proof)
    }
}

/// What is known, by the names of the rules, with the fingerprints of their texts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Proofs(BTreeMap<String, (String, Proof)>);

static RECORDED: LazyLock<Proofs> = LazyLock::new(|| Proofs::parse(include_str!("proofs.tsv")));

impl Proofs {
    /// What the repository has.
    pub fn recorded() -> &'static Proofs {
        &RECORDED
    }

    /// Adds what became known.
    pub fn insert(&mut self, rule: &Rule, proof: Proof) {
        self.0.insert(rule.name.to_owned(), (rule.fingerprint(), proof));
    }

    /// Forgets rules that are not among these.
    pub fn retain(&mut self, names: impl Fn(&str) -> bool) {
        self.0.retain(|name, _| names(name));
    }

    /// Reads a record; a line that cannot be read proves nothing.
    pub fn parse(text: &str) -> Proofs {
        Proofs(text.lines().filter_map(line).collect())
    }
}

fn line(text: &str) -> Option<(String, (String, Proof))> {
    let mut cells = text.split('\t');
    let mut cell = || cells.next();
    let (name, fingerprint) = (cell()?.to_owned(), cell()?.to_owned());
    let (instances, twice, exhausted) = (cell()?.parse().ok()?, cell()?.parse().ok()?, cell()?.parse().ok()?);
    let by = cells.filter_map(|cell| {
        let (name, count) = cell.rsplit_once('=')?;
        Some((name.to_owned(), count.parse().ok()?))
    });
    Some((name, (fingerprint, Proof { instances, twice, exhausted, by: by.collect() })))
}

impl fmt::Display for Proofs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, (fingerprint, proof)) in &self.0 {
            write!(f, "{name}\t{fingerprint}\t{}\t{}\t{}", proof.instances, proof.twice, proof.exhausted)?;
            for (solver, count) in &proof.by {
                write!(f, "\t{solver}={count}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Theory;

    fn proof(twice: u32) -> Proof {
        let by = [("z3@1".to_owned(), 3), ("cvc5@2".to_owned(), twice)].into_iter().collect();
        Proof { instances: 3, twice, exhausted: 0, by }
    }

    #[test]
    fn a_record_is_read_back() {
        let rule = &Theory::Core.rules()[0];
        let mut proofs = Proofs::default();
        proofs.insert(rule, proof(2));
        assert_eq!(Proofs::parse(&proofs.to_string()), proofs);
        assert_eq!(Proofs::parse("nonsense\n"), Proofs::default());
    }

    #[test]
    fn only_all_instances_are_a_proof() {
        assert!(proof(3).is_complete());
        assert!(!proof(2).is_complete() && !Proof::default().is_complete());
        assert!(Proof { exhausted: 1, ..proof(2) }.is_complete());
        assert_eq!(proof(3).to_string(), "proved: cvc5@2 3/3 z3@1 3/3");
    }

    #[test]
    fn an_edited_rule_has_another_fingerprint() {
        let rule = Theory::Core.rules()[0];
        let edited = Rule { rhs: "true", ..rule };
        assert_ne!(rule.fingerprint(), edited.fingerprint());
        assert_eq!(edited.proof(), None);
    }
}
