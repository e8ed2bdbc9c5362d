//! Memory of a living process, from `/proc`.

use std::fs::File;
use std::os::unix::fs::FileExt;

use rustix::process::Pid;

/// The memory files of one process, kept open: a sample is one system call.
#[derive(Debug)]
pub(super) struct MemoryFiles {
    pid: Pid,
    resident: Option<File>,
    status: Option<File>,
}

impl MemoryFiles {
    pub(super) fn of(pid: Pid) -> Self {
        MemoryFiles { pid, resident: None, status: None }
    }

    /// Resident bytes now; cheap.
    pub(super) fn resident(&mut self) -> Option<u64> {
        let mut buffer = [0; 128];
        let length = open(&mut self.resident, self.pid, "statm")?.read_at(&mut buffer, 0).ok()?;
        // proc(5), statm: size resident shared …, in pages.
        let pages = number(buffer[..length].split(|&b| b == b' ').nth(1)?)?;
        (pages > 0).then(|| pages * rustix::param::page_size() as u64)
    }

    /// The most resident bytes since the start of the process; several times the cost of [`Self::resident`].
    pub(super) fn peak(&mut self) -> Option<u64> {
        let mut buffer = [0; 2048];
        let length = open(&mut self.status, self.pid, "status")?.read_at(&mut buffer, 0).ok()?;
        let line = buffer[..length].split(|&b| b == b'\n').find_map(|l| l.strip_prefix(b"VmHWM:"))?;
        Some(number(line.trim_ascii().strip_suffix(b" kB")?)? * 1024)
    }
}

fn open<'a>(file: &'a mut Option<File>, pid: Pid, name: &str) -> Option<&'a File> {
    if file.is_none() {
        *file = File::open(format!("/proc/{}/{name}", pid.as_raw_nonzero())).ok();
    }
    file.as_ref()
}

/// Resident bytes of any process, zero when it is gone.
pub(super) fn resident(pid: i32) -> u64 {
    let Ok(text) = std::fs::read(format!("/proc/{pid}/statm")) else { return 0 };
    let pages = text.split(|&b| b == b' ').nth(1).and_then(number).unwrap_or(0);
    pages * rustix::param::page_size() as u64
}

fn number(text: &[u8]) -> Option<u64> {
    std::str::from_utf8(text).ok()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_memory_is_seen() {
        let mut files = MemoryFiles::of(rustix::process::getpid());
        let block = vec![1u8; 64 << 20];
        assert!(files.resident().unwrap() > 64 << 20);
        assert!(files.peak().unwrap() >= 64 << 20);
        assert!(block.iter().all(|&b| b == 1));
    }
}
