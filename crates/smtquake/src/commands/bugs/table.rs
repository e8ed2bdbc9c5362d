//! One line per bug.

use std::io::{self, Write};

use campaign::Triaged;

use crate::commands::fuzz::shown::cut;
use crate::commands::solver::table;

/// Writes a line per bug, and below them why some are not to be reported.
pub fn write(out: &mut dyn Write, bugs: &[Triaged]) -> io::Result<()> {
    let head = ["bug", "class", "solver", "versions", "options", "bytes", "times", "after", "what"];
    let rows: Vec<[String; 9]> = bugs.iter().map(row).collect();
    table::write(out, head, &rows)?;
    let held: Vec<&Triaged> = bugs.iter().filter(|bug| !bug.breaches.is_empty()).collect();
    if !held.is_empty() {
        writeln!(out, "\n* last, because of what the solver's developers want:")?;
    }
    held.iter().try_for_each(|bug| writeln!(out, "  #{}: {}", bug.bug.id, bug.breaches.join("; ")))
}

fn row(triaged: &Triaged) -> [String; 9] {
    let Triaged { bug, .. } = triaged;
    let mark = if triaged.breaches.is_empty() { "" } else { "*" };
    let what = bug.signature.strip_prefix(bug.class.name()).unwrap_or(&bug.signature).trim_start();
    [
        format!("{}{mark}", bug.id),
        bug.class.to_string(),
        triaged.solver.clone(),
        triaged.versions.clone().unwrap_or_else(|| "-".to_owned()),
        if triaged.options.is_empty() { "-".to_owned() } else { triaged.options.clone() },
        triaged.size.to_string(),
        bug.times.to_string(),
        format!("{:.1}s", bug.seconds),
        cut(what, 70),
    ]
}
