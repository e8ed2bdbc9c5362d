//! Solvers that are on `PATH` already.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::child;
use super::family::{FAMILIES, Family};

/// A solver found on `PATH`.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct SystemSolver {
    /// The family's name.
    pub family: &'static str,
    /// The executable.
    pub path: PathBuf,
    /// The version it tells, if it told one.
    pub version: Option<String>,
}

/// Every known solver on `PATH`, one for each family.
pub fn on_path() -> Vec<SystemSolver> {
    FAMILIES.iter().filter_map(find).collect()
}

/// The family's solver on `PATH`.
pub fn find(family: &'static Family) -> Option<SystemSolver> {
    find_in(family, &env::var_os("PATH")?)
}

fn find_in(family: &'static Family, path: &OsStr) -> Option<SystemSolver> {
    let path = family.programs.iter().find_map(|program| which(program, path))?;
    let version = ask_version(&path, &[]);
    Some(SystemSolver { family: family.name, path, version })
}

/// The first executable file of this name in the folders of a `PATH`.
fn which(program: &str, path: &OsStr) -> Option<PathBuf> {
    env::split_paths(path).map(|dir| dir.join(program)).find(|file| is_executable(file))
}

#[cfg(unix)]
pub(super) fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
pub(super) fn is_executable(path: &Path) -> bool {
    path.is_file()
}

/// Asks a program for its version with `--version`, which every known solver understands.
pub(super) fn ask_version(program: &Path, args: &[String]) -> Option<String> {
    let mut command = Command::new(program);
    let output = child::run(command.args(args).arg("--version"), "", Duration::from_secs(10)).ok()?;
    version_in(&output.all())
}

/// The first word of a text that looks like a version: `Z3 version 4.8.12 - 64 bit`.
pub(super) fn version_in(text: &str) -> Option<String> {
    text.split(|c: char| c.is_whitespace() || matches!(c, ',' | '(' | ')' | '[' | ']'))
        .map(|word| word.trim_start_matches('v'))
        .find(|word| word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.'))
        .map(|word| word.trim_end_matches('.').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_solver_on_the_path_is_found_and_asked_for_its_version() {
        use std::os::unix::fs::PermissionsExt;
        let (empty, full) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let program = full.path().join("yices-smt2");
        std::fs::write(&program, "#!/bin/sh\necho Yices 2.6.4\n").unwrap();
        let path = env::join_paths([empty.path(), full.path()]).unwrap();
        let yices = Family::named("yices").unwrap();
        assert_eq!(find_in(yices, &path), None, "a file that cannot be executed is no solver");
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        let found = find_in(yices, &path).unwrap();
        assert_eq!((found.path, found.version.as_deref()), (program, Some("2.6.4")));
        assert_eq!(find_in(Family::named("z3").unwrap(), &path), None);
    }

    #[test]
    fn the_version_is_found_in_every_solvers_wording() {
        for (text, version) in [
            ("Z3 version 4.8.12 - 64 bit\n", "4.8.12"),
            ("This is cvc5 version 1.0.3\ncompiled with GCC version 12.2.0\n", "1.0.3"),
            ("This is CVC4 version 1.8\n", "1.8"),
            ("Yices 2.6.5\nCopyright SRI International.\n", "2.6.5"),
            ("3.2.2\n", "3.2.2"),
            ("oxiz-cli v0.3.4", "0.3.4"),
        ] {
            assert_eq!(version_in(text).as_deref(), Some(version));
        }
        assert_eq!(version_in("error: no such option"), None);
    }
}
