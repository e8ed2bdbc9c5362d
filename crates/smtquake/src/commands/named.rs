//! What a user names on the command line: a bug of a campaign, the folder of a finding, or a script.

use std::path::{Path, PathBuf};

use anyhow::bail;
use campaign::Store;

/// What was named.
pub enum Named {
    /// The folder of a finding.
    Finding(PathBuf),
    /// A script.
    File(PathBuf),
}

impl Named {
    /// Finds what is meant: a path that exists, else the number of a bug of the campaign in `out`.
    pub fn find(what: &str, out: &Path) -> anyhow::Result<Named> {
        let path = Path::new(what);
        if path.join("finding.toml").is_file() {
            return Ok(Named::Finding(path.to_owned()));
        }
        if path.is_dir() {
            bail!("{} is no finding: it has no finding.toml", path.display());
        }
        if path.is_file() {
            return Ok(Named::File(path.to_owned()));
        }
        if what.trim_start_matches('#').parse::<i64>().is_err() {
            bail!("{what}: there is no such file (a bug is named by its number, see `smtquake bugs`)");
        }
        let store = Store::open(out)?;
        Ok(Named::Finding(store.root().join(store.bug(what)?.folder)))
    }

    /// The folder of a finding; a script is none.
    pub fn finding(what: &str, out: &Path) -> anyhow::Result<PathBuf> {
        match Named::find(what, out)? {
            Named::Finding(folder) => Ok(folder),
            Named::File(path) => bail!("{} is no finding: name a bug's number or folder", path.display()),
        }
    }
}
