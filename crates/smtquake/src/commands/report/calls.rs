//! A bug that calls of a library show, in the words of an issue.

use std::fs;
use std::path::Path;

use anyhow::anyhow;
use campaign::calls::{REDUCED_C, REDUCED_TRACE};
use campaign::{FindingFile, FolderError};

use crate::document::Block;

/// Whether a finding's folder is about calls.
pub fn is_about_calls(folder: &Path) -> bool {
    folder.join(REDUCED_TRACE).is_file()
}

/// The title and the issue.
pub fn issue(folder: &Path) -> anyhow::Result<(String, Vec<Block>)> {
    let unreadable = |error: FolderError| anyhow!("{}: {}", error.path.display(), error.error);
    let finding = FindingFile::read(folder).map_err(unreadable)?;
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap_or_default();
    let title = format!("[API] {} {}", finding.target, finding.class.meaning());
    let mut blocks = vec![Block::heading(1, title.clone()), Block::Code("", finding.evidence.clone())];
    let parts = [
        ("C program", "c", REDUCED_C, "It includes the headers of the library, and prints its answers."),
        ("Calls", "", REDUCED_TRACE, "One call per line: `smtquake api replay FILE` makes them again."),
        ("In SMT-LIB", "smt2", "test.smt2", "The same calls as a script; it need not show the bug."),
    ];
    for (heading, language, file, about) in parts {
        let text = read(file);
        if !text.trim().is_empty() {
            blocks.push(Block::heading(2, heading));
            blocks.push(Block::text(about));
            blocks.push(Block::Code(language, text));
        }
    }
    let printed = read("output.txt");
    if !printed.trim().is_empty() {
        blocks.push(Block::heading(2, "What the library printed"));
        blocks.push(Block::Code("", printed));
    }
    blocks.push(Block::heading(2, "Versions"));
    blocks.push(Block::text(format!("Found with {}.", finding.target)));
    Ok((title, blocks))
}
