//! The result of an experiment: for the terminal, and as a page with plots.

use std::fs;
use std::path::Path;

use anyhow::Context;

use crate::document::{Block, html};

/// Prints tables and texts, and writes the page if one is wanted.
pub fn publish(title: &str, blocks: &[Block], page: Option<&Path>) -> anyhow::Result<()> {
    for block in blocks {
        match block {
            Block::Heading(_, text) | Block::Text(text) | Block::Notice(text) => {
                anstream::println!("{text}\n")
            }
            Block::Table(head, rows) => anstream::println!("{}", table(head, rows)),
            Block::Code(..) | Block::Plot(_) => {}
        }
    }
    if let Some(file) = page {
        fs::write(file, html(title, blocks)).with_context(|| format!("cannot write {}", file.display()))?;
        anstream::println!("written to {}", file.display());
    }
    Ok(())
}

fn table(head: &[String], rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().map(Vec::as_slice).chain([head]).filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let line = |row: &[String]| {
        let cells = row.iter().enumerate().map(|(column, cell)| format!("{cell:<0$}", width(column)));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    let lines = std::iter::once(line(head)).chain(rows.iter().map(|row| line(row)));
    lines.map(|line| line + "\n").collect()
}
