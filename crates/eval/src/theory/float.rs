//! FloatingPoint, with the solvers' additions.

use dashu_base::Abs;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use smtlib::theory::FloatOp;

use super::Call;
use super::arith::real;
use crate::bitvec::{BitVec, MAX_WIDTH};
use crate::choice::Choice;
use crate::float::{Float, Format, NotReal, RoundingMode};
use crate::machine::Machine;
use crate::number::{Algebraic, Real};
use crate::unknown::{Eval, Unknown};
use crate::value::Value;

pub(super) fn apply(machine: &mut Machine, call: &Call, op: FloatOp, args: &[&Value]) -> Eval {
    let number = |i: usize| float(call, args, i);
    let mode = || rounding_mode(call, args.first());
    let bits = |i: usize| bits(call, args.get(i));
    let format = || format(call.index(0)?, call.index(1)?);
    let test = |f: fn(&Float) -> bool| Ok(Value::Bool(f(number(0)?)));
    match op {
        FloatOp::Rne => Ok(Value::RoundingMode(RoundingMode::Rne)),
        FloatOp::Rna => Ok(Value::RoundingMode(RoundingMode::Rna)),
        FloatOp::Rtp => Ok(Value::RoundingMode(RoundingMode::Rtp)),
        FloatOp::Rtn => Ok(Value::RoundingMode(RoundingMode::Rtn)),
        FloatOp::Rtz => Ok(Value::RoundingMode(RoundingMode::Rtz)),
        FloatOp::Fp => from_fields(call, bits(0)?, bits(1)?, bits(2)?),
        FloatOp::PlusInf => Ok(Float::infinity(format()?, false).into()),
        FloatOp::MinusInf => Ok(Float::infinity(format()?, true).into()),
        FloatOp::PlusZero => Ok(Float::zero(format()?, false).into()),
        FloatOp::MinusZero => Ok(Float::zero(format()?, true).into()),
        FloatOp::NaN => Ok(Float::nan(format()?).into()),
        FloatOp::Abs => Ok(number(0)?.abs().into()),
        FloatOp::Neg => Ok(number(0)?.neg().into()),
        FloatOp::Add => Ok(number(1)?.add(mode()?, number(2)?).into()),
        FloatOp::Sub => Ok(number(1)?.sub(mode()?, number(2)?).into()),
        FloatOp::Mul => Ok(number(1)?.mul(mode()?, number(2)?).into()),
        FloatOp::Div => Ok(number(1)?.div(mode()?, number(2)?).into()),
        FloatOp::Fma => Ok(number(1)?.fma(mode()?, number(2)?, number(3)?).into()),
        FloatOp::Sqrt => Ok(number(1)?.sqrt(mode()?).into()),
        FloatOp::Rem => Ok(number(0)?.rem(number(1)?).into()),
        FloatOp::RoundToIntegral => Ok(number(1)?.round_to_integral(mode()?).into()),
        FloatOp::Min => match number(0)?.min(number(1)?) {
            Some(least) => Ok(least.into()),
            None => either(machine, Choice::FloatMin, args),
        },
        FloatOp::Max => match number(0)?.max(number(1)?) {
            Some(greatest) => Ok(greatest.into()),
            None => either(machine, Choice::FloatMax, args),
        },
        FloatOp::Leq => chain(call, args, Float::leq),
        FloatOp::Lt => chain(call, args, Float::lt),
        FloatOp::Geq => chain(call, args, Float::geq),
        FloatOp::Gt => chain(call, args, Float::gt),
        FloatOp::Eq => chain(call, args, Float::ieee_eq),
        FloatOp::IsNormal => test(Float::is_normal),
        FloatOp::IsSubnormal => test(Float::is_subnormal),
        FloatOp::IsZero => test(Float::is_zero),
        FloatOp::IsInfinite => test(Float::is_infinite),
        FloatOp::IsNaN => test(Float::is_nan),
        FloatOp::IsNegative => test(Float::is_negative),
        FloatOp::IsPositive => test(Float::is_positive),
        FloatOp::FromBits => {
            let (format, bits) = (format()?, bits(0)?);
            if format.width() != u64::from(bits.width()) {
                return Err(call.ill_typed());
            }
            Ok(Float::from_ieee_bits(format, &bits.to_ubig()).into())
        }
        FloatOp::FromFloat => Ok(number(1)?.to_format(mode()?, format()?).into()),
        FloatOp::FromReal => Ok(round(format()?, mode()?, &*real(call, args.get(1))?)?.into()),
        FloatOp::FromSigned => Ok(Float::from_integer(format()?, mode()?, &bits(1)?.sbv_to_int()).into()),
        FloatOp::FromUnsigned => Ok(Float::from_integer(format()?, mode()?, &bits(1)?.ubv_to_int()).into()),
        FloatOp::FromParts => {
            let scaled =
                scale(&*real(call, args.get(1))?, args.get(2).copied().ok_or_else(|| call.ill_typed())?)?;
            Ok(round(format()?, mode()?, &scaled)?.into())
        }
        FloatOp::FromRealRne => {
            // Only old versions of Z3 take this, and say nothing of the rounding: it must not matter.
            let (format, exact) = (format()?, real(call, args.first())?);
            let [down, up] = [RoundingMode::Rtn, RoundingMode::Rtp].map(|mode| round(format, mode, &exact));
            if down == up { Ok(down?.into()) } else { Err(Unknown::Inexact(call.op)) }
        }
        FloatOp::ToUbv => {
            let width = width(call)?;
            match number(1)?.to_ubv(mode()?, width) {
                Some(natural) => Ok(BitVec::from_ubig(width, &natural).into()),
                None => {
                    machine.choose_or(Choice::FloatToUbv(width), args, |_| Some(BitVec::zero(width).into()))
                }
            }
        }
        FloatOp::ToSbv => {
            let width = width(call)?;
            match number(1)?.to_sbv(mode()?, width) {
                Some(integer) => Ok(BitVec::int_to_bv(width, &integer).into()),
                None => {
                    machine.choose_or(Choice::FloatToSbv(width), args, |_| Some(BitVec::zero(width).into()))
                }
            }
        }
        FloatOp::ToReal => match number(0)?.to_real() {
            Ok(exact) => Ok(Real::from(exact).into()),
            Err(NotReal::Unspecified) => {
                machine.choose_or(Choice::FloatToReal, args, |_| Some(Real::ZERO.into()))
            }
            Err(error @ NotReal::TooLong) => Err(Unknown::Limit(error.to_string())),
        },
        FloatOp::ToIeeeBv => {
            let number = number(0)?;
            let width = u32::try_from(number.format().width()).map_err(|_| too_large())?;
            let encoding = Value::from(BitVec::from_ubig(width, &number.to_ieee_bits()));
            if number.is_nan() {
                return machine.choose_or(Choice::NanBits, args, |_| Some(encoding));
            }
            Ok(encoding)
        }
    }
}

fn too_large() -> Unknown {
    Unknown::Limit("a floating-point format is too large".into())
}

/// Indices come from scripts: a format must fit the memory of the machine, and the exponent a word.
fn format(eb: u32, sb: u32) -> Eval<Format> {
    Format::new(eb, sb).filter(|format| format.width() <= u64::from(MAX_WIDTH)).ok_or_else(too_large)
}

fn width(call: &Call) -> Eval<u32> {
    match call.index(0)? {
        width if width <= MAX_WIDTH => Ok(width),
        _ => Err(Unknown::Limit("a bit-vector is too wide".into())),
    }
}

/// The argument at place `i`; all numbers among the arguments have one format.
fn float<'v>(call: &Call, args: &[&'v Value], i: usize) -> Eval<&'v Float> {
    let mut numbers = args.iter().filter_map(|value| match value {
        Value::Float(number) => Some(number.format()),
        _ => None,
    });
    let first = numbers.next();
    if numbers.any(|format| Some(format) != first) {
        return Err(call.ill_typed());
    }
    match args.get(i) {
        Some(Value::Float(number)) => Ok(number),
        _ => Err(call.ill_typed()),
    }
}

fn rounding_mode(call: &Call, value: Option<&&Value>) -> Eval<RoundingMode> {
    match value {
        Some(Value::RoundingMode(mode)) => Ok(*mode),
        _ => Err(call.ill_typed()),
    }
}

fn bits<'v>(call: &Call, value: Option<&&'v Value>) -> Eval<&'v BitVec> {
    match value {
        Some(Value::BitVec(bits)) => Ok(bits),
        _ => Err(call.ill_typed()),
    }
}

/// `(fp sign exponent significand)`: the significand without its hidden bit.
fn from_fields(call: &Call, sign: &BitVec, exponent: &BitVec, significand: &BitVec) -> Eval {
    let format = format(exponent.width(), significand.width().saturating_add(1))?;
    let biased = exponent.to_u64().ok_or_else(|| call.ill_typed())?;
    Ok(Float::from_fields(format, sign.bit(0), biased, significand.to_ubig()).into())
}

fn chain(call: &Call, args: &[&Value], holds: fn(&Float, &Float) -> bool) -> Eval {
    let mut all = true;
    for i in 1..args.len() {
        all &= holds(float(call, args, i - 1)?, float(call, args, i)?);
    }
    Ok(Value::Bool(all))
}

/// `fp.min` and `fp.max` of two zeros: either of them, as a function of both in their order.
fn either(machine: &mut Machine, choice: Choice, args: &[&Value]) -> Eval {
    machine.choose_or(choice, args, |_| args.get(1).map(|&second| second.clone()))
}

/// A real rounded once.
fn round(format: Format, mode: RoundingMode, exact: &Real) -> Eval<Float> {
    match exact {
        Real::Rational(rational) => Ok(Float::from_real(format, mode, rational)),
        Real::Algebraic(irrational) => round_irrational(format, mode, irrational),
    }
}

/// An irrational number is never a tie nor a representable number, so that rationals close enough on both sides
/// round to the same number as it does.
fn round_irrational(format: Format, mode: RoundingMode, exact: &Algebraic) -> Eval<Float> {
    const MAX_PLACES: usize = 1 << 14;
    let mut places = 64;
    while places <= MAX_PLACES {
        let below = exact.floor_scaled(places);
        let ends = [below.clone(), below + IBig::ONE];
        let [low, high] =
            ends.map(|end| Float::from_real(format, mode, &RBig::from_parts(end, UBig::ONE << places)));
        if low == high {
            return Ok(low);
        }
        places *= 2;
    }
    Err(Unknown::Limit("an irrational number is too close to where rounding changes".into()))
}

/// Z3's `((_ to_fp e s) mode significand exponent)`: the product `significand · 2^exponent`, exact before rounding.
fn scale(significand: &Real, exponent: &Value) -> Eval<Real> {
    const MAX_EXPONENT: usize = 1 << 20;
    let Value::Int(exponent) = exponent else {
        return Err(Unknown::Limit("an exponent that is no integer".into()));
    };
    let places = usize::try_from(exponent.clone().abs()).ok().filter(|&places| places <= MAX_EXPONENT);
    let places = places.ok_or_else(|| Unknown::Limit("an exponent is too large".into()))?;
    let power = RBig::from(UBig::ONE << places);
    let factor = if *exponent < IBig::ZERO { RBig::ONE / power } else { power };
    match significand {
        Real::Rational(rational) => Ok(Real::from(rational * factor)),
        Real::Algebraic(_) => Ok(significand.mul(&Real::from(factor))?),
    }
}
