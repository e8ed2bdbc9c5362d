//! Where a guided corpus is.

use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use campaign::KEPT;
use guide::Entry;

/// The guided corpus in a folder, or in that of a campaign, if there is one.
pub fn corpus_in(folder: &Path) -> Option<PathBuf> {
    let inside = folder.join(KEPT);
    [folder.to_owned(), inside].into_iter().find(|path| guide::is_corpus(path))
}

/// The entries of a guided corpus. What is damaged is told, and left out.
pub fn entries(folder: &Path) -> anyhow::Result<Vec<Entry>> {
    let (entries, problems) = guide::read(folder)?;
    for problem in &problems {
        anstream::eprintln!("left out: {}: {}", problem.path.display(), problem.why);
    }
    ensure!(!entries.is_empty(), "{}: none of its {} inputs can be read", folder.display(), problems.len());
    Ok(entries)
}

/// The same, for commands that take nothing else.
pub fn corpus_at(folder: &Path) -> anyhow::Result<PathBuf> {
    corpus_in(folder).with_context(|| {
        format!(
            "{} holds no guided corpus (`smtquake fuzz --guided` makes one, `smtquake corpus import` too)",
            folder.display()
        )
    })
}
