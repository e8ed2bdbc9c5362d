//! A finding as a folder that a person can read.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use oracle::Class;
use serde::{Deserialize, Serialize};
use strategy::Provenance;

use crate::confirmed::Confirmed;

/// `finding.toml`: everything about a finding but the files beside it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FindingFile {
    /// What kind of bug.
    pub class: Class,
    /// The target.
    pub target: String,
    /// What it has in common with other findings of the same bug.
    pub signature: String,
    /// What was seen and what is right.
    pub evidence: String,
    /// What was seen of `reduced.smt2`, where that is another thing than was seen of the test.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reduced: Option<String>,
    /// Why it is no finding, where it is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doubt: Option<String>,
    /// The check it is about, from 0.
    pub check: Option<usize>,
    /// Where it broke.
    pub place: Option<String>,
    /// How the target ended.
    pub outcome: String,
    /// The right answers.
    pub answers: Vec<String>,
    /// The step that lost the answer, on a walk, or the guise that changed it; the script before it is `previous.smt2`.
    /// That of `reduced.smt2` is `reduced-plain.smt2`: only a guise can be put on again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<StepTaken>,
    /// The target that takes less time: the same without some of its options, or an older release.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub neighbour: Option<String>,
    /// How to make the test again.
    pub provenance: Provenance,
}

/// The step that lost an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepTaken {
    /// The rule.
    pub rule: String,
    /// How large it is: the terms that it replaced and that took their place.
    pub size: u32,
}

/// A file that could not be read or written.
#[derive(Debug)]
pub struct FolderError {
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub error: io::Error,
}

impl FindingFile {
    /// Reads a finding's folder.
    pub fn read(folder: &Path) -> Result<FindingFile, FolderError> {
        let path = folder.join("finding.toml");
        let text = fs::read_to_string(&path).map_err(|error| FolderError { path: path.clone(), error })?;
        toml::from_str(&text).map_err(|error| FolderError { path, error: io::Error::other(error) })
    }
}

/// Writes a finding's folder whole, or not at all.
pub(super) fn write(parent: &Path, name: &str, confirmed: &Confirmed) -> Result<(), FolderError> {
    let (draft, whole) = (parent.join(format!(".{name}")), parent.join(name));
    let at = |path: &Path| {
        let path = path.to_owned();
        move |error| FolderError { path, error }
    };
    let _ = fs::remove_dir_all(&draft);
    fs::create_dir_all(&draft).map_err(at(&draft))?;
    let finding = &confirmed.finding;
    let file = FindingFile {
        class: finding.class,
        target: confirmed.target.clone(),
        signature: confirmed.signature.0.clone(),
        evidence: finding.evidence.clone(),
        reduced: confirmed.smaller.as_ref().and_then(|smaller| smaller.evidence.clone()),
        doubt: confirmed.verdict.doubt(),
        check: finding.check,
        place: finding.place.clone(),
        outcome: confirmed.outcome.clone(),
        answers: confirmed.answers.iter().map(|answer| (*answer).to_owned()).collect(),
        step: confirmed
            .previous
            .as_ref()
            .map(|previous| StepTaken { rule: previous.rule.to_owned(), size: previous.size }),
        neighbour: confirmed.neighbour.clone(),
        provenance: confirmed.provenance.clone(),
    };
    let toml = toml::to_string_pretty(&file).map_err(io::Error::other).map_err(at(&draft))?;
    let mut files: Vec<(&str, &[u8])> = vec![
        ("finding.toml", toml.as_bytes()),
        ("test.smt2", &confirmed.text),
        ("output.txt", &confirmed.stdout),
    ];
    if let Some(standard) = &confirmed.standard {
        files.push(("test.standard.smt2", standard));
    }
    if let Some(smaller) = &confirmed.smaller {
        if let Some(standard) = &smaller.standard {
            files.push(("reduced.standard.smt2", standard));
        }
        files.push(("reduced.smt2", &smaller.text));
        if let Some(witness) = &smaller.witness {
            files.push(("reduced-witness.smt2", witness.as_bytes()));
        }
        if let Some(plain) = &smaller.plain {
            files.push(("reduced-plain.smt2", plain));
        }
    }
    if let Some(previous) = &confirmed.previous {
        files.push(("previous.smt2", &previous.text));
    }
    if let Some(witness) = &confirmed.witness {
        files.push(("witness.smt2", witness.as_bytes()));
    }
    if !confirmed.stderr.is_empty() {
        files.push(("errors.txt", &confirmed.stderr));
    }
    let script = reproduce(&confirmed.target, confirmed.neighbour.as_deref());
    files.push(("reproduce.sh", script.as_bytes()));
    for (name, bytes) in files {
        let path = draft.join(name);
        fs::write(&path, bytes).map_err(at(&path))?;
    }
    let executable = fs::Permissions::from_mode(0o755);
    fs::set_permissions(draft.join("reproduce.sh"), executable).map_err(at(&draft))?;
    let _ = fs::remove_dir_all(&whole);
    fs::rename(&draft, &whole).map_err(at(&whole))
}

fn reproduce(target: &str, neighbour: Option<&str>) -> String {
    let targets: Vec<&str> = [target].into_iter().chain(neighbour).collect();
    let targets = targets.join(",").replace('\'', "'\\''");
    let beside = if neighbour.is_some() { " and on its neighbour" } else { "" };
    format!(
        "#!/bin/sh\n\
         # Runs the test on the solver it was found with{beside}, and checks the witness without any solver.\n\
         cd \"$(dirname \"$0\")\" || exit 2\n\
         smtquake run test.smt2 --on '{targets}'\n\
         # Where the solver has escapes of its own in its strings, the script by the standard stands beside.\n\
         script=test.smt2; [ -f test.standard.smt2 ] && script=test.standard.smt2\n\
         if [ -f witness.smt2 ]; then smtquake eval $script --model witness.smt2; fi\n"
    )
}
