//! Lines as text.

use std::fmt;

use super::call::{Arg, Call, Handle, Operator};
use super::{Line, Said};

impl fmt::Display for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.kind.letter(), self.number)
    }
}

impl fmt::Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.op.name();
        match (self.sort, &self.indices[..]) {
            (Some(sort), _) => write!(f, "(as {name} s{sort})"),
            (None, []) => f.write_str(name),
            (None, indices) => {
                write!(f, "(_ {name}")?;
                indices.iter().try_for_each(|index| write!(f, " {index}"))?;
                f.write_str(")")
            }
        }
    }
}

impl fmt::Display for Arg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Arg::Handle(handle) => handle.fmt(f),
            Arg::Number(number) => number.fmt(f),
            Arg::Text(text) => f.write_str(text),
            Arg::Operator(operator) => operator.fmt(f),
        }
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.action.row().word)?;
        self.args.iter().try_for_each(|arg| write!(f, " {arg}"))?;
        match self.makes() {
            Some(handle) => write!(f, " -> {handle}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Said::Answer(answer) => write!(f, " = {answer}"),
            Said::Refused(why) => write!(f, " ! {}", one_line(why)),
        }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.seed, self.call)?;
        self.said.as_ref().map_or(Ok(()), |said| said.fmt(f))
    }
}

/// What a library says may have several lines.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
