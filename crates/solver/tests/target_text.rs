//! Target text: what users write is understood, printed back the same, and refused with advice.

use proptest::prelude::*;
use solver::target::{Setting, Source, Target, TargetError, VersionRequest};

fn target(text: &str) -> Target {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn release(family: &str, version: VersionRequest) -> Source {
    Source::Release { family: family.to_owned(), version }
}

fn settings(pairs: &[(&str, &str)]) -> Vec<Setting> {
    pairs.iter().map(|(name, value)| Setting { name: (*name).into(), value: (*value).into() }).collect()
}

#[test]
fn releases_are_understood() {
    assert_eq!(target("z3").source, release("z3", VersionRequest::Newest));
    assert_eq!(target(" cvc5@1.4.2 ").source, release("cvc5", VersionRequest::Exact("1.4.2".into())));
    assert_eq!(target("z3@system").source, release("z3", VersionRequest::System));
    assert_eq!(
        target("z3@4.5.1.0.post2").source,
        release("z3", VersionRequest::Exact("4.5.1.0.post2".into()))
    );
}

#[test]
fn programs_and_libraries_are_understood() {
    assert_eq!(
        target("./build/z3 -T:5 'a b'").source,
        Source::Program { profile: None, path: "./build/z3".into(), args: vec!["-T:5".into(), "a b".into()] }
    );
    assert_eq!(
        target("z3:/opt/mine").source,
        Source::Program { profile: Some("z3".into()), path: "/opt/mine".into(), args: vec![] }
    );
    assert_eq!(
        target("'/a dir/z3' -in").source,
        Source::Program { profile: None, path: "/a dir/z3".into(), args: vec!["-in".into()] }
    );
    assert_eq!(
        target("lib:/p/libz3.so").source,
        Source::Library { profile: None, path: "/p/libz3.so".into() }
    );
    assert_eq!(
        target("lib:cvc5:mine.so").source,
        Source::Library { profile: Some("cvc5".into()), path: "mine.so".into() }
    );
}

#[test]
fn options_are_understood() {
    let t = target("z3@4.8.12[smt.arith.solver=2, model_validate=true]");
    assert_eq!(t.options, settings(&[("smt.arith.solver", "2"), ("model_validate", "true")]));
    assert_eq!(t.to_string(), "z3@4.8.12[smt.arith.solver=2,model_validate=true]");
    assert_eq!(target("yices[mcsat]").options, settings(&[("mcsat", "true")]));
    assert_eq!(target("cvc5[--seed=3]").options, settings(&[("seed", "3")]));
    let quoted = target(r#"z3[tactic.default_tactic="(then simplify, ""smt"")"]"#);
    assert_eq!(quoted.options, settings(&[("tactic.default_tactic", "(then simplify, \"smt\")")]));
    let program = target("./z3 -in [a=1]");
    assert_eq!(program.options, settings(&[("a", "1")]));
    assert!(matches!(program.source, Source::Program { args, .. } if args == ["-in"]));
}

#[test]
fn a_list_is_split_outside_brackets_and_quotes() {
    let list = Target::parse_list("z3[a=1,b=2],cvc5@1.4.2,./s 'x,y'", &[]).unwrap();
    let texts: Vec<String> = list.iter().map(Target::to_string).collect();
    assert_eq!(texts, ["z3[a=1,b=2]", "cvc5@1.4.2", "./s 'x,y'"]);
}

#[test]
fn a_misspelled_family_gets_a_suggestion() {
    let error = "bitwulza".parse::<Target>().unwrap_err();
    assert!(error.to_string().contains("did you mean `bitwuzla`?"), "{error}");
    let error = "cvc6@1.0".parse::<Target>().unwrap_err();
    assert!(matches!(&error, TargetError::UnknownFamily { hint, .. } if hint.contains("cvc5")), "{error}");
    assert!("mathsat".parse::<Target>().unwrap_err().to_string().contains("`./mathsat`"));
    assert!(Target::parse_with("mathsat", &["mathsat"]).is_ok());
}

#[test]
fn what_is_wrong_is_said() {
    for (text, words) in [
        ("", "missing"),
        ("z3@", "not a version"),
        ("z3@4..8", "not a version"),
        ("z3[a=1", "`]` is missing"),
        ("z3 a=1]", "`[` is missing"),
        ("z3[=1]", "no option name"),
        ("z3[a=b c]", "double quotes"),
        ("z3[a=\"b\"c\"]", "do not match"),
        ("./z3 'a", "not closed"),
        ("lib:a b", "without arguments"),
        ("lib:", "empty"),
    ] {
        let error = text.parse::<Target>().expect_err(text).to_string();
        assert!(error.contains(words), "{text}: {error}");
    }
}

fn any_target() -> impl Strategy<Value = Target> {
    let version = prop_oneof![
        Just(VersionRequest::Newest),
        Just(VersionRequest::System),
        "[0-9]{1,2}(\\.[0-9]{1,3}){1,3}".prop_map(VersionRequest::Exact),
    ];
    let family = prop_oneof![Just("z3".to_owned()), Just("cvc5".to_owned())];
    let profile = proptest::option::of(family.clone());
    let path = "(/|\\./)[a-z '\"\\[\\],:]{1,12}";
    let source = prop_oneof![
        (family, version).prop_map(|(family, version)| Source::Release { family, version }),
        (profile.clone(), path, proptest::collection::vec("[ -~é]{0,8}", 0..3))
            .prop_map(|(profile, path, args)| Source::Program { profile, path: path.into(), args }),
        (profile, path).prop_map(|(profile, path)| Source::Library { profile, path: path.into() }),
    ];
    let setting = ("[a-z][a-z_.-]{0,8}", "[ -~é]{0,10}").prop_map(|(name, value)| Setting { name, value });
    (source, proptest::collection::vec(setting, 0..3))
        .prop_map(|(source, options)| Target { source, options })
}

proptest! {
    #[test]
    fn printed_targets_are_read_back(t in any_target()) {
        let text = t.to_string();
        prop_assert_eq!(text.parse::<Target>(), Ok(t), "{}", text);
    }

    #[test]
    fn no_text_makes_it_panic(text in "\\PC{0,40}") {
        let _ = text.parse::<Target>();
        let _ = Target::parse_list(&text, &[]);
    }
}
