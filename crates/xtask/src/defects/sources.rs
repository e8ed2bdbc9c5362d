//! The sources of Boolector, by the ordinary cargo client: two crates have them in their packages.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

/// Fixed releases, so that a mutant's number means the same statement everywhere.
const CRATES: &[(&str, &str)] = &[("boolector-sys", "0.7.2"), ("btor2tools-sys", "1.1.0")];

/// Where the sources are.
pub(super) struct Sources {
    /// Boolector's `src`.
    pub(super) boolector: PathBuf,
    /// The `src` of btor2tools, whose parser Boolector links.
    pub(super) btor2tools: PathBuf,
}

impl Sources {
    /// Those of an earlier run, or new ones.
    pub(super) fn get(folder: &Path) -> Result<Sources> {
        let vendor = folder.join("vendor");
        let place = |n: usize, inner: &str| {
            let (name, version) = CRATES[n];
            vendor.join(format!("{name}-{version}")).join(inner)
        };
        let sources =
            Sources { boolector: place(0, "boolector/src"), btor2tools: place(1, "btor2tools/src") };
        if !sources.boolector.is_dir() || !sources.btor2tools.is_dir() {
            fetch(folder)?;
        }
        for part in [&sources.boolector, &sources.btor2tools] {
            if !part.is_dir() {
                bail!("{}: the crate has no such folder any more", part.display());
            }
        }
        Ok(sources)
    }
}

/// A package that only depends on the two; `cargo vendor` unpacks them without building anything.
fn fetch(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder.join("src")).with_context(|| folder.display().to_string())?;
    let needed: String = CRATES.iter().map(|(name, version)| format!("{name} = \"={version}\"\n")).collect();
    let manifest = format!(
        "[package]\nname = \"sources\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n{needed}"
    );
    fs::write(folder.join("Cargo.toml"), manifest)?;
    fs::write(folder.join("src/lib.rs"), "")?;
    let output = Command::new("cargo")
        .args(["vendor", "--quiet", "--versioned-dirs", "vendor"])
        .current_dir(folder)
        .output()
        .context("`cargo` cannot be started")?;
    if !output.status.success() {
        bail!("cargo vendor: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(())
}
