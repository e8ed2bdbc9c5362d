//! Throughput of the softfloat, beside `rustc_apfloat` on the same operands: `cargo bench -p eval --bench float`.
//!
//! Nanoseconds per operation, medians of one run on a shared two-core machine. The peer's formats are types known
//! at compile time; for (15, 113) no peer was measured.
//!
//! | | (8, 24) | (11, 53) | peer (11, 53) | (15, 113) |
//! |---|---|---|---|---|
//! | add | 38 | 38 | 46 | 139 |
//! | mul | 23 | 24 | 33 | 77 |
//! | div | 35 | 37 | 245 | 133 |
//! | fma | 41 | 41 | 55 | 171 |

use divan::{Bencher, counter::ItemsCount};
use eval::float::{Float, Format, RoundingMode};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_apfloat::Float as _;
use rustc_apfloat::ieee::{Double, Single};

/// Each operation takes up to three consecutive operands.
const OPERATIONS: usize = 1024;
const OPERANDS: usize = OPERATIONS + 2;
const RNE: RoundingMode = RoundingMode::Rne;
const FORMATS: [(u32, u32); 3] = [(8, 24), (11, 53), (15, 113)];

fn main() {
    divan::main();
}

/// Finite numbers with exponents of a few places around zero, so that sums and products do not degenerate.
fn operands((eb, sb): (u32, u32)) -> Vec<Float> {
    let format = Format::new(eb, sb).expect("a valid format");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let bias = (1u64 << (eb - 1)) - 1;
    let mut operand = || {
        let exponent = rng.random_range(bias - 7..=bias + 7);
        Float::from_fields(format, rng.random(), exponent, rng.random::<u128>().into())
    };
    (0..OPERANDS).map(|_| operand()).collect()
}

fn measure(bencher: Bencher, format: (u32, u32), operation: impl Fn(&Float, &Float, &Float) -> Float + Sync) {
    let operands = operands(format);
    bencher.counter(ItemsCount::new(OPERATIONS)).bench(|| {
        for x in operands.windows(3) {
            divan::black_box(operation(&x[0], &x[1], &x[2]));
        }
    });
}

#[divan::bench(args = FORMATS)]
fn add(bencher: Bencher, format: (u32, u32)) {
    measure(bencher, format, |x, y, _| x.add(RNE, y));
}

#[divan::bench(args = FORMATS)]
fn mul(bencher: Bencher, format: (u32, u32)) {
    measure(bencher, format, |x, y, _| x.mul(RNE, y));
}

#[divan::bench(args = FORMATS)]
fn div(bencher: Bencher, format: (u32, u32)) {
    measure(bencher, format, |x, y, _| x.div(RNE, y));
}

#[divan::bench(args = FORMATS)]
fn fma(bencher: Bencher, format: (u32, u32)) {
    measure(bencher, format, |x, y, z| x.fma(RNE, y, z));
}

/// The peer, whose formats are types.
mod apfloat {
    use super::*;

    fn measure<F: rustc_apfloat::Float + Sync>(
        bencher: Bencher,
        format: (u32, u32),
        operation: impl Fn(F, F, F) -> F + Sync,
    ) {
        let bits = |x: &Float| F::from_bits(u128::try_from(x.to_ieee_bits()).unwrap_or_default());
        let operands: Vec<F> = operands(format).iter().map(bits).collect();
        bencher.counter(ItemsCount::new(OPERATIONS)).bench(|| {
            for x in operands.windows(3) {
                divan::black_box(operation(x[0], x[1], x[2]));
            }
        });
    }

    #[divan::bench]
    fn add_single(bencher: Bencher) {
        measure::<Single>(bencher, (8, 24), |x, y, _| (x + y).value);
    }

    #[divan::bench]
    fn add_double(bencher: Bencher) {
        measure::<Double>(bencher, (11, 53), |x, y, _| (x + y).value);
    }

    #[divan::bench]
    fn mul_double(bencher: Bencher) {
        measure::<Double>(bencher, (11, 53), |x, y, _| (x * y).value);
    }

    #[divan::bench]
    fn div_double(bencher: Bencher) {
        measure::<Double>(bencher, (11, 53), |x, y, _| (x / y).value);
    }

    #[divan::bench]
    fn fma_double(bencher: Bencher) {
        measure::<Double>(bencher, (11, 53), |x, y, z| x.mul_add(y, z).value);
    }
}
