//! The typed script as a tree in JSON, for programs that have no SMT-LIB parser.
//!
//! A script is `{"commands": […]}`. A command has its name as `command`, its `text`, what it `declares` and `defines`, and
//! its `terms`. A term has what it is (`op`, `fun`, `var`, `literal`, `let`, `binder`, `match`, `annotated`, `call` or
//! `text`), its `sort`, and its `args`, where it has any.

use std::convert::Infallible;
use std::fmt::Write;

use super::frame::{self, Frame};
use super::{Printer, into_text, sort_text};
use crate::arena::Arena;
use crate::command::Command;
use crate::decl::{FunId, FunKind, VarId};
use crate::parse::binder_word;
use crate::script::Script;
use crate::term::{Head, QualId, TermId};

/// The tree of a script.
///
/// ```
/// let script = smtlib::Script::parse(b"(assert true)").unwrap();
/// assert_eq!(
///     smtlib::json(&script),
///     "{\"commands\":[\n{\"command\":\"assert\",\"text\":\"(assert true)\",\
///      \"terms\":[{\"op\":\"true\",\"sort\":\"Bool\"}]}\n]}\n"
/// );
/// ```
pub fn json(script: &Script) -> String {
    let mut out = String::from("{\"commands\":[");
    for (i, command) in script.commands.iter().enumerate() {
        out.push_str(if i == 0 { "\n" } else { ",\n" });
        write_command(&script.arena, command, &mut out);
    }
    out.push_str("\n]}\n");
    out
}

fn write_command(arena: &Arena, command: &Command, out: &mut String) {
    let mut text = Vec::new();
    Printer::new().command(arena, command, &mut text);
    let text = into_text(text);
    let name = text[1..].split([' ', ')', '\n']).next().unwrap_or_default();
    // Writing to a string cannot fail.
    let _ = write!(out, "{{\"command\":{},\"text\":{}", quoted(name), quoted(&text));
    let declared = match command {
        Command::DeclareFun(fun) | Command::DeclareConst(fun) => Some(*fun),
        _ => None,
    };
    if let Some(fun) = declared {
        let _ = write!(out, ",\"declares\":{}", signature(arena, fun));
    }
    for (i, &fun) in command.defined().iter().enumerate() {
        out.push_str(if i == 0 { ",\"defines\":[" } else { "," });
        write_definition(arena, fun, out);
    }
    out.push_str(if command.defined().is_empty() { "" } else { "]" });
    for (i, &term) in command.terms().iter().enumerate() {
        out.push_str(if i == 0 { ",\"terms\":[" } else { "," });
        write_term(arena, term, out);
    }
    out.push_str(if command.terms().is_empty() { "}" } else { "]}" });
}

/// `{"name":"f","params":["Int"],"result":"Int"}`
fn signature(arena: &Arena, fun: FunId) -> String {
    let fun = arena.fun(fun);
    let params: Vec<String> = fun.params.iter().map(|&sort| quoted(&sort_text(arena, sort))).collect();
    format!(
        "{{\"name\":{},\"params\":[{}],\"result\":{}}}",
        quoted(arena.name(fun.name)),
        params.join(","),
        quoted(&sort_text(arena, fun.result))
    )
}

/// `{"name":"f","vars":[["x","Int"]],"result":"Int","body":…}`
fn write_definition(arena: &Arena, id: FunId, out: &mut String) {
    let fun = arena.fun(id);
    let FunKind::Defined { vars, body } = &fun.kind else { return out.push_str("null") };
    let _ = write!(
        out,
        "{{\"name\":{},\"vars\":{},\"result\":{},\"body\":",
        quoted(arena.name(fun.name)),
        variables(arena, vars),
        quoted(&sort_text(arena, fun.result))
    );
    match body {
        Some(body) => write_term(arena, *body, out),
        None => out.push_str("null"),
    }
    out.push('}');
}

/// `[["x","Int"],["y","Real"]]`
fn variables(arena: &Arena, vars: &[VarId]) -> String {
    let pair = |&var: &VarId| {
        let var = arena.var(var);
        format!("[{},{}]", quoted(arena.name(var.name)), quoted(&sort_text(arena, var.sort)))
    };
    format!("[{}]", vars.iter().map(pair).collect::<Vec<_>>().join(","))
}

fn write_term(arena: &Arena, root: TermId, out: &mut String) {
    let Ok(()) = frame::write(root, out, &mut |term| Ok::<_, Infallible>(open(arena, term)));
}

fn open(arena: &Arena, id: TermId) -> Frame {
    let term = arena.term(id);
    let name = |symbol| quoted(arena.name(symbol));
    let what = match term.head {
        Head::Literal(_, text) => format!("\"literal\":{}", name(text)),
        Head::Op(op, spelling, qual) => {
            let spelled = op.row().names.get(usize::from(spelling)).map_or(op.name(), |(_, name)| name);
            format!("\"op\":{}{}", quoted(spelled), qualified(arena, qual))
        }
        Head::Fun(fun, qual) => format!("\"fun\":{}{}", name(arena.fun(fun).name), qualified(arena, qual)),
        Head::Var(var) => format!("\"var\":{}", name(arena.var(var).name)),
        Head::Call => "\"call\":true".to_owned(),
        Head::Let(vars) => {
            let names = arena.var_list(vars).iter().map(|&var| name(arena.var(var).name));
            format!("\"let\":[{}]", names.collect::<Vec<_>>().join(","))
        }
        Head::Binder(binder, vars) => {
            format!(
                "\"binder\":{},\"vars\":{}",
                name(binder_word(binder)),
                variables(arena, arena.var_list(vars))
            )
        }
        Head::Match(cases) => {
            let case = |case: &crate::term::Case| {
                let vars: Vec<String> = case.vars().iter().map(|&var| name(arena.var(var).name)).collect();
                let constructor = case.constructor().map(|fun| name(arena.fun(fun).name));
                let constructor = constructor.unwrap_or_else(|| "null".to_owned());
                format!("{{\"constructor\":{constructor},\"vars\":[{}]}}", vars.join(","))
            };
            format!("\"match\":[{}]", arena.cases(cases).iter().map(case).collect::<Vec<_>>().join(","))
        }
        Head::Annotated(attributes) => {
            let keywords = arena.attributes(attributes).iter().map(|attribute| name(attribute.keyword));
            format!("\"annotated\":[{}]", keywords.collect::<Vec<_>>().join(","))
        }
        Head::Unknown(text, qual) => format!("\"text\":{}{}", name(text), qualified(arena, qual)),
        Head::Verbatim(text) => format!("\"text\":{}", name(text)),
    };
    let head = format!("{{{what},\"sort\":{}", quoted(&sort_text(arena, term.sort)));
    match term.args.is_empty() {
        true => Frame::text(format!("{head}}}")),
        false => Frame::joined(&format!("{head},\"args\":["), term.args, ",", "]}"),
    }
}

/// The indices and the sort after `as` of an identifier, where it has any.
fn qualified(arena: &Arena, qual: QualId) -> String {
    let qual = arena.qual(qual);
    // A number of SMT-LIB may be too large for one of JSON, so all indices are text.
    let index = |index: &crate::term::Index| quoted(arena.name(index.text));
    let mut out = String::new();
    if !qual.indices.is_empty() {
        let indices: Vec<String> = qual.indices.iter().map(index).collect();
        let _ = write!(out, ",\"indices\":[{}]", indices.join(","));
    }
    if let Some(sort) = qual.ascription {
        let _ = write!(out, ",\"as\":{}", quoted(&sort_text(arena, sort)));
    }
    out
}

/// A string of JSON (RFC 8259, section 7).
fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if (c as u32) < 0x20 => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
