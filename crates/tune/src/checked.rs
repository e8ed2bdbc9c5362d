//! Pairs of an operation and an option that were checked by hand, with the reasons.

/// A pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The solver's family.
    pub family: &'static str,
    /// How it came to be checked.
    pub sample: Sample,
    /// What it is about, for tables.
    pub domain: &'static str,
    /// The operation.
    pub operation: &'static str,
    /// The option.
    pub option: &'static str,
    /// Whether the option has to do with formulas that have the operation.
    pub matters: bool,
    /// Why, or why not.
    pub reason: &'static str,
}

/// How a pair came to be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sample {
    /// By lot, among those that were once learnt to matter: what tells precision, and nothing of what was missed.
    Drawn,
    /// By what the solver's help says of the option, before anybody looked at what was learnt.
    Chosen,
}

const FILE: &str = include_str!("../data/checked.tsv");

/// All of them. The file has a column for each field; lines that begin with `#` say something else.
pub fn checked() -> impl Iterator<Item = Checked> {
    FILE.lines().filter(|line| !line.starts_with('#')).filter_map(read)
}

fn read(line: &'static str) -> Option<Checked> {
    let mut fields = line.split('\t');
    Some(Checked {
        family: fields.next()?,
        sample: match fields.next()? {
            "drawn" => Sample::Drawn,
            "chosen" => Sample::Chosen,
            _ => return None,
        },
        domain: fields.next()?,
        operation: fields.next()?,
        option: fields.next()?,
        matters: match fields.next()? {
            "yes" => true,
            "no" => false,
            _ => return None,
        },
        reason: fields.next().filter(|reason| !reason.is_empty())?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shipped::shipped_for;

    #[test]
    fn every_line_is_a_pair_with_a_reason_that_was_looked_at() {
        let lines = FILE.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(checked().count(), lines);
        assert!(lines >= 60, "{lines}");
        let chosen = checked().filter(|pair| pair.sample == Sample::Chosen).count();
        assert!(chosen >= 40, "{chosen} pairs owe nothing to what was learnt");
        for pair in checked() {
            let table = shipped_for(pair.family).unwrap().correlations().unwrap();
            assert!(table.option(pair.option).is_some(), "{} has no option {}", pair.family, pair.option);
            assert!(table.seen(pair.operation) > 0.0, "{} never saw {}", pair.family, pair.operation);
        }
    }
}
