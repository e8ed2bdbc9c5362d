//! Every command gets the reply that it printed, whatever stands in between.

use proptest::prelude::*;
use solver::answer::{Expected, Reply, Text, align};

use Expected::{Assumptions, CheckSat, Core, Echo, Info, Model, Option, Silent, Statistics, Success, Values};

/// The replies and the strays as readable text.
fn read(output: &str, expected: &[Expected]) -> (Vec<String>, Vec<String>) {
    let (mut replies, mut strays) = (Vec::new(), Vec::new());
    align(output.as_bytes(), expected, &mut replies, &mut strays);
    let text = |text: Text| String::from_utf8_lossy(text.of(output.as_bytes())).into_owned();
    let show = |reply: &Reply| match *reply {
        Reply::Text(place) => text(place),
        Reply::Error(place) => format!("error: {}", text(place)),
        other => format!("{other:?}"),
    };
    (replies.iter().map(show).collect(), strays.into_iter().map(text).collect())
}

fn replies(output: &str, expected: &[Expected]) -> Vec<String> {
    let (replies, strays) = read(output, expected);
    assert_eq!(strays, Vec::<String>::new());
    replies
}

#[test]
fn a_plain_dialogue() {
    let output = "sat\n((define-fun x () Int 1))\n((x 1))\nunsat\n(a b)\n(:reason-unknown incomplete)\n";
    let expected = [Silent, Silent, CheckSat, Model, Values, Silent, CheckSat, Core, Info];
    let texts = replies(output, &expected);
    assert_eq!(texts[2..5], ["Sat", "((define-fun x () Int 1))", "((x 1))"]);
    assert_eq!(texts[6..], ["Unsat", "(a b)", "(:reason-unknown incomplete)"]);
    assert_eq!([&texts[0], &texts[1], &texts[5]], ["Silent"; 3]);
}

#[test]
fn a_failed_get_model_does_not_shift_the_next_answer() {
    let expected = [CheckSat, Model, Silent, CheckSat, Model];
    let output = "unsat\n(error \"line 4: model is not available\")\nsat\n(model (define-fun x () Int 1))";
    let texts = replies(output, &expected);
    assert_eq!(texts[0..2], ["Unsat", "error: line 4: model is not available"]);
    assert_eq!(texts[2..], ["Silent", "Sat", "(model (define-fun x () Int 1))"]);
}

#[test]
fn a_failed_assertion_does_not_take_the_answer_of_its_check() {
    let texts = replies("(error \"a\")\n(error \"b\")\nsat\n", &[Silent, Silent, Silent, CheckSat]);
    assert_eq!(texts, ["error: a", "error: b", "Silent", "Sat"]);
}

#[test]
fn the_last_words_of_a_solver_answer_the_command_that_waits() {
    let texts = replies("sat\n(error \"Parse Error\")\n", &[Silent, CheckSat, Silent, CheckSat, Model]);
    assert_eq!(texts, ["Silent", "Sat", "Silent", "error: Parse Error", "Missing"]);
}

#[test]
fn a_missing_model_leaves_the_rest_in_place() {
    let texts = replies("sat\nunsat\n(a)\n", &[CheckSat, Model, CheckSat, Core]);
    assert_eq!(texts, ["Sat", "Missing", "Unsat", "(a)"]);
}

#[test]
fn noise_answers_nothing() {
    let (texts, strays) = read("WARNING: x\nsat\nc progress 1\n((x 1))\nsat\n", &[CheckSat, Values]);
    assert_eq!(texts, ["Sat", "((x 1))"]);
    assert_eq!(strays, ["WARNING: x", "c progress 1", "sat"]);
}

#[test]
fn options_echoes_and_successes_are_replies_too() {
    let expected = [Success, Echo, Option, CheckSat, Assumptions, Statistics];
    let texts = replies("success\nhello world\ntrue\ntimeout\n((not a) b)\n(:t 1)", &expected);
    assert_eq!(texts, ["Success", "hello world", "true", "Timeout", "((not a) b)", "(:t 1)"]);
}

#[test]
fn unsupported_is_a_reply() {
    let texts = replies("unsupported\n; ignored\nsat\nunsupported\n", &[Silent, CheckSat, Core]);
    assert_eq!(texts, ["Unsupported", "Sat", "Unsupported"]);
}

#[test]
fn a_model_of_yices_is_one_reply() {
    let model =
        "(= x 4)\n(= f @fun_4)\n(function @fun_4\n (type (-> int int))\n (= (@fun_4 1) 2)\n (default 3))";
    let texts = replies(&format!("sat\n{model}\n((x 4))\nunsat\n"), &[CheckSat, Model, Values, CheckSat]);
    assert_eq!(texts, ["Sat", model, "((x 4))", "Unsat"]);
    // Only a model goes on: what another command printed is its own.
    let (texts, strays) = read("sat\n((x 4))\n(= y 5)\n", &[CheckSat, Values, CheckSat]);
    assert_eq!((texts[1].as_str(), strays), ("((x 4))", vec!["(= y 5)".to_owned()]));
}

#[test]
fn a_model_that_was_cut_off_is_missing() {
    let (texts, strays) = read("sat\n((define-fun x () Int\n", &[CheckSat, Model]);
    assert_eq!(texts, ["Sat", "Missing"]);
    assert_eq!(strays, ["((define-fun x () Int"]);
}

fn any_expected() -> impl Strategy<Value = Vec<Expected>> {
    let one = prop::sample::select(vec![
        Silent,
        Success,
        CheckSat,
        Model,
        Values,
        Core,
        Info,
        Statistics,
        Option,
        Echo,
        Expected::Something,
    ]);
    prop::collection::vec(one, 0..12)
}

/// Bytes that are likely to confuse: brackets, quotes and half words.
fn any_output() -> impl Strategy<Value = Vec<u8>> {
    let token = prop_oneof![
        prop::sample::select(vec![
            "sat\n",
            "unsat",
            "\n",
            "(",
            ")",
            "\"",
            "|",
            ";",
            "\\",
            "(error ",
            "(error \"x\")\n",
            "((x 1))\n",
        ])
        .prop_map(|text| text.as_bytes().to_vec()),
        prop::collection::vec(any::<u8>(), 0..4),
    ];
    prop::collection::vec(token, 0..40).prop_map(|tokens| tokens.concat())
}

proptest! {
    #[test]
    fn any_bytes_give_one_reply_per_command(output in any_output(), expected in any_expected()) {
        let (mut replies, mut strays) = (Vec::new(), Vec::new());
        align(&output, &expected, &mut replies, &mut strays);
        prop_assert_eq!(replies.len(), expected.len());
        // The pieces are places in the output, in order and apart from each other.
        let mut places: Vec<Text> = replies.iter().filter_map(|r| r.text().or(r.error())).collect();
        prop_assert!(places.is_sorted_by_key(|place| place.start));
        places.extend(&strays);
        places.sort_by_key(|place| (place.start, place.end));
        prop_assert!(places.iter().all(|place| place.start <= place.end && place.end <= output.len()));
        prop_assert!(places.windows(2).all(|pair| pair[0].end <= pair[1].start));
    }

    #[test]
    fn errors_and_warnings_never_move_an_answer(
        answers in prop::collection::vec(prop::sample::select(vec!["sat", "unsat", "unknown"]), 1..8),
        noise in prop::collection::vec(prop::sample::select(vec!["", "(error \"e\")\n", "WARNING\n"]), 8),
    ) {
        // Silent commands before each check-sat leave room for any error.
        let expected: Vec<Expected> = answers.iter().flat_map(|_| [Silent, CheckSat]).collect();
        let output: String = answers.iter().zip(&noise).map(|(a, n)| format!("{n}{a}\n")).collect();
        let (texts, _) = read(&output, &expected);
        let given: Vec<String> = texts.iter().skip(1).step_by(2).map(|t| t.to_lowercase()).collect();
        prop_assert_eq!(given, answers);
    }
}
