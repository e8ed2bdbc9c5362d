//! Random and corner operands against LLVM's APFloat, as ported in `rustc_apfloat`.
//!
//! It has no square root, and `ieee_rem` is its `fp.rem`. It panics on signed integers of one bit. In a format
//! without the number `2^(sb-1)` it panics when it rounds to an integer, and its remainder may not terminate. So
//! these are left to the other tests.

mod float_operands;

use dashu_int::{IBig, UBig};
use eval::float::{Float, Format, RoundingMode};
use float_operands::{Operands, operations};
use rand::RngExt;
use rustc_apfloat::ieee::{BFloatS, DoubleS, HalfS, IeeeFloat, QuadS, Semantics, SingleS};
use rustc_apfloat::{Float as _, FloatConvert, Round, Status, StatusAnd};

/// Declares the semantics of formats that APFloat does not name.
macro_rules! semantics {
    ($($name:ident($eb:literal, $sb:literal)),*) => {
        $(
            struct $name;
            impl Semantics for $name {
                const BITS: usize = $eb + $sb;
                const EXP_BITS: usize = $eb;
            }
        )*
    };
}

semantics!(Tiny(3, 5), WideExponent(12, 4), Native(10, 61), BeyondNative(10, 62), Tall(6, 100));

fn round(mode: RoundingMode) -> Round {
    match mode {
        RoundingMode::Rne => Round::NearestTiesToEven,
        RoundingMode::Rna => Round::NearestTiesToAway,
        RoundingMode::Rtp => Round::TowardPositive,
        RoundingMode::Rtn => Round::TowardNegative,
        RoundingMode::Rtz => Round::TowardZero,
    }
}

fn format_of<S: Semantics>() -> Format {
    Format::new(S::EXP_BITS as u32, S::PRECISION as u32).expect("a valid format")
}

/// Whether the format has the number `2^(sb-1)`, as all formats of IEEE 754 do.
fn all_integers_below_precision<S: Semantics>() -> bool {
    S::MAX_EXP >= S::PRECISION as i32 - 1
}

fn theirs<S: Semantics>(float: &Float) -> IeeeFloat<S> {
    IeeeFloat::from_bits(u128::try_from(float.to_ieee_bits()).expect("at most 128 bits"))
}

fn ours<S: Semantics>(float: StatusAnd<IeeeFloat<S>>) -> Float {
    Float::from_ieee_bits(format_of::<S>(), &UBig::from(float.value.to_bits()))
}

fn in_range<T>(integer: StatusAnd<T>) -> Option<T> {
    (!integer.status.contains(Status::INVALID_OP)).then_some(integer.value)
}

/// All operations on one triple of operands and one integer; returns how many there were.
fn compare<S: Semantics>(x: &Float, y: &Float, z: &Float, integer: u128) -> u64 {
    let (a, b, c) = (theirs::<S>(x), theirs::<S>(y), theirs::<S>(z));
    assert_eq!(x.compare(y), a.partial_cmp(&b), "{x} {y}");
    let format = x.format();
    for mode in RoundingMode::ALL {
        let r = round(mode);
        assert_eq!(x.add(mode, y), ours(a.add_r(b, r)), "{mode} {x} + {y}");
        assert_eq!(x.sub(mode, y), ours(a.sub_r(b, r)), "{mode} {x} - {y}");
        assert_eq!(x.mul(mode, y), ours(a.mul_r(b, r)), "{mode} {x} * {y}");
        assert_eq!(x.div(mode, y), ours(a.div_r(b, r)), "{mode} {x} / {y}");
        assert_eq!(x.fma(mode, y, z), ours(a.mul_add_r(b, c, r)), "{mode} {x} * {y} + {z}");
        if all_integers_below_precision::<S>() {
            assert_eq!(x.round_to_integral(mode), ours(a.round_to_integral(r)), "{mode} integral {x}");
        }

        let width = 2 + (integer % 127) as u32;
        let unsigned = in_range(a.to_u128_r(width as usize, r, &mut false)).map(UBig::from);
        assert_eq!(x.to_ubv(mode, width), unsigned, "{mode} {x} to_ubv {width}");
        let signed = in_range(a.to_i128_r(width as usize, r, &mut false)).map(IBig::from);
        assert_eq!(x.to_sbv(mode, width), signed, "{mode} {x} to_sbv {width}");

        let unsigned = Float::from_integer(format, mode, &integer.into());
        assert_eq!(unsigned, ours(IeeeFloat::<S>::from_u128_r(integer, r)), "{mode} {integer}");
        let integer = integer as i128;
        let signed = Float::from_integer(format, mode, &integer.into());
        assert_eq!(signed, ours(IeeeFloat::<S>::from_i128_r(integer, r)), "{mode} {integer}");
    }
    let per_mode = if all_integers_below_precision::<S>() { 10 } else { 9 };
    1 + per_mode * RoundingMode::ALL.len() as u64
}

fn compare_conversion<S: Semantics, T: Semantics>(x: &Float) -> u64 {
    for mode in RoundingMode::ALL {
        let converted: StatusAnd<IeeeFloat<T>> = theirs::<S>(x).convert_r(round(mode), &mut false);
        assert_eq!(x.to_format(mode, format_of::<T>()), ours(converted), "{mode} {x} {:?}", format_of::<T>());
    }
    RoundingMode::ALL.len() as u64
}

fn compare_format<S: Semantics>() {
    let budget = operations() / 10;
    let mut operands = Operands::new(format_of::<S>(), 1);
    let mut done = 0;
    while done < budget {
        let (x, y, z) = (operands.next(), operands.next(), operands.next());
        let shift = operands.rng.random_range(0..128);
        let integer = operands.rng.random::<u128>() >> shift;
        done += compare::<S>(&x, &y, &z, integer);
        done += compare_conversion::<S, Tiny>(&x);
        done += compare_conversion::<S, HalfS>(&x);
        done += compare_conversion::<S, BFloatS>(&x);
        done += compare_conversion::<S, SingleS>(&x);
        done += compare_conversion::<S, DoubleS>(&x);
        done += compare_conversion::<S, QuadS>(&x);
    }
    println!("{:?}: {done} operations agree", format_of::<S>());
}

fn compare_remainders<S: Semantics>() {
    if !all_integers_below_precision::<S>() {
        return;
    }
    let budget = operations() / 100;
    let mut operands = Operands::new(format_of::<S>(), 2);
    for _ in 0..budget {
        let (x, y) = (operands.next(), operands.next());
        assert_eq!(x.rem(&y), ours(theirs::<S>(&x).ieee_rem(theirs::<S>(&y))), "{x} rem {y}");
    }
    println!("{:?}: {budget} remainders agree", format_of::<S>());
}

macro_rules! formats_agree {
    ($($test:ident: $semantics:ty),*) => {
        $(
            #[test]
            fn $test() {
                compare_format::<$semantics>();
                compare_remainders::<$semantics>();
            }
        )*
    };
}

formats_agree! {
    tiny_agrees: Tiny,
    half_agrees: HalfS,
    bfloat_agrees: BFloatS,
    single_agrees: SingleS,
    double_agrees: DoubleS,
    quad_agrees: QuadS,
    wide_exponent_agrees: WideExponent,
    widest_native_precision_agrees: Native,
    narrowest_beyond_native_precision_agrees: BeyondNative,
    tall_significand_agrees: Tall
}
