//! Solvers made for tests.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use solver::backend::Found;
use solver::catalogue::Catalogue;
use solver::knowledge::Knowledge;
use solver::process::Limits;
use solver::profile::Profiles;
use solver::target::Target;

use crate::lane::{Contestant, Lane};
use crate::plan::Way;
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
    let (known, stop) = (Mutex::new(Vec::new()), AtomicBool::new(false));
    with(&mut Workshop::new(false, &known, references, &limits(), &stop))
}

fn limits() -> Limits {
    let wall = Duration::from_secs(10);
    Limits { wall, cpu: wall, ..Limits::default() }
}
