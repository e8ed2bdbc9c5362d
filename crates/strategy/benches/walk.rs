//! How fast walks are, the check of the witness included. The paper's tool made 1,331,576 mutants in 24 hours with 50
//! processes, solving included.

use divan::Bencher;
use divan::counter::ItemsCount;
use strategy::walk::{Bounds, Ground, Repertoire, Stock, Walk};
use strategy::{Label, Seed, Test};

#[path = "seeds/mod.rs"]
mod seeds;

fn main() {
    divan::main();
}

/// Walks of 50 steps, each of them a test.
#[divan::bench(args = 0..seeds::SEEDS.len())]
fn steps(bencher: Bencher, seed: usize) {
    let (name, text) = seeds::SEEDS[seed];
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
