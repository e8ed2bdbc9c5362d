//! How fast scripts are made from nothing. Our measure is 20,000 scripts of about 1 KB a second on one core.

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use strategy::grammar::{Generator, Grammar};

fn main() {
    divan::main();
}

/// Scripts of several groups.
#[divan::bench(args = ["QF_LIA", "QF_BV", "QF_ABVFP", "QF_SLIA", "UFDTLIA", "ALL"])]
fn scripts(bencher: Bencher, logic: &str) {
    const COUNT: u64 = 2048;
    let mut generator = Generator::new(Grammar::new(logic).expect("a logic"));
    let mut text = Vec::new();
    let mut all = |text: &mut Vec<u8>| {
        let mut bytes = 0;
        for number in 0..COUNT {
            text.clear();
            generator.script(1, number, text);
            bytes += text.len();
        }
        bytes
    };
    let bytes = all(&mut text);
    bencher.counter(ItemsCount::new(COUNT)).counter(BytesCount::new(bytes)).bench_local(|| all(&mut text));
}
