//! Broken scripts: always there, never endless, and made again from the same numbers.

use smtlib::Script;
use strategy::broken::{Bounds, Stock};
use strategy::{Seed, Test};

const SEED: &str = "(set-logic QF_LIA)(declare-const x Int)(declare-fun |a b| (Int) Int)\
    (assert (let ((y (+ x 1))) (> y (|a b| 3))))(assert (or (< x 3) (= x 7)))(check-sat)";

#[test]
fn thousands_of_scripts_are_broken_in_many_ways() {
    let seed = Seed::parse("s", SEED.as_bytes()).unwrap();
    let (stock, bounds) = (Stock::new(&seed, 7), Bounds::default());
    let (mut test, mut again) = (Test::default(), Test::default());
    let (mut refused, mut quiet, mut kinds) = (0, 0, std::collections::BTreeSet::new());
    for number in 0..4000 {
        stock.test(&bounds, number / 32, number % 32, &mut test);
        Stock::new(&seed, 7).test(&bounds, number / 32, number % 32, &mut again);
        assert_eq!((&test.text, &test.provenance), (&again.text, &again.provenance));
        assert!(test.is_broken() && test.text.len() <= 64 << 10);
        // Our own parser is a parser, too.
        let script = Script::parse(&test.text);
        refused += usize::from(script.is_err_and(|_| true));
        quiet += usize::from(!String::from_utf8_lossy(&test.text).contains("check-sat"));
        kinds.extend(test.provenance.steps.iter().cloned());
    }
    assert!(refused > 1000, "{refused}");
    assert!((1200..3200).contains(&quiet), "{quiet}");
    assert_eq!(kinds.len(), 16, "{kinds:?}");
}
