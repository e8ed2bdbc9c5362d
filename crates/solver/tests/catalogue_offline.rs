//! The catalogue without a network: every failure is one clear sentence, nothing is left half done.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use solver::catalogue::{Catalogue, CatalogueError, Health, Launch, Role};
use solver::profile::Profiles;
use solver::target::Target;

fn target(text: &str) -> Target {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A program that lists two options and answers every problem with `unsat`.
const FAKE_Z3: &str = "#!/bin/sh\ncase \"$1\" in\n--version) echo 'Z3 version 9.9.9';;\n\
    -pd) printf '    a (bool) x (default: true)\\n    b (unsigned int) y (default: 3)\\n';;\n\
    *) echo unsat;;\nesac\n";

fn write_program(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// Puts a solver into the cache by hand, as `add` would.
fn install(catalogue: &Catalogue, version: &str) {
    let dir = catalogue.root().join("solvers/z3").join(version);
    write_program(&dir.join("bin/z3"), FAKE_Z3);
    let manifest = format!(
        "format = 1\nfamily = \"z3\"\nversion = \"{version}\"\npackage = \"z3-solver\"\n\
         package_version = \"{version}.0\"\nartifact = \"x.whl\"\nsha256 = \"00\"\nkind = \"executable\"\n\
         installed = 1\n[[file]]\npath = \"bin/z3\"\nrole = \"executable\"\nsize = {}\nsha256 = \"00\"\n",
        FAKE_Z3.len()
    );
    fs::write(dir.join("solver.toml"), manifest).unwrap();
}

#[test]
fn an_empty_catalogue_says_how_to_fill_it() {
    let dir = tempfile::tempdir().unwrap();
    let catalogue = Catalogue::open(dir.path().join("absent"));
    assert!(catalogue.list().unwrap().is_empty());
    let error = catalogue.resolve(&target("z3@4.8.12")).unwrap_err().to_string();
    assert_eq!(error, "z3@4.8.12 is not installed: `smtquake solver add z3@4.8.12` fetches it");
    assert!(!dir.path().join("absent").exists(), "asking must not write");
}

#[test]
fn the_newest_release_is_taken_by_number() {
    let dir = tempfile::tempdir().unwrap();
    let catalogue = Catalogue::open(dir.path());
    for version in ["4.8.9", "4.8.12", "4.8.7"] {
        install(&catalogue, version);
    }
    let listed: Vec<String> = catalogue.list().unwrap().iter().map(|solver| solver.name()).collect();
    assert_eq!(listed, ["z3@4.8.12", "z3@4.8.9", "z3@4.8.7"]);
    let resolved = catalogue.resolve(&target("z3")).unwrap();
    assert_eq!((resolved.name.as_str(), resolved.version.as_deref()), ("z3@4.8.12", Some("4.8.12")));
    assert_eq!(catalogue.resolve(&target("z3@4.8.9.0")).unwrap().name, "z3@4.8.9");
    let Launch::Process { program, .. } = resolved.launch else { panic!("not a program") };
    assert!(program.ends_with("solvers/z3/4.8.12/bin/z3"));
}

#[test]
fn adding_what_is_installed_needs_no_network() {
    let dir = tempfile::tempdir().unwrap();
    let catalogue = Catalogue::open(dir.path());
    install(&catalogue, "4.8.9");
    let mut stages = Vec::new();
    let solver = catalogue.add(&target("z3@4.8.9"), &mut |_, stage| stages.push(stage)).unwrap();
    assert_eq!(solver.files(Role::Executable).count(), 1);
    assert_eq!(stages, [solver::catalogue::Stage::Done]);
}

#[test]
fn damage_is_noticed() {
    let dir = tempfile::tempdir().unwrap();
    let catalogue = Catalogue::open(dir.path());
    install(&catalogue, "4.8.9");
    fs::write(dir.path().join("solvers/z3/4.8.9/bin/z3"), "short").unwrap();
    let error = catalogue.resolve(&target("z3@4.8.9")).unwrap_err();
    assert!(
        matches!(&error, CatalogueError::Damaged { why, .. } if why.contains("5 bytes instead of")),
        "{error}"
    );
    // Right in size, wrong in content.
    fs::write(dir.path().join("solvers/z3/4.8.9/bin/z3"), "x".repeat(FAKE_Z3.len())).unwrap();
    let solver = catalogue.list().unwrap().remove(0);
    assert!(matches!(solver.check_hashes(), Err(CatalogueError::Damaged { .. })));
    let checks = catalogue.doctor(&mut |_| panic!("it is not run"));
    let check = checks.iter().find(|check| check.what == "z3@4.8.9").unwrap();
    assert_eq!(check.health, Health::Broken, "{}", check.detail);
}

#[test]
fn a_folder_without_a_manifest_is_no_solver() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir_all(dir.path().join("solvers/z3/4.8.9/bin")).unwrap();
    let catalogue = Catalogue::open(dir.path());
    assert!(catalogue.list().unwrap().is_empty());
    assert!(matches!(catalogue.resolve(&target("z3@4.8.9")), Err(CatalogueError::NotInstalled { .. })));
}

#[test]
fn removing_removes_one_release_only() {
    let dir = tempfile::tempdir().unwrap();
    let catalogue = Catalogue::open(dir.path());
    install(&catalogue, "4.8.9");
    install(&catalogue, "4.8.7");
    assert_eq!(catalogue.remove(&target("z3@4.8.9")).unwrap().name(), "z3@4.8.9");
    assert_eq!(catalogue.list().unwrap().len(), 1);
    assert!(matches!(catalogue.remove(&target("z3@4.8.9")), Err(CatalogueError::NotInstalled { .. })));
    assert!(matches!(catalogue.remove(&target("./z3")), Err(CatalogueError::NotInTheCatalogue { .. })));
    assert_eq!(fs::read_dir(dir.path().join("partial")).unwrap().count(), 0, "nothing is left behind");
}

#[test]
fn a_path_is_resolved_with_the_profile_its_name_tells() {
    let dir = tempfile::tempdir().unwrap();
    let catalogue = Catalogue::open(dir.path().join("cache"));
    let program = dir.path().join("z3-debug");
    write_program(&program, FAKE_Z3);
    let resolved = catalogue.resolve(&target(&format!("{} -T:5", program.display()))).unwrap();
    assert_eq!(resolved.profile.as_deref(), Some("z3"));
    assert!(matches!(&resolved.launch, Launch::Process { args, .. } if args == &["-T:5"]));
    let other = catalogue.resolve(&target(&format!("cvc5:{}", program.display()))).unwrap();
    assert_eq!(other.profile.as_deref(), Some("cvc5"));
    let missing = catalogue.resolve(&target("./no/such/file")).unwrap_err().to_string();
    assert_eq!(missing, "./no/such/file: there is no such file");
}

#[test]
fn options_are_asked_once_and_remembered_for_that_build_only() {
    let dir = tempfile::tempdir().unwrap();
    let catalogue = Catalogue::open(dir.path().join("cache"));
    let program = dir.path().join("z3");
    write_program(&program, FAKE_Z3);
    let profiles = Profiles::built_in().unwrap();
    let z3 = profiles.get("z3").unwrap();
    let text = program.display().to_string();
    let resolved = catalogue.resolve(&target(&text)).unwrap();
    let model = catalogue.options(&resolved, z3).unwrap();
    assert_eq!(model.options.len(), 2);
    assert!(model.validate("b", "4").is_ok());
    // Not asked again: the program could not answer any more.
    fs::remove_file(&program).unwrap();
    assert_eq!(catalogue.options(&resolved, z3).unwrap(), model);
    // Another build at the same place is another solver.
    write_program(&program, &FAKE_Z3.replace("    b (", "    bcd ("));
    let rebuilt = catalogue.resolve(&target(&text)).unwrap();
    assert_ne!(rebuilt.facts, resolved.facts);
    assert!(catalogue.options(&rebuilt, z3).unwrap().get("bcd").is_some());
}

#[test]
fn a_relative_catalogue_leads_to_the_same_solvers_from_everywhere() {
    let catalogue = Catalogue::open("some/cache");
    assert!(catalogue.root().is_absolute() && catalogue.root().ends_with("some/cache"));
}

#[test]
fn a_driver_of_an_older_smtquake_is_renewed() {
    let dir = tempfile::tempdir().unwrap();
    let catalogue = Catalogue::open(dir.path());
    let folder = dir.path().join("solvers/bitwuzla/0.9.1");
    write_program(&folder.join("python/driver.py"), "old");
    let manifest = "format = 1\nfamily = \"bitwuzla\"\nversion = \"0.9.1\"\npackage = \"bitwuzla\"\n\
        package_version = \"0.9.1\"\nartifact = \"x.whl\"\nkind = \"python\"\npython = \"/usr/bin/python3\"\n\
        installed = 1\n[[file]]\npath = \"python/driver.py\"\nrole = \"driver\"\nsize = 3\nsha256 = \"00\"\n";
    fs::write(folder.join("solver.toml"), manifest).unwrap();
    let resolved = catalogue.resolve(&target("bitwuzla")).unwrap();
    assert_eq!(resolved.profile.as_deref(), Some("bitwuzla-python"));
    let driver = folder.join("python/driver.py");
    assert!(fs::read_to_string(&driver).unwrap().contains("import bitwuzla"));
    assert!(catalogue.list().unwrap()[0].check_hashes().is_ok());
    let Launch::Process { program, args } = resolved.launch else { panic!("not a program") };
    assert_eq!(program, Path::new("/usr/bin/python3"));
    assert_eq!(args, ["-I", driver.to_str().unwrap()]);
}
