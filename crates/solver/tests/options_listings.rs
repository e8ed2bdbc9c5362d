//! Option models from what the solvers really print (short samples under `tests/data`).

use solver::options::{self, Listing, OptionError, OptionKind, OptionModel, OptionRecord, SolverOption};

fn model(listing: Listing, file: &str) -> OptionModel {
    options::parse(listing, &data(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn data(file: &str) -> String {
    let path = format!("{}/tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn get<'a>(model: &'a OptionModel, name: &str) -> &'a SolverOption {
    model.get(name).unwrap_or_else(|| panic!("no option {name}"))
}

fn values(option: &SolverOption) -> Vec<&str> {
    match &option.kind {
        OptionKind::Enum { values } => values.iter().map(String::as_str).collect(),
        other => panic!("{} is {other:?}", option.name),
    }
}

#[test]
fn z3_lists_modules_types_defaults_and_values() {
    let model = model(Listing::Z3, "z3-5.4.0-pd.txt");
    let timeout = get(&model, "timeout");
    assert_eq!(timeout.category, "global");
    assert_eq!(timeout.default.as_deref(), Some("4294967295"));
    assert_eq!(get(&model, "model_validate").kind, OptionKind::Bool);
    let restart = get(&model, "sat.restart");
    assert_eq!(values(restart), ["static", "luby", "ema", "geometric"]);
    assert_eq!(restart.category, "sat");
    assert_eq!(get(&model, "sat.drat.file").kind, OptionKind::String);
    assert_eq!(get(&model, "sat.drat.file").default, None);
    assert_eq!(
        get(&model, "sat.variable_decay").kind,
        OptionKind::Int { min: Some(0), max: Some(4294967295) }
    );
}

#[test]
fn cvc5_help_tells_kinds_and_categories() {
    let model = model(Listing::Cvc, "cvc5-1.0.3-help.txt");
    let incremental = get(&model, "incremental");
    assert_eq!((incremental.category.as_str(), &incremental.kind), ("common", &OptionKind::Bool));
    assert_eq!(get(&model, "reproducible-resource-limit").name, "rlimit-per");
    let arith_prop = get(&model, "arith-prop");
    assert_eq!(arith_prop.category, "expert");
    assert_eq!(arith_prop.kind, OptionKind::Enum { values: vec![] });
    assert_eq!(arith_prop.default.as_deref(), Some("old"));
    assert_eq!(get(&model, "arith-brab").category, "regular");
    let no_partial = get(&model, "arith-no-partial-fun");
    assert_eq!(
        no_partial.help,
        "do not use partial function semantics for arithmetic (not SMT LIB compliant)"
    );
    assert_eq!(get(&model, "tlimit").kind, OptionKind::Int { min: None, max: None });
    assert_eq!(values(get(&model, "version")), ["true"]);
}

#[test]
fn cvc5_modes_are_filled_in_from_their_own_help() {
    let mut model = model(Listing::Cvc, "cvc5-1.0.3-help.txt");
    model.fill_modes(|name| (name == "arith-prop").then(|| data("cvc5-1.0.3-arith-prop-help.txt")));
    let option = get(&model, "arith-prop");
    assert_eq!(values(option), ["unate", "bi", "both"]);
    assert_eq!(option.default.as_deref(), Some("both"));
}

#[test]
fn defaults_that_the_help_does_not_tell_are_asked_for() {
    let mut model = model(Listing::Cvc, "cvc5-1.0.3-help.txt");
    assert_eq!(get(&model, "arith-brab").default, None);
    let reply = |name: &str| match name {
        "arith-brab" => "true",
        "seed" => "0",
        "uf-lazy-ll" => "unsupported",
        _ => "false",
    };
    model.fill_defaults(|names| names.iter().map(|name| format!("{}\n", reply(name))).collect());
    assert_eq!(get(&model, "arith-brab").default.as_deref(), Some("true"));
    assert_eq!(get(&model, "seed").default.as_deref(), Some("0"));
    assert_eq!(get(&model, "uf-lazy-ll").default, None);
    // What the list tells stays, and an answer that is no value is none.
    assert_eq!(get(&model, "arith-prop").default.as_deref(), Some("old"));
    assert_eq!(get(&model, "tlimit").default, None);
}

#[test]
fn a_solver_that_says_something_else_is_not_understood() {
    let mut model = model(Listing::Cvc, "cvc5-1.0.3-help.txt");
    model.fill_defaults(|_| "(error \"no such command\")\n".to_owned());
    assert_eq!(get(&model, "arith-brab").default, None);
}

#[test]
fn cvc4_help_is_read_too() {
    let model = model(Listing::Cvc, "cvc4-1.8-help.txt");
    assert_eq!(get(&model, "tlimit-per").kind, OptionKind::Int { min: None, max: None });
    assert_eq!(get(&model, "cpu-time").default.as_deref(), Some("false"));
    assert_eq!(get(&model, "dump-to").kind, OptionKind::String);
}

#[test]
fn boolector_help_joins_short_and_long_names() {
    let model = model(Listing::Boolector, "boolector-3.2.2-help.txt");
    let engine = get(&model, "engine");
    assert_eq!(values(engine), ["aigprop", "fun", "prop", "sls", "quant"]);
    assert_eq!((engine.default.as_deref(), engine.aliases.as_slice()), (Some("fun"), &["E".to_owned()][..]));
    let model_gen = get(&model, "model-gen");
    assert_eq!(get(&model, "incremental").kind, OptionKind::Bool);
    assert_eq!(model_gen.aliases, ["m"]);
    assert_eq!(get(&model, "pretty-print").default.as_deref(), Some("true"));
    assert_eq!(get(&model, "time").kind, OptionKind::Int { min: Some(0), max: Some(4294967295) });
    assert_eq!(values(get(&model, "output-number-format")), ["bin", "hex", "dec"]);
}

/// The sample is the option table of the 0.9.1 wheel, whose package has no executable, set in the
/// layout in which the executable prints it.
#[test]
fn bitwuzla_help_tells_defaults_in_brackets_and_values_in_braces() {
    let model = model(Listing::Bitwuzla, "bitwuzla-0.9.1-layout.txt");
    let sat_solver = get(&model, "sat-solver");
    assert_eq!(sat_solver.default.as_deref(), Some("cadical"));
    assert_eq!(sat_solver.aliases, ["S"]);
    assert!(values(sat_solver).contains(&"kissat"));
    assert_eq!(get(&model, "preprocess").kind, OptionKind::Bool);
    assert_eq!(get(&model, "seed").kind, OptionKind::Int { min: Some(0), max: None });
}

#[test]
fn yices_help_tells_switches_numbers_and_choices() {
    let model = model(Listing::Yices, "yices-2.6.5-help.txt");
    assert_eq!(model.options.len(), 15);
    assert_eq!(values(get(&model, "delegate")), ["cadical", "cryptominisat", "kissat", "y2sat"]);
    assert_eq!(values(get(&model, "mcsat")), ["true"]);
    let threads = get(&model, "nthreads");
    assert_eq!(threads.kind, OptionKind::Int { min: Some(0), max: Some(4294967295) });
    assert!(threads.help.starts_with("Specify the number"), "{}", threads.help);
    assert_eq!(get(&model, "V").name, "version");
}

#[test]
fn records_of_an_api_make_a_model_and_survive_json() {
    let records = vec![
        OptionRecord {
            name: "seed".into(),
            kind: "int".into(),
            min: Some(0),
            max: Some(u64::MAX),
            ..OptionRecord::default()
        },
        OptionRecord {
            name: "mode".into(),
            kind: "mode".into(),
            values: vec!["a".into(), "b".into()],
            category: Some("expert".into()),
            ..OptionRecord::default()
        },
    ];
    let text = serde_json::to_string(&records).unwrap();
    let model = options::parse(Listing::Records, &text).unwrap();
    assert!(model.validate("seed", "18446744073709551615").is_ok());
    assert!(model.validate("seed", "-1").is_err());
    assert_eq!(get(&model, "mode").category, "expert");
    let back: OptionModel = serde_json::from_str(&serde_json::to_string(&model).unwrap()).unwrap();
    assert_eq!(back, model);
    let bad = options::parse(Listing::Records, r#"[{"name":"x","type":"colour"}]"#);
    assert!(matches!(bad, Err(OptionError::BadListing(why)) if why.contains("colour")));
}

#[test]
fn wrong_options_are_refused_with_a_suggestion() {
    let model = model(Listing::Z3, "z3-5.4.0-pd.txt");
    assert!(model.validate("sat.restart", "luby").is_ok());
    let error = |name, value| model.validate(name, value).unwrap_err().to_string();
    assert_eq!(error("sat.restrat", "luby"), "there is no option `sat.restrat`; did you mean `sat.restart`?");
    let wrong = error("sat.restart", "lubi");
    assert!(wrong.contains("one of static, luby, ema, geometric; did you mean `luby`?"), "{wrong}");
    assert!(error("model_validate", "yes").contains("`true` or `false`"));
    assert!(error("timeout", "4294967296").contains("from 0 to 4294967295"));
    assert!(error("timeout", "-1").contains("from 0"));
}

#[test]
fn a_text_that_lists_nothing_is_an_error() {
    for listing in [Listing::Z3, Listing::Cvc, Listing::Bitwuzla, Listing::Boolector, Listing::Yices] {
        assert!(options::parse(listing, "Segmentation fault\n").is_err(), "{listing:?}");
    }
}

mod no_listing_makes_a_parser_panic {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn whatever_is_printed(lines in proptest::collection::vec("( {0,40})?(--?|\\[module\\] )?[ -~é]{0,60}", 0..12)) {
            let text = lines.join("\n");
            for listing in [Listing::Z3, Listing::Cvc, Listing::Bitwuzla, Listing::Boolector, Listing::Yices, Listing::Records] {
                let _ = options::parse(listing, &text);
            }
        }
    }
}
