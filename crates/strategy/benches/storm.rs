//! How fast tests are made. The original STORM makes 112 a second on QF_LIA, solving and printing by Z3's Python API.

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use strategy::storm::{Bounds, Stock, Storm};
use strategy::{Seed, Test};

const SEED: &str = "(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)(declare-const z Int)\
    (assert (and (> (+ x y) 3) (or (< z (* 2 x)) (= (+ x y z) 7))))\
    (assert (ite (> x z) (not (= x y)) (=> (< y 0) (>= z (- x 5)))))(check-sat)";

fn main() {
    divan::main();
}

fn stock(bounds: &Bounds) -> Stock {
    let seed = Seed::parse("bench", SEED.as_bytes()).expect("a seed");
    Stock::new(&seed, &[], bounds, 0, &|_| true)
}

/// A seed taken apart and evaluated under all its assignments.
#[divan::bench]
fn take_apart(bencher: Bencher) {
    let bounds = Bounds::default();
    bencher.bench(|| stock(&bounds));
}

/// Tests at the paper's bounds.
#[divan::bench]
fn instances(bencher: Bencher) {
    let bounds = Bounds::default();
    let stock = stock(&bounds);
    let (mut storm, mut test) = (Storm::new(), Test::default());
    let visit = storm.visit(&stock, &bounds, 0).expect("a pool");
    let bytes: usize = (0..1000)
        .map(|instance| {
            visit.test(instance, &mut test);
            test.text.len()
        })
        .sum();
    bencher.counter(ItemsCount::new(1000_usize)).counter(BytesCount::new(bytes)).bench_local(|| {
        for instance in 0..1000 {
            visit.test(instance, &mut test);
        }
    });
}
