//! What goes over the socket between a backend and its host: requests one way, records the other.
//!
//! Both ends are the same executable, so the layout needs no version. Everything has a fixed size but a
//! request's script, which follows its head.

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

use crate::run::Exit;

/// The head of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Head {
    /// A script of so many bytes follows.
    Run {
        /// Bytes of the script.
        length: u64,
        /// Whether the child ends after it, as an executable would.
        last: bool,
    },
    /// The child ends.
    Retire,
}

impl Head {
    /// Bytes of a head.
    pub(crate) const SIZE: usize = 16;

    pub(crate) fn encode(self) -> [u8; Head::SIZE] {
        let (kind, length) = match self {
            Head::Run { length, last: false } => (0, length),
            Head::Run { length, last: true } => (1, length),
            Head::Retire => (2, 0),
        };
        let mut bytes = [0; Head::SIZE];
        bytes[0] = kind;
        bytes[8..].copy_from_slice(&length.to_le_bytes());
        bytes
    }

    pub(crate) fn decode(bytes: &[u8; Head::SIZE]) -> Option<Head> {
        let length = u64_at(bytes, 8);
        match bytes[0] {
            kind @ 0..=1 => Some(Head::Run { length, last: kind == 1 }),
            2 => Some(Head::Retire),
            _ => None,
        }
    }
}

/// What the host or its child says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Record {
    /// The host: this child was forked and takes requests.
    Ready {
        /// Its process number.
        pid: i32,
    },
    /// The child: the script has been run, everything is printed, the next one may come.
    Done {
        /// The exit code that an executable would have given.
        code: i32,
    },
    /// The host: the child is dead.
    Ended {
        /// How it ended, as wait(2) tells it.
        status: i32,
        /// Processor time of its life.
        cpu: Duration,
        /// Its largest resident size.
        peak: u64,
    },
}

impl Record {
    /// Bytes of a record.
    pub(crate) const SIZE: usize = 24;

    pub(crate) fn encode(self) -> [u8; Record::SIZE] {
        let (kind, number, cpu, peak) = match self {
            Record::Ready { pid } => (0u32, pid, Duration::ZERO, 0),
            Record::Done { code } => (1, code, Duration::ZERO, 0),
            Record::Ended { status, cpu, peak } => (2, status, cpu, peak),
        };
        let mut bytes = [0; Record::SIZE];
        bytes[..4].copy_from_slice(&kind.to_le_bytes());
        bytes[4..8].copy_from_slice(&number.to_le_bytes());
        // Microseconds are what the kernel counts in; 2^64 of them are longer than any run.
        bytes[8..16].copy_from_slice(&(cpu.as_micros() as u64).to_le_bytes());
        bytes[16..].copy_from_slice(&peak.to_le_bytes());
        bytes
    }

    pub(crate) fn decode(bytes: &[u8; Record::SIZE]) -> Option<Record> {
        let number = u64_at(bytes, 0);
        let (kind, number) = (number as u32, (number >> 32) as i32);
        match kind {
            0 => Some(Record::Ready { pid: number }),
            1 => Some(Record::Done { code: number }),
            2 => Some(Record::Ended {
                status: number,
                cpu: Duration::from_micros(u64_at(bytes, 8)),
                peak: u64_at(bytes, 16),
            }),
            _ => None,
        }
    }
}

/// How a process ended, from what wait(2) tells.
pub(crate) fn exit_of(status: i32) -> Option<Exit> {
    let status = ExitStatus::from_raw(status);
    status.code().map(Exit::Code).or_else(|| status.signal().map(Exit::Signal))
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    let mut number = [0; 8];
    number.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sent_is_what_is_read() {
        for head in
            [Head::Run { length: 1 << 40, last: false }, Head::Run { length: 0, last: true }, Head::Retire]
        {
            assert_eq!(Head::decode(&head.encode()), Some(head));
        }
        let ended = Record::Ended { status: 0x86, cpu: Duration::from_micros(1_234_567), peak: 1 << 35 };
        for record in [Record::Ready { pid: 4711 }, Record::Done { code: -1 }, ended] {
            assert_eq!(Record::decode(&record.encode()), Some(record));
        }
        assert_eq!(exit_of(0x86), Some(Exit::Signal(6)));
        assert_eq!(exit_of(0x100), Some(Exit::Code(1)));
    }

    #[test]
    fn noise_is_refused() {
        assert_eq!(Head::decode(&[9; Head::SIZE]), None);
        assert_eq!(Record::decode(&[9; Record::SIZE]), None);
    }
}
