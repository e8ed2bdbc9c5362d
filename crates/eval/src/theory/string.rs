//! Unicode strings, and Z3's characters.

use smtlib::IndexKind;
use smtlib::theory::StringOp;

use super::Call;
use crate::bitvec::BitVec;
use crate::machine::Machine;
use crate::number::Int;
use crate::regex::Regex;
use crate::text::{MAX_CODE, Text};
use crate::unknown::{Eval, Unknown};
use crate::value::Value;

pub(super) fn apply(machine: &mut Machine, call: &Call, op: StringOp, args: &[&Value]) -> Eval {
    let text = |i: usize| text(call, args.get(i));
    let int = |i: usize| match args.get(i) {
        Some(Value::Int(value)) => Ok(value),
        _ => Err(call.ill_typed()),
    };
    let language = |i: usize| match args.get(i) {
        Some(Value::Regex(regex)) => Ok(*regex),
        _ => Err(call.ill_typed()),
    };
    let char = |i: usize| match args.get(i) {
        Some(Value::Char(code)) => Ok(*code),
        _ => Err(call.ill_typed()),
    };
    let bits = |i: usize| match args.get(i) {
        Some(Value::BitVec(bits)) => Ok(bits),
        _ => Err(call.ill_typed()),
    };
    match op {
        StringOp::Char => Text::from_codes([code(call)?]).map(Value::Text).ok_or_else(|| call.ill_typed()),
        StringOp::CharLit => Ok(Value::Char(code(call)?)),
        StringOp::Concat => {
            let parts = (0..args.len()).map(text).collect::<Eval<Vec<_>>>()?;
            Ok(Text::concat(&parts)?.into())
        }
        StringOp::Len => Ok(Int::from(text(0)?.len()).into()),
        StringOp::Lt => chain(call, args, Text::lt),
        StringOp::Le => chain(call, args, Text::le),
        StringOp::At => Ok(text(0)?.at(int(1)?).into()),
        StringOp::Substr => Ok(text(0)?.substr(int(1)?, int(2)?).into()),
        StringOp::PrefixOf => Ok(Value::Bool(text(0)?.prefixof(text(1)?))),
        StringOp::SuffixOf => Ok(Value::Bool(text(0)?.suffixof(text(1)?))),
        StringOp::Contains => Ok(Value::Bool(text(0)?.contains(text(1)?))),
        StringOp::IndexOf => Ok(text(0)?.indexof(text(1)?, int(2)?).into()),
        StringOp::IndexOfFrom0 => Ok(text(0)?.indexof(text(1)?, &Int::ZERO).into()),
        StringOp::Replace => Ok(text(0)?.replace(text(1)?, text(2)?)?.into()),
        StringOp::ReplaceAll => Ok(text(0)?.replace_all(text(1)?, text(2)?)?.into()),
        StringOp::ReplaceRe => Ok(machine.regexes.replace_re(text(0)?, language(1)?, text(2)?)?.into()),
        StringOp::ReplaceReAll => {
            Ok(machine.regexes.replace_re_all(text(0)?, language(1)?, text(2)?)?.into())
        }
        StringOp::IsDigit => Ok(Value::Bool(text(0)?.is_digit())),
        StringOp::ToCode => Ok(text(0)?.to_code().into()),
        StringOp::FromCode => Ok(Text::from_code(int(0)?).into()),
        StringOp::ToInt => Ok(text(0)?.to_int().into()),
        StringOp::FromInt => Ok(Text::from_int(int(0)?).into()),
        StringOp::Rev => Ok(text(0)?.rev().into()),
        StringOp::ToLower => Ok(text(0)?.to_lower().into()),
        StringOp::ToUpper => Ok(text(0)?.to_upper().into()),
        StringOp::Update => Ok(text(0)?.update(int(1)?, text(2)?).into()),
        StringOp::IndexOfRe => {
            let regex: Regex = language(1)?;
            Ok(machine.regexes.indexof_re(text(0)?, regex, int(2)?)?.into())
        }
        StringOp::FromUbv => Ok(decimal(&bits(0)?.ubv_to_int())?.into()),
        StringOp::FromSbv => Ok(decimal(&bits(0)?.sbv_to_int())?.into()),
        StringOp::CharLe => Ok(Value::Bool(char(0)? <= char(1)?)),
        StringOp::CharToInt => Ok(Int::from(char(0)?).into()),
        StringOp::CharToBv => Ok(BitVec::from_u64(CHAR_BITS, u64::from(char(0)?)).into()),
        // Z3's characters are bit-vectors of 18 bits, of which the largest ones are none.
        StringOp::CharFromBv => match bits(0)?.to_u64().and_then(|bits| u32::try_from(bits).ok()) {
            Some(code) if code <= MAX_CODE => Ok(Value::Char(code)),
            _ => Err(Unknown::Inexact(call.op)),
        },
        StringOp::CharIsDigit => Ok(Value::Bool((0x30..=0x39).contains(&char(0)?))),
    }
}

/// The width of a character's number: enough for 0x2FFFF.
const CHAR_BITS: u32 = 18;

fn text<'v>(call: &Call, value: Option<&&'v Value>) -> Eval<&'v Text> {
    match value {
        Some(Value::Text(text)) => Ok(text),
        _ => Err(call.ill_typed()),
    }
}

fn chain(call: &Call, args: &[&Value], holds: fn(&Text, &Text) -> bool) -> Eval {
    let mut all = true;
    for i in 1..args.len() {
        all &= holds(text(call, args.get(i - 1))?, text(call, args.get(i))?);
    }
    Ok(Value::Bool(all))
}

/// The code point that the index of `(_ char #x41)` or `(_ Char 65)` writes.
fn code(call: &Call) -> Eval<u32> {
    let [index] = call.indices() else { return Err(call.ill_typed()) };
    let digits = call.arena.name(index.text);
    let code = match index.kind {
        IndexKind::Hex => u32::from_str_radix(digits.strip_prefix("#x").unwrap_or(digits), 16).ok(),
        IndexKind::Numeral => digits.parse().ok(),
        IndexKind::Symbol | IndexKind::Verbatim => None,
    };
    code.filter(|&code| code <= MAX_CODE).ok_or_else(|| call.ill_typed())
}

/// An integer in decimal digits, with a minus before a negative one, unlike `str.from_int`.
fn decimal(value: &Int) -> Eval<Text> {
    Text::from_chars(&value.to_string()).ok_or_else(|| Unknown::Limit("no decimal digits".into()))
}
