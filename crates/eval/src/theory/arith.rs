//! Ints, Reals and Reals_Ints, with the solvers' additions.

use std::borrow::Cow;
use std::cmp::Ordering;

use dashu_base::{BitTest, UnsignedAbs};
use smtlib::SortId;
use smtlib::theory::ArithOp;

use super::Call;
use crate::choice::Choice;
use crate::machine::Machine;
use crate::number::{Int, Real, int};
use crate::unknown::{Eval, Unknown};
use crate::value::Value;

pub(super) fn apply(machine: &mut Machine, call: &Call, op: ArithOp, args: &[&Value]) -> Eval {
    match op {
        ArithOp::Neg => each(call, args, |a| -a, Real::neg),
        ArithOp::Abs => each(call, args, int::abs, Real::abs),
        ArithOp::Add => fold(call, args, |a, b| Ok(a + b), |a, b| Ok(a.add(b)?)),
        ArithOp::Sub => fold(call, args, |a, b| Ok(a - b), |a, b| Ok(a.sub(b)?)),
        ArithOp::Mul => fold(call, args, |a, b| Ok(int::mul(a, b)?), |a, b| Ok(a.mul(b)?)),
        ArithOp::Div => fold_reals(call, args, |a, b| match a.div(b)? {
            Some(quotient) => Ok(quotient),
            None => real_by_zero(machine, call, a.clone()),
        }),
        ArithOp::DivTotal => fold_reals(call, args, |a, b| Ok(a.div(b)?.unwrap_or(Real::ZERO))),
        ArithOp::IntDiv | ArithOp::IntDivReal => {
            fold_ints(call, args, |a, b| or_by_zero(machine, call, Choice::IntDivByZero, a, int::div(a, b)))
        }
        ArithOp::Mod | ArithOp::ModReal => {
            fold_ints(call, args, |a, b| or_by_zero(machine, call, Choice::ModByZero, a, int::modulo(a, b)))
        }
        ArithOp::Rem => {
            fold_ints(call, args, |a, b| or_by_zero(machine, call, Choice::RemByZero, a, remainder(a, b)))
        }
        ArithOp::IntDivTotal => fold_ints(call, args, |a, b| Ok(int::div(a, b).unwrap_or(Int::ZERO))),
        ArithOp::ModTotal => fold_ints(call, args, |a, b| Ok(int::modulo(a, b).unwrap_or_else(|| a.clone()))),
        ArithOp::Le => chain(call, args, Ordering::is_le),
        ArithOp::Lt => chain(call, args, Ordering::is_lt),
        ArithOp::Ge => chain(call, args, Ordering::is_ge),
        ArithOp::Gt => chain(call, args, Ordering::is_gt),
        ArithOp::Divisible => {
            let n = call.indices().first().and_then(|index| int::parse_numeral(call.arena.name(index.text)));
            let value = floor(call, args.first())?;
            let divisible = n.and_then(|n| int::divisible(&n, &value));
            divisible.map(Value::Bool).ok_or_else(|| call.ill_typed())
        }
        ArithOp::ToReal => Ok(real(call, args.first())?.into_owned().into()),
        ArithOp::ToInt => Ok(floor(call, args.first())?.into_owned().into()),
        ArithOp::IsInt => Ok(Value::Bool(real(call, args.first())?.is_int())),
        ArithOp::Pow => power(machine, call, args),
        ArithOp::IntPow2 => Ok(int::pow2(&*floor(call, args.first())?)?.into()),
        ArithOp::IntLog2 => Ok(int::log2(&*floor(call, args.first())?).into()),
        ArithOp::IntAnd => iand(call, &Int::from(call.index(0)?), args),
        ArithOp::PiAnd => {
            let (width, rest) = args.split_first().ok_or_else(|| call.ill_typed())?;
            iand(call, &*floor(call, Some(width))?, rest)
        }
        ArithOp::DivZero => by_zero(machine, call, Choice::DivByZero, args),
        ArithOp::IntDivZero => by_zero(machine, call, Choice::IntDivByZero, args),
        ArithOp::ModZero => by_zero(machine, call, Choice::ModByZero, args),
        ArithOp::RemZero => by_zero(machine, call, Choice::RemByZero, args),
    }
}

/// The argument as a real, as which an integer may stand.
pub(super) fn real<'v>(call: &Call, value: Option<&&'v Value>) -> Eval<Cow<'v, Real>> {
    match value {
        Some(Value::Real(value)) => Ok(Cow::Borrowed(value)),
        Some(Value::Int(value)) => Ok(Cow::Owned(Real::from(value.clone()))),
        _ => Err(call.ill_typed()),
    }
}

/// The argument as an integer; Z3 rounds a real down where it wants one.
fn floor<'v>(call: &Call, value: Option<&&'v Value>) -> Eval<Cow<'v, Int>> {
    match value {
        Some(Value::Int(value)) => Ok(Cow::Borrowed(value)),
        Some(Value::Real(value)) => Ok(Cow::Owned(value.floor())),
        _ => Err(call.ill_typed()),
    }
}

/// Whether a `Num` operator works on integers: one real among the arguments makes all of them real.
fn over_ints(call: &Call, args: &[&Value]) -> bool {
    call.sort != SortId::REAL && args.iter().all(|value| matches!(value, Value::Int(_)))
}

fn each(call: &Call, args: &[&Value], ints: fn(&Int) -> Int, reals: fn(&Real) -> Real) -> Eval {
    if over_ints(call, args) {
        Ok(ints(&*floor(call, args.first())?).into())
    } else {
        Ok(reals(&*real(call, args.first())?).into())
    }
}

fn fold(
    call: &Call,
    args: &[&Value],
    ints: impl FnMut(&Int, &Int) -> Eval<Int>,
    reals: impl FnMut(&Real, &Real) -> Eval<Real>,
) -> Eval {
    if over_ints(call, args) { fold_ints(call, args, ints) } else { fold_reals(call, args, reals) }
}

fn fold_ints(call: &Call, args: &[&Value], mut step: impl FnMut(&Int, &Int) -> Eval<Int>) -> Eval {
    let mut result = floor(call, args.first())?;
    for arg in args.iter().skip(1) {
        result = Cow::Owned(step(&result, &*floor(call, Some(arg))?)?);
    }
    Ok(result.into_owned().into())
}

fn fold_reals(call: &Call, args: &[&Value], mut step: impl FnMut(&Real, &Real) -> Eval<Real>) -> Eval {
    let mut result = real(call, args.first())?;
    for arg in args.iter().skip(1) {
        result = Cow::Owned(step(&result, &*real(call, Some(arg))?)?);
    }
    Ok(result.into_owned().into())
}

fn chain(call: &Call, args: &[&Value], holds: fn(Ordering) -> bool) -> Eval {
    let mut all = true;
    for pair in args.windows(2) {
        let order = match (pair[0], pair[1]) {
            (Value::Int(a), Value::Int(b)) => a.cmp(b),
            _ => real(call, pair.first())?.cmp(&real(call, pair.get(1))?),
        };
        all &= holds(order);
    }
    Ok(Value::Bool(all))
}

/// Z3's `rem`: `mod` with the sign of the divisor.
fn remainder(dividend: &Int, divisor: &Int) -> Option<Int> {
    let modulo = int::modulo(dividend, divisor)?;
    Some(if *divisor < Int::ZERO { -modulo } else { modulo })
}

/// The quotient, or where the divisor is zero what the model says: a function of the dividend (Ints and Reals
/// theories, notes on division).
fn or_by_zero(
    machine: &mut Machine,
    call: &Call,
    choice: Choice,
    dividend: &Int,
    result: Option<Int>,
) -> Eval<Int> {
    if let Some(result) = result {
        return Ok(result);
    }
    match machine.choose(choice, &[&Value::Int(dividend.clone())], SortId::INT)? {
        Value::Int(value) => Ok(value),
        _ => Err(call.ill_typed()),
    }
}

fn real_by_zero(machine: &mut Machine, call: &Call, dividend: Real) -> Eval<Real> {
    match machine.choose(Choice::DivByZero, &[&Value::Real(dividend)], SortId::REAL)?.into_real() {
        Value::Real(value) => Ok(value),
        _ => Err(call.ill_typed()),
    }
}

/// Z3's `/0`, `div0`, `mod0`, `rem0`: the same unspecified functions under names of their own. Their second
/// argument is the zero divisor; of another divisor nothing is said.
fn by_zero(machine: &mut Machine, call: &Call, choice: Choice, args: &[&Value]) -> Eval {
    if args.len() > 1 && real(call, args.get(1))?.sign().is_ne() {
        return Err(Unknown::Inexact(call.op));
    }
    if choice == Choice::DivByZero {
        let dividend = real(call, args.first())?.into_owned();
        return real_by_zero(machine, call, dividend).map(Value::Real);
    }
    let dividend = floor(call, args.first())?;
    or_by_zero(machine, call, choice, &dividend, None).map(Value::Int)
}

/// cvc5's `iand`: bitwise and of the lowest `width` bits; no bits where there are none.
fn iand(call: &Call, width: &Int, args: &[&Value]) -> Eval {
    if *width <= Int::ZERO {
        return Ok(Int::ZERO.into());
    }
    let width = usize::try_from(width).unwrap_or(usize::MAX);
    Ok(int::iand(width, &*floor(call, args.first())?, &*floor(call, args.get(1))?)?.into())
}

/// `x^y` where the laws of powers fix it. They do not for `0^0`, for zero or integers to negative exponents, and
/// for negative numbers to fractions: there solvers differ, and between their versions too.
fn power(machine: &mut Machine, call: &Call, args: &[&Value]) -> Eval {
    let [base, exponent] = args else { return Err(call.ill_typed()) };
    if over_ints(call, args)
        && let (Value::Int(b), Value::Int(e)) = (base, exponent)
    {
        if *e < Int::ZERO || (e.is_zero() && b.is_zero()) {
            // The empty product, and what is left of a fraction, are the plainest choices.
            let plain = if e.is_zero() { Int::ONE } else { Int::ZERO };
            return machine.choose_or(Choice::Power, args, |_| Some(plain.into()));
        }
        return Ok(int::pow(b, &e.unsigned_abs())?.into());
    }
    let (b, e) = (real(call, args.first())?, real(call, args.get(1))?);
    let unspecified = match b.sign() {
        Ordering::Equal => e.sign().is_le(),
        Ordering::Less => !e.is_int(),
        Ordering::Greater => false,
    };
    if unspecified {
        let plain = if e.sign().is_eq() { Real::ONE } else { Real::ZERO };
        let key = [&Value::Real(b.into_owned()), &Value::Real(e.into_owned())];
        return machine.choose_or(Choice::Power, &key, |_| Some(plain.into()));
    }
    if b.sign().is_eq() || *b == Real::ONE {
        return Ok(b.into_owned().into());
    }
    // By Gelfond and Schneider, an irrational exponent gives no number that we could write down.
    let e = e.as_rational().ok_or(Unknown::Inexact(call.op))?;
    let root = root(call, &b, &Int::from(e.denominator().clone()))?;
    let times = usize::try_from(e.numerator().unsigned_abs()).unwrap_or(usize::MAX);
    let odd = e.numerator().bit(0);
    let magnitude = if root == Real::from(-1) { root.pow(usize::from(odd))? } else { root.pow(times)? };
    let result = if *e.numerator() < Int::ZERO { Real::ONE.div(&magnitude)? } else { Some(magnitude) };
    result.map(Value::Real).ok_or_else(|| call.ill_typed())
}

/// The positive root of this degree of a positive number; of degree one, the number.
pub(super) fn root(call: &Call, value: &Real, degree: &Int) -> Eval<Real> {
    const MAX_ROOT: usize = 64;
    if degree.is_one() || value.sign().is_eq() {
        return Ok(value.clone());
    }
    let degree = usize::try_from(degree).ok().filter(|&d| d <= MAX_ROOT);
    let (Some(degree), Some(rational)) = (degree, value.as_rational()) else {
        return Err(Unknown::Limit("a root is too difficult".into()));
    };
    // The roots of d·tⁿ - a, for the value a/d: one if n is odd, else two, the positive one last.
    let mut coefficients = vec![Int::ZERO; degree + 1];
    coefficients[0] = -rational.numerator();
    coefficients[degree] = Int::from(rational.denominator().clone());
    let index = if degree % 2 == 0 { 2 } else { 1 };
    Real::root_of(&coefficients, index)?.ok_or_else(|| call.ill_typed())
}
