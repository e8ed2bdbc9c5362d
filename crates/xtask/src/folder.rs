//! The folder of an experiment.

use std::fs;
use std::path::Path;

use anyhow::{Result, ensure};

/// Makes a folder that is not there yet: what an earlier experiment has left is not to be mixed with this one's.
pub fn new_folder(path: &Path) -> Result<()> {
    ensure!(!path.exists(), "{} is there already: choose another `--out`", path.display());
    Ok(fs::create_dir_all(path)?)
}
