//! Starting solvers: one program again and again, confined to one scratch directory.

use std::ffi::{CString, OsString};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::{env, io, path};

use super::child::Process;
use super::clone::Image;
use super::confine::{Confinement, confinement};
use super::descendants::{MARKER, Orphans, adopt_orphans};
use super::limits::Limits;
use super::program::Program;
use super::scratch::Scratch;
use crate::coverage::{Map, VARIABLE};

/// The child's ends of its standard streams.
#[derive(Debug)]
pub struct Streams {
    /// Its standard input.
    pub stdin: OwnedFd,
    /// Its standard output.
    pub stdout: OwnedFd,
    /// Its standard error.
    pub stderr: OwnedFd,
}

/// Starts one program again and again, confined to one scratch directory.
#[derive(Debug)]
pub struct Launcher {
    image: Image,
    orphans: Arc<Orphans>,
    confinement: Confinement,
    sanitized: bool,
}

impl Launcher {
    /// A launcher of `program` whose processes live in `scratch`.
    pub fn new(program: &Program, scratch: &Scratch) -> io::Result<Self> {
        Launcher::counting(program, scratch, None)
    }

    /// The same, for a coverage build that counts in `map`, which has to outlive the launcher.
    pub(crate) fn counting(program: &Program, scratch: &Scratch, map: Option<&Map>) -> io::Result<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        adopt_orphans()?;
        let worker = format!("{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let (ruleset, confinement) =
            if program.trusted { (None, Confinement::None) } else { confinement(scratch.path())? };
        let image = image(program, scratch, &worker, ruleset, map)?;
        let orphans = Arc::new(Orphans::of(&worker));
        Ok(Launcher { image, orphans, confinement, sanitized: program.sanitized })
    }

    /// What the kernel enforces on the processes started here.
    pub fn confinement(&self) -> Confinement {
        self.confinement
    }

    /// Starts a process. Its processor time is limited by its [`Watch`](super::Watch), test by test.
    pub fn start(&self, streams: Streams, limits: &Limits) -> io::Result<Process> {
        let limits = KernelLimits::new(limits, self.sanitized);
        let (pid, handle) = self.image.start(&streams, limits)?;
        Ok(Process::new(pid, handle, Arc::clone(&self.orphans)))
    }
}

fn image(
    program: &Program,
    scratch: &Scratch,
    worker: &str,
    ruleset: Option<OwnedFd>,
    map: Option<&Map>,
) -> io::Result<Image> {
    let path = executable(&program.path)?;
    let arguments = [program.path.clone().into_os_string()].into_iter().chain(program.args.iter().cloned());
    let arguments = arguments.map(text).collect::<io::Result<_>>()?;
    let told = map.map(|map| (VARIABLE.into(), map.descriptor().to_string().into()));
    let environment = environment(program, scratch.path(), worker)
        .into_iter()
        .chain(told)
        .map(|(mut variable, value)| {
            variable.push("=");
            variable.push(value);
            text(variable)
        })
        .collect::<io::Result<_>>()?;
    let directory = text(scratch.path().into())?;
    let map = map.map(Map::descriptor);
    Ok(Image::new(text(path.into_os_string())?, arguments, environment, directory, ruleset, map))
}

/// The variables of a solver: a few of ours, then the program's, which win.
fn environment(program: &Program, scratch: &Path, worker: &str) -> Vec<(OsString, OsString)> {
    let is_inherited = |(name, _): &(OsString, OsString)| {
        program.trusted || ["PATH", "HOME", "LD_LIBRARY_PATH"].iter().any(|it| *it == name)
    };
    let inherited = env::vars_os().filter(is_inherited);
    let fixed = [("LC_ALL".into(), "C".into()), ("TMPDIR".into(), scratch.into())];
    let given = program.env.iter().cloned();
    let mut all: Vec<(OsString, OsString)> = Vec::new();
    for (name, value) in inherited.chain(fixed).chain(given).chain([(MARKER.into(), worker.into())]) {
        all.retain(|(other, _)| *other != name);
        all.push((name, value));
    }
    all
}

/// Where a program is: a bare name is looked up in `PATH`, any other path is ours, not the child's.
fn executable(program: &Path) -> io::Result<PathBuf> {
    if program.components().count() > 1 || program.is_absolute() {
        return path::absolute(program);
    }
    let directories = env::var_os("PATH").unwrap_or_default();
    let mut found = env::split_paths(&directories).map(|directory| directory.join(program));
    let missing = || io::Error::new(io::ErrorKind::NotFound, format!("no `{}` in PATH", program.display()));
    path::absolute(found.find(|path| path.is_file()).ok_or_else(missing)?)
}

fn text(string: OsString) -> io::Result<CString> {
    CString::new(string.into_vec()).map_err(|_| io::Error::other("a zero byte in a program's arguments"))
}

/// What the kernel is told to enforce, for the time that we do not look.
#[derive(Debug, Clone, Copy)]
pub(super) struct KernelLimits {
    data: Option<u64>,
    files: u64,
    file_size: u64,
}

impl KernelLimits {
    fn new(limits: &Limits, sanitized: bool) -> Self {
        KernelLimits {
            data: (!sanitized).then(|| limits.data_ceiling()),
            files: limits.files,
            file_size: limits.output as u64,
        }
    }

    /// Called between clone and exec: system calls only. A hard limit of ours that is lower already serves as well.
    pub(super) fn impose_on_this_process(self) {
        let set = |resource, most: u64| {
            let limit = libc::rlimit { rlim_cur: most, rlim_max: most };
            // SAFETY: the pointer is to a live limit.
            unsafe { libc::setrlimit(resource, &limit) };
        };
        set(libc::RLIMIT_CORE, 0);
        set(libc::RLIMIT_NOFILE, self.files);
        set(libc::RLIMIT_FSIZE, self.file_size);
        if let Some(data) = self.data {
            set(libc::RLIMIT_DATA, data);
        }
    }
}
