//! The command line of `smtquake parse`.

use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  smtquake parse bug.smt2                    is it a script? if not, where and why
  smtquake parse --check bug.smt2            are its terms well sorted too?
  smtquake parse --roundtrip benchmarks/     does every file below survive printing?
  smtquake parse --print bug.smt2            the script in regular spacing, without comments
  smtquake parse --stats bug.smt2            its size, theories and logic
  generate | smtquake parse --json -         the result for a program

Exit codes: 0 all fine, 1 some files were rejected, 2 bad use";

/// Read SMT-LIB scripts and say what is wrong with them
///
/// Reads SMT-LIB 2.6 and 2.7 and the extensions of Z3 and cvc5. A file is rejected when it cannot be read as a
/// script, or when it fails a check that a flag asks for. Commands and operators that nobody knows are no error:
/// they are kept as they are written.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Files, folders (all .smt2 files below them) or `-` for standard input
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,

    /// Reject files with terms that are not well sorted
    #[arg(long)]
    pub check: bool,

    /// Print the scripts that are not rejected, a command a line
    #[arg(long, conflicts_with = "json")]
    pub print: bool,

    /// Print each script, read it again, and reject it unless both are the same
    #[arg(long)]
    pub roundtrip: bool,

    /// Count commands and terms, and name the theories and the least logic
    #[arg(long)]
    pub stats: bool,

    /// Give the result as one JSON object on standard output
    ///
    /// Its keys: `files`, `parsed`, `typed`, `opaque` (files with parts that are kept without being understood),
    /// `round_trip` (null without --roundtrip), `rejected`, `bytes`, `seconds`, `problems` (a list of `file`,
    /// `place` as line:column, `kind`, `message`, `hint`) and, with --stats, `stats` (a list, one entry a file).
    #[arg(long)]
    pub json: bool,
}
