//! How fast walks are, the check of the witness included. The paper's tool made 1,331,576 mutants in 24 hours with 50
//! processes, solving included.

use divan::Bencher;
use divan::counter::ItemsCount;
use strategy::walk::{Bounds, Ground, Repertoire, Stock, Walk};
use strategy::{Label, Seed, Test};

const SEEDS: &[(&str, &str)] = &[
    (
        "QF_LIA",
        "(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)(declare-const z Int)\
         (assert (and (> (+ x y) (- 3000)) (or (< z (* 2 x)) (<= (+ x y z) 7000))))\
         (assert (or (ite (> x z) (not (= x y)) (=> (< y 0) (>= z (- x 5)))) (<= x 4000)))(check-sat)",
    ),
    (
        "QF_BV",
        "(set-logic QF_BV)(declare-const a (_ BitVec 32))(declare-const b (_ BitVec 32))(declare-const c (_ BitVec 32))\
         (assert (let ((d (bvor a b)) (e (bvand b c))) (and (bvule a d) (bvuge c e) (not (bvult (bvadd d e) (bvand d e))))))\
         (assert (or (bvult a b) (bvuge a b) (= (bvmul a b) (bvshl c a))))(check-sat)",
    ),
    (
        "QF_SLIA",
        "(set-logic QF_SLIA)(declare-const s String)(declare-const t String)(declare-const i Int)\
         (assert (or (str.prefixof s (str.++ s t)) (= (str.substr s 0 i) t)))\
         (assert (or (str.in_re s (re.* re.allchar)) (> (str.len t) (str.indexof s t i))))(check-sat)",
    ),
];

fn main() {
    divan::main();
}

/// Walks of 50 steps, each of them a test.
#[divan::bench(args = 0..SEEDS.len())]
fn steps(bencher: Bencher, seed: usize) {
    let (name, text) = SEEDS[seed];
    let seed = Seed::parse(name, text.as_bytes()).expect("a seed");
    let ground = Ground::of(&seed, Some(Label::Sat));
    let mut stock =
        Stock::new(&seed, ground, &[], 0, Repertoire::new(seed.features, |_| true)).expect("a label");
    assert!(stock.has_witness(), "{name}");
    let bounds = Bounds { iterations: 1000, ..Bounds::default() };
    let (mut walk, mut test, mut number) = (Walk::default(), Test::default(), 0);
    bencher.counter(ItemsCount::new(1000_usize)).bench_local(|| {
        number += 1;
        let mut visit = walk.visit(&mut stock, &bounds, number);
        for instance in 0..1000 {
            visit.test(instance, &mut test);
        }
    });
}
