//! How fast operators are mutated, the check of the witness included. yinyang's opfuzz makes 470 mutants a second with a
//! solver that answers at once, and 10,035 in memory.

use divan::Bencher;
use divan::counter::ItemsCount;
use strategy::mutant::Base;
use strategy::operator::{Bounds, Stock};
use strategy::{Seed, Test};

#[path = "seeds/mod.rs"]
mod seeds;

fn main() {
    divan::main();
}

#[divan::bench(args = 0..seeds::SEEDS.len())]
fn mutants(bencher: Bencher, seed: usize) {
    let (name, text) = seeds::SEEDS[seed];
    let seed = Seed::parse(name, text.as_bytes()).expect("a seed");
    let mut stock = Stock::new(Base::new("operator", &seed, &[], 0, true), &|_| true).expect("operators");
    let bounds = Bounds::default();
    let (mut test, mut number) = (Test::default(), 0);
    bencher.counter(ItemsCount::new(bounds.iterations as usize)).bench_local(|| {
        number += 1;
        let mut visit = stock.visit(&bounds, number);
        for instance in 0..visit.tests() {
            visit.test(instance, &mut test);
        }
    });
}
