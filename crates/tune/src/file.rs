//! Correlations as a file: text in columns that tabs part, a line per option, with a checksum at its end.
//!
//! ```text
//! smtquake correlations 1
//! solver  z3@5.4.0
//! work  <formulas>  <runs>  <seconds>
//! operation  <name>  <formulas that have it>
//! option  <name>  <operation> <hits> <misses> <conflicts>  …
//! checksum  <first half of BLAKE3 of all lines before>
//! ```

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::correlations::{Cell, Correlations, Row};

/// The version of the format.
pub const FORMAT: u32 = 1;
const HEAD: &str = "smtquake correlations";
/// Pairs with less than this chance are as good as never hit.
const LEAST_CHANCE: f64 = 0.03;

/// Why correlations could not be read or written.
#[derive(Debug, Error)]
pub enum FileError {
    /// No such file, or no right to read or write it.
    #[error("cannot {what} {file}: {error}", file = file.display())]
    Io {
        /// `read` or `write`.
        what: &'static str,
        /// The file.
        file: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// It is something else.
    #[error("{0} holds no correlations: `smtquake learn` makes such files")]
    Other(String),
    /// It was written by another version of this program.
    #[error(
        "{file} has version {version} of the format, and this program reads {FORMAT}: learn anew by `smtquake learn`"
    )]
    Version {
        /// The file.
        file: String,
        /// Its version.
        version: String,
    },
    /// It was damaged.
    #[error("{file} is damaged ({what}): learn anew by `smtquake learn`, or take it from where it came")]
    Damaged {
        /// The file.
        file: String,
        /// Where and how.
        what: String,
    },
}

impl Correlations {
    /// Reads a file.
    pub fn read(file: &Path) -> Result<Correlations, FileError> {
        let failed = |error| FileError::Io { what: "read", file: file.to_owned(), error };
        let bytes = fs::read(file).map_err(failed)?;
        Correlations::parse(&file.display().to_string(), &String::from_utf8_lossy(&bytes))
    }

    /// Writes a file, whole or not at all.
    pub fn write(&self, file: &Path) -> Result<(), FileError> {
        let failed = |error| FileError::Io { what: "write", file: file.to_owned(), error };
        let mut part = file.as_os_str().to_owned();
        part.push(".part");
        fs::write(&part, self.text()).map_err(failed)?;
        fs::rename(&part, file).map_err(failed)
    }

    /// As text.
    pub fn text(&self) -> String {
        let mut out = format!("{HEAD} {FORMAT}\nsolver\t{}\n", self.solver);
        // Writing to a string does not fail.
        let _ = writeln!(out, "work\t{}\t{}\t{:.1}", self.formulas, self.runs, self.seconds);
        for (name, row) in &self.rows {
            let _ = writeln!(out, "operation\t{name}\t{}", row.seen);
        }
        for (number, option) in self.options.iter().enumerate() {
            let _ = write!(out, "option\t{option}");
            for (name, row) in &self.rows {
                let told = |cell: &&Cell| cell.chance() >= LEAST_CHANCE || cell.conflicts >= 0.5;
                if let Some(cell) = row.cells.get(&number).filter(told) {
                    let short = |number: f64| (number * 100.0).round() / 100.0;
                    let [hits, misses, conflicts] = [cell.hits, cell.misses, cell.conflicts].map(short);
                    let _ = write!(out, "\t{name} {hits} {misses} {conflicts}");
                }
            }
            out.push('\n');
        }
        let sum = checksum(&out);
        let _ = writeln!(out, "checksum\t{sum}");
        out
    }

    /// Reads the text of a file; its name is for messages.
    pub fn parse(file: &str, text: &str) -> Result<Correlations, FileError> {
        let head = text.lines().next().unwrap_or_default();
        let Some(version) = head.strip_prefix(HEAD) else { return Err(FileError::Other(file.to_owned())) };
        if version.trim() != FORMAT.to_string() {
            return Err(FileError::Version { file: file.to_owned(), version: version.trim().to_owned() });
        }
        let damaged = |what: String| FileError::Damaged { file: file.to_owned(), what };
        let (body, sum) =
            text.rsplit_once("checksum\t").ok_or_else(|| damaged("its end is missing".to_owned()))?;
        if sum.trim_end() != checksum(body) {
            return Err(damaged("its checksum is wrong".to_owned()));
        }
        let mut table = Correlations::default();
        for (number, line) in body.lines().enumerate().skip(1) {
            table.take(line).ok_or_else(|| damaged(format!("line {}: `{line}`", number + 1)))?;
        }
        Ok(table)
    }

    fn take(&mut self, line: &str) -> Option<()> {
        let mut fields = line.split('\t');
        match fields.next()? {
            "solver" => self.solver = fields.next()?.to_owned(),
            "work" => {
                self.formulas = fields.next()?.parse().ok()?;
                self.runs = fields.next()?.parse().ok()?;
                self.seconds = fields.next()?.parse().ok()?;
            }
            "operation" => {
                let name = fields.next()?.to_owned();
                let seen = fields.next()?.parse().ok()?;
                self.rows.insert(name, Row { seen, ..Row::default() });
            }
            "option" => {
                let option = self.options.len();
                self.options.push(fields.next()?.to_owned());
                for field in fields {
                    let mut parts = field.rsplitn(4, ' ');
                    let [conflicts, misses, hits] =
                        [parts.next()?, parts.next()?, parts.next()?].map(|part| part.parse().ok());
                    let cell = Cell { hits: hits?, misses: misses?, conflicts: conflicts? };
                    self.rows.get_mut(parts.next()?)?.cells.insert(option, cell);
                }
            }
            _ => return None,
        }
        Some(())
    }
}

fn checksum(body: &str) -> String {
    blake3::hash(body.as_bytes()).to_hex()[..32].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::correlations::Effect;

    fn table() -> Correlations {
        let mut table = Correlations::new("z3@5.4.0", ["a.b", "c"].map(str::to_owned));
        let operations = ["= Int", "check-sat"].map(str::to_owned).into();
        for effect in [Effect::Relevant, Effect::Relevant, Effect::Conflict] {
            table.learn(&operations, &[(0, effect), (1, Effect::Irrelevant)]);
        }
        table.runs = 17;
        table
    }

    #[test]
    fn what_is_written_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("z3.tsv");
        table().write(&file).unwrap();
        let read = Correlations::read(&file).unwrap();
        assert_eq!(read.text(), table().text());
        assert_eq!((read.formulas, read.runs, read.seen("= Int")), (3, 17, 3.0));
        assert_eq!(read.effect("= Int", 0), table().effect("= Int", 0));
        assert_eq!(read.effect("= Int", 1), Effect::Irrelevant);
    }

    #[test]
    fn every_damage_is_one_clear_message() {
        let text = table().text();
        let said = |text: &str| Correlations::parse("f", text).unwrap_err().to_string();
        assert!(said("").contains("holds no correlations"));
        assert!(said("(set-logic ALL)").contains("holds no correlations"));
        assert!(said(&text.replace("correlations 1", "correlations 7")).contains("version 7"));
        assert!(said(&text[..text.len() / 2]).contains("its end is missing"));
        assert!(said(&text.replace("a.b", "a.c")).contains("checksum is wrong"));
        let body = "smtquake correlations 1\nnonsense\n";
        let sealed = format!("{body}checksum\t{}\n", checksum(body));
        assert!(said(&sealed).contains("line 2: `nonsense`"), "{}", said(&sealed));
    }
}
