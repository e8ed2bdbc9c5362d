//! Regular expressions over strings.

use smtlib::theory::RegexOp;

use super::Call;
use crate::machine::Machine;
use crate::number::Int;
use crate::regex::{Regex, Regexes};
use crate::text::Text;
use crate::unknown::{Eval, Unknown};
use crate::value::Value;

pub(super) fn apply(machine: &mut Machine, call: &Call, op: RegexOp, args: &[&Value]) -> Eval {
    let regexes = &mut machine.regexes;
    let text = |i: usize| text(call, args.get(i));
    let language = |i: usize| match args.get(i) {
        Some(Value::Regex(regex)) => Ok(*regex),
        _ => Err(call.ill_typed()),
    };
    let languages = || (0..args.len()).map(language).collect::<Eval<Vec<Regex>>>();
    Ok(Value::Regex(match op {
        RegexOp::ToRe => regexes.to_re(text(0)?),
        RegexOp::InRe => return Ok(Value::Bool(regexes.in_re(text(0)?, language(1)?)?)),
        RegexOp::None => Regex::NONE,
        RegexOp::All => Regex::ALL,
        RegexOp::AllChar => Regex::ALLCHAR,
        RegexOp::Concat => regexes.concat(&languages()?),
        RegexOp::Union => regexes.union(&languages()?),
        RegexOp::Inter => regexes.inter(&languages()?),
        RegexOp::Star => regexes.star(language(0)?),
        RegexOp::Plus => regexes.plus(language(0)?),
        RegexOp::Opt => regexes.opt(language(0)?),
        RegexOp::Comp => regexes.comp(language(0)?),
        RegexOp::Diff => regexes.diff(&languages()?),
        RegexOp::Range => regexes.range(text(0)?, text(1)?),
        RegexOp::Power => regexes.power(language(0)?, u64::from(call.index(0)?)),
        RegexOp::Loop => {
            regexes.repeat(language(0)?, u64::from(call.index(0)?), Some(u64::from(call.index(1)?)))
        }
        RegexOp::LoopFrom => regexes.repeat(language(0)?, u64::from(call.index(0)?), None),
        RegexOp::LoopArgs => repeat(regexes, language(0)?, args.get(1), Some(args.get(2)), call)?,
        RegexOp::LoopArg => repeat(regexes, language(0)?, args.get(1), None, call)?,
        RegexOp::Reverse => regexes.reverse(language(0)?),
    }))
}

fn text<'v>(call: &Call, value: Option<&&'v Value>) -> Eval<&'v Text> {
    match value {
        Some(Value::Text(text)) => Ok(text),
        _ => Err(call.ill_typed()),
    }
}

/// The old `(re.loop r low high)`, whose bounds are terms. Nobody says what a negative bound means.
fn repeat(
    regexes: &mut Regexes,
    regex: Regex,
    low: Option<&&Value>,
    high: Option<Option<&&Value>>,
    call: &Call,
) -> Eval<Regex> {
    let bound = |value: Option<&&Value>| match value {
        Some(Value::Int(bound)) if *bound < Int::ZERO => Err(Unknown::Inexact(call.op)),
        Some(Value::Int(bound)) => {
            u64::try_from(bound).map_err(|_| Unknown::Limit("a repetition is too long".into()))
        }
        _ => Err(call.ill_typed()),
    };
    let low = bound(low)?;
    let high = high.map(bound).transpose()?;
    Ok(regexes.repeat(regex, low, high))
}
