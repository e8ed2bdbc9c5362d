//! Profiles: the built-in ones are sound, users' files extend them, mistakes are named with their place.

use std::path::Path;
use std::time::Duration;

use solver::catalogue::{SAMPLES, family::FAMILIES};
use solver::profile::{MessageClass, Profiles, Usage};

fn built_in() -> Profiles {
    Profiles::built_in().unwrap_or_else(|error| panic!("{error}"))
}

fn refusal(text: &str) -> String {
    built_in().add(Path::new("mine.toml"), text).expect_err(text).to_string()
}

#[test]
fn every_family_has_a_profile() {
    let profiles = built_in();
    for family in FAMILIES {
        let profile = profiles.get(family.name).unwrap();
        assert!(!profile.dialect.theories.is_empty(), "{}", family.name);
    }
    assert_eq!(profiles.get_or_generic(Some("mathsat")).unwrap().name, "generic");
    assert!(profiles.get("bitwulza").unwrap_err().to_string().contains("did you mean `bitwuzla`?"));
}

#[test]
fn every_sample_is_for_a_theory_some_profile_names() {
    let z3 = built_in().get("z3").unwrap().clone();
    for sample in SAMPLES {
        assert!(z3.dialect.theories.iter().any(|theory| theory == sample.theory), "{}", sample.theory);
    }
}

#[test]
fn words_are_those_of_which_a_release_lists_all_names() {
    let text = "name = \"mine\"\nextends = \"z3\"\n[options.words.tactic]\nvocabulary = \"(list)\"\nvalues = [\"a\"]\n\
        frames = [\"(then {} a)\", \"(or {} b)\"]\nparts = [\"b\", \"c\"]\n[options.words.free]\nvalues = [\"x y\"]\n";
    let mut profiles = built_in();
    profiles.add(Path::new("mine.toml"), text).unwrap();
    let words = &profiles.get("mine").unwrap().options.words;
    let known = words["tactic"].known("- a c in prose is none\n- (then <x>)\n- c\n");
    assert_eq!(known, ["a", "(then c a)"]);
    assert_eq!(words["free"].known(""), ["x y"]);
    // What its base has stays.
    assert!(words.contains_key("tactic.default_tactic"));
}

#[test]
fn options_are_passed_in_each_solvers_way() {
    let profiles = built_in();
    let argument = |profile: &str, name, value| profiles.get(profile).unwrap().options.argument(name, value);
    assert_eq!(argument("z3", "smt.arith.solver", "2").unwrap(), "smt.arith.solver=2");
    assert_eq!(argument("cvc5", "produce-models", "true").unwrap(), "--produce-models");
    assert_eq!(argument("cvc5", "produce-models", "false").unwrap(), "--no-produce-models");
    assert_eq!(argument("cvc5", "seed", "3").unwrap(), "--seed=3");
    assert_eq!(argument("bitwuzla", "preprocess", "false").unwrap(), "--preprocess=false");
    assert_eq!(argument("yices", "mcsat", "true").unwrap(), "--mcsat");
    assert_eq!(argument("generic", "a", "b"), None);
    assert_eq!(profiles.get("generic").unwrap().options.command("a", "b"), "(set-option :a b)");
}

#[test]
fn time_limits_are_in_each_solvers_unit_and_rounded_up() {
    let profiles = built_in();
    let limit =
        |profile: &str, ms| profiles.get(profile).unwrap().run.time_limit_argument(Duration::from_millis(ms));
    assert_eq!(limit("z3", 1500).unwrap(), "-t:1500");
    assert_eq!(limit("boolector", 1500).unwrap(), "--time=2");
    assert_eq!(limit("boolector", 0).unwrap(), "--time=1");
    assert_eq!(limit("yices", 1500), None);
}

#[test]
fn messages_are_classified() {
    let profiles = built_in();
    let class = |profile: &str, line| profiles.get(profile).unwrap().messages.classify(line);
    let assertion = "File: ../src/smt/theory_lra.cpp\nASSERTION VIOLATION".lines().last().unwrap();
    assert_eq!(class("z3", assertion), Some(MessageClass::Assertion));
    assert_eq!(
        class("z3", "(error \"line 9 column 10: an invalid model was generated\")"),
        Some(MessageClass::InternalError)
    );
    assert_eq!(
        class("z3", "(error \"line 1 column 30: unknown constant str.in_re\")"),
        Some(MessageClass::Unsupported)
    );
    assert_eq!(
        class("cvc5", "Fatal failure within void cvc5::f() at a.cpp:1"),
        Some(MessageClass::Assertion)
    );
    assert_eq!(class("cvc5", "cvc5 interrupted by timeout."), Some(MessageClass::ResourceOut));
    // A fault is not hidden by words of another class in its text.
    let fault = "z3: a.cpp:3: Assertion `!unsupported && timeout > 0' failed.";
    assert_eq!(class("z3", fault), Some(MessageClass::Assertion));
    let memory = "terminate called after throwing an instance of 'std::bad_alloc'";
    assert_eq!(class("z3", memory), Some(MessageClass::ResourceOut));
    // cvc4 adds to what it takes over.
    assert_eq!(class("cvc4", "CVC4 suffered a segfault."), Some(MessageClass::Crash));
    assert_eq!(class("cvc4", "Fatal failure within x"), Some(MessageClass::Assertion));
    for profile in ["generic", "yices", "oxiz"] {
        assert_eq!(
            class(profile, "thread 'main' panicked at src/main.rs:1:1:"),
            Some(MessageClass::Assertion),
            "{profile}"
        );
        assert_eq!(
            class(profile, "==7==ERROR: AddressSanitizer: heap-use-after-free"),
            Some(MessageClass::Crash)
        );
        for answer in ["sat", "unsat", "unknown"] {
            assert_eq!(class(profile, answer), None, "{profile}");
        }
    }
}

#[test]
fn a_whole_output_is_judged_by_its_gravest_line() {
    let profiles = built_in();
    let class = |profile: &str, output| profiles.get(profile).unwrap().messages.classify_output(output);
    assert_eq!(class("z3", "sat\n"), None);
    let mixed = "(error \"line 1 column 2: unknown constant x\")\nsat\nASSERTION VIOLATION\nFile: a.cpp\n";
    assert_eq!(class("z3", mixed), Some(MessageClass::Assertion));
    assert_eq!(class("z3", "WARNING: x\n(error \"unknown sort\")"), Some(MessageClass::Unsupported));
    // The reason stands in the line below: no support is no fault.
    let without_fp = "Fatal failure within Node FpConverter::convert(TNode) at fp_converter.cpp:1700\n\
        Unimplemented code encounteredConversion is dependent on SymFPU\n";
    assert_eq!(class("cvc4", without_fp), Some(MessageClass::Unsupported));
    let fault = "Fatal failure within f at a.cpp:1\nCheck failure\n\n x == y\n";
    assert_eq!(class("cvc5", fault), Some(MessageClass::Assertion));
}

#[test]
fn unmaintained_parts_are_known() {
    let profiles = built_in();
    let policy = &profiles.get("z3").unwrap().policy;
    assert!(policy.unmaintained_by_setting("smt.string_solver", "z3str3").is_some());
    assert!(policy.unmaintained_by_setting("smt.string_solver", "seq").is_none());
    assert!(policy.unmaintained_by_setting("smt.arith.solver", "5").is_some());
    assert!(policy.unmaintained_by_tactic("qffd").is_some());
    assert_eq!(profiles.get("cvc5").unwrap().policy.reports_per_week, Some(3));
}

#[test]
fn what_breaks_a_policy_is_named_and_nothing_else_is() {
    let profiles = built_in();
    let breaches = |profile: &str, settings: &[(&str, &str)], tactics: &[&str], sets_logic| {
        let own = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
        let settings = settings.iter().map(own).collect();
        let tactics = tactics.iter().map(|&tactic| tactic.to_owned()).collect();
        profiles.get(profile).unwrap().policy.breaches(&Usage { settings, tactics, sets_logic })
    };
    assert_eq!(breaches("z3", &[("smt.arith.solver", "2")], &["simplify"], false), [""; 0]);
    assert_eq!(
        breaches("z3", &[("smt.arith.solver", "5")], &["fm"], false),
        ["nobody maintains the arithmetic solver 5", "nobody maintains the tactic fm"]
    );
    assert_eq!(breaches("z3", &[], &[], true), [""; 0]);
    let both = breaches("z3", &[], &["simplify"], true);
    assert_eq!(both, ["`set-logic` together with tactics is not a supported scenario"]);
    assert_eq!(breaches("cvc5", &[("safe-mode", "safe"), ("produce-models", "true")], &[], true), [""; 0]);
    let other = breaches("cvc5", &[("finite-model-find", "true")], &[], true);
    assert_eq!(other, ["it needs `finite-model-find=true`: bugs under default options come first"]);
    assert_eq!(breaches("boolector", &[], &[], true), ["its developers take no reports any more"]);
}

#[test]
fn advice_names_what_the_developers_want() {
    let profiles = built_in();
    let advice = |profile: &str, setting, tactics: &[&str]| {
        profiles.get(profile).unwrap().policy.advice([setting], tactics.iter().copied()).join("\n")
    };
    let z3str3 = advice("z3", ("smt.string_solver", "z3str3"), &["simplify", "qffd"]);
    assert!(z3str3.starts_with("nobody maintains the string solver z3str3: do not report it\n"), "{z3str3}");
    assert!(z3str3.contains("the tactic qffd") && z3str3.contains("`set-logic` together"), "{z3str3}");
    assert!(!advice("z3", ("smt.string_solver", "seq"), &[]).contains("nobody"));
    let cvc5 = advice("cvc5", ("a", "b"), &[]);
    assert!(cvc5.contains("at most 3 reports") && cvc5.contains("--safe-mode=safe"), "{cvc5}");
    assert!(advice("boolector", ("a", "b"), &[]).starts_with("its developers take no reports any more"));
}

#[test]
fn memory_limits_are_in_megabytes() {
    let profiles = built_in();
    let argument = |profile: &str, bytes| profiles.get(profile).unwrap().run.memory_limit_argument(bytes);
    assert_eq!(argument("z3", 512 << 20).as_deref(), Some("-memory:512"));
    assert_eq!(argument("bitwuzla", 1).as_deref(), Some("--memory-limit=1"));
    assert_eq!(argument("yices", 512 << 20), None);
}

#[test]
fn options_that_write_files_are_forbidden() {
    let profiles = built_in();
    let z3 = &profiles.get("z3").unwrap().options;
    for name in ["trace", "trace_file_name", "sat.drat.file", "solver.smtlib2_log", "verbose", "pp.decimal"] {
        assert!(z3.is_forbidden(name), "{name}");
    }
    for name in ["smt.arith.solver", "model_validate", "rewriter.flat"] {
        assert!(!z3.is_forbidden(name), "{name}");
    }
}

#[test]
fn a_users_profile_extends_a_built_in_one() {
    let folder = tempfile::tempdir().unwrap();
    let text =
        "name = \"my-z3\"\nextends = \"z3\"\n[session]\nrecycle = 7\n[messages]\nbenign = [\"hello\"]\n";
    std::fs::write(folder.path().join("a.toml"), text).unwrap();
    std::fs::write(folder.path().join("notes.txt"), "not a profile").unwrap();
    let profiles = Profiles::with_folder(folder.path()).unwrap();
    let mine = profiles.get("my-z3").unwrap();
    assert_eq!(mine.session.recycle, 7);
    assert!(mine.session.reset_keeps_options);
    assert_eq!(mine.messages.classify("hello"), Some(MessageClass::Benign));
    assert_eq!(mine.messages.classify("out of memory"), Some(MessageClass::ResourceOut));
    assert!(Profiles::with_folder(&folder.path().join("absent")).is_ok());
}

#[test]
fn a_users_profile_replaces_a_built_in_one() {
    let mut profiles = built_in();
    profiles.add(Path::new("z3.toml"), "name = \"z3\"\n").unwrap();
    assert!(profiles.get("z3").unwrap().run.stdin.is_empty());
}

#[test]
fn mistakes_are_named_with_file_line_and_key() {
    let unknown = refusal("name = \"x\"\n\n[session]\nrest = \"(reset)\"\n");
    assert!(unknown.starts_with("mine.toml:4:1: key `session.rest`: unknown field `rest`"), "{unknown}");
    let pattern = refusal("name = \"x\"\n[messages]\nbenign = [\n  \"ok\",\n  \"*\",\n]\n");
    assert!(pattern.starts_with("mine.toml:3:10: key `messages.benign`: the pattern `*`"), "{pattern}");
    let template = refusal("name = \"x\"\n[run]\ntime_limit = \"-t\"\n");
    assert!(template.starts_with("mine.toml:3:14: key `run.time_limit`: `-t` must hold"), "{template}");
    let kind = refusal("name = \"x\"\n[session]\nrecycle = \"many\"\n");
    assert!(kind.starts_with("mine.toml:3:11: key `session.recycle`: "), "{kind}");
    let zero = refusal("name = \"x\"\n[session]\nrecycle = 0\n");
    assert!(zero.starts_with("mine.toml:3:1: key `session.recycle`: "), "{zero}");
    let nameless = refusal("[run]\nstdin = []\n");
    assert!(nameless.starts_with("mine.toml:1:1: key `name`: it is missing"), "{nameless}");
    let base = refusal("name = \"x\"\nextends = \"z4\"\n");
    assert!(
        base.starts_with("mine.toml:2:1: key `extends`: ") && base.contains("did you mean `z3`?"),
        "{base}"
    );
    let syntax = refusal("name = \"x\"\n[run\n");
    assert!(syntax.starts_with("mine.toml:2:"), "{syntax}");
}

#[test]
fn engines_set_nothing_that_must_not_be_set() {
    let profiles = Profiles::built_in().unwrap();
    let mut engines = 0;
    for name in profiles.names() {
        let profile = profiles.get(name).unwrap();
        for (engine, options) in &profile.engines {
            engines += 1;
            assert!(!options.is_empty(), "{name}: {engine}");
            for (option, value) in options {
                assert!(!profile.options.is_forbidden(option), "{name}: {engine}: {option}");
                let setting = format!("{option}={value}");
                let mut unmaintained = profile.policy.unmaintained.iter().flat_map(|it| &it.settings);
                assert!(!unmaintained.any(|pattern| pattern.is_whole(&setting)), "{name}: {setting}");
            }
        }
    }
    assert!(engines >= 10, "{engines}");
}
