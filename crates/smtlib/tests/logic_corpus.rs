//! Logics against real files: what a file uses is within the logic that it sets.

use std::path::{Path, PathBuf};

use smtlib::{Features, Logic, Script};

/// The logics of table 2 of the STORM paper (Mansur et al., 2020).
const STORM: &[&str] = &[
    "ALIA",
    "AUFNIA",
    "LRA",
    "QF_ALIA",
    "QF_AUFNIA",
    "QF_DT",
    "QF_LRA",
    "QF_RDL",
    "QF_UFIDL",
    "QF_UFNRA",
    "UFDTLIA",
    "AUFDTLIA",
    "AUFNIRA",
    "NIA",
    "QF_ANIA",
    "QF_AX",
    "QF_FP",
    "QF_NIA",
    "QF_S",
    "QF_UFLIA",
    "UFLIA",
    "AUFLIA",
    "BV",
    "NRA",
    "QF_AUFBV",
    "QF_BV",
    "QF_IDL",
    "QF_NIRA",
    "QF_UF",
    "QF_UFLRA",
    "UF",
    "UFLRA",
    "AUFLIRA",
    "LIA",
    "QF_ABV",
    "QF_AUFLIA",
    "QF_BVFP",
    "QF_LIA",
    "QF_NRA",
    "QF_UFBV",
    "QF_UFNIA",
    "UFDT",
    "UFNIA",
];

#[test]
fn the_logics_of_the_storm_paper_are_known_and_least() {
    assert_eq!(STORM.len(), 43);
    for name in STORM {
        let logic = Logic::parse(name).unwrap_or_else(|| panic!("{name}"));
        assert_eq!(logic.features().has(Features::QUANTIFIERS), !name.starts_with("QF_"), "{name}");
        assert_eq!(logic.features().least_logic().name(), *name);
    }
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|e| e == "smt2") {
            found.push(path);
        }
    }
}

#[test]
fn corpus_files_use_no_more_than_their_logic_allows() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/labelled");
    let mut paths = Vec::new();
    files(&folder, &mut paths);
    if paths.is_empty() {
        eprintln!("SKIPPED: there is no corpus beside the project");
        return;
    }
    paths.sort();
    let (mut within, mut least, mut total) = (0, 0, 0);
    for path in &paths {
        let Ok(source) = std::fs::read(path) else { continue };
        let Ok(script) = Script::parse(&source) else { continue };
        let Some(logic) = Logic::of_script(&script) else { continue };
        total += 1;
        let used = Features::of(&script);
        if used.is_subset(logic.features()) {
            within += 1;
        } else {
            let beyond = used.without(logic.features());
            println!("{} is beyond {} by {beyond:?}", path.display(), logic.name());
        }
        let found = used.least_logic();
        assert!(used.is_subset(found.features()));
        least += usize::from(found.features().is_subset(logic.features()));
    }
    println!("{within} of {total} are within their logic; the least logic of {least} is");
    assert!(total > 0);
    assert!(within * 100 >= total * 98, "{within} of {total}");
}
