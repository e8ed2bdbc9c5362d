//! The command line that shows a bug, as somebody else would type it.

use std::path::Path;

use solver::profile::Profile;
use solver::target::{Setting, Source, Target};

/// The command that runs a target on `file`, and the `set-option`s that must stand at the head of the script for the
/// options that it takes in no other way. Paths of this machine are nobody's business: a program is its name.
pub fn command_line(
    target: &Target,
    profile: &Profile,
    incremental: bool,
    file: &str,
) -> (String, Vec<String>) {
    let mut words: Vec<String> = Vec::new();
    match &target.source {
        Source::Release { family, .. } => words.push(family.clone()),
        Source::Program { path, args, .. } => {
            words.push(name(path));
            words.extend(args.iter().cloned());
        }
        Source::Library { path, .. } => words.push(name(path)),
    }
    words.extend(profile.run.stdin.iter().cloned());
    let more = profile.run.incremental.iter().filter(|arg| incremental && !profile.run.stdin.contains(arg));
    words.extend(more.cloned());
    let mut in_script = Vec::new();
    for Setting { name, value } in &target.options {
        match profile.options.argument(name, value) {
            Some(argument) => words.push(argument),
            None => in_script.push(profile.options.command(name, value)),
        }
    }
    let quoted: Vec<String> = words.iter().map(|word| quote(word)).collect();
    (format!("{} < {file}", quoted.join(" ")), in_script)
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// A word as a shell reads it.
fn quote(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=.:,/+@".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use solver::profile::Profiles;

    use super::*;

    #[test]
    fn options_are_written_as_the_solver_takes_them() {
        let profiles = Profiles::built_in().unwrap();
        let of = |target: &str, profile: &str, incremental| {
            let target: Target = target.parse().unwrap();
            command_line(&target, profiles.get(profile).unwrap(), incremental, "bug.smt2")
        };
        let (line, _) = of("z3@4.8.7[smt.arith.solver=2]", "z3", false);
        assert_eq!(line, "z3 -smt2 -in smt.arith.solver=2 < bug.smt2");
        let (line, _) = of("cvc5[fmf-bound=true]", "cvc5", true);
        assert_eq!(line, "cvc5 --lang=smt2 -q --incremental --fmf-bound < bug.smt2");
        let (line, in_script) = of("./secret/place/mine -T:5 [a=1]", "generic", false);
        assert_eq!(
            (line.as_str(), in_script),
            ("mine -T:5 < bug.smt2", vec!["(set-option :a 1)".to_owned()])
        );
        assert_eq!(quote("it's"), "'it'\\''s'");
    }
}
