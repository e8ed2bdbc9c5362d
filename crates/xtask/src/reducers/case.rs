//! The scripts, and what has to stay of them.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use smtlib::Script;

use super::peer::program;

/// Operators that have to stay in the synthetic scripts.
const KEPT: &[(&str, [&str; 3])] = &[
    ("synthetic-f1", ["(str.in_re ", "(re.range ", "(str.len "]),
    ("synthetic-f2", ["(xor ", "(ite ", "(<= "]),
    ("synthetic-f3", ["(store ", "(bvslt ", "(distinct "]),
];

/// What a reduced script still has to do.
pub enum Kind {
    /// Z3 4.8.12 answers it wrongly.
    WrongAnswer,
    /// This program says yes.
    Predicate(PathBuf),
}

/// A script to reduce.
pub struct Case {
    pub name: String,
    pub file: PathBuf,
    pub bytes: usize,
    pub output: PathBuf,
    pub kind: Kind,
}

/// The scripts of a folder.
pub fn collect(folder: &Path, only: &str) -> Result<Vec<Case>> {
    let work = std::env::temp_dir().join(format!("compare-reducers-{}", std::process::id()));
    fs::create_dir_all(&work)?;
    let mut cases = Vec::new();
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    for entry in entries {
        let file = entry?.path();
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if file.extension().is_none_or(|it| it != "smt2") || !name.contains(only) {
            continue;
        }
        let kind = match KEPT.iter().find(|(prefix, _)| name == *prefix) {
            Some((_, kept)) => Kind::Predicate(predicate(&work, &name, kept)?),
            None => Kind::WrongAnswer,
        };
        let bytes = fs::metadata(&file)?.len() as usize;
        cases.push(Case { output: work.join(format!("{name}.out.smt2")), name, file, bytes, kind });
    }
    cases.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(cases)
}

/// A program that looks for the operators and asks Z3.
fn predicate(work: &Path, name: &str, kept: &[&str; 3]) -> Result<PathBuf> {
    let z3 = program("z3@5.4.0")?;
    let tests: String = kept.iter().map(|it| format!("grep -qF -- '{it}' \"$1\" || exit 1\n")).collect();
    let text = format!(
        "#!/bin/sh\n{tests}said=$('{}' -T:2 \"$1\" 2>&1)\ncase \"$said\" in *error*) exit 1;; esac\nexit 0\n",
        z3.display()
    );
    let path = work.join(format!("{name}.sh"));
    fs::write(&path, text)?;
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
    Ok(path)
}

impl Case {
    /// Whether our type checker and the newest Z3 take a result.
    pub fn is_valid(&self, text: &[u8]) -> bool {
        let typed =
            Script::parse(text).is_ok_and(|script| script.type_errors.is_empty() && script.opaque == 0);
        let Ok(z3) = program("z3@5.4.0") else { return false };
        let said = Command::new(z3).arg("-T:10").arg(&self.output).output();
        let accepted = said.is_ok_and(|said| !String::from_utf8_lossy(&said.stdout).contains("(error"));
        typed && accepted
    }
}
