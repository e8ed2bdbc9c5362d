//! `smtquake generate`: scripts from nothing.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use strategy::Test;
use strategy::grammar::{Answer, Constructs, Generator, Grammar, Inquiry, Known};

use super::profile;
use crate::exit::Exit;

const HELP: &str = "\
Examples:
  smtquake generate --logic QF_BV                                  one script
  smtquake generate --logic UFDTLIA --count 1000 --out scripts     a folder of them
  smtquake generate --logic QF_LIA --count 100 --known unsat       whose answer is known
  smtquake generate --logic QF_BV --ops bvmul,bvult,concat         of a few operators
  smtquake generate --logic ALL --theories strings,datatypes       of a few theories
  smtquake generate --logic QF_FP --rare --ask                     all formats; ask for models and more
  smtquake generate --logic QF_BV --profile profile.toml           like those in a folder: see `smtquake corpus stats`

The same flags make the same scripts. On standard output, a `(reset)` stands between two of them.

Exit codes: 0 done, 2 bad use";

/// Write well-typed scripts, made from nothing
///
/// Each stays within its logic and uses only what the standard has and what the solvers know that take the logic. Declarations, definitions, quantifiers, `let`, `match`,
/// datatypes, scopes and assumptions all occur where the logic allows them. With `--known` a script is built around a random
/// assignment, which satisfies it, or around a contradiction; its `:status` says so.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// The logic
    #[arg(long, value_name = "NAME")]
    logic: String,

    /// How many scripts
    #[arg(long, value_name = "N", default_value_t = 1)]
    count: u64,

    /// Only scripts that have this answer, by construction
    #[arg(long, value_parser = answer(), value_name = "ANSWER")]
    known: Option<Answer>,

    /// The number that all random choices come from
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Only these operators, with commas in between; equality and the connectives are always there
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    ops: Vec<String>,

    /// Only these theories: `arrays`, `bv`, `datatypes`, `fp`, `ints`, `quantifiers`, `reals`, `strings`, `uf`
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    theories: Vec<String>,

    /// Also what is in the standard, but not in every solver that takes the logic: `divisible`, the operators of 2.7, and
    /// floating-point formats other than those of 32 and 64 bits
    #[arg(long)]
    rare: bool,

    /// Also ask for models, values, cores, unsat assumptions and proofs
    #[arg(long, conflicts_with = "known")]
    ask: bool,

    /// Scripts like those that `smtquake corpus stats` saw
    #[arg(long, value_name = "FILE")]
    profile: Option<PathBuf>,

    /// The folder to write them to, a file each; without it, standard output
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Reads an answer from the command line.
pub fn answer() -> impl TypedValueParser<Value = Answer> {
    PossibleValuesParser::new(Answer::ALL.map(Answer::name)).try_map(|name| name.parse::<Answer>())
}

/// Does what the command line asks.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let mut grammar = Grammar::new(&args.logic)?;
    if !args.rare {
        grammar.constructs = Constructs::common();
    }
    if !args.ops.is_empty() {
        grammar.keep_named(&args.ops)?;
    } else if !args.rare {
        grammar.keep_common();
    }
    if args.ask {
        grammar.inquiries = Inquiry::standard().collect();
    }
    if !args.theories.is_empty() {
        grammar.keep_theories(&args.theories)?;
    }
    if let Some(file) = &args.profile {
        grammar.bounds = profile::read(file)?;
    }
    let mut source =
        Source { known: Known::new(Generator::new(grammar)), answer: args.known, seed: args.seed, next: 0 };
    if let Some(folder) = &args.out {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    let mut out = std::io::stdout().lock();
    let (mut text, digits) = (Vec::new(), args.count.saturating_sub(1).max(1).ilog10() as usize + 1);
    for number in 0..args.count {
        text.clear();
        source.script(&mut text)?;
        match &args.out {
            Some(folder) => {
                let answer = args.known.map_or(String::new(), |answer| format!("-{}", answer.name()));
                let path = folder.join(format!("{}-{number:0digits$}{answer}.smt2", args.logic));
                fs::write(&path, &text).with_context(|| format!("cannot write {}", path.display()))?;
            }
            None => {
                if number > 0 {
                    out.write_all(b"(reset)\n")?;
                }
                out.write_all(&text)?;
            }
        }
    }
    out.flush()?;
    Ok(Exit::Success)
}

/// Where scripts come from.
struct Source {
    known: Known,
    answer: Option<Answer>,
    seed: u64,
    next: u64,
}

/// Scripts in a row of which nothing is known: then nothing ever will be.
const BARREN: u64 = 1000;

impl Source {
    fn script(&mut self, text: &mut Vec<u8>) -> anyhow::Result<()> {
        let Some(answer) = self.answer else {
            self.known.generator().script(self.seed, self.next, text);
            self.next += 1;
            return Ok(());
        };
        let mut test = Test::default();
        for _ in 0..BARREN {
            self.next += 1;
            let visit = self.known.visit(self.seed, self.next - 1);
            if visit.is_some_and(|visit| visit.whole(answer, &mut test)) {
                text.extend_from_slice(format!("(set-info :status {})\n", answer.name()).as_bytes());
                text.extend_from_slice(&test.text);
                return Ok(());
            }
        }
        bail!("nothing is known of {BARREN} scripts of this kind in a row")
    }
}
