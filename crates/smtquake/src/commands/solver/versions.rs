//! `smtquake solver versions`: which releases of a family there are.

use std::cmp::Ordering;

use serde::Serialize;
use solver::catalogue::family::Origin;
use solver::catalogue::{Ask, Catalogue, Family, SystemSolver, VersionList, compare_versions};

use super::{table, tell};
use crate::exit::Exit;

/// List the releases of a solver, newest first
///
/// Asks the package index. When that cannot be reached, what it said last time is listed, with a warning.
#[derive(clap::Args)]
#[command(after_help = "Exit codes: 0 all fine, 1 the releases are not known, 2 bad use")]
pub struct Args {
    /// The solver: z3, cvc5, yices, …
    #[arg(value_name = "FAMILY")]
    pub family: String,

    /// Give the result as one JSON object on standard output
    ///
    /// Its keys: `family`, `versions` (a list, newest first, of `version`, `available`, `installed` and `on_path`),
    /// `system` (the solver on PATH: `family`, `path` and `version`; or null) and `warning` (why the package index
    /// could not be asked, or null).
    #[arg(long)]
    pub json: bool,
}

#[derive(Serialize)]
struct Known<'a> {
    family: &'a str,
    versions: Vec<Version>,
    system: Option<SystemSolver>,
    warning: Option<String>,
}

#[derive(Debug, PartialEq, Eq, Serialize)]
struct Version {
    version: String,
    available: bool,
    installed: bool,
    on_path: bool,
}

/// Does what the command line asks.
pub fn run(args: &Args, catalogue: &Catalogue) -> anyhow::Result<Exit> {
    let list = catalogue.versions(&args.family, Ask::Now)?;
    let versions = merged(&list);
    // Nothing is known only if the index was asked and never answered.
    let exit = match list.unreachable.is_some() && list.releases.is_empty() {
        true => Exit::Rejected,
        false => Exit::Success,
    };
    let warning = list.unreachable.as_ref().map(ToString::to_string);
    if let Some(warning) = &warning {
        anstream::eprintln!("warning: {warning}");
    }
    let known = Known { family: &args.family, versions, system: list.system, warning };
    tell(args.json, &known, |out| {
        let mark = |is: bool, mark: &str| if is { mark.to_owned() } else { String::new() };
        let row = |version: &Version| {
            let Version { version, available, installed, on_path } = version;
            let installed = mark(*installed, "installed");
            [version.clone(), mark(*available, "yes"), installed, mark(*on_path, "on PATH")]
        };
        let rows: Vec<_> = known.versions.iter().map(row).collect();
        table::write(out, ["version", "available", "installed", "on PATH"], &rows)?;
        if let Some(system) = &known.system {
            writeln!(out, "{}@system is {}", system.family, system.path.display())?;
        }
        match Family::named(known.family).map(|family| &family.origin) {
            Some(Origin::SystemOnly { advice }) => {
                writeln!(out, "{} cannot be fetched: {advice}", known.family)
            }
            _ => Ok(()),
        }
    })?;
    Ok(exit)
}

/// Every version that is known for whatever reason, newest first.
fn merged(list: &VersionList) -> Vec<Version> {
    let on_path = list.system.as_ref().and_then(|system| system.version.as_deref());
    let available = || list.releases.iter().map(|release| release.version.as_str());
    let mut all: Vec<&str> =
        available().chain(list.installed.iter().map(String::as_str)).chain(on_path).collect();
    all.sort_by(|a, b| compare_versions(b, a));
    all.dedup_by(|a, b| compare_versions(a, b) == Ordering::Equal);
    let row = |version: &str| Version {
        version: version.to_owned(),
        available: available().any(|one| one == version),
        installed: list.installed.iter().any(|one| one == version),
        on_path: on_path == Some(version),
    };
    all.into_iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use solver::catalogue::Release;

    #[test]
    fn versions_from_everywhere_are_listed_once_newest_first() {
        let release = |version: &str| Release { version: version.to_owned(), package_version: String::new() };
        let system =
            SystemSolver { family: "z3", path: "/bin/z3".into(), version: Some("4.8.10".to_owned()) };
        let list = VersionList {
            releases: vec![release("4.8.12"), release("4.8.9")],
            installed: vec!["5.0.0".to_owned(), "4.8.9".to_owned()],
            system: Some(system),
            unreachable: None,
        };
        let rows: Vec<_> = merged(&list)
            .into_iter()
            .map(|row| (row.version, row.available, row.installed, row.on_path))
            .collect();
        let expected = [
            ("5.0.0", false, true, false),
            ("4.8.12", true, false, false),
            ("4.8.10", false, false, true),
            ("4.8.9", true, true, false),
        ];
        assert_eq!(rows, expected.map(|(version, a, i, p)| (version.to_owned(), a, i, p)));
    }
}
