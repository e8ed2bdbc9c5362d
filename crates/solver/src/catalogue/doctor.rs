//! Is everything in place? One line for each thing that could be wrong.

use std::fs;
use std::path::Path;

use super::family::FAMILIES;
use super::manifest::Installed;
use super::pip::Pip;
use super::sample::SampleResult;
use super::versions::Ask;
use super::{Catalogue, system};

/// How one thing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Health {
    /// As it should be.
    Good,
    /// Something cannot be done, the rest can.
    Limited,
    /// Broken: to be put right before use.
    Broken,
}

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Check {
    /// What it is.
    pub what: String,
    /// How it is.
    pub health: Health,
    /// What was found and, if something is wrong, what to do.
    pub detail: String,
}

/// Below this, fetching a solver is likely to fail half-way.
const ROOM_FOR_A_SOLVER: u64 = 500 << 20;

impl Catalogue {
    /// Looks at everything: Python, network, disk, kernel, solvers in the cache and on `PATH`. `solve` has an installed
    /// solver solve its samples, or says why it cannot.
    pub fn doctor(
        &self,
        solve: &mut dyn FnMut(&Installed) -> Result<Vec<SampleResult>, String>,
    ) -> Vec<Check> {
        let mut checks = vec![pip(), self.network(), self.disk(), pidfd(), landlock(), self.leftovers()];
        match self.list_all() {
            Ok(solvers) => checks.extend(solvers.iter().map(|solver| installed(solver, solve))),
            Err(error) => checks.push(check("solvers", Health::Broken, error)),
        }
        checks.extend(system::on_path().into_iter().map(|solver| {
            let what = format!("{}@system", solver.family);
            let version = solver.version.as_deref().unwrap_or("of unknown version");
            check(&what, Health::Good, format!("{} {version}", solver.path.display()))
        }));
        checks
    }

    fn network(&self) -> Check {
        let what = "package index";
        let Some(family) = FAMILIES.first() else { return check(what, Health::Limited, "no family known") };
        let (versions, unreachable) = self.package_versions(family, Ask::Now);
        match unreachable {
            None => {
                check(what, Health::Good, format!("lists {} versions of {}", versions.len(), family.name))
            }
            Some(error) => check(what, Health::Limited, error),
        }
    }

    fn disk(&self) -> Check {
        let what = "disk";
        let place = self.root().ancestors().find(|dir| dir.exists()).unwrap_or(Path::new("/"));
        match rustix::fs::statvfs(place) {
            Err(error) => check(what, Health::Limited, format!("{}: {error}", place.display())),
            Ok(stat) => {
                let free = stat.f_bavail.saturating_mul(stat.f_frsize);
                let health = if free < ROOM_FOR_A_SOLVER { Health::Limited } else { Health::Good };
                check(what, health, format!("{} MB free for {}", free >> 20, self.root().display()))
            }
        }
    }

    fn leftovers(&self) -> Check {
        let partial = self.root().join("partial");
        let count = fs::read_dir(&partial).map_or(0, |entries| entries.flatten().count());
        match count {
            0 => check("interrupted downloads", Health::Good, "none"),
            n => check(
                "interrupted downloads",
                Health::Limited,
                format!("{n} in {}: add those solvers again, or delete the folder", partial.display()),
            ),
        }
    }
}

fn check(what: &str, health: Health, detail: impl ToString) -> Check {
    Check { what: what.to_owned(), health, detail: detail.to_string() }
}

fn pip() -> Check {
    match Pip::find().version() {
        Ok(version) => check("pip", Health::Good, version),
        Err(error) => check("pip", Health::Limited, error),
    }
}

fn pidfd() -> Check {
    use rustix::process::{PidfdFlags, getpid, pidfd_open};
    match pidfd_open(getpid(), PidfdFlags::empty()) {
        Ok(_) => check("kernel: pidfd", Health::Good, "there"),
        Err(error) => {
            check("kernel: pidfd", Health::Broken, format!("{error}: Linux 5.3 or newer is needed"))
        }
    }
}

/// Creating a rule set restricts nothing yet, so it is safe to try.
fn landlock() -> Check {
    use landlock::{ABI, Access, AccessFs, CompatLevel, Compatible, Ruleset, RulesetAttr};
    let ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::from_all(ABI::V1))
        .and_then(Ruleset::create);
    match ruleset {
        Ok(_) => check("kernel: Landlock", Health::Good, "there"),
        Err(error) => check(
            "kernel: Landlock",
            Health::Limited,
            format!("{error}: a solver could write files outside its scratch folder"),
        ),
    }
}

fn installed(
    solver: &Installed,
    solve: &mut dyn FnMut(&Installed) -> Result<Vec<SampleResult>, String>,
) -> Check {
    let name = solver.name();
    if let Err(error) = solver.check_hashes() {
        return check(&name, Health::Broken, error);
    }
    let results = match solve(solver) {
        Ok(results) => results,
        Err(error) => return check(&name, Health::Broken, error),
    };
    let wrong: Vec<String> = results
        .iter()
        .filter_map(|result| Some(format!("{}: {}", result.theory, result.wrong.as_ref()?)))
        .collect();
    match wrong.len() {
        0 => check(&name, Health::Good, format!("solves a sample of {} theories", results.len())),
        n if n == results.len() => check(&name, Health::Broken, wrong.join("; ")),
        _ => check(&name, Health::Limited, wrong.join("; ")),
    }
}
