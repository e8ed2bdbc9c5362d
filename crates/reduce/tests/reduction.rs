//! Whole reductions, with predicates that need no solver.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use reduce::{
    Broken, Ended, Observer, Often, Patience, Predicate, Progress, Reduced, Settings, Shows, Subject, reduce,
};
use smtlib::Script;

/// Holds while all of these words are in the text.
struct Contains(Vec<&'static str>);

impl Predicate for Contains {
    fn holds(&mut self, subject: &Subject, _: Patience) -> Result<Shows, Broken> {
        assert!(subject.script.type_errors.is_empty(), "an ill-typed candidate");
        let text = String::from_utf8_lossy(&subject.text);
        Ok(self.0.iter().all(|word| text.contains(word)).into())
    }
}

#[derive(Default)]
struct Watcher {
    accepted: Vec<usize>,
}

impl Observer for Watcher {
    fn progress(&mut self, _: &Progress) {}

    fn accepted(&mut self, subject: &Subject) {
        self.accepted.push(subject.text.len());
    }
}

static GO_ON: AtomicBool = AtomicBool::new(false);

fn reduced_by(text: &str, predicates: Vec<Box<dyn Predicate>>) -> Reduced {
    let script = Script::parse(text.as_bytes()).unwrap();
    assert!(script.type_errors.is_empty());
    reduce(script, predicates, Settings { stop: &GO_ON, deadline: None, seen: 0 }, &mut Watcher::default())
}

fn reduced(text: &str, words: &[&'static str]) -> String {
    let predicates = (0..2).map(|_| Box::new(Contains(words.to_vec())) as Box<dyn Predicate>);
    let reduced = reduced_by(text, predicates.collect());
    assert_eq!(reduced.ended, Ended::Fixpoint);
    String::from_utf8(reduced.subject.text.clone()).unwrap().replace('\n', "")
}

#[test]
fn what_does_not_matter_goes() {
    let text = "(set-logic QF_NIA)(set-option :produce-models true)(declare-const x Int)(declare-const y Int)\
                (assert (and (> x 10) (or (< y 5) (= (mod (+ x (* 3 y)) 7) (div x 123)))))(push 1)\
                (assert (distinct x y 100))(check-sat)(get-model)(pop 1)(exit)";
    assert_eq!(reduced(text, &["(mod "]), "(assert (= (mod 0 0) 0))");
}

#[test]
fn a_check_keeps_what_it_needs() {
    let text = "(declare-const veryLongName Int)(assert (let ((y (+ veryLongName 1))) (forall ((z Int) (w Int)) \
                (! (=> (> z y) (exists ((v Int)) (< (div v z) w))) :pattern ((+ z w))))))(check-sat)";
    assert_eq!(reduced(text, &["(div ", "check-sat"]), "(assert (= (div 0 0) 0))(check-sat)");
    assert_eq!(reduced(text, &["forall", "check-sat"]), "(assert (forall ((a Int)) true))(check-sat)");
}

#[test]
fn constants_strings_and_widths_get_small() {
    let text = "(declare-const s String)(assert (= (str.replace s \"abc\\u{41}\" \"xyz\") (str.++ s \"0123\")))(check-sat)";
    assert_eq!(
        reduced(text, &["str.replace", "check-sat"]),
        "(assert (= (str.replace \"\" \"\" \"\") \"\"))(check-sat)"
    );
    let text = "(declare-const x (_ BitVec 64))(assert (bvult (bvudiv x #x00000000000000ff) ((_ zero_extend 32) \
                ((_ extract 47 16) x))))(check-sat)";
    let small = reduced(text, &["bvudiv", "check-sat"]);
    assert!(small.len() < 50, "{small}");
}

#[test]
fn what_never_holds_or_only_sometimes_is_said() {
    assert_eq!(reduced_by("(check-sat)", vec![Box::new(Contains(vec!["nothing"]))]).ended, Ended::NeverHeld);
    struct Sometimes(u32);
    impl Predicate for Sometimes {
        fn holds(&mut self, _: &Subject, _: Patience) -> Result<Shows, Broken> {
            self.0 += 1;
            Ok(self.0.is_multiple_of(2).into())
        }
    }
    let flaky = reduced_by("(check-sat)", vec![Box::new(Sometimes(0))]);
    assert_eq!(flaky.ended, Ended::Flaky { shown: 1, of: 3 });
    let sometimes = Often { predicate: Sometimes(0), needed: 1, of: 2 };
    assert_eq!(reduced_by("(check-sat)", vec![Box::new(sometimes)]).ended, Ended::Fixpoint);
    struct Gone;
    impl Predicate for Gone {
        fn holds(&mut self, _: &Subject, _: Patience) -> Result<Shows, Broken> {
            Err(Broken("no such program".to_owned()))
        }
    }
    let broken = reduced_by("(check-sat)", vec![Box::new(Gone)]);
    assert_eq!(broken.ended, Ended::Broken(Broken("no such program".to_owned())));
}

#[test]
fn the_best_so_far_is_kept_when_time_runs_out() {
    struct Slow;
    impl Predicate for Slow {
        fn holds(&mut self, subject: &Subject, _: Patience) -> Result<Shows, Broken> {
            std::thread::sleep(std::time::Duration::from_millis(20));
            Ok(subject.text.windows(3).any(|word| word == b"div").into())
        }
    }
    let text =
        "(declare-const x Int)(assert (> x 1))(assert (> x 2))(assert (= (div x 7) (div x 8)))(check-sat)";
    let script = Script::parse(text.as_bytes()).unwrap();
    let deadline = Some(Instant::now() + std::time::Duration::from_millis(150));
    let mut watcher = Watcher::default();
    let reduced =
        reduce(script, vec![Box::new(Slow)], Settings { stop: &GO_ON, deadline, seen: 0 }, &mut watcher);
    assert_eq!(reduced.ended, Ended::OutOfTime);
    assert!(reduced.progress.bytes < reduced.progress.before);
    assert_eq!(watcher.accepted.last(), Some(&reduced.subject.text.len()));
}

/// A script that takes too long is tried again with more time when nothing else is left, and only then.
#[test]
fn what_took_too_long_is_tried_last() {
    /// Needs `mod`; to see it without `div` takes long.
    struct Hard;
    impl Predicate for Hard {
        fn holds(&mut self, subject: &Subject, patience: Patience) -> Result<Shows, Broken> {
            let text = String::from_utf8_lossy(&subject.text);
            let slow = !text.contains("(div ");
            Ok(if slow && patience == Patience::Short { Shows::Late } else { text.contains("(mod ").into() })
        }
    }
    let text = "(declare-const x Int)(assert (> (div x 7) (mod x 8)))(assert (> (div x 5) 3))(check-sat)";
    let reduced = reduced_by(text, vec![Box::new(Hard)]);
    assert_eq!(reduced.ended, Ended::Fixpoint);
    assert_eq!(String::from_utf8_lossy(&reduced.subject.text).trim(), "(assert (= 0 (mod 0 0)))");
}

#[test]
fn an_answer_that_nobody_needs_is_asked_for_no_more() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    /// Counts how often a solver would have had to think.
    struct Thinking(Arc<AtomicU32>);
    impl Predicate for Thinking {
        fn holds(&mut self, subject: &Subject, _: Patience) -> Result<Shows, Broken> {
            let text = String::from_utf8_lossy(&subject.text);
            self.0.fetch_add(u32::from(text.contains("check-sat")), Ordering::Relaxed);
            Ok(text.contains("(div ").into())
        }
    }
    let text =
        "(declare-const x Int)(assert (> x 3))(assert (and (= (div x 7) 5) (< x 99)))(check-sat)(check-sat)";
    let thought = Arc::new(AtomicU32::new(0));
    let reduced = reduced_by(text, vec![Box::new(Thinking(Arc::clone(&thought)))]);
    assert_eq!(reduced.ended, Ended::Fixpoint);
    // The script itself, three times.
    assert_eq!(thought.load(Ordering::Relaxed), 3);
}
