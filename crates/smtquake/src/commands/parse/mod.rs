//! `smtquake parse`: reads scripts and says what is wrong with them.
//!
//! [`check`] makes a report of each file, [`totals`] sums them up, [`summary`] shows them to a person.

mod args;
mod check;
mod problem;
mod stats;
mod summary;
mod tokens;
mod totals;

use std::io::{self, BufWriter, Write};
use std::time::Instant;

pub use args::Args;

use crate::exit::Exit;
use crate::files::{Event, Inputs, Progress, for_each_in_order};
use crate::terminal;
use check::{FileReport, Wanted};
use totals::Totals;

/// Does what the command line asks.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let inputs = Inputs::find(&args.paths)?;
    // One file that the user named gets its errors shown in full.
    let in_full = inputs.single && !args.json;
    let wanted = Wanted { source: in_full, ..Wanted::new(args) };
    let mut out = BufWriter::new(io::stdout().lock());
    let mut totals = Totals::new(args.roundtrip, args.stats);
    let mut progress = Progress::new(inputs.list.len());
    let started = Instant::now();
    for_each_in_order(
        &inputs.list,
        |input| check::check(input, wanted),
        |event| {
            match event {
                Event::Tick => progress.tick(),
                Event::Result(report) => {
                    progress.file_done(report.rejected());
                    if let Some(printed) = &report.printed {
                        write_script(&report.file, printed, inputs.single, &mut out)?;
                    }
                    if in_full {
                        write_in_full(&report, args.print, &mut out)?;
                    }
                    totals.add(report);
                }
            }
            anyhow::Ok(())
        },
    )?;
    totals.took(started.elapsed());
    progress.finish();
    if args.json {
        serde_json::to_writer_pretty(&mut out, &totals).map_err(io::Error::from)?;
        writeln!(out)?;
    } else if !in_full {
        // Standard output belongs to the scripts when they are printed.
        match args.print {
            true => summary::write_totals(&totals, &mut io::stderr().lock())?,
            false => summary::write_totals(&totals, &mut out)?,
        }
    }
    out.flush()?;
    Ok(if totals.rejected > 0 { Exit::Rejected } else { Exit::Success })
}

/// A printed script, under its name where there are several.
fn write_script(file: &str, printed: &[u8], single: bool, out: &mut impl Write) -> io::Result<()> {
    if !single {
        // A name may hold a line break, which would end the comment.
        writeln!(out, "; {}", file.escape_debug())?;
    }
    out.write_all(printed)
}

fn write_in_full(report: &FileReport, print: bool, out: &mut impl Write) -> io::Result<()> {
    if report.rejected() {
        summary::write_problems(report, terminal::stderr_has_colour(), &mut io::stderr().lock())
    } else if !print {
        summary::write_file(report, out)
    } else if report.stats.is_some() {
        // The script has standard output for itself.
        summary::write_file(report, &mut io::stderr().lock())
    } else {
        Ok(())
    }
}
