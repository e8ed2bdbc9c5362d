//! Packs the seeds of the project's `seeds/` folder into one file that the library holds.
//!
//! The file is zstd over one record a seed, sorted by name: the length of the name (u32, little endian), the name,
//! the length of the text (u32, little endian), the text. `src/builtin.rs` reads it.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Slow to pack, as quick to unpack as any other; the seeds are small.
const LEVEL: i32 = 19;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seeds = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../../seeds");
    // Cargo looks at everything below a folder.
    println!("cargo:rerun-if-changed={}", seeds.display());
    println!("cargo:rerun-if-changed=build.rs");
    let mut files = Vec::new();
    collect(&seeds, "", &mut files).map_err(|error| format!("{}: {error}", seeds.display()))?;
    files.sort();
    let mut archive = Vec::new();
    for (name, path) in files {
        let text = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        for part in [name.as_bytes(), &text] {
            archive.extend(u32::try_from(part.len())?.to_le_bytes());
            archive.extend_from_slice(part);
        }
    }
    let packed = zstd::encode_all(&archive[..], LEVEL)?;
    fs::write(Path::new(&env::var("OUT_DIR")?).join("seeds.zst"), packed)?;
    Ok(())
}

/// All scripts below a folder, with their names from the first folder on, `/` between their parts.
fn collect(folder: &Path, prefix: &str, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
            return Err(io::Error::other(format!("{} is no UTF-8", path.display())));
        };
        let name = format!("{prefix}{name}");
        if path.is_dir() {
            collect(&path, &format!("{name}/"), files)?;
        } else if name.ends_with(".smt2") {
            files.push((name, path));
        }
    }
    Ok(())
}
