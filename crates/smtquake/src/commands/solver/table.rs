//! Aligned columns.

use std::io::{self, Write};

/// A longer cell does not widen its column: it pushes only the rest of its own row.
const WIDEST: usize = 40;

/// Writes a head and rows of so many cells each, in columns two blanks apart.
pub fn write<const N: usize>(out: &mut dyn Write, head: [&str; N], rows: &[[String; N]]) -> io::Result<()> {
    let length = |cell: &str| cell.chars().count();
    let widths: [usize; N] = std::array::from_fn(|i| {
        let cells = rows.iter().map(|row| length(&row[i])).filter(|&width| width <= WIDEST);
        cells.fold(length(head[i]), usize::max)
    });
    let mut line = |cells: [&str; N]| {
        let padded = cells.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}"));
        writeln!(out, "{}", padded.collect::<Vec<_>>().join("  ").trim_end())
    };
    line(head)?;
    rows.iter().try_for_each(|row| line(row.each_ref().map(String::as_str)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(rows: &[[&str; 2]]) -> String {
        let rows: Vec<[String; 2]> = rows.iter().map(|row| row.map(str::to_owned)).collect();
        let mut out = Vec::new();
        write(&mut out, ["a", "wide"], &rows).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        assert_eq!(text(&[["äöü", "1"], ["x", ""]]), "a    wide\näöü  1\nx\n");
    }

    #[test]
    fn a_very_long_cell_pushes_only_its_own_row() {
        let long = "l".repeat(WIDEST + 1);
        assert_eq!(text(&[[&long, "1"], ["xy", "2"]]), format!("a   wide\n{long}  1\nxy  2\n"));
    }
}
