//! What is known about a release, kept beside it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use smtlib::theory::Table;

use super::interview::questions;
use super::question::Words;
use super::{Construct, Knowledge};
use crate::catalogue::{Catalogue, CatalogueError, Launch, Resolved, short_hash};

/// Raised when the interview changes in a way that its questions do not show.
const INTERVIEW: u32 = 2;

/// The file. People may read it: operators are called by their table's names.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Remembered {
    /// The names that each operator has in this release; operators that it does not know are not listed.
    names: BTreeMap<String, Vec<String>>,
    constructs: BTreeSet<Construct>,
    legacy_strings: bool,
}

/// The file about a solver. Another table asks other questions, and other arguments may make another solver: both are
/// part of its name.
pub(super) fn place(solver: &Resolved) -> PathBuf {
    let mut key = INTERVIEW.to_string();
    for question in questions(Words::USUAL) {
        key.push_str(&question.script);
    }
    for construct in Construct::ALL {
        key.push_str(construct.script());
    }
    if let Launch::Process { args, .. } = &solver.launch {
        key.push_str(&args.join("\0"));
    }
    solver.facts.join(format!("knowledge-{}.json", short_hash(key.as_bytes())))
}

/// What was remembered, if anything; what cannot be read is nothing.
pub(super) fn read(place: &Path) -> Option<Knowledge> {
    let remembered: Remembered = serde_json::from_slice(&fs::read(place).ok()?).ok()?;
    let known = |row: &smtlib::theory::Row| {
        let names = remembered.names.get(&format!("{:?}", row.op));
        let bit = |(i, (_, name)): (usize, &(_, &str))| {
            u8::from(names.is_some_and(|names| names.iter().any(|known| known == name))) << i
        };
        row.names.iter().enumerate().map(bit).sum()
    };
    let names = Table::get().rows().iter().map(known).collect();
    Some(Knowledge::new(names, remembered.constructs, remembered.legacy_strings))
}

pub(super) fn write(
    catalogue: &Catalogue,
    place: &Path,
    knowledge: &Knowledge,
) -> Result<(), CatalogueError> {
    let mut names: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for row in Table::get().rows() {
        for (spelling, (_, name)) in row.names.iter().enumerate() {
            if knowledge.knows_name(row.op, spelling as u8) {
                names.entry(format!("{:?}", row.op)).or_default().push((*name).to_owned());
            }
        }
    }
    let remembered = Remembered {
        names,
        constructs: knowledge.constructs.clone(),
        legacy_strings: knowledge.legacy_strings,
    };
    let text = serde_json::to_vec_pretty(&remembered).unwrap_or_default();
    catalogue.write_whole(place, &text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use smtlib::theory::{ArithOp, RegexOp};

    #[test]
    fn what_is_written_is_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let catalogue = Catalogue::open(folder.path());
        let mut names = vec![u8::from(true); Table::get().rows().len()];
        names[smtlib::theory::Op::from(ArithOp::Rem).index()] = 0;
        names[smtlib::theory::Op::from(RegexOp::InRe).index()] = 0b110;
        let knowledge = Knowledge::new(names, [Construct::Int].into(), true);
        let place = folder.path().join("facts/knowledge.json");
        write(&catalogue, &place, &knowledge).unwrap();
        assert_eq!(read(&place), Some(knowledge));
        fs::write(&place, "{").unwrap();
        assert_eq!(read(&place), None);
    }
}
