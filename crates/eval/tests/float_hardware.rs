//! Random and corner operands against the processor's binary32 and binary64, in the only mode Rust offers there.

mod float_operands;

use dashu_int::{IBig, UBig};
use eval::float::{Float, Format, RoundingMode};
use float_operands::{Operands, operations};
use rand::RngExt;

const RNE: RoundingMode = RoundingMode::Rne;

fn single(x: f32) -> Float {
    Float::from_ieee_u64(Format::SINGLE, x.to_bits().into())
}

fn double(x: f64) -> Float {
    Float::from_ieee_u64(Format::DOUBLE, x.to_bits())
}

fn to_single(x: &Float) -> f32 {
    f32::from_bits(u32::try_from(x.to_ieee_bits()).expect("32 bits"))
}

fn to_double(x: &Float) -> f64 {
    f64::from_bits(u64::try_from(x.to_ieee_bits()).expect("64 bits"))
}

/// The operations that `f32` and `f64` share.
macro_rules! agrees_with_hardware {
    ($test:ident, $format:expr, $from:ident, $to:ident) => {
        #[test]
        fn $test() {
            const OPERATIONS_PER_ROUND: u64 = 23;
            let mut operands = Operands::new($format, 3);
            let rounds = operations() / 2 / OPERATIONS_PER_ROUND;
            for _ in 0..rounds {
                let (x, y, z) = (operands.next(), operands.next(), operands.next());
                let (a, b, c) = ($to(&x), $to(&y), $to(&z));
                assert_eq!(x.add(RNE, &y), $from(a + b), "{x} + {y}");
                assert_eq!(x.sub(RNE, &y), $from(a - b), "{x} - {y}");
                assert_eq!(x.mul(RNE, &y), $from(a * b), "{x} * {y}");
                assert_eq!(x.div(RNE, &y), $from(a / b), "{x} / {y}");
                assert_eq!(x.fma(RNE, &y, &z), $from(a.mul_add(b, c)), "{x} * {y} + {z}");
                assert_eq!(x.sqrt(RNE), $from(a.sqrt()), "sqrt {x}");
                assert_eq!(x.neg(), $from(-a), "neg {x}");
                assert_eq!(x.abs(), $from(a.abs()), "abs {x}");

                assert_eq!(x.ieee_eq(&y), a == b, "{x} {y}");
                assert_eq!(x.lt(&y), a < b, "{x} {y}");
                assert_eq!(x.leq(&y), a <= b, "{x} {y}");
                assert_eq!(x.gt(&y), a > b, "{x} {y}");
                assert_eq!(x.geq(&y), a >= b, "{x} {y}");

                assert_eq!(x.round_to_integral(RNE), $from(a.round_ties_even()), "RNE {x}");
                assert_eq!(x.round_to_integral(RoundingMode::Rna), $from(a.round()), "RNA {x}");
                assert_eq!(x.round_to_integral(RoundingMode::Rtp), $from(a.ceil()), "RTP {x}");
                assert_eq!(x.round_to_integral(RoundingMode::Rtn), $from(a.floor()), "RTN {x}");
                assert_eq!(x.round_to_integral(RoundingMode::Rtz), $from(a.trunc()), "RTZ {x}");

                // Rust saturates where SMT-LIB leaves the result open.
                if let Some(integer) = x.to_ubv(RoundingMode::Rtz, 64) {
                    assert_eq!(integer, UBig::from(a as u64), "to_ubv {x}");
                }
                if let Some(integer) = x.to_sbv(RoundingMode::Rtz, 64) {
                    assert_eq!(integer, IBig::from(a as i64), "to_sbv {x}");
                }
                let shift = operands.rng.random_range(0..128);
                let integer = operands.rng.random::<u128>() >> shift;
                assert_eq!(Float::from_integer($format, RNE, &integer.into()), $from(integer as _));
                let integer = integer as i128;
                assert_eq!(Float::from_integer($format, RNE, &integer.into()), $from(integer as _));

                let (narrow, wide) = (x.to_format(RNE, Format::SINGLE), x.to_format(RNE, Format::DOUBLE));
                assert_eq!((narrow, wide), (single(a as f32), double(a as f64)), "to_fp {x}");
            }
            println!("{:?}: {} operations agree", $format, rounds * OPERATIONS_PER_ROUND);
        }
    };
}

agrees_with_hardware!(single_agrees_with_hardware, Format::SINGLE, single, to_single);
agrees_with_hardware!(double_agrees_with_hardware, Format::DOUBLE, double, to_double);
