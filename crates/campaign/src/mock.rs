//! Solvers made for tests.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use solver::backend::Found;
use solver::catalogue::Catalogue;
use solver::knowledge::Knowledge;
use solver::process::Limits;
use solver::profile::Profiles;
use solver::target::Target;

use crate::contestant::Contestant;
use crate::lane::Lane;
use crate::plan::Way;
use crate::reduction::Means;
use crate::workshop::Workshop;

/// A solver that is this shell script.
pub fn solver(folder: &Path, name: &str, script: &str) -> Contestant {
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let target: Target = path.display().to_string().parse().unwrap();
    let catalogue = Catalogue::open(folder.join("catalogue"));
    let found = Found::find(&catalogue, &Profiles::built_in().unwrap(), &target).unwrap();
    Contestant {
        name: name.to_owned(),
        found: Some(found),
        knowledge: Knowledge::everything(),
        trusted: name.starts_with("trusted"),
    }
}

/// A solver that prints this whatever it is given; a line that begins with `((`, a model, only when it is asked for one.
pub fn saying(folder: &Path, name: &str, output: &str) -> Contestant {
    let shown = "if grep -q get-model; then shown=.; else shown='^[^(]\\|^([^(]'; fi";
    solver(folder, name, &format!("{shown}\ngrep \"$shown\" <<'END'\n{output}\nEND"))
}

/// A lane of it, with a process per test.
pub fn lane(contestant: &Contestant) -> Lane<'_> {
    Lane::open(contestant, Way::Spawn, &limits()).unwrap()
}

/// A workshop that reduces nothing and asks these.
pub fn with_workshop<T>(references: &[Contestant], with: impl FnOnce(&mut Workshop<'_>) -> T) -> T {
    with_any_workshop(false, references, with)
}

/// A workshop that reduces and asks these.
pub fn with_open_workshop<T>(references: &[Contestant], with: impl FnOnce(&mut Workshop<'_>) -> T) -> T {
    with_any_workshop(true, references, with)
}

fn with_any_workshop<T>(
    enabled: bool,
    references: &[Contestant],
    with: impl FnOnce(&mut Workshop<'_>) -> T,
) -> T {
    let (known, stop) = (Mutex::new(Vec::new()), AtomicBool::new(false));
    with(&mut Workshop::new(enabled, &known, references, &limits(), &stop))
}

/// What a reduction may use that asks these.
pub fn with_means<T>(references: &[Contestant], with: impl FnOnce(&Means<'_>) -> T) -> T {
    let (limits, stop) = (limits(), AtomicBool::new(false));
    let (golden, deadline) = (Duration::from_secs(2), Instant::now() + Duration::from_secs(60));
    with(&Means { references, limits: &limits, golden, deadline, stop: &stop })
}

fn limits() -> Limits {
    let wall = Duration::from_secs(10);
    Limits { wall, cpu: wall, ..Limits::default() }
}
