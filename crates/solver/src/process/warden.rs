//! The end of our solvers when we are killed: a process that outlives us.
//!
//! Whoever is killed ends nothing any more, and the kernel's own remedy serves no campaign: it ends children with the *thread*
//! that started them, and solvers pass from thread to thread. So this program, in a hidden mode of its [host](crate::host),
//! waits at the end of a pipe that only we hold open. The pipe ends as we do, however that comes about; then the warden ends
//! all that carries our marker, and removes the scratch directories that it was told of.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::Pid;

use super::descendants::{end_all_of, leads};
use super::scratch;
use crate::host;

/// Makes sure that a directory is removed, and solvers are ended, after us. In a program that cannot be started as a host,
/// nobody does that.
pub(super) fn hand_over(directory: &Path) {
    let mut line = directory.as_os_str().as_bytes().to_vec();
    line.push(b'\n');
    if let Some(mut pipe) = pipe() {
        // Without a warden all is as well as long as nobody kills us.
        let _ = pipe.write_all(&line);
    }
}

/// What ends with us.
fn pipe() -> Option<&'static File> {
    static PIPE: OnceLock<Option<File>> = OnceLock::new();
    PIPE.get_or_init(|| start().ok()).as_ref()
}

fn start() -> io::Result<File> {
    let program = host::program().map_err(io::Error::other)?;
    let (theirs, ours): (OwnedFd, OwnedFd) = pipe_with(PipeFlags::CLOEXEC)?;
    let mut command = Command::new(program);
    command.args(host::warden_arguments(std::process::id()));
    // A group of its own: Ctrl-C is for us, who have findings to write down before.
    command.stdin(theirs).stdout(Stdio::null()).stderr(Stdio::null()).current_dir("/").process_group(0);
    let warden = command.spawn()?;
    if let Some(pid) = Pid::from_raw(warden.id().cast_signed()) {
        leads(pid);
    }
    Ok(File::from(ours))
}

/// Waits for the end of the process that started us, and cleans up after it.
pub(crate) fn serve(process: &OsStr) -> io::Result<()> {
    let mut told = Vec::new();
    io::stdin().read_to_end(&mut told)?;
    let process = process.to_string_lossy();
    end_all_of(&process);
    for directory in told.split(|&byte| byte == b'\n').map(|line| Path::new(OsStr::from_bytes(line))) {
        if scratch::is_of(directory, &process) {
            // Most are gone long since.
            let _ = scratch::remove(directory);
        }
    }
    Ok(())
}
