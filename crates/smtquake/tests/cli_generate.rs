//! `smtquake generate` as its users run it.

use std::fs;

mod outcome;

use outcome::{code, smtquake, stderr, stdout};

#[test]
fn scripts_on_standard_output_are_one_valid_script() {
    let folder = tempfile::tempdir().expect("a folder");
    let flags = ["generate", "--logic", "QF_AUFBV", "--count", "20", "--seed", "7"];
    let output = smtquake(folder.path(), &flags);
    assert_eq!((code(&output), stderr(&output)), (0, ""));
    let text = stdout(&output);
    assert_eq!(text.matches("(set-logic QF_AUFBV)").count(), 20);
    assert_eq!(text.matches("(reset)\n").count(), 19);
    let script = smtlib::Script::parse(text.as_bytes()).expect("a script");
    assert!(script.type_errors.is_empty(), "{:?}", script.type_errors);
    assert_eq!(stdout(&smtquake(folder.path(), &flags)), text);
    let other = [&flags[..5], &["--seed", "8"]].concat();
    assert_ne!(stdout(&smtquake(folder.path(), &other)), text);
}

#[test]
fn known_answers_are_stated_and_in_the_name() {
    let folder = tempfile::tempdir().expect("a folder");
    for answer in ["sat", "unsat"] {
        let flags = ["generate", "--logic", "QF_LIA", "--count", "12", "--known", answer, "--out", "made"];
        let output = smtquake(folder.path(), &flags);
        assert_eq!((code(&output), stdout(&output), stderr(&output)), (0, "", ""));
        let path = folder.path().join(format!("made/QF_LIA-07-{answer}.smt2"));
        let text = fs::read_to_string(path).expect("a file");
        assert!(text.starts_with(&format!("(set-info :status {answer})\n")), "{text}");
    }
    assert_eq!(fs::read_dir(folder.path().join("made")).expect("a folder").count(), 24);
}

#[test]
fn what_few_solvers_know_comes_only_when_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let made = |logic: &str, flags: &[&str]| {
        let all = [&["generate", "--logic", logic, "--count", "600"], flags].concat();
        stdout(&smtquake(folder.path(), &all)).to_owned()
    };
    for (logic, rare) in [("QF_LIA", "divisible"), ("QF_BV", "bvsdivo"), ("QF_FP", "(_ FloatingPoint 5 11)")]
    {
        assert!(!made(logic, &[]).contains(rare), "{logic}");
        assert!(made(logic, &["--rare"]).contains(rare), "{logic}");
    }
    assert!(made("QF_BV", &["--ops", "bvsdivo"]).contains("bvsdivo"));
    assert!(!made("QF_BV", &[]).contains("(get-"));
    let asking = made("QF_BV", &["--ask"]);
    for question in
        ["(get-model)", "(get-value ", "(get-unsat-core)", "(get-unsat-assumptions)", "(get-proof)"]
    {
        assert!(asking.contains(question), "{question}");
    }
}

#[test]
fn what_there_is_not_is_bad_use() {
    let folder = tempfile::tempdir().expect("a folder");
    for (flags, word) in [
        (&["generate", "--logic", "QF_NO"][..], "QF_NO"),
        (&["generate", "--logic", "QF_BV", "--ops", "bvadd,bvbad"], "bvbad"),
        (&["generate", "--logic", "ALL", "--theories", "magic"], "strings"),
    ] {
        let output = smtquake(folder.path(), flags);
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains(word), "{}", stderr(&output));
    }
}

#[test]
fn a_profile_of_real_scripts_is_followed() {
    let folder = tempfile::tempdir().expect("a folder");
    let script =
        "(declare-const a (_ BitVec 13))(assert (= a (bvmul a a)))(assert true)(assert true)(check-sat)";
    fs::write(folder.path().join("real.smt2"), script).expect("a file");
    fs::write(folder.path().join("broken.smt2"), "(assert").expect("a file");
    let learnt = smtquake(folder.path(), &["corpus", "stats", "."]);
    assert_eq!(code(&learnt), 0);
    assert!(stderr(&learnt).contains("broken.smt2"), "{}", stderr(&learnt));
    fs::write(folder.path().join("profile.toml"), stdout(&learnt)).expect("a file");
    let flags = ["generate", "--logic", "QF_BV", "--count", "20", "--profile", "profile.toml"];
    let text = smtquake(folder.path(), &flags);
    assert_eq!(stdout(&text).matches("(assert ").count(), 60);
    assert!(stdout(&text).contains("(_ BitVec 13)"), "{}", stdout(&text));

    fs::write(folder.path().join("profile.toml"), "fule = [1]").expect("a file");
    let wrong = smtquake(folder.path(), &flags);
    assert_eq!(code(&wrong), 2);
    assert!(stderr(&wrong).contains("fule"), "{}", stderr(&wrong));
}
