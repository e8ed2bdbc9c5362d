//! `smtquake eval`: the values of a script's assertions under a model.
//!
//! [`source`] reads script and model, [`judge`] evaluates, [`random`] does so many times, [`report`] says it to people
//! and programs, [`shown`] cuts terms and values to what fits on a line.

mod args;
pub mod judge;
mod random;
mod report;
mod shown;
mod source;
mod symbols;

use std::io::{self, Write};
use std::path::Path;

use anyhow::ensure;
use eval::Model;
use smtlib::Script;

pub use args::Args;

use crate::exit::Exit;
use crate::terminal::tell;
use judge::{Judge, Verdict};
use random::Tried;
use report::{Judged, Line};
use source::{Assertion, Source};

/// Does what the command line asks.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let stdin = Path::new("-");
    ensure!(
        args.file != stdin || args.model.as_deref() != Some(stdin),
        "standard input can be read only once: FILE and --model cannot both be `-`"
    );
    let source = Source::read(&args.file)?;
    let mut script = match source.script() {
        Ok(script) => script,
        Err(problems) => return reject(&problems),
    };
    let assertions = source.assertions(&script);
    let model = match &args.model {
        Some(path) => match Source::read(path)?.model(&mut script) {
            Ok(model) => model,
            Err(problem) => return reject(&problem),
        },
        None => Model::new(),
    };
    if args.model.is_none() && args.random.is_none() {
        let free = symbols::free(&script.arena, assertions.iter().map(|assertion| assertion.term));
        ensure!(
            free.is_empty(),
            "{} has free symbols ({}): say what they mean with --model, or try values with --random",
            source.name,
            symbols::names(&script.arena, &free)
        );
    }
    match args.random {
        Some(count) => {
            let tried = Tried::new(&source.name, &script, &assertions, count, args.seed);
            tell(args.json, &tried, |out| tried.write(out))?;
            Ok(tried.exit())
        }
        None => {
            let judged = judged(&source.name, &script, &assertions, &model);
            tell(args.json, &judged, |out| judged.write(out))?;
            Ok(judged.exit())
        }
    }
}

/// Shows what is wrong with an input.
fn reject(problems: &str) -> anyhow::Result<Exit> {
    write!(io::stderr().lock(), "{problems}")?;
    Ok(Exit::BadUse)
}

fn judged<'a>(file: &'a str, script: &Script, assertions: &[Assertion], model: &Model) -> Judged<'a> {
    let arena = &script.arena;
    let mut judge = Judge::new(arena, assertions.iter().map(|assertion| assertion.term).collect());
    let verdicts = judge.judge(model);
    let lines = assertions.iter().zip(&verdicts).enumerate().map(|(i, (assertion, verdict))| {
        let explanation = (*verdict == Verdict::False).then(|| judge.explain(i)).flatten();
        Line::new(arena, assertion, verdict, explanation.as_ref())
    });
    Judged { file, assertions: lines.collect() }
}
